"""The `mamayev` command."""

from importlib.metadata import version

import typer

app = typer.Typer(add_completion=False)


@app.command("version")
def show_version() -> None:
    """Print the version."""
    typer.echo(version("mamayev"))


@app.callback()
def root() -> None:
    """Historical board wargames, every rule enforced and cited."""


def main() -> None:
    """Run the command line."""
    app()
