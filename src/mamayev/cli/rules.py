"""`mamayev rules`: show the clauses of a game, and the tests that verify them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mamayev.engine.words import alternatives, counted

from .setup import GameName, Json

if TYPE_CHECKING:
    from mamayev.engine.background import Background, Reconstruction
    from mamayev.engine.citations import Citations
    from mamayev.engine.ledger import Clause, Difference
    from mamayev.engine.options import Option
    from mamayev.engine.table import Game
    from mamayev.lab.coverage import Coverage


def run(
    game: GameName,
    clause: Annotated[
        str | None, typer.Argument(metavar="[CLAUSE|WORD]", help="A clause's id, or words to find; default: all.")
    ] = None,
    json: Json = False,
    coverage: Annotated[bool, typer.Option("--coverage", help="Show which tests prove each clause.")] = False,
    where: Annotated[
        bool, typer.Option("--where", help="Show which functions, classes and constants implement each clause.")
    ] = False,
    tests: Annotated[
        Path | None,
        typer.Option("--tests", metavar="DIR", help="Folder with the tests; default: the one in the checkout."),
    ] = None,
    diff: Annotated[bool, typer.Option("--diff", help="Show the editions of the game side by side.")] = False,
    background: Annotated[
        bool,
        typer.Option("--background", help="Show the history, the reasons for options, and the reconstructed parts."),
    ] = False,
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="E", help="Only the clauses of this edition; default: all.")
    ] = None,
) -> None:
    """Print the rules in our own words, or the rules that contain a word; also the differences between editions, and
    the code and the tests of clauses."""
    from mamayev.engine.lookup import look_up
    from mamayev.engine.refusal import Refusal
    from mamayev.engine.registry import find
    from mamayev.match.example import of_clause

    from .output import print_json

    offer = find(game)
    ledger = offer.ledger()
    if edition is not None and edition not in offer.editions:
        raise Refusal(
            f"{offer.title} has no edition “{edition}”; it has {', '.join(offer.editions)}.",
            field="--edition",
            malformed=True,
        )
    if where and coverage:
        raise Refusal("Use either --where or --coverage.", field="--coverage", malformed=True)
    if background:
        from msgspec.structs import asdict

        told = offer.read_background()
        if json:
            print_json({"game": game, **asdict(told)})
        else:
            _print_background(told, offer)
        return
    if diff:
        if edition is not None:
            raise Refusal("--diff shows all editions. Leave out --edition.", field="--diff", malformed=True)
        if json:
            print_json({"game": game, "differences": [one._asdict() for one in ledger.differences()]})
        else:
            _print_differences(ledger.differences(), offer.title)
        return
    number = re.sub(r"-(\d)$", r"-0\1", (clause or "").upper())
    for part in offer.read_background().reconstructed:
        if part.id == number:
            if json:
                print_json(part)
            else:
                _print_part(part)
            return
    one = ledger.clauses.get(number)
    matches, none = look_up(ledger, clause or "")
    ids = {one.id} if one else {found.id for found in matches if edition is None or found.edition in ("both", edition)}
    rows = [row for row in ledger.to_data() if row["id"] in ids]
    if none and one is None and not json:
        for sentence in none:
            typer.echo(sentence)
        if not rows:
            return
    if not rows and not none:
        hint = alternatives(number, ledger.clauses, 4)
        raise Refusal(f"{offer.title} has no clause “{clause}”. {hint}".rstrip(), field="CLAUSE", malformed=True)
    if coverage:
        from mamayev.lab.coverage import coverage as cover
        from mamayev.lab.coverage import test_folders

        folders = [tests] if tests else test_folders(game)
        if not folders:
            raise Refusal(
                "There is no test folder here. Run this in a checkout, or name the folder with --tests DIR.",
                field="--tests",
                malformed=True,
            )
        covered = cover(game, folders)
        if json:
            print_json(covered.to_data())
        else:
            _print_coverage(covered, {row["id"] for row in rows} if clause else None)
        if covered.unknown:
            for test, unknown in covered.unknown:
                typer.echo(f"{test} cites {unknown}, which is not a clause of any installed game.", err=True)
            raise typer.Exit(1)
        return
    cited: Citations | None = None
    if where:
        from mamayev.engine.citations import citations

        cited = citations(game)
    if json:
        data = [{**row, "cited": cited.to_data(row["id"])} for row in rows] if cited else rows
        said = {"none": none} if none and one is None else {}
        print_json(data[0] if one else {"game": game, "clauses": data, **said})
        return
    section = ""
    for found, row in ((ledger.clauses[row["id"]], row) for row in rows):
        if found.section != section:
            section = found.section
            typer.echo(f"\n{section}" if one is None else section)
        typer.echo(f"  {_heading(found)}: {found.text}")
        if row["grade"]:
            typer.echo(f"    {row['grade'].capitalize()}.")
        if found.ruling:
            typer.echo(f"    Our reading: {found.ruling}")
        for option in ledger.of_clause(found.id):
            typer.echo(f"    {_option(option)}")
        for shown in of_clause(offer, found.id):
            typer.echo(f"    Example: {shown.script.title} (mamayev example {game} {shown.name})")
        if cited:
            _print_where(found, cited)


def _print_background(told: Background, offer: Game) -> None:
    for section in told.history:
        typer.echo(f"\n{section.title}")
        for paragraph in section.text:
            typer.echo(f"  {paragraph}")
    if told.turns:
        typer.echo(f"\nTurn dates\n  {told.turns_note.strip()}")
        for turn in told.turns:
            typer.echo(f"  {turn.turn}: {turn.dates}")
    if told.options:
        typer.echo("\nReasons to change an option")
        for option in offer.options:
            if option.name in told.options:
                typer.echo(f"  {option.name} ({option.title}): {told.options[option.name]}")
    if told.reconstructed:
        typer.echo("\nWhat is reconstructed")
        for part in told.reconstructed:
            _print_part(part)


def _print_part(part: Reconstruction) -> None:
    typer.echo(f"  {part.id}: {part.part}")
    for fact in part.known:
        typer.echo(f"    Sources: {fact}")
    typer.echo(f"    They lack: {part.lacks}")
    typer.echo(f"    We use: {part.ours}")
    if part.clauses:
        typer.echo(f"    Rules: {', '.join(part.clauses)}")


def _print_differences(differences: list[Difference], title: str) -> None:
    if not differences:
        typer.echo(f"{title}: the rules record no differences between editions.")
        return
    from .screen import Screen

    editions = list(dict.fromkeys(edition for one in differences for edition in one.sides))
    Screen().table(
        ("topic", *editions, "what we do", "clauses"),
        [
            (
                f"{one.topic} ({one.kind})",
                *(one.sides.get(edition, "") for edition in editions),
                one.decision,
                ", ".join(one.clauses),
            )
            for one in differences
        ],
    )


def _print_where(clause: Clause, cited: Citations) -> None:
    if clause.where:
        typer.echo(f"    Where: {clause.where}")
    for place in cited.places.get(clause.id, ()):
        typer.echo(f"    {place}")


def _heading(clause: Clause) -> str:
    limits = [f"edition {clause.edition}"] if clause.edition != "both" else []
    limits += [f"option {clause.optional}"] if clause.optional else []
    limits += [f"replaces {', '.join(clause.replaces)} under {clause.under}"] if clause.replaces else []
    return f"{clause.id} ({', '.join(limits)})" if limits else clause.id


def _option(option: Option) -> str:
    """Describe an option with its values and their meanings."""
    values = [f"{value} ({meaning})" for value, meaning in zip(option.choices, option.meanings, strict=True)]
    told = f" {', '.join(values)}." if values else ""
    default = ("on" if option.default else "off") if option.type == "bool" else option.default
    return f"Option {option.name}, “{option.heading}”:{told} Default: {default}."


def _print_coverage(covered: Coverage, only: set[str] | None) -> None:
    for clause in covered.ledger.clauses.values():
        if only is not None and clause.id not in only:
            continue
        tests = covered.tests.get(clause.id)
        note = "note" if clause.is_note else "NO TEST"
        typer.echo(f"{_heading(clause)}: {counted(len(tests), '# test', '# tests') if tests else note}")
        for test in tests or ():
            typer.echo(f"    {test}")
    if only is None:
        data = covered.to_data()
        typer.echo(
            f"{data['clauses']} clauses, {data['notes']} of them notes, {len(data['not_offered'])} of editions and "
            f"optional rules that are not offered, {len(data['uncovered'])} without a test."
        )
