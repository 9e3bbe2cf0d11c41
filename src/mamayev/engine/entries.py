"""The entry points of the group `mamayev.games`, through which packages offer games."""

from __future__ import annotations

import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import walk_tb

from .former import advice
from .refusal import Refusal

GROUP = "mamayev.games"


def entries() -> dict[str, EntryPoint]:
    """Return the entry points by the name of the game, in a fixed order."""
    return _found_on(tuple(sys.path))


@cache
def _found_on(_path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Return the games on a search path. They are cached, because reading the path is slow, so a program keeps the
    games that it started with.
    """
    found = {e.name: e for e in entry_points(group=GROUP)}
    # Our own games first, then the guests, each in alphabetical order.
    return dict(sorted(found.items(), key=lambda item: (_of_another(item[1]), item[0])))


def is_guest(name: str) -> bool:
    """Return whether an installed game belongs to a different package."""
    return _of_another(entries()[name])


def _of_another(entry: EntryPoint) -> bool:
    return not entry.value.startswith("mamayev.")


def load(name: str) -> object:
    """Return the object behind the entry point with this name. Raises Refusal if the entry point is unknown or
    broken."""
    entry = entries().get(name)
    if entry is None:
        raise Refusal(
            f"There is no game “{name}”. Installed games: {', '.join(entries()) or 'none'}.",
            field="game",
            malformed=True,
        )
    try:
        return entry.load()
    except Exception as error:  # a guest's module can raise anything
        raise broken(name, error) from error


def broken(name: str, error: Exception) -> Refusal:
    """Return the refusal for a game that raises an error during loading."""
    if isinstance(error, Refusal):
        why = error.text
    else:
        found, sentence = site(error), advice(error)
        why = f"{found[1]}: " if found else ""
        why += f"{type(error).__name__}: {error}".rstrip(".") + (f". {sentence}" if sentence else "")
    why = why if why.endswith(("?", ".")) else f"{why}."
    return Refusal(f"The game “{name}” is installed but cannot be loaded: {why}", field="game")


def explain(error: BaseException, file: Path | None = None) -> str:
    """Add a note to an error that a former name causes. The note gives the new name and, if the error is in a game or
    in `file` (such as a game's own test), the place.

    Return the note, or "" for other errors.
    """
    seen: BaseException | None = error
    while seen is not None:
        if sentence := advice(seen):
            if (found := site(seen)) is not None:
                sentence = f"The game “{found[0]}”, {found[1]}: {sentence}"
            elif lines := [
                line for frame, line in walk_tb(seen.__traceback__) if frame.f_code.co_filename == str(file)
            ]:
                sentence = f"`{Path(str(file)).name}`, line {lines[-1]}: {sentence}"
            error.add_note(sentence)
            return sentence
        seen = seen.__cause__ or seen.__context__
    return ""


def site(error: BaseException) -> tuple[str, str] | None:
    """Return the innermost place in a game that an error passed through: the game, and the file with the line."""
    packages = {entry.module: name for name, entry in entries().items()}
    found = None
    for frame, line in walk_tb(error.__traceback__):
        module = str(frame.f_globals.get("__name__"))
        for package, name in packages.items():
            if module == package or module.startswith(f"{package}."):
                found = name, f"`{Path(frame.f_code.co_filename).name}`, line {line}"
    return found
