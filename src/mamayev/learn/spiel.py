"""Games for OpenSpiel, which are registered when you import this module:
`pyspiel.load_game("python_mamayev(game=GAME)")`.

Parameters: `game`, `edition`, `preset`, `options` ("name:value;name:value"), `standing`, `reward` ("result" or
"points"), `recall`, `actions` ("tokens" or "text"). In a game string, quote a numeric edition (`edition='1996'`),
because OpenSpiel parses bare numbers as ints.

A move is a token. With `actions=text`, a move is a whole action: its string is the text of the action, and the
observation string describes the table in words. Chance is explicit, with outcomes numbered in the order of the box.
With `recall`, states have information states, which cover everything that a player has seen, read and done since the
beginning.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel

from mamayev.engine.described import asked
from mamayev.engine.event import Journal
from mamayev.engine.observation import KINDS
from mamayev.engine.position import CHANCE, Position
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Table
from mamayev.engine.tokens import Spelling, Tokens
from mamayev.match.decision import Decision

from .arrays import shapes
from .episode import set_up
from .rewards import Pay
from .texts import Texts, Whole

NAME = "python_mamayev"
MOST_OUTCOMES = 4096
LONGEST = 1_000_000
"""The maximum number of tokens, dice and cards in a game."""
MOST_POINTS = 1000.0
"""The bound that OpenSpiel needs for the returns. No game reaches this number of points."""
PARAMETERS = {
    "game": "",
    "edition": "",
    "preset": "",
    "options": "",
    "standing": False,
    "reward": "result",
    "recall": False,
    "actions": "tokens",
}


def _game_type(table: Table[Any] | None, recall: bool = False) -> pyspiel.GameType:
    seats = 8 if table is None else len(_players(table))
    secret = table is None or table.secrets
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Mamayev" if table is None else table.game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION
        if secret
        else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=1 if table is None else seats,
        provides_information_state_string=recall,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=PARAMETERS,
        default_loadable=False,
    )


def _quoted(word: str) -> str:
    """Quote a word for a game's string, because OpenSpiel would read `1996` as a number, and `True` as a bool."""
    return f"'{word}'" if re.fullmatch(r"[-+.\d].*|true|false", word, re.IGNORECASE) else word


def _options(text: str) -> dict[str, str]:
    """Return the options from the parameter: "name:value;name:value", where "=" works as well."""
    pairs = [re.split("[:=]", pair, maxsplit=1) for pair in text.split(";") if pair]
    for pair in pairs:
        if len(pair) == 1:
            raise Refusal(f"Option “{pair[0]}” has no value: write “{pair[0]}:value”.", field="options", malformed=True)
    return {name.strip(): value.strip() for name, value in pairs}


def _players(table: Table[Any]) -> list[int]:
    """Return the indexes of the seats that are players, in the order of the player numbers."""
    return [seat for seat in range(len(table.game.seats)) if seat not in table.procedures]


