"""Guest players: bots from other installed packages, and programs that communicate in lines of text.

Bots play in mass play and, if the server allows it, at the table. Programs play in mass play only.
"""

from __future__ import annotations

import os
import random
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from queue import SimpleQueue
from typing import Any

import msgspec

from mamayev.engine.bot import RANDOM, Bot
from mamayev.engine.notation import VERB
from mamayev.engine.orders import read, schema
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game
from mamayev.engine.text import plain
from mamayev.match.decision import LISTED, Decision

GROUP = "mamayev.bots"
"""The entry point group of guest bots, each named GAME.NAME."""
PROGRAM = "program:"
"""The prefix of a player's name that marks a program. The rest of the name is the command that starts it."""
PATIENCE = 120.0
"""The number of seconds that a program has to answer a question, including its requests for choices."""
LONGEST = 1 << 16
"""The maximum number of bytes in a program's line."""
GUARD = "read -r _; sleep 1; kill -s KILL 0"
"""A script for `sh` in the process group of a program.

When this process ends for any reason, its end of the pipe closes. The program then has a second to stop.
"""


def installed(game: Game) -> dict[str, EntryPoint]:
    """Return the bots that installed packages offer for a game, by name."""
    return {name: entry for (own, name), entry in _installed(tuple(sys.path)).items() if own == game.name}


@lru_cache(maxsize=1)
def _installed(_path: tuple[str, ...]) -> dict[tuple[str, str], EntryPoint]:
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    return {(own, name): entry for entry in found for own, dot, name in [entry.name.partition(".")] if dot}


_welcomed: dict[tuple[str, str], Bot] = {}


def welcome(games: Iterable[Game]) -> None:
    """Let people use bots from installed packages in this process, as opponents and for hints.

    Only the operator of the process can allow this. A request never can. Raises Refusal for an unknown bot.
    """
    for game in games:
        for name, entry in installed(game).items():
            if name not in {RANDOM, *game.bots, *game.levels}:
                _welcomed[game.name, name] = load(entry)


def welcomed(game: Game) -> dict[str, Bot]:
    """Return the bots from other packages that people can play against, by name."""
    return {name: bot for (own, name), bot in _welcomed.items() if own == game.name}


def load(entry: EntryPoint) -> Bot:
    """Return the bot behind an entry point. Raises Refusal if it cannot be loaded or is not a bot."""
    try:
        bot = entry.load()
    except Exception as error:  # a guest's module can raise anything
        raise Refusal(
            f"The bot “{entry.name}” is installed but cannot be loaded: {type(error).__name__}: {error}.",
            field="players",
        ) from error
    if not isinstance(bot, Bot):
        raise Refusal(f"The entry point “{entry.name}” of {GROUP} is not a bot.", field="players")
    return bot


# ------------------------------------------------------------------ programs


def program(name: str) -> Bot:
    """Return a program as a player.

    A single child process plays all games of this process. Raises Refusal for a command that cannot start.
    """
    command = name.removeprefix(PROGRAM)
    if not command.strip():
        raise Refusal(
            f"“{PROGRAM}” does not name a program. Put its command after the colon, as in “{PROGRAM}python3 bot.py”.",
            field="--players",
            malformed=True,
        )
    speaker = _speaker(command)
    return Bot(speaker.answer, lambda _p, _action: "A program's choice.", f"The program {speaker.command}.")


@lru_cache(maxsize=16)
def _speaker(command: str) -> Speaker:
    return Speaker(command)


