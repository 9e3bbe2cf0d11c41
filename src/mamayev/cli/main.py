"""The `mamayev` command.

Each command's module imports only what its help needs. Everything else is imported when the command runs.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, NoReturn

import typer

from mamayev.engine.refusal import Refusal

from . import (  # fmt: skip
    backup,
    bench,
    club,
    components,
    doctor,
    exam,
    example,
    games,
    lesson,
    mcp,
    play,
    replay,
    report,
    review,
    rules,
    script,
    serve,
    simulate,
    site,
    study,
    tournament,
)

BY_CTRL_C = 130
"""The exit code with which Typer ends a command on Ctrl-C."""

app = typer.Typer(
    name="mamayev",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
ORDER = (
    games,
    serve,
    site,
    lesson,
    example,
    play,
    simulate,
    study,
    tournament,
    script,
    replay,
    report,
    review,
    rules,
    mcp,
    exam,
    bench,
    components,
    doctor,
)
for command in ORDER:
    app.command(command.__name__.rpartition(".")[2])(command.run)


app.command("export-all")(backup.export_all)
app.command("import-all")(backup.import_all)
app.add_typer(club.app, name="club")


def _show_version(wanted: bool) -> None:
    if wanted:
        from .about import shown_versions, versions

        typer.echo(shown_versions(versions()))
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_show_version,
            is_eager=True,
            help="Print the versions of the program, the records and the rules, and exit.",
        ),
    ] = False,
) -> None:
    """Historical board wargames, every rule enforced and cited."""


def main() -> None:
    """Run the command line. Exit with 0 (done), 1 (the game refuses) or 2 (an error on the command line or in a file).

    A closed terminal (SIGHUP) and a request to stop (SIGTERM) work like Ctrl-C, unless these signals are ignored.
    """
    _print_any_letter()
    with _ends_like_ctrl_c():
        try:
            _run()
        except BrokenPipeError:
            _leave_stdout(1)
        except OSError as error:
            if os.name == "nt" and error.errno == errno.EINVAL and error.filename is None:
                _leave_stdout(1)  # how Windows says that the reader of a pipe has gone
            # An output error, such as a full disk, names no file.
            what = "Cannot write the output" if error.filename is None else error.filename
            typer.echo(f"{what}: {error.strerror or error}.", err=True)
            _leave_stdout(2)


def _run() -> None:
    try:
        _check_arguments()
        _run_app()
    except Refusal as refusal:
        if "--json" in sys.argv:
            from .output import print_json

            print_json({"error": refusal.text, "clauses": list(refusal.clauses), "field": refusal.field})
        cited = f" [{', '.join(refusal.clauses)}]" if refusal.clauses else ""
        typer.echo(f"{refusal.text}{cited}", err=True)
        sys.exit(2 if refusal.malformed else 1)
    except KeyboardInterrupt:
        typer.echo("\nStopped.", err=True)
        sys.exit(1)
    except Exception as error:
        from mamayev.engine.entries import explain

        explain(error)
        raise
    finally:
        sys.stdout.flush()


def _run_app() -> None:
    """Run the command. Raises KeyboardInterrupt, which Typer turns into a silent exit."""
    try:
        app(prog_name="mamayev")
    except SystemExit as end:
        if end.code == BY_CTRL_C:
            raise KeyboardInterrupt from None
        raise


def _check_arguments() -> None:
    """Raise Refusal for an argument that is not valid text."""
    for argument in sys.argv[1:]:
        try:
            argument.encode()
        except UnicodeEncodeError:
            shown = argument.encode(errors="backslashreplace").decode()
            raise Refusal(f"The argument “{shown}” is not UTF-8 text.", field="arguments", malformed=True) from None


def _print_any_letter() -> None:
    """Print “?” for a character that the console or pipe cannot encode, such as “ü” on a Russian version of Windows."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _leave_stdout(code: int) -> NoReturn:
    """Exit and discard the unwritten output, so that Python does not try again and report an error when it closes
    stdout."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


@contextmanager
def _ends_like_ctrl_c() -> Iterator[None]:
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