class Game(pyspiel.Game):  # type: ignore[misc]
    """An OpenSpiel game with its options. Raises Refusal for unknown names."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        game, edition, preset = (str(chosen[name]).strip("'") for name in ("game", "edition", "preset"))
        if not game:
            raise Refusal(f"Name a game: {NAME}(game=...).", field="game", malformed=True)
        options = _options(str(chosen["options"]))
        self.table = set_up(game, edition=edition or None, options=options, preset=preset or None)
        self.text = str(chosen["actions"]) == "text"
        if not self.text and chosen["actions"] != "tokens":
            raise Refusal(f"actions is “{chosen['actions']}”. Use tokens or text.", field="actions", malformed=True)
        self.tokens: Tokens | Texts = (Texts if self.text else Tokens)(self.table, standing=bool(chosen["standing"]))
        self.players = _players(self.table)
        if chosen["reward"] == "shaped":
            raise Refusal(
                "OpenSpiel games give rewards only at the end. Use result or points.", field="reward", malformed=True
            )
        self.pays = Pay(self.table, self.players, str(chosen["reward"]))
        most = 1.0 if chosen["reward"] == "result" else MOST_POINTS
        info = pyspiel.GameInfo(
            num_distinct_actions=self.tokens.size,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=len(self.players),
            min_utility=-most,
            max_utility=most,
            max_game_length=LONGEST,
        )
        self.recall = bool(chosen["recall"])
        named = {
            "game": _quoted(game),
            "edition": _quoted(edition),
            "preset": _quoted(preset),
            "options": ";".join(f"{name}:{value}" for name, value in options.items()),
        }
        # OpenSpiel makes the game's own string from these, and uses it to copy and store games and states.
        super().__init__(_game_type(self.table, self.recall), info, chosen | named)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> State:
        """Return the state at the start of a game, before the first die roll."""
        return State(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """Return an observer that gives a player's view as tensors.

        With perfect recall, it also gives everything seen so far, as text. Return None for unsupported requests:
        perfect recall without `recall`, or separate public and private parts.
        """
        if iig_obs_type is None:
            return Observer(self)
        both = iig_obs_type.public_info and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not both or (iig_obs_type.perfect_recall and not self.recall):
            return None
        return Observer(self, iig_obs_type.perfect_recall)


class Held:
    """The content of a state. OpenSpiel copies states with `deepcopy`; the copies share the table."""

    __slots__ = ("memories", "p", "spelling", "tokens")

    def __init__(self, tokens: Tokens | Texts, p: Position, prefix: Iterable[int], memories: dict[int, bytes]) -> None:
        self.tokens, self.p, self.memories = tokens, p, memories
        self.spelling: Spelling | Whole = tokens.spelling(p)
        for token in prefix:
            self.spelling.take(token)

    def __deepcopy__(self, _memo: dict[int, Any]) -> Held:
        return Held(self.tokens, self.p.copy(), self.spelling.prefix, dict(self.memories))

    def __reduce__(self) -> tuple[type[Held], tuple[Any, ...]]:
        return Held, (self.tokens, self.p, self.spelling.prefix, self.memories)

    def take(self, code: int) -> None:
        """Play an action or an outcome of chance, and remember the events and the view for each seat."""
        p, seat = self.p, self.p.seat
        if not self.memories:
            p.apply(code)
        else:
            hidden = "" if seat == CHANCE else p.table.disguise(p, code)
            own = "" if seat == CHANCE else p.name(code)
            p.journal = journal = Journal()
            p.apply(code)
            p.journal = None
            for each, before in self.memories.items():
                name = p.table.game.seats[each]
                read = [event.text for event in journal.events if event.seen_by(name)]
                told = own if each == seat or not hidden else hidden
                self.memories[each] = remembered(before, p, each, [told, *read])
        self.spelling = self.tokens.spelling(p)


def remembered(before: bytes, p: Position, seat: int, read: list[str]) -> bytes:
    """Return a seat's new memory: a digest of its earlier memory, everything that it has read since, and its current
    view.
    """
    now = blake2b(before, digest_size=24)
    for line in read:
        now.update(line.encode() + b"\n")
    for array in p.table.observe(p, seat).values():
        now.update(array.tobytes())
    return now.digest()


class State(pyspiel.State):  # type: ignore[misc]
    """A state of the game: a position, and the tokens of an action so far."""

    def __init__(self, game: Game, held: Held | None = None) -> None:
        super().__init__(game)
        if held is None:
            p = game.table.start()
            memories = {seat: remembered(b"", p, seat, []) for seat in game.players} if game.recall else {}
            held = Held(game.tokens, p, [], memories)
        self.held = held
        self._run()

    def __reduce__(self) -> tuple[Any, ...]:
        # The library's own way crashes the program with pickle protocols 0 and 1.
        return _state, (self.get_game(), self.serialize())

    def _run(self) -> None:
        """Play the decisions of seats that the rules play."""
        p = self.held.p
        while p.frames and p.seat in p.table.procedures:
            self.held.take(p.actions()[0])

    def current_player(self) -> int:
        """Return the number of the player who must give a token."""
        p = self.held.p
        if not p.frames:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if p.seat == CHANCE else self.get_game().players.index(p.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.held.spelling.legal()) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a die, card or lot by number, each with its probability."""
        weights = [weight for _, weight in self.held.p.actions()]
        whole = sum(weights)
        return [(n, float(Fraction(weight, whole))) for n, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        held = self.held
        chance = held.p.seat == CHANCE
        code = held.p.actions()[action][0] if chance else held.spelling.take(action)
        if code is not None:
            held.take(code)
            self._run()

    def _action_to_string(self, player: int, action: int) -> str:
        held = self.held
        if player == pyspiel.PlayerId.CHANCE:
            outcomes = held.p.actions() if held.p.seat == CHANCE else []
            return held.p.name(outcomes[action][0]) if action < len(outcomes) else f"outcome {action}"
        return held.tokens.name(action)

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return not self.held.p.frames

    def returns(self) -> list[float]:
        """Return the final result of each player, or zeros before the end."""
        found: list[float] = self.get_game().pays(self.held.p)
        return found

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """Return a state that a player cannot distinguish from this one. Tokens of another player's unfinished action
        are dropped with the hidden information. The other players' memories start with what they see there.
        """
        game = self.get_game()
        seat = game.players[player]
        p = game.table.sample(self.held.p, seat, random.Random(sampler()))
        prefix = self.held.spelling.prefix if seat == self.held.p.seat else []
        own = self.held.memories
        memories = {each: own[each] if each == seat else remembered(b"", p, each, []) for each in own}
        return State(game, Held(game.tokens, p, prefix, memories))

    def information_state_string(self, player: int | None = None) -> str:
        """Return a digest of everything that a player has seen, read and done, which is equal for games that the player
        cannot distinguish so far. Raises Refusal for a game that was loaded without `recall`.
        """
        game, held = self.get_game(), self.held
        seat = game.players[self.current_player() if player is None else player]
        if seat not in held.memories:
            raise Refusal(f"Load the game with recall: {NAME}(game=…,recall=True).", field="recall", malformed=True)
        given = held.spelling.prefix if seat == held.p.seat else []
        return " ".join([held.memories[seat].hex(), *map(str, given)])

    def observation_string(self, player: int | None = None) -> str:
        """Return a player's view as text, for searches that use it to identify states. With `actions=text`, it is in
        words.
        """
        game = self.get_game()
        number = self.current_player() if player is None else player
        return self._in_words(game.players[number]) if game.text else str(Observer(game).string_from(self, number))

    def _in_words(self, seat: int) -> str:
        p = self.held.p
        lines = [p.table.describe(p, seat)]
        if p.frames and p.seat == seat:
            decision = Decision(p)
            lines.append(asked(decision.title, decision.prompt))
        return "\n".join(lines)

    def __str__(self) -> str:
        p = self.held.p
        picture = p.table.look.picture(p, None)
        return "; ".join([picture.headline, picture.standing, *map(self.held.tokens.name, self.held.spelling.prefix)])


def _state(game: Game, text: str) -> State:
    """Return the state for a text from `State.serialize`."""
    state: State = game.deserialize_state(text)
    return state


class Observer:
    """The arrays of `Table.observe` and the tokens so far, flat and by name.

    With `recall`, the text includes everything seen so far.
    """

    def __init__(self, game: Game, recall: bool = False) -> None:
        self.game, self.recall = game, recall
        rows = {**shapes(game.table), "prefix": (1 + max(len(places) for places in game.tokens.places),)}
        sizes = [int(np.prod(shape)) for shape in rows.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        ends = np.cumsum(sizes)
        self.dict = {
            name: self.tensor[end - size : end].reshape(shape)
            for (name, shape), size, end in zip(rows.items(), sizes, ends, strict=True)
        }

    def set_from(self, state: State, player: int) -> None:
        """Fill the tensors with a player's view."""
        held, seat = state.held, self.game.players[player]
        seen = self.game.table.observe(held.p, seat)
        for name in KINDS:
            if name in self.dict:
                self.dict[name][...] = seen[name]
        self.dict["prefix"][...] = -1
        if seat == held.p.seat and held.spelling.prefix:
            self.dict["prefix"][: len(held.spelling.prefix)] = held.spelling.prefix

    def string_from(self, state: State, player: int) -> str:
        """Return the view as text."""
        if self.recall:
            return state.information_state_string(player)
        self.set_from(state, player)
        return self.tensor.astype(np.int32).tobytes().hex()


pyspiel.register_game(_game_type(None), Game)
