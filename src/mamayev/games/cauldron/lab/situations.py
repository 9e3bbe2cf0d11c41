"""Situations for scripts, tests and searches."""

from __future__ import annotations

from typing import Any

from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.situations import Situations

from ..printed.map import BOX_0
from ..rules import rumors, set_up, soviet, variable
from ..rules.board import bits
from ..rules.charts import LEVELS, WEATHER
from ..rules.control import army_steps, in_set_up, lift, put, restore_ring
from ..rules.evaluation import TURNS
from ..rules.position import DEPLETED, FULL, Pocket
from ..rules.setting import Setting

SOVIET_PHASE = (
    ("game", "turn"), ("turn", "soviet"), ("soviet", "soviet.attacks"),
    ("soviet.attacks", "soviet.attacks.areas"), ("soviet.attacks.areas", soviet.next_assault),
)  # fmt: skip
"""The sequences of play around an attack, each with the entry after which play continues."""

NUMBERS_OF_SCRIPTS = {
    "turn": ("turn", 1, TURNS),
    "supply": ("supply", 0, 99),
    "ip": ("ip", 0, 99),
    "wounded": ("wounded", 0, 99),
    "evacuated_wounded": ("evacuated", 0, 99),
    "ssi": ("ssi", 1, 10),
    "fo": ("offensive", 0, 8),
    "foa_bonus": ("foa_bonus", 0, 2),
    "hq_politics": ("politics", 0, 2),
    "commitment": ("commitment", 0, 2),
    "hoth_box": ("relief_box", 1, 5),
    "launched": ("launched", 1, TURNS),
    "airlift_each_turn": ("airlift_each_turn", -10, 10),
}

FLAGS_OF_SCRIPTS = ("foa", "appeal_penalty", "luftwaffe_marker", "hoth_marker", "manstein", "collapsed")

LETTERS = ("A", "B", "C", "D")

STATES_OF_SCRIPTS = {
    "luftwaffe": ("luftwaffe", LEVELS),
    "relief": ("relief", LEVELS),
    "weather": ("weather", WEATHER),
    "entry": ("relief_letter", LETTERS),
}


def _set_up(table: Setting) -> Pocket:
    """Return the position at the first decision after the historical setup."""
    p = Pocket(table)
    set_up.historical(p)
    p.call("game")
    p.go_on_after("set-up")
    p.settle()
    return p


def _wrong(key: str, text: str, *clauses: str) -> Refusal:
    return Refusal(text, clauses, field=key, malformed=True)


def _change_number(p: Pocket, key: str, value: Any) -> None:
    name, low, high = NUMBERS_OF_SCRIPTS[key]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise _wrong(key, f"{key} must be a number from {low} to {high}, not {value!r}.")
    if key == "launched" and p.offensive != 8:
        raise _wrong(key, "Set fo = 8 before launched.", "CAU-FO-04")
    setattr(p, name, value)
    if key == "fo":
        p.launched = (p.launched or max(1, p.turn - 1)) if value == 8 else 0
    elif key == "hoth_box":
        p.relief_area = 0


def _defeat(p: Pocket, key: str, value: Any) -> None:
    """Start with the result X from the last Soviet attack of a Soviet Phase (CAU-SOVATK-05)."""
    area = p.table.notation.index("space", str(value)) or 0
    if p.table.varied or not p.count[area] or not soviet.exposed(p) >> area & 1:
        raise _wrong(
            key,
            f"{key} must be an area with German units next to Soviet ones, after the setup, not {value!r}.",
            "CAU-TARGET-01",
        )
    p.frames.clear()
    for name, entry in SOVIET_PHASE:
        p.call(name)
        p.go_on_after(entry)
    p.call("soviet.loss", area, bits(p.table.board.adjacent[area] & p.soviet)[0], soviet.NOBODY)


def _change_council(p: Pocket, key: str, value: Any) -> None:
    if key == "council":
        p.council = p.council & ~1 | _flag(key, value)
    elif type(value) is int and 0 <= value <= 9:
        p.council = p.council & 1 | 2 * value
    else:
        raise _wrong(key, f"{key} must be a number from 0 to 9, not {value!r}.")


