"""`mamayev club`: commands for the operator of a club."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from mamayev.engine.refusal import Refusal
from mamayev.engine.words import counted

from .setup import Database, Json, whole

if TYPE_CHECKING:
    import sqlalchemy as sa

    from mamayev.server.club.reports import Kind
    from mamayev.server.club.ways import Member
    from mamayev.server.store import Store

T = TypeVar("T")

app = typer.Typer(no_args_is_help=True, help="Manage a club: members, invitations, reports, ratings.")

MemberName = Annotated[str, typer.Argument(metavar="MEMBER", help="A member's name.")]
DAYS_MOST = 3650
NOTE_MOST = 60
"""The maximum number of characters in the note on an invitation."""
TEXT_MOST = 280
"""The maximum number of characters in an outcome or reason."""
DONE = {"mute": "cannot write to others", "suspend": "cannot start games"}


@contextmanager
def _opened(db: str | None) -> Iterator[Store]:
    """Yield a club's database, with its tables migrated. Raises Refusal."""
    from mamayev.server.store import Store
    from mamayev.server.store.database import default_address, shown

    from .output import database_errors

    try:
        from mamayev.server.club.club import CHAIN
    except ModuleNotFoundError as missing:
        raise Refusal(
            f"A club needs the Python package {missing.name}: pip install 'mamayev[club]'.",
            field="club",
            malformed=True,
        ) from None
    address = db or default_address()
    store = Store(address, make=False)
    if not store.database.has(CHAIN):
        raise Refusal(
            f"The database {shown(address)} has no club. Check --db, or first start the club with `mamayev serve "
            "--club`.",
            field="db",
            malformed=True,
        )
    store.database.migrate(CHAIN)
    with database_errors():
        yield store
    store.close()


def _read(store: Store, query: Callable[[sa.Connection], T]) -> T:
    with store.database.engine.connect() as connection:
        return query(connection)


def _member(connection: sa.Connection, name: str) -> Member:
    """Return the member with this name. If there is none, raises a malformed Refusal."""
    from mamayev.server.club import ways

    found = ways.by_name(connection, name)
    if found is None:
        raise Refusal(
            f"There is no member “{name}”. `mamayev club members` lists them.", field="MEMBER", malformed=True
        )
    return found


def _days(value: int) -> int:
    if not 1 <= value <= DAYS_MOST:
        raise Refusal(f"--days: {value} is not a number of days. Use 1 to {DAYS_MOST}.", field="--days", malformed=True)
    return value