class Speaker:
    """A program that reads and answers in lines of JSON (docs/players-from-elsewhere.md).

    The program and all its children stop when its input ends, at most a second after this process.
    """

    def __init__(self, command: str) -> None:
        self.command = command
        self.table: Any = None
        self.lines: SimpleQueue[bytes] = SimpleQueue()
        """The program's unread output, at most one line. An empty line means that the program has ended."""
        self.due = ""
        """The program's current task."""
        self.why = ""
        """The reason that it stopped, or ""."""
        try:
            self.guard = guard()
            self.process = subprocess.Popen(
                words(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                process_group=self.guard.pid if self.guard else None,
            )
        except (OSError, ValueError) as error:
            raise Refusal(
                f"The program “{command}” cannot be started: {plain(error)}.", field="--players", malformed=True
            ) from None
        threading.Thread(target=self._listen, daemon=True).start()

    def answer(self, p: Position, rng: random.Random) -> int:
        """Return the program's answer to the decision of a seat. Raises Refusal."""
        self.due = "read the question"
        late = threading.Timer(PATIENCE, self._late)
        late.daemon = True  # Ctrl-C may come while it starts, when no caller waits for it
        try:
            late.start()
            return self._answer(p, rng)
        finally:
            late.cancel()

    def _answer(self, p: Position, rng: random.Random) -> int:
        table: Any = p.table
        if table is not self.table:
            self.table = table
            said = {"game": table.game.name, "edition": table.edition, "options": table.options}
            if table.game.command is not None:
                said["orders"] = {seat: schema(form) for seat, form in table.game.command().forms.items()}
            self._say({"begin": said | {"scene": table.look.kept}})
        decision = Decision(p)
        self._say({"decide": _question(p, decision)})
        while "choices" in (answered := self._hear()):
            self._say({"choices": self._choices(p, answered["choices"])})
        try:
            if "orders" in answered:
                return self._by_orders(p, rng, decision.seat, answered["orders"])
            return decision.parse(str(answered.get("play"))).code
        except Refusal as refusal:
            raise self._fault(f"answered {answered}: {refusal.text}") from None

    def _by_orders(self, p: Position, rng: random.Random, seat: str, given: object) -> int:
        """Return the staff's action at this decision under the program's orders. Raises Refusal."""
        game = p.table.game
        forms = {} if game.command is None else game.command().forms
        commanded = next(iter(game.bots.values())).commanded if game.bots else None
        if seat not in forms or commanded is None:
            raise Refusal(f"The seat {seat} takes no orders.", field="orders")
        if not isinstance(given, dict):
            raise Refusal("Orders must be a JSON object.", field="orders")
        return commanded(read(forms[seat], given, p.table.notation)).policy(p, rng)

    def _choices(self, p: Position, piece: object) -> list[str]:
        notation = p.table.notation
        index = None if piece is None else notation.index("piece", str(piece))
        if index is None and piece is not None:
            raise self._fault(f"asked for the choices of “{piece}”, which is not a piece")
        return [notation.text(action) for action in _choices(p, index)]

    def _say(self, data: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.due = "read the question"
        line = memoryview(msgspec.json.encode(data) + b"\n")
        with suppress(OSError):  # it has ended, and its end is read next, after its earlier output
            while line:
                line = line[os.write(self.process.stdin.fileno(), line) :]

    def _hear(self) -> dict[str, Any]:
        self.due = "answer"
        line = self.lines.get()
        if not line:
            self.lines.put(line)
            raise self._fault(self.why or "has ended")
        said = line.decode(errors="replace").strip()
        try:
            return msgspec.json.decode(said, type=dict[str, Any])
        except (msgspec.MsgspecError, RecursionError):
            raise self._fault(f"answered {said[:80]!r}, which is not a JSON object on one line") from None

    def _listen(self) -> None:
        """Read the program's output in a thread, until it ends or sends a line before the last one has been read."""
        assert self.process.stdout is not None
        with open(self.process.stdout.fileno(), "rb", closefd=False) as stdout:
            while line := stdout.readline(LONGEST):
                if not self.lines.empty():
                    self._end(f"wrote a line without a question: {line.decode(errors='replace').strip()[:80]!r}")
                    break
                self.lines.put(line)
        self.lines.put(b"")

    def _late(self) -> None:
        self._end(f"did not {self.due} in {PATIENCE:g} seconds")

    def _end(self, why: str) -> None:
        """Stop the program and all its children at once."""
        self.why = self.why or why
        kill(self.process, self.guard)

    def _fault(self, what: str) -> Refusal:
        return Refusal(f"The program “{self.command}” {what.rstrip('.')}.", field="players")


def words(command: str) -> str | list[str]:
    """Split a command as the shell does. On Windows, programs split it themselves, and a backslash does not escape."""
    return command if os.name == "nt" else shlex.split(command)


def guard() -> subprocess.Popen[bytes] | None:
    """Start the first process of a new group. It ends the group when this process has ended. Return None on a system
    without process groups. The group does not receive Ctrl-C.
    """
    if os.name != "posix":
        return None
    nothing = subprocess.DEVNULL
    return subprocess.Popen(["sh", "-c", GUARD], stdin=subprocess.PIPE, stdout=nothing, stderr=nothing, process_group=0)


def kill(process: subprocess.Popen[bytes], group: subprocess.Popen[bytes] | None) -> None:
    """Stop a program and all its children at once. `group`: its `guard`."""
    if sys.platform == "win32" or group is None:
        process.kill()
        return
    with suppress(OSError):  # none of them is left
        os.killpg(group.pid, signal.SIGKILL)


def _question(p: Position, decision: Decision) -> dict[str, Any]:
    """Return a decision for a program, with everything that its seat may see. Short lists of actions are included."""
    table: Any = p.table
    asked = {"seat": decision.seat, "prompt": decision.prompt, "turn": table.turn(p), "box": decision.box}
    asked |= {"view": table.look.picture(p, decision.index), "facts": table.facts(p), "pieces": decision.pieces()}
    actions: list[int] = []
    for piece in (*p.pieces(), None):
        actions += _choices(p, piece)
        if len(actions) > LISTED:
            return asked
    return asked | {"actions": [table.notation.text(action) for action in actions]}


def _choices(p: Position, piece: int | None) -> list[int]:
    """Return the choices of a piece, without standing actions, so that no program resigns by taking the last item of a
    list.
    """
    standing = p.table.standing
    return [action for action in p.choices(piece) if standing is None or action >> VERB not in standing.acts]
