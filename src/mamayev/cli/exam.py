"""`mamayev exam`: write questions about the rules from played games, and grade answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from mamayev.engine.words import counted

from .setup import Edition, FirstSeed, Json, Options, Preset, rules, whole


def run(
    game: Annotated[str, typer.Argument(metavar="[GAME]", show_default=False, help="Name of the game.")] = "",
    items: Annotated[
        int, typer.Option("--items", metavar="N", parser=str, callback=whole, help="Number of questions.")
    ] = 100,
    seed: FirstSeed = 0,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE.parquet",
            help="Write the questions to this file, and the answers to FILE.answers.parquet.",
        ),
    ] = None,
    grade: Annotated[
        Path | None,
        typer.Option(
            "--grade", metavar="FILE", help="Grade answers: one JSON object per line, with “id” and “answer”."
        ),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option("--key", metavar="FILE.answers.parquet", help="With --grade: the file with the correct answers."),
    ] = None,
    preset: Preset = None,
    edition: Edition = None,
    option: Options = None,
    json: Json = False,
) -> None:
    """Write questions about the rules based on positions from played games, or grade answers."""
    from mamayev.engine.refusal import Refusal

    from .output import file_errors, print_json, progress_bar

    try:
        from mamayev.agents.exam.grading import graded
        from mamayev.agents.exam.items import Given, Item, Key, key_file, read, write
        from mamayev.agents.exam.making import exam
    except ModuleNotFoundError as missing:
        raise Refusal(f"The exam needs {missing.name}: pip install mamayev[results].", malformed=True) from None

    if grade is not None:
        if game or out is not None:
            raise Refusal("With --grade, leave out the game and --out.", field="--grade", malformed=True)
        if key is None:
            raise Refusal("Name the file with the correct answers with --key.", field="--key", malformed=True)
        score = graded(read(grade, Given), read(key, Key))
        if json:
            print_json(score)
        else:
            _print(score)
        return
    if not game or out is None:
        what, field = ("a game", "GAME") if not game else ("the file with --out", "--out")
        raise Refusal(f"Name {what}, or the answers with --grade.", field=field, malformed=True)
    if items < 1:
        raise Refusal(f"An exam must have at least one question, not {items}.", field="--items", malformed=True)
    if not out.resolve().parent.is_dir():
        raise Refusal(f"--out: there is no folder {out.resolve().parent}.", field="--out", malformed=True)
    edition, options = rules(game, preset, edition, option)
    kinds: dict[str, int] = {}
    dependent = 0

    def noted(made: Iterable[tuple[Item, Key]]) -> Iterator[tuple[Item, Key]]:
        nonlocal dependent
        for item, answer in made:
            kinds[item.kind] = kinds.get(item.kind, 0) + 1
            dependent += answer.dependent
            if advance is not None:
                advance(1)
            yield item, answer

    with progress_bar(items) as advance, file_errors(out, "write"):
        write(out, noted(exam(game, items, seed, edition=edition, options=options)))
    made = {"game": game, "seed": seed, "items": items, "kinds": kinds, "position": dependent}
    made |= {"questions": str(out), "answers": str(key_file(out))}
    if json:
        print_json(made)
    else:
        listed = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        typer.echo(f"{counted(items, '# question', '# questions')} of {game} (seed {seed}): {listed}")
        typer.echo(f"{dependent} depend on the position")
        typer.echo(f"Questions: {out}\nAnswers: {key_file(out)}")


def _print(score: dict[str, Any]) -> None:
    typer.echo(f"{score['answered']} of {counted(score['score']['of'], '# question', '# questions')} answered")
    _line("all", score["score"])
    if score["position"] is not None:
        _line("depends on the position", score["position"])
    _line("cites a clause", score["cited"])
    _line("baseline: always no, always A", score["floor"]["all"])
    if "verdict" in score["floor"]:
        _line("baseline: always no, for verdicts", score["floor"]["verdict"])
    for head in ("kinds", "sections"):
        typer.echo(f"{head.capitalize()}:")
        for name, share in score[head].items():
            _line(name, share)


def _line(name: str, share: dict[str, Any]) -> None:
    low, high = share["ci95"]
    typer.echo(f"  {share['share']:>6.1%} ({low:.0%} to {high:.0%}, n = {share['of']})  {name}")