def _table(head: list[str], rows: list[list[str]]) -> None:
    """Print rows under column headings."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in [head, *rows]:
        typer.echo("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())


@app.command("members")
def members(db: Database = None, as_json: Json = False) -> None:
    """List the members: when they joined and were last seen, finished games, and sanctions."""
    from mamayev.server.club import listing

    from .output import print_json

    with _opened(db) as store:
        rows = _read(store, listing.members)
    if as_json:
        print_json({"members": rows})
        return
    shown = [
        [row.name, row.joined[:10], row.seen[:10] or "-", str(row.games), ", ".join(row.sanctions) or "-"]
        for row in rows
    ]
    _table(["member", "since", "last seen", "games", "sanctions"], shown)
    typer.echo(counted(len(rows), "# member", "# members"))


@app.command("invite")
def invite(
    note: Annotated[str, typer.Option("--note", metavar="TEXT", help="A note for yourself, such as a name.")] = "",
    days: Annotated[
        int,
        typer.Option("--days", metavar="N", parser=str, callback=whole, help="How many days it is valid."),
    ] = 14,
    listed: Annotated[bool, typer.Option("--list", help="List the open invitations instead, without codes.")] = False,
    db: Database = None,
    as_json: Json = False,
) -> None:
    """Create a code that one person can use to join. It is shown only once."""
    from mamayev.server.club import invitations

    from .output import print_json

    if len(note) > NOTE_MOST:
        raise Refusal(f"--note has more than {NOTE_MOST} characters.", field="--note", malformed=True)
    _days(days)
    with _opened(db) as store:
        if listed:
            rows = _read(store, invitations.open_ones)
            if as_json:
                print_json({"invitations": rows})
            else:
                shown = [[row["created"][:10], row["expires"][:10], row["note"] or "-"] for row in rows]
                _table(["made", "valid until", "note"], shown)
            return
        code = store.database.write(lambda connection: invitations.invite(connection, note, days))
    if as_json:
        print_json({"code": code, "days": days})
    else:
        typer.echo(f"{code}\nOne person can join with this code within {counted(days, '# day', '# days')}.")


@app.command("test-notice")
def notice(
    name: MemberName,
    club: Annotated[
        Path, typer.Option("--club", metavar="FILE", readable=False, help="The settings file (club.toml).")
    ],
    db: Database = None,
    as_json: Json = False,
) -> None:
    """Send a test notice through each channel of a member. Exit with 1 if one fails."""
    with _opened(db) as store:
        from mamayev.server.club.post import Post
        from mamayev.server.club.sender import Sender
        from mamayev.server.club.settings import read_settings

        from .output import print_json

        settings = read_settings(club)
        who = _read(store, lambda connection: _member(connection, name))
        sender = Sender(settings, store.database, Post(settings))
        found = sender.test_all(who.id)
        sender.stop()
    if as_json:
        print_json({"channels": [{"kind": one.kind, "label": one.label, "problem": why} for one, why in found]})
    elif not found:
        typer.echo(f"{who.name} has no notice channels.")
    else:
        for one, why in found:
            typer.echo(f"{one.kind} {one.label}: {why or 'sent'}")
    if any(why for _, why in found):
        raise typer.Exit(1)


@app.command("undelivered")
def undelivered(db: Database = None, as_json: Json = False) -> None:
    """List the notices that could not be delivered, and why."""
    from mamayev.server.club import outbox

    from .output import print_json

    with _opened(db) as store:
        rows = _read(store, outbox.failures)
    if as_json:
        print_json({"undelivered": [row._asdict() for row in rows]})
        return
    shown = [[row.at[:16], row.member, row.kind, row.channel or "-", row.why] for row in rows]
    _table(["when", "member", "notice", "channel", "reason"], shown)
    typer.echo(counted(len(rows), "# notice", "# notices"))


@app.command("reports")
def reports(
    resolved: Annotated[bool, typer.Option("--resolved", help="List the latest resolved reports instead.")] = False,
    db: Database = None,
    as_json: Json = False,
) -> None:
    """List the open reports."""
    from mamayev.server.club import reports as reported

    from .output import print_json

    with _opened(db) as store:
        rows = _read(store, lambda connection: reported.queue(connection, resolved=resolved))
    if as_json:
        print_json({"reports": [row._asdict() for row in rows]})
        return
    for row in rows:
        line = f", the line “{row.text}”" if row.line is not None else ""
        where = f" in game {row.match}" if row.match else ""
        typer.echo(f"{row.id}  {row.at[:16]}  {row.by} about {row.about}{line}{where}: {row.reason}")
        if row.resolved:
            typer.echo(f"    resolved {row.resolved[:10]}: {row.outcome}")
    typer.echo(counted(len(rows), "# report", "# reports"))


@app.command("resolve")
def resolve(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="The id of a report.")],
    outcome: Annotated[str, typer.Argument(metavar="OUTCOME", help="What you did about it, in a few words.")],
    db: Database = None,
) -> None:
    """Record what you did about a report, and close it."""
    from mamayev.server.club import reports as reported

    if not outcome.strip() or len(outcome) > TEXT_MOST:
        raise Refusal(f"The outcome must have 1 to {TEXT_MOST} characters.", field="OUTCOME", malformed=True)
    with _opened(db) as store:
        if not store.database.write(lambda connection: reported.resolve(connection, report, outcome.strip())):
            raise Refusal(
                f"No report “{report}” is waiting. `mamayev club reports` lists them.", field="REPORT", malformed=True
            )
    typer.echo("Resolved.")


Days = Annotated[
    int, typer.Option("--days", metavar="N", parser=str, callback=whole, help="How long it lasts, in days.")
]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="The reason, for your own records.")]


def _impose(name: str, kind: Kind, days: int, reason: str, db: str | None) -> None:
    from mamayev.server.club import reports as reported

    _days(days)
    if len(reason) > TEXT_MOST:
        raise Refusal(f"--reason has more than {TEXT_MOST} characters.", field="--reason", malformed=True)
    with _opened(db) as store:

        def impose(connection: sa.Connection) -> str:
            who = _member(connection, name)
            return (
                f"{who.name} {DONE[kind]} until {reported.impose(connection, who.id, kind, days, reason).until[:10]}."
            )

        typer.echo(store.database.write(impose))


@app.command("mute")
def mute(name: MemberName, days: Days = 7, reason: Reason = "", db: Database = None) -> None:
    """Stop a member from writing to others."""
    _impose(name, "mute", days, reason, db)


@app.command("suspend")
def suspend(name: MemberName, days: Days = 7, reason: Reason = "", db: Database = None) -> None:
    """Stop a member from starting games. They can finish the games in progress."""
    _impose(name, "suspend", days, reason, db)


@app.command("lift")
def lift(name: MemberName, db: Database = None) -> None:
    """Lift the sanctions of a member."""
    from mamayev.server.club import reports as reported

    with _opened(db) as store:

        def change(connection: sa.Connection) -> str:
            who = _member(connection, name)
            ended = [reported.lift(connection, who.id, kind) for kind in ("mute", "suspend")]
            return (
                f"{who.name} can write and start games again." if any(ended) else f"{who.name} has no active sanction."
            )

        typer.echo(store.database.write(change))


@app.command("export")
def export(
    name: MemberName,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="The file to write; default: print it.")] = None,
    db: Database = None,
) -> None:
    """Write all stored data about a member as JSON. Only you can read the file."""
    import msgspec

    from mamayev.match import files
    from mamayev.server.club import held

    from .output import file_errors, print_json

    with _opened(db) as store:
        data = _read(store, lambda c: held.all_of(c, held.by_operator(_member(c, name).id)))
    if file is None:
        print_json(msgspec.to_builtins(data))
        return
    with file_errors(file, "write"):
        files.write(file, msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n", private=True)
    typer.echo(f"{file} contains everything stored about {data.me.name}.")


@app.command("delete")
def delete(
    name: MemberName,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    db: Database = None,
) -> None:
    """Delete a member: name, email address, passkeys, codes and sessions. Finished games remain, under “a former
    member”."""
    from mamayev.server.club import held

    with _opened(db) as store:
        who = _read(store, lambda connection: _member(connection, name))
        if not yes and not typer.confirm(f"Delete {who.name} for good?"):
            typer.echo("Nothing was deleted.")
            return
        held.delete(store.database, who.id)
    typer.echo(f"{who.name} is deleted.")


@app.command("ratings")
def ratings(
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Recompute all ratings from the results.")] = False,
    db: Database = None,
    as_json: Json = False,
) -> None:
    """List the ratings by game and rules. --rebuild recomputes them and gives the same numbers."""
    from mamayev.server.club import listing, results

    from .output import print_json

    with _opened(db) as store:
        games = store.database.write(results.rebuild) if rebuild else None
        rows = _read(store, listing.ratings)
    if as_json:
        print_json({"ratings": rows, "rebuilt": games})
        return
    shown = [
        [row.title, row.rules, row.name, f"{row.rating:.0f}", f"± {row.deviation:.0f}", str(row.games)] for row in rows
    ]
    _table(["game", "rules", "member", "rating", "", "games"], shown)
    if games is not None:
        typer.echo(f"Computed again from {counted(games, '# rated game', '# rated games')}.")
