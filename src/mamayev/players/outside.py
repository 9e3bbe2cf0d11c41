"""Players from elsewhere: bots of an installed package, in mass play, and at the table where whoever starts the program
says so; programs that speak lines of text, in mass play alone."""

from __future__ import annotations

import random
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterable
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import msgspec

from mamayev.engine.bot import RANDOM, Bot
from mamayev.engine.notation import VERB
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game
from mamayev.match.decision import LISTED, Decision

GROUP = "mamayev.bots"
"""The entry points of bots from elsewhere, each named GAME.NAME."""
PROGRAM = "program:"
"""What the name of a player begins with whose rest is the command of a program."""
PATIENCE = 120.0
"""Seconds that a program has for an answer."""


def installed(game: Game) -> dict[str, EntryPoint]:
    """The bots for a game that installed packages bring, by name."""
    return {name: entry for (own, name), entry in _installed(tuple(sys.path)).items() if own == game.name}


@lru_cache(maxsize=1)
def _installed(_path: tuple[str, ...]) -> dict[tuple[str, str], EntryPoint]:
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return {(own, name): entry for entry in found for own, dot, name in [entry.name.partition(".")] if dot}


_welcomed: dict[tuple[str, str], Bot] = {}


def welcome(games: Iterable[Game]) -> None:
    """Let people meet the bots that installed packages bring for some games, at the table and for hints, as long as
    this process runs: whoever starts it may allow that, never a request. Raises Refusal that names one that is none."""
    for game in games:
        for name, entry in installed(game).items():
            if name not in {RANDOM, *game.bots, *game.levels}:
                _welcomed[game.name, name] = load(entry)


def welcomed(game: Game) -> dict[str, Bot]:
    """The bots of other packages that people may meet at a game, by name."""
    return {name: bot for (own, name), bot in _welcomed.items() if own == game.name}


def load(entry: EntryPoint) -> Bot:
    """The bot of an entry point. Raises Refusal when it cannot be loaded or is none."""
    try:
        bot = entry.load()
    except Exception as error:  # whatever a guest's module raises
        raise Refusal(
            f"The bot “{entry.name}” is installed but cannot be loaded: {type(error).__name__}: {error}.",
            field="players",
        ) from error
    if not isinstance(bot, Bot):
        raise Refusal(f"The entry point “{entry.name}” of {GROUP} is no bot.", field="players")
    return bot


# ------------------------------------------------------------------ programs


def program(name: str) -> Bot:
    """The player that a program is; one process of it plays all games of this process. Raises Refusal for a command
    that cannot be started."""
    speaker = _speaker(name.removeprefix(PROGRAM))
    return Bot(speaker.answer, lambda _p, _action: "A program's choice.", f"The program {speaker.command}.")


@lru_cache(maxsize=16)
def _speaker(command: str) -> Speaker:
    return Speaker(command)


class Speaker:
    """A program that is asked by a line of JSON and answers with one: docs/players-from-elsewhere.md. It ends when its
    input does."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.table: Any = None
        try:
            words = shlex.split(command)
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
            )
        except (OSError, ValueError, IndexError) as error:
            said = getattr(error, "strerror", None) or error
            raise Refusal(
                f"The program “{command}” cannot be started: {said}.", field="--players", malformed=True
            ) from None

    def answer(self, p: Position, _rng: random.Random) -> int:
        """The program's answer to the decision of a seat. Raises Refusal."""
        table: Any = p.table
        if table is not self.table:
            self.table = table
            said = {"game": table.game.name, "edition": table.edition, "options": table.options}
            self._say({"begin": said | {"scene": table.scene()}})
        decision = Decision(p)
        self._say({"decide": _question(p, decision)})
        while "choices" in (answered := self._hear()):
            self._say({"choices": self._choices(p, answered["choices"])})
        try:
            return decision.parse(str(answered.get("play"))).code
        except Refusal as refusal:
            raise self._fault(f"answered {answered}: {refusal.text}") from None

    def _choices(self, p: Position, piece: object) -> list[str]:
        notation = p.table.notation
        index = None if piece is None else notation.index("piece", str(piece))
        if index is None and piece is not None:
            raise self._fault(f"asked for the choices of “{piece}”, which is no piece")
        return [notation.text(action) for action in _choices(p, index)]

    def _say(self, data: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(msgspec.json.encode(data).decode() + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise self._fault("has ended") from None

    def _hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        late = threading.Timer(PATIENCE, self.process.kill)
        late.start()
        try:
            line = self.process.stdout.readline()
        finally:
            late.cancel()
        if not line:
            raise self._fault(f"has ended, or did not answer in {PATIENCE:g} seconds")
        try:
            return msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.MsgspecError:
            raise self._fault(f"answered {line.strip()[:80]!r}, which is no JSON object in a line") from None

    def _fault(self, what: str) -> Refusal:
        return Refusal(f"The program “{self.command}” {what.rstrip('.')}.", field="players")


def _question(p: Position, decision: Decision) -> dict[str, Any]:
    """What a program is told of a decision: as much as its seat may see. Actions are listed where they are few."""
    table: Any = p.table
    asked = {"seat": decision.seat, "prompt": decision.prompt, "turn": table.turn(p), "box": decision.box}
    asked |= {"view": table.picture(p, decision.index), "facts": table.facts(p), "pieces": decision.pieces()}
    actions: list[int] = []
    for piece in (*p.pieces(), None):
        actions += _choices(p, piece)
        if len(actions) > LISTED:
            return asked
    return asked | {"actions": [table.notation.text(action) for action in actions]}


def _choices(p: Position, piece: int | None) -> list[int]:
    """The choices of a piece, without standing ones: nobody gives up by taking the last of a list."""
    standing = p.table.standing
    return [action for action in p.choices(piece) if standing is None or action >> VERB not in standing.acts]