def _flag(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _wrong(key, f"{key} must be true or false, not {value!r}.")
    return value


def _area(key: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= BOX_0:
        raise _wrong(key, f"{key} must be an area from 1 to 64, not {value!r}.")
    return value


def _discard(p: Pocket, value: Any) -> None:
    ids = {card.id for card in p.table.components.cards}
    if not isinstance(value, list | tuple) or not all(type(card) is int and card in ids for card in value):
        raise _wrong("discard", f"discard must be a list of card ids from 1 to {max(ids)}.")
    if set(value) == ids:
        raise _wrong("discard", "discard can't hold all cards: the deck would be empty.", "CAU-CARD-08")
    p.discard = sum(1 << card for card in set(value))
    p.deck &= ~p.discard


def _change_unit(p: Pocket, key: str, value: Any) -> None:
    _, name, *rest = key.split(".")
    unit = p.table.notation.index("piece", name)
    if unit is None or rest not in ([], ["side"], ["letter"]):
        raise _wrong(key, f"There is no unit “{name}”.")
    if rest == ["letter"]:
        if value not in LETTERS or p.at[unit] <= BOX_0:
            raise _wrong(key, f"{key} must be A, B, C or D, and the unit must be in a box.", "CAU-BREAK-02")
        p.letter[unit] = LETTERS.index(value) + 1
        return
    if rest:
        if value not in ("full", "depleted") or p.table.single_sided >> unit & 1:
            raise _wrong(key, f"{key} must be full or depleted, and the unit must be a division.", "CAU-COMP-09")
        p.steps[unit] = FULL if value == "full" else DEPLETED
        return
    if in_set_up(p):
        p.frame("set-up")[variable.Plan.waiting] &= ~(1 << unit)
    space = p.table.notation.index("space", str(value)) if value else 0
    if space is None or isinstance(value, bool | tuple):
        raise _wrong(key, f"{key} must be an area, “box-1” to “box-5”, or 0, not {value!r}.")
    before = p.at[unit]
    if before:
        p.count[before] -= 1
        if before <= BOX_0 and not p.count[before] and not p.table.board.inside >> before & 1:
            p.german &= ~(1 << before)
    p.at[unit] = space
    p.letter[unit] = p.relief_letter + 1 if space > BOX_0 else 0
    if space:
        p.count[space] += 1
        single = p.table.single_sided >> unit & 1
        p.steps[unit] = p.steps[unit] or (DEPLETED if single else FULL)
        if space <= BOX_0:
            p.german |= 1 << space
    else:
        p.steps[unit] = 0


def _change_area(p: Pocket, key: str, value: Any) -> None:
    what, _, number = key.partition("_")
    area = _area(key, int(number) if number.isdecimal() and number.isascii() and len(number) < 4 else number)
    if what == "pdm":
        if value not in ("active", "inactive", "none"):
            raise _wrong(key, f"{key} must be active, inactive or none, not {value!r}.")
        if value != "none" and not p.german >> area & 1:
            raise _wrong(key, f"{key}: the area is not German-controlled.", "CAU-PDM-02")
        p.pdm_active[area] = int(value == "active")
        p.pdm_inactive[area] = int(value == "inactive")
        if sum(p.pdm_active) + sum(p.pdm_inactive) > p.table.board.pdm_limit:
            raise _wrong(key, f"{key}: there are only {p.table.board.pdm_limit} PDMs.", "CAU-COMP-08")
        return
    bit = 1 << area if _flag(key, value) else 0
    row = {"german": "german", "breakthrough": "breakthrough", "hit": "hits"}[what]
    if what == "german" and not bit and p.count[area]:
        raise _wrong(key, f"{key}: the area has German units.", "CAU-CTRL-02")
    if what == "german" and bit and not p.count[area] and not bit & p.table.board.inside:
        raise _wrong(
            key,
            f"{key}: outside the Perimeter, a vacant area is not German-controlled; put a unit there.",
            "CAU-CTRL-03",
        )
    setattr(p, row, getattr(p, row) & ~(1 << area) | bit)


class PocketSituations(Situations[Pocket]):
    table: Setting

    def openings(self) -> list[Pocket]:
        """Return positions in which the relief force must retreat on the map along one of two paths (CAU-RELIEF-18),
        and in which a unit can break out (CAU-BREAK-01)."""
        p, out = (_set_up(self.table) for _ in range(2))
        p.relief_box, p.relief_area = 0, self.table.board.entries[p.relief_letter]
        ways = list(bits(self.table.board.adjacent[p.relief_area]))[:2]
        p.breakthrough = 1 << p.relief_area | 1 << ways[0] | 1 << ways[1]
        restore_ring(p)
        p.call("german.relief.back")
        unit = bits(self.table.may_attack)[0]
        lift(out, unit)
        put(out, unit, self.table.board.entries[0])
        return [p, out]

    def crowds(self) -> list[dict[str, Any]]:
        """Return the start of each turn with the historical army. In a variable setup, the army is not placed yet."""
        return [] if self.table.varied else [{"turn": turn} for turn in range(1, TURNS + 1)]

    def clashes(self) -> list[str]:
        """Return the setup key that starts a defeat. A variable setup has none, because the army is not placed
        yet.
        """
        return [] if self.table.varied else ["defeat"]

    def take_over(self, p: Pocket, before: Any) -> None:
        """Close the ring around the pocket with the current connections of its areas (CAU-FLOW-04)."""
        restore_ring(p)

    def change(self, p: Pocket, key: str, value: Any) -> None:
        """Set a fact that a script can change before play, and update the ring. Tracks, markers and states have the
        names of their facts.

        - "unit.ID": an area, a box ("box-3") or 0. "unit.ID.side": full or depleted. "unit.ID.letter": the letter of a
          unit in a box (default: the letter of the relief force).
        - "pdm_N": active, inactive or none. "german_N", "breakthrough_N", "hit_N": true or false.
        - "discard": a list of cards.
        - With their options: "council", "council_bonus" and "milch"; "rumor.tiger" and so on: none, in play, dispelled
          or obtained.
        - As the last change, "defeat" = 17: an X against the units in that area during the Soviet Phase.
        """
        if p.inside("soviet.loss"):
            raise _wrong(key, f"{key} comes after defeat, which is the last change.")
        if key in NUMBERS_OF_SCRIPTS:
            _change_number(p, key, value)
        elif key in FLAGS_OF_SCRIPTS:
            setattr(p, key, int(_flag(key, value)))
        elif key in STATES_OF_SCRIPTS and value and value in STATES_OF_SCRIPTS[key][1]:
            field, names = STATES_OF_SCRIPTS[key]
            setattr(p, field, names.index(value))
        elif key == "hoth_area":
            p.relief_box, p.relief_area = 0, _area(key, value)
            p.breakthrough |= 1 << p.relief_area
        elif key == "discard":
            _discard(p, value)
        elif key in ("council", "council_bonus") and p.table.council_of_war:
            _change_council(p, key, value)
        elif (key == "milch" or key.startswith("rumor.")) and p.table.rumors:
            rumors.change(p, key, value)
        elif key == "defeat":
            _defeat(p, key, value)
        elif key.startswith("unit."):
            _change_unit(p, key, value)
        elif key.startswith(("pdm_", "german_", "breakthrough_", "hit_")):
            _change_area(p, key, value)
        else:
            raise _wrong(key, f"“{key}” = {value!r} is not a setup change of this game.")
        if key.startswith(("unit.", "german_", "breakthrough_")) or key in ("hoth_box", "hoth_area", "entry"):
            restore_ring(p)
        if key.startswith("unit."):
            p.began = army_steps(p)

    def misplaced(self, p: Pocket) -> Reason | None:
        """Return an objection if units are in areas where cards can still place Soviet units. These areas must be empty
        before the draw (CAU-VARPL-02).
        """
        if p.table.variable_placement and in_set_up(p):
            for *_, area in p.table.charts.placement:
                if p.count[area] or p.breakthrough >> area & 1:
                    text = f"{p.table.board.names[area]} can be drawn for a Soviet unit, so it must start empty."
                    return Reason(text, ("CAU-VARPL-02",))
        return super().misplaced(p)
