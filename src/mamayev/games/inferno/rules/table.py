"""The table: everything about a battle that does not change in play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.event import ONLOOKERS
from mamayev.engine.ledger import Ledger
from mamayev.engine.notation import Noun
from mamayev.engine.observation import Observation
from mamayev.engine.refusal import Reason, Refusal, no_start
from mamayev.engine.scene import Picture, Scene
from mamayev.engine.table import Game, Table

from ..lab.features import features
from ..printed.board import (
    BESIDE,
    BOXES,
    EMPTY,
    GERMAN,
    LOST,
    PARTNER,
    POOL,
    POOL_NAMES,
    ROWS,
    SEAT_SIDES,
    SEATS,
    SOVIET,
    STACK,
    TRACK,
    Board,
    load,
    with_nine,
)
from ..printed.shapes import drawing
from .fire import BY_SOVIETS, DELIBERATE
from .fog import dealt_anew, disguised
from .invariants import INVARIANTS
from .position import DECK, HAND, OUT, PLAY, SETS, USED, City
from .sequence import sequence_of_play
from .soviet import order
from .verbs import STEPS, VERBS
from .victory import VERDICTS

CARD_PLACES = {"deck": DECK, "hand": HAND, "play": PLAY, "used": USED, "out": OUT}


@cache
def ledger() -> Ledger:
    """The rules, clause by clause."""
    return Ledger.load(files("mamayev.games.inferno") / "data" / "rules.toml")


class Inferno(Table[City]):
    """Everything that does not change in play. `board`: map, blocks and cards; `drawing`: what is drawn of them."""

    in_order = ("INF-SEQ-04",)

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options)
        self.board = load(own)
        if self.chosen("sixth_spawn", "hex-9"):
            self.board = with_nine(self.board)
        self.drawing = drawing(self.board, own)
        board, grid = self.board, self.board.grid
        self.soviet_player: bool = self.chosen("soviet_side", "player")
        self.partners: bool = self.chosen("german_players", "2")
        self.audience = [
            (
                tuple(name for seat, name in enumerate(game.seats) if SEAT_SIDES[seat] == side),
                (*(name for seat, name in enumerate(game.seats) if SEAT_SIDES[seat] != side), ONLOOKERS),
            )
            for side in (GERMAN, SOVIET)
        ]
        """By side: the seats that read what it does unseen, and all others."""
        self.aa_always = self.chosen("aa_rubble", "always")
        self.rows_once = self.chosen("empty_row", "once")
        self.blitz_allowed = self.chosen("blitz", "move")
        self.removed_are_lost = self.chosen("removed_units", "lost")
        self.short_moves_start_free = self.chosen("short_start", "free")
        self.bonus_in_attack_alone = self.chosen("combined_force", "attack")
        self.defenders_fire = self.chosen("opportunity_fire", "all")
        self.card_per_unit = self.chosen("full_spawn", "each")
        self.lone_infantry_or_nothing = self.chosen("lone_infantry", "nothing")
        self.declared_make_rubble = self.chosen("rubble_count", "declared")
        self.victory_waits = self.chosen("victory_test", "couplet")
        self.hand_is_filled = self.chosen("opening_hand", "held")
        self.rows_are_filled = self.chosen("returned_units", "row")
        self.empty_entries_open = self.chosen("lost_entry", "open")
        self.canceled_come_back = self.chosen("canceled_card", "back")
        self.paulus_at_once = self.chosen("paulus_draw", "at-once")
        self.chuikov_at_once = self.chosen("chuikov_joins", "at-once")
        self.lead_advances = self.chosen("soviet_advance", "lead")
        self.spawn_order = board.spawn_order
        if self.chosen("spawn_order", "north"):
            self.spawn_order = tuple(sorted(board.spawn_order, key=board.rolls_as.__getitem__))
        self.larger_deck = self.chosen("soviet_deck", "23") or (
            self.chosen("soviet_deck", "mode") and self.soviet_player
        )
        self.spawned = board.spawned[options["spawn_marine"]]
        self.compass = board.compass[options["compass"]]
        self.places = [f"{name} {place}" for name, place in zip(grid.ids, board.place_names, strict=True)]
        nouns = {
            "piece": [Noun(unit.id, unit.name) for unit in board.units],
            "space": [Noun(name, place) for name, place in zip(grid.ids, self.places, strict=True)],
            "card": [Noun(card.id, card.title) for card in board.cards],
        }
        self.bind(sequence_of_play(board, secret=self.soviet_player, shared=self.partners), VERBS, nouns, STEPS)
        self.invariants = INVARIANTS
        self.procedures = {
            seat: order  # nobody asks the partner where one player has all the Germans
            for seat, ruled in ((SOVIET, not self.soviet_player), (PARTNER, not self.partners))
            if ruled
        }
        self._blank = City(self)
        if self.larger_deck:
            for c, card in enumerate(board.cards):
                self._blank.cards[c] = DECK if card.late else self._blank.cards[c]
            self._blank.derive()

    def start(self) -> City:
        p = self.blank()
        p.call("game")
        p.settle()
        return p

    def blank(self) -> City:
        p = self._blank.copy()
        p.table = self
        return p

    def turn(self, p: City) -> int:
        return p.round

    def card_use(self, card: int) -> Reason:
        """INF-GCARD-04, INF-COMBAT-02, INF-HUMAN-06."""
        face = self.board.cards[card]
        if face.side == SOVIET:
            laid = "INF-HUMAN-06" if self.soviet_player else "INF-COMBAT-02"
            return Reason(f"{face.title} is laid face down as a combat begins.", (laid,))
        return Reason(
            f"{face.title} supports a Deliberate Attack: it is played as the combat begins.",
            ("INF-GCARD-04", "INF-COMBAT-03"),
        )

    def crowds(self) -> Sequence[dict[str, Any]]:
        """Early and late rounds, on an empty map."""
        return [{"round": number} for number in (1, 2, 5, 9)]

    def clashes(self) -> Sequence[str]:
        return ("combat",)

    def take_over(self, p: City, before: Table[City]) -> None:
        """Sets of hexes go by their places, which may be others on this map. Raises Refusal in the middle of an attack,
        which keeps sets of its own."""
        assert isinstance(before, Inferno)
        old, grid = before.board.grid, self.board.grid
        if old.bit == grid.bit:
            return
        if any(p.inside(name) for name in ("attackers", "consent", "combat")):
            raise Refusal(
                "Some hexes lie elsewhere on this map: finish the attack that is under way first.", field="components"
            )
        for name in SETS:
            setattr(p, name, grid.gather(old.hexes(getattr(p, name))))
        p.derive()

    def openings(self) -> Sequence[City]:
        """Hoth in play, with Panzers next to a weak stack in the open; Chuikov and Khrushchev in play; a Soviet
        side without Spawn hexes, and one with fewer than it has top stacks (INF-AI-04)."""
        board = self.board
        found = []
        for leaders in (("hoth",), ("hoth", "chuikov", "khrushchev")):
            p = self.begun(3)
            for leader in leaders:
                p.cards[board.card[leader]] = PLAY
            for unit, place in {"pz-2": "58", "pg-64": "58", "inf-191": "58", "pz-24": "60", "inf-516": "60"}.items():
                self._place(p, f"unit.{unit}", board.unit[unit], place)
            for unit, place in {"rb-10": "59", "rd-87": "59", "rd-98": "74", "gds-13": "13"}.items():
                self._place(p, f"unit.{unit}", board.unit[unit], place)
            for card in ("heinkel-1", "pioneer-1", "sniper-1", "pak-1"):
                p.cards[board.card[card]] = HAND
            p.derive()
            found.append(p)
        for held, stacks in ((), ("59",)), (board.soviet_spawn[:1], ("59", "74")):
            p = self.begun(3)
            p.control |= board.grid.gather([h for h in board.soviet_spawn if h not in held])
            for unit, place in zip(("rd-87", "rd-98"), stacks, strict=False):
                self._place(p, f"unit.{unit}", board.unit[unit], place)
            self._place(p, "unit.pz-2", board.unit["pz-2"], "W")
            p.derive()
            to_soviet_round(p)
            p.settle()
            found.append(p)
        return found

    def begun(self, number: int) -> City:
        """An empty map at the beginning of a round, all Soviet units in their pools, all German ones in the box."""
        p = self.blank()
        for u in self.board.soviets:
            p.at[u] = POOL
        p.derive()
        p.round = number - 1
        p.call("game")
        p.go_on_after("set-up")
        p.settle()
        return p

    # ------------------------------------------------------------------ what a seat knows

    def sample(self, p: City, seat: int, rng: random.Random) -> City:
        return dealt_anew(p, SOVIET if self.soviet_player and seat == SOVIET else GERMAN, rng)

    def disguise(self, p: City, action: int) -> str:
        return disguised(p, action) if self.soviet_player else ""

    def eyes(self, seat: int | None) -> int | None:
        """The side whose secrets a seat sees. Where the rules play the Soviets, all look on with the Germans."""
        if not self.soviet_player:
            return GERMAN
        return None if seat is None else SEAT_SIDES[seat]

    def facts(self, p: City) -> dict[str, Any]:
        board, grid = self.board, self.board.grid
        facts: dict[str, Any] = {
            "round": p.round,
            "losses": p.losses,
            "rubble": p.rubble.bit_count(),
            "soviet_spawn_hexes": p.spawns_held().bit_count(),
            "soviet_units": sum(len(p.stacks[h]) for h in grid.hexes(p.soviet)),
            "german_units": sum(len(p.stacks[h]) for h in grid.hexes(p.german)),
            "german_deck": p.count(GERMAN, DECK),
            "german_hand": p.count(GERMAN, HAND),
            "soviet_deck": p.count(SOVIET, DECK),
            "soviet_hand": p.count(SOVIET, HAND),
            "leaders": ", ".join(board.cards[c].title for c in (*p.pile(GERMAN, PLAY), *p.pile(SOVIET, PLAY))),
            "chart": len(p.chart) - p.chart.count(EMPTY),
        }
        if self.partners:
            facts["leader"] = self.game.seats[p.leader]
        for pool, name in enumerate(POOL_NAMES):
            facts[f"{name}_pool"] = sum(p.at[u] == POOL for u in board.pools[pool])
        for h, name in enumerate(grid.ids):
            bit = grid.bit[h]
            facts[f"control.{name}"] = SEATS[GERMAN if p.control & bit else SOVIET]
            facts[f"soviets.{name}"] = len(p.stacks[h]) if p.soviet & bit else 0
            if board.urban_hexes & bit:
                facts[f"rubble.{name}"] = bool(p.rubble & bit)
            if self.soviet_player:
                facts[f"germans.{name}"] = len(p.stacks[h]) if p.german & bit else 0
        for u in board.germans:
            if not self.soviet_player or not p.hidden(u, None):
                facts[f"unit.{board.units[u].id}"] = place_name(board, p.at[u])
                facts[f"strength.{board.units[u].id}"] = p.strength[u] if p.at[u] < LOST else 0
        shown = [u for h in grid.hexes(p.soviet & p.battle) for u in p.stacks[h]]
        return facts | {f"strength.{board.units[u].id}": p.strength[u] for u in shown}

    def returns(self, p: City) -> list[float]:
        winner = VERDICTS[p.verdict].winner
        return [1.0 if side == winner else -1.0 for side in SEAT_SIDES]

    def features(self, p: City, seat: int) -> dict[str, float]:
        return features(p) if SEAT_SIDES[seat] == GERMAN else {}

    def result(self, p: City) -> dict[str, Any]:
        verdict = VERDICTS[p.verdict]
        name = ("German", "Soviet")[verdict.winner]
        notes = [{"text": verdict.why, "clauses": [verdict.clause]}]
        if self.partners:
            second = p.taken_by_partner.bit_count()
            first = p.taken.bit_count() - second
            text = f"Spawn hexes first entered: {first} in rounds of the first German player, {second} of the second."
            notes.append({"text": text, "clauses": ["INF-SHARE-09"]})
        return {
            "winner": SEATS[verdict.winner], "level": f"{name} Decisive Victory", "why": verdict.why, "notes": notes,
        }  # fmt: skip

    def series(self, p: City) -> dict[str, float]:
        return {
            "losses": float(p.losses),
            "soviet-deck": float(p.count(SOVIET, DECK)),
            "spawn": float(p.spawns_held().bit_count()),
        }

    def series_titles(self) -> dict[str, str]:
        return {
            "losses": "German losses",
            "soviet-deck": "Soviet deck",
            "spawn": "Soviet Spawn hexes under Soviet control",
        }

    # ------------------------------------------------------------------ changes of the set-up

    def change(self, p: City, key: str, value: Any) -> None:
        """Before play: "round" = 5 begins with that round on an empty map, all Soviet units in their pools, all German
        ones away, all cards in their decks; "player" = "soviet" with its Soviet round. Then "unit.pz-2" = "W", "lost",
        "removed" or "away"; "unit.rb-10" = "9" or "pool"; "strength.rb-10" = 2 (an edge, of Soviet units);
        "owner.inf-544" = "partner" (of White units);
        "chart.1" = ["inf-191"], whose units fill the row from its right end; "card.hoth" = "play", "hand", "deck",
        "used" or "out"; "control.9" = "german"; "rubble.9" = true; "soviet_deck" = 3 leaves so many cards in it;
        "combat" = "9", as the last change: all stacks of the other side beside that hex attack it."""
        if not self._changed(p, key, value):
            raise Refusal(f"“{key}” cannot become {value!r} at the start.", field=f"setup.{key}", malformed=True)
        p.derive()

    def _changed(self, p: City, key: str, value: Any) -> bool:
        board, grid = self.board, self.board.grid
        what, _, name = key.partition(".")
        number = isinstance(value, int) and not isinstance(value, bool)
        if key == "round" and number and 1 <= value <= 200:
            p.become(self.begun(value))
        elif p.inside("combat"):
            raise no_start(key, "“combat” is the last change of a set-up: nothing can follow it.")
        elif not p.round:
            raise no_start(key, "Units are drawn at random in the set-up: write “round” first, then its changes.")
        elif key == "player" and value == "soviet":
            to_soviet_round(p)
        elif key == "combat" and str(value) in board.hex:
            attacked(p, key, board.hex[str(value)])
        elif what == "unit" and name in board.unit:
            return self._place(p, key, board.unit[name], value)
        elif what == "owner" and name in board.unit and value in ("german", "partner"):
            bit, unit = 1 << board.unit[name], board.units[board.unit[name]]
            if unit.colour != "white":
                raise no_start(key, f"{unit.name} is not White: its color says whose it is.", "INF-SHARE-01")
            p.partners = p.partners | bit if value == "partner" else p.partners & ~bit
        elif what == "strength" and name in board.unit and number:
            u = board.unit[name]
            most, unit = 4 if board.side[u] == SOVIET else board.units[u].strength, board.units[u]
            if not 1 <= value <= most:
                raise no_start(key, f"{unit.name} has a strength from 1 to {most}, not {value}.", "INF-STR-01")
            if p.at[u] >= LOST:
                raise no_start(key, f"{unit.name} is not on the map and shows no strength.", "INF-STR-01")
            p.strength[u] = value
        elif what == "chart" and name in map(str, range(1, ROWS + 1)) and isinstance(value, list):
            self._fill(p, key, int(name) - 1, value)
        elif what == "card" and name in board.card and value in CARD_PLACES:
            card = board.cards[board.card[name]]
            if value == "play" and card.kind != "leader":
                raise no_start(key, f"{card.title} does not stay in play: it is no Leader.", "INF-SCARD-03")
            p.cards[board.card[name]] = CARD_PLACES[value]
        elif what == "control" and name in board.hex and value in SEATS:
            bit = grid.bit[board.hex[name]]
            if (p.soviet if value == "german" else p.german) & bit:
                raise no_start(key, f"Hex {name} belongs to the side whose units stand in it.", "INF-MAP-03")
            p.control = p.control | bit if value == "german" else p.control & ~bit
        elif what == "rubble" and name in board.hex and value is True:
            if not board.urban_hexes & grid.bit[board.hex[name]]:
                raise no_start(key, f"Hex {name} is not Urban; rubble lies in Urban hexes alone.", "INF-RUBBLE-08")
            p.rubble |= grid.bit[board.hex[name]]
        elif key == "soviet_deck" and number and 1 <= value <= len(p.decks[SOVIET]):
            for c in p.decks[SOVIET][value:]:
                p.cards[c] = USED
        else:
            return False
        return True

    def _place(self, p: City, key: str, u: int, value: Any) -> bool:
        """Put a unit somewhere, where it may be, at full strength; a hex that it stands in is its side's."""
        board, grid = self.board, self.board.grid
        side, unit = board.side[u], board.units[u].name
        h = board.hex.get(str(value))
        if h is None and value not in ("pool", *OFF_MAP):
            return False
        if p.at[u] == TRACK:
            raise no_start(key, f"{unit} is on the chart already.", "INF-REINF-02")
        if h is None and (value == "pool") != (side == SOVIET):
            text = f"{unit} returns to its pool" if side == SOVIET else f"{unit} has no pool to return to"
            raise no_start(key, f"{text}: it cannot be “{value}”.", "INF-STEP-03", "INF-STEP-04")
        if h is None:
            if p.at[u] < LOST:
                p.lift(u, PLACES[value])
            p.at[u] = PLACES[value]
            return True
        if p.held(1 - side) & grid.bit[h]:
            raise no_start(key, f"{unit} cannot stand in hex {value}: enemy units do.", "INF-STACK-03")
        if p.at[u] != h and not p.room(h):
            raise no_start(key, f"{unit} does not fit into hex {value}: {STACK} units stand there.", "INF-STACK-01")
        if p.at[u] < LOST:
            p.lift(u, LOST)
        p.put(u, h)
        p.strength[u] = board.units[u].strength
        p.control = p.control & ~grid.bit[h] if side else p.control | grid.bit[h]
        return True

    def _fill(self, p: City, key: str, row: int, units: list[Any]) -> None:
        """Put German units that are not on the map into a free row of the chart."""
        board = self.board
        if len(units) > BOXES:
            raise no_start(key, f"A row of the chart has {BOXES} boxes.", "INF-REINF-12")
        if any(p.chart[b] != EMPTY for b in range(row * BOXES, (row + 1) * BOXES)):
            raise no_start(key, f"Row {row + 1} of the chart is filled already.", "INF-REINF-02")
        for n, name in enumerate(units):
            u = board.unit.get(name, -1) if isinstance(name, str) else -1
            if u not in board.germans:
                raise no_start(key, f"{name!r} is no German unit: none else is on the chart.", "INF-SOLO-05")
            if p.at[u] < LOST or p.at[u] == TRACK:
                place = "on the map" if p.at[u] < LOST else "on the chart"
                raise no_start(key, f"{board.units[u].name} is {place} already.", "INF-REINF-02")
            p.chart[(row + 1) * BOXES - len(units) + n] = u
            p.at[u] = TRACK

    def scene(self) -> Scene:
        from ..look.scene import scene

        return self.signed(scene(self))

    def observation(self) -> Observation:
        from ..lab.observation import observation

        return observation(self)

    def picture(self, p: City, seat: int | None) -> Picture:
        from ..look.scene import picture

        return picture(p, seat, self.eyes(seat))


OFF_MAP = ("lost", "removed", "away")
PLACES = {word: place for place, word in BESIDE.items()}


def to_soviet_round(p: City) -> None:
    """The round begins with its Soviet half."""
    p.back_to("round")
    p.go_on_after("german-round")


def attacked(p: City, key: str, h: int) -> None:
    """A Deliberate Attack on a hex begins, by all of the other side beside it."""
    grid = p.board.grid
    side = GERMAN if p.soviet & grid.bit[h] else SOVIET
    origins = p.board.near[h] & p.held(side)
    if not p.stacks[h]:
        raise no_start(key, f"No unit stands in hex {grid.ids[h]} that could be attacked.", "INF-COMBAT-01")
    if not origins:
        raise no_start(key, f"No enemy stack stands next to hex {grid.ids[h]} to attack it.", "INF-COMBAT-01")
    to_soviet_round(p)  # a German attack has been the action of the German one
    if side == SOVIET:
        p.call("combat", BY_SOVIETS, h, origins, grid.hexes(origins)[0])
    else:
        p.call("combat", DELIBERATE, h, origins)


def place_name(board: Board, h: int) -> str:
    """Where a unit is: its hex, or the word for a place beside the map."""
    return board.grid.ids[h] if h < LOST else BESIDE[h]
