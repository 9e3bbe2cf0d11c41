"""The unchanging side of a match of The Cauldron, and what a player reads off the table."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from mamayev.engine.components import Files
from mamayev.engine.event import Loss, Move
from mamayev.engine.ledger import Ledger
from mamayev.engine.observation import Observation
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.scene import Picture, Scene
from mamayev.engine.table import PurseLine, Table

from ..lab.features import features
from ..printed import components as component_files
from ..printed.editions import BOOKS
from . import rumors, set_up, soviet, survival, variable, victory
from .board import Board, bits
from .charts import LEVELS, WEATHER, Charts, row_of
from .control import army_steps, council_bonus, in_set_up, lift, morale, put, restore_ring, units_in_play
from .evaluation import TURNS
from .invariants import INVARIANTS
from .moments import AnyTime
from .position import BOX_0, DECLINED, DEPLETED, FLOWN_OUT, FULL, KARPOVKA, NO_EFFECT, RYNOK, Pocket
from .sequence import boxes, steps
from .verbs import ENTRIES, VERBS, nouns

if TYPE_CHECKING:
    from mamayev.engine.table import Game


@cache
def ledger() -> Ledger:
    """The clauses, tables and examples of both editions."""
    return Ledger.load(files("mamayev.games.cauldron") / "data" / "rules.toml")


BREACH = 6
"""How far the relief force has come, beyond the five boxes."""


class CauldronTable(Table[Pocket]):
    """Edition, options, components and everything computed from them once.

    Masks of units: `may_attack` (divisions, CAU-ATK-10), `armour` (panzer and motorized, CAU-ATK-13), `single_sided`
    (HQ and battlegroups, CAU-COMP-09). `hq`, `first_battlegroup` and `last_battlegroup` are unit numbers.
    """

    in_order = ("CAU-SEQ-06",)

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options)
        self.book = BOOKS[edition]
        self.components = component_files.load(own, options["deck"])
        self.ledger = ledger()
        self.charts = Charts(self.ledger, edition)
        self.board = Board(self.components, self.chosen("river_attacks"), self.book.relief_box)
        units = self.components.units
        self.hq: int = next(i for i, u in enumerate(units) if u.type == "HQ")
        groups = [i for i, u in enumerate(units) if u.type == "BG"]
        self.first_battlegroup, self.last_battlegroup = groups[0], groups[-1] + 1
        self.single_sided = sum(1 << i for i, u in enumerate(units) if u.type in ("HQ", "BG"))
        self.may_attack = sum(1 << i for i, u in enumerate(units) if u.type not in ("HQ", "BG"))
        self.armour = sum(1 << i for i, u in enumerate(units) if u.type in ("Pz", "Mot"))
        self.revised: bool = options["revision"] > 1
        self._read()
        # The card whose event makes a rumor likelier (CAU-RUMOR-18); 0 for none.
        milch = (card.id for card in self.components.cards if card.title.startswith("Milch"))
        self.milch: int = next(milch, 0) if self.rumors else 0
        self.invariants = INVARIANTS
        self.bind(boxes(), VERBS, nouns(self.components, self.book.relief_box), steps(self), AnyTime())
        self.keys = self._keys()
        if self.variable_placement and len(self._areas_to_draw()) < variable.DRAWS:
            raise Refusal(
                "Variable Placement draws three different areas, and the Random Numbers of these cards (cards.toml) "
                "lead to fewer.",
                field="options.variable_placement",
                malformed=True,
            )

    def _read(self) -> None:
        """The optional rules and readings in force, each by what it says."""
        self.ssi_one = int(self.options["ssi_one"])  # CAU-COMMIT-02
        self.city_after_surrender: bool = self.chosen("surrendered_city", "held")
        first = self.edition == "1996"
        self.rumors_as_printed: bool = self.chosen("rumor_ranges", "printed")  # CAU-RUMOR-09
        self.both_survival_bonuses: bool = self.chosen("survival_bonus", "both")  # CAU-SURV-03
        self.one_airlift_row: bool = first and self.chosen("sample_airlift", "table")  # CAU-AIR-01
        self.first_supply = 12 if first and self.chosen("sample_airlift", "supply") else 10  # CAU-SETUP-02
        self.variable_setup: bool = self.chosen("variable_setup")
        self.variable_placement: bool = self.chosen("variable_placement")
        self.varied: bool = self.variable_setup or self.variable_placement
        self.entry_chosen: bool = self.varied or self.chosen("entry", "choose")
        self.what_if_cards: bool = self.chosen("what_if")
        self.rumors: bool = self.chosen("rumors")
        self.survival: bool = self.chosen("survival")
        self.council_of_war: bool = self.chosen("council_of_war")
        self.river_attacks: bool = self.chosen("river_attacks")
        self.separate_tallies: bool = self.chosen("isolated_movement", "separate")
        self.dormant_defenses_hold: bool = self.chosen("retreat_with_pdm", "any")
        self.defenses_hold: bool = self.dormant_defenses_hold or self.chosen("retreat_with_pdm", "activated")
        self.targets_anew: bool = self.chosen("targets", "anew")
        self.soviets_never_retreat: bool = self.chosen("soviet_retreat", "never")
        self.any_draw_reshuffles: bool = self.chosen("reshuffle", "any-draw")
        self.wounded_collapse: bool = self.chosen("collapse", "either")
        self.surrender_drops_commitments: bool = self.chosen("surrender_commitments", "dropped")
        self.attack_marker_stays: bool = self.chosen("attack_marker", "appeal")
        self.morale_by_step: bool = self.chosen("morale", "step")
        self.relief_counts_as_box_5: bool = self.chosen("relief_on_map", "box-5")
        self.relief_counts_its_area: bool = self.chosen("relief_on_map", "area")
        self.any_result_advances_relief: bool = self.chosen("relief_bonus", "result")
        self.one_relief_track: bool = self.chosen("relief_boxes", "one-track")
        self.one_breakout_letter: bool = self.chosen("breakout_letters", "one")
        self.one_breakout_box: bool = self.chosen("breakout", "one-box")
        self.battlegroups_any_time: bool = self.chosen("battlegroups", "any-moment")
        self.battlegroups_by_phase: bool = self.chosen("battlegroups", "phases")
        self.tally_excess_lost: bool = self.chosen("move_tally", "lost")  # CAU-MOVE-04
        self.council_any_moment: bool = self.council_of_war and self.chosen("council_moments", "phase")
        self.council_bonus_once: bool = self.chosen("council_bonus", "once")  # CAU-COUNCIL-11
        self.letters_once: bool = self.chosen("unused_letters", "game")  # CAU-RELIEF-16
        self.last_card_waits: bool = self.chosen("last_card", "waits")  # CAU-CARD-06
        self.turns_without_army: bool = self.chosen("lost_army", "turns")  # CAU-END-03
        self.rumors_go_on: bool = self.chosen("rumors_heard", "always")  # CAU-RUMOR-01
        self.no_draws_without_zhukov: bool = self.chosen("zhukov_draws", "none")  # CAU-RUMOR-12
        self.follow_ups_at_once: bool = self.chosen("follow_up_window", "closed")  # CAU-FLOW-11
        self.pocket_of_units: bool = self.chosen("collapsed_pocket", "occupied")  # CAU-FLOW-20
        self.set_up_cards_return: bool = self.chosen("set_up_cards", "shuffled")  # CAU-FLOW-28

    def _areas_to_draw(self) -> set[int]:
        """The columns of the placement table that the cards can bring."""
        return {row_of(self.charts.placement, card.random) for card in self.components.cards}

    def _keys(self) -> tuple[int, ...]:
        """The Key Areas by the line of the What If table in force (CAU-WHATIF-06, CAU-WHATIF-11). Raises Refusal."""
        found = [self.board.key] * (DECLINED + 1)
        for line, name in ((KARPOVKA, "Karpovka"), (RYNOK, "Rynok")) if self.what_if_cards else ():
            area = next((a.number for a in self.components.areas if a and a.name == name), None)
            if area is None:
                raise Refusal(
                    f"What If can make {name} a Key Area, and no area of this map (map.toml) has that name.",
                    field="options.what_if",
                    malformed=True,
                )
            found[line] |= 1 << area
        return tuple(found)

    # -------------------------------------------------------------- names

    def space_id(self, space: int) -> str:
        """The id of a space: the number of an area, "box-3", or "" for out of play."""
        return self.notation.nouns["space"][space].id

    def unit_id(self, unit: int) -> str:
        """The id of a unit."""
        return self.components.units[unit].id

    def unit_name(self, unit: int) -> str:
        """The name of a unit in a sentence."""
        return self.components.units[unit].name

    def the(self, unit: int, *, first: bool = False) -> str:
        """A unit in a sentence: "the 44th Infantry", "Battlegroup A"; `first`: at its beginning."""
        article = "" if self.is_battlegroup(unit) else "The " if first else "the "
        return article + self.unit_name(unit)

    def what_if(self, p: Pocket) -> str:
        """What the What If card has brought, in words; empty without one."""
        if p.what_if in (FLOWN_OUT, DECLINED):
            return "high officers flown out" if p.what_if == FLOWN_OUT else "flight of the high officers declined"
        return self.charts.what_if[p.what_if - NO_EFFECT][2] if p.what_if else ""

    def is_battlegroup(self, unit: int) -> bool:
        """Whether a unit is one of the battlegroups A to F."""
        return self.first_battlegroup <= unit < self.last_battlegroup

    def relief_name(self, p: Pocket) -> str:
        """CAU-RELIEF-02, CAU-RELIEF-03: Hollidt comes by entry D in the 2020 edition, Hoth by the others."""
        return "Hollidt" if p.relief_letter == 3 and self.book.hollidt else "Hoth"

    def tell_placed(self, p: Pocket, unit: int, space: int, clauses: tuple[str, ...], how: str = "is created") -> None:
        """Say that a unit has been placed."""
        if p.journal is not None:
            p.journal.add(
                Move(
                    piece=self.unit_id(unit),
                    to=self.space_id(space),
                    how="place",
                    who=self.components.units[unit].label,
                    text=f"{self.the(unit, first=True)} {how} in {self.board.names[space]}.",
                    clauses=clauses,
                    spaces=(self.space_id(space),),
                    pieces=(self.unit_id(unit),),
                )
            )

    def tell_soviet_placed(self, p: Pocket, area: int, verb: str, clauses: tuple[str, ...]) -> None:
        """Say that a Soviet unit has come onto the map; `verb` says how, as "is placed"."""
        if p.journal is not None:
            p.journal.add(
                Move(
                    piece=f"soviet-{area}",
                    to=str(area),
                    how="place",
                    who="Soviets",
                    text=f"A Soviet unit {verb} in {self.board.names[area]}.",
                    clauses=clauses,
                    spaces=(str(area),),
                )
            )

    def tell_soviet_loss(self, p: Pocket, area: int, text: str, clauses: tuple[str, ...]) -> None:
        """Say that a Soviet unit has left the map."""
        if p.journal is not None:
            p.journal.add(
                Loss(
                    piece=f"soviet-{area}",
                    from_=str(area),
                    who="Soviets",
                    text=text,
                    clauses=clauses,
                    spaces=(str(area),),
                )
            )

    # -------------------------------------------------------------- positions

    def blank(self) -> Pocket:
        return Pocket(self)

    def start(self) -> Pocket:
        p = Pocket(self)
        set_up.historical(p)
        p.call("game")
        p.settle()
        return p

    def take_over(self, p: Pocket, before: Table[Pocket]) -> None:
        """The ring closes around the pocket as its areas touch now (CAU-FLOW-04)."""
        restore_ring(p)

    def crowds(self) -> list[dict[str, Any]]:
        """Each turn with the historical army, which a varied set-up has yet to place."""
        return [] if self.varied else [{"turn": turn} for turn in range(1, TURNS + 1)]

    def clashes(self) -> list[str]:
        """Where the set-up is over."""
        return [] if self.varied else ["defeat"]

    def openings(self) -> list[Pocket]:
        """The relief force, far on the map, must fall back and has two ways (CAU-RELIEF-18); a unit stands where it can
        break out (CAU-BREAK-01)."""
        p, out = (self._set_up() for _ in range(2))
        p.relief_box, p.relief_area = 0, self.board.entries[p.relief_letter]
        ways = list(bits(self.board.adjacent[p.relief_area]))[:2]
        p.breakthrough = 1 << p.relief_area | 1 << ways[0] | 1 << ways[1]
        restore_ring(p)
        p.call("german.relief.back")
        unit = bits(self.may_attack)[0]
        lift(out, unit)
        put(out, unit, self.board.entries[0])
        return [p, out]

    def _set_up(self) -> Pocket:
        """The historical set-up, at the first decision after it."""
        p = Pocket(self)
        set_up.historical(p)
        p.call("game")
        p.go_on_after("set-up")
        p.settle()
        return p

    def turn(self, p: Pocket) -> int:
        return p.turn

    def card_use(self, card: int) -> Reason:
        return Reason("Cards are drawn when a rule calls for one; nobody holds or plays them.", ("CAU-CARD-03",))

    # -------------------------------------------------------------- looking

    def facts(self, p: Pocket) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "turn": p.turn,
            "supply": p.supply,
            "ip": p.ip,
            "morale": morale(p),
            "wounded": p.wounded,
            "evacuated_wounded": p.evacuated,
            "ssi": p.ssi,
            "fo": p.offensive,
            "final_offensive": bool(p.launched),
            "weather": WEATHER[p.weather],
            "luftwaffe": LEVELS[p.luftwaffe] or None,
            "relief": LEVELS[p.relief] or None,
            "hoth_box": p.relief_box or None,
            "hoth_area": p.relief_area or None,
            "entry": ENTRIES[p.relief_letter].name,
            "tally": p.tally,
            "isolated_tally": p.isolated_tally,
            "appeal_allowed": not p.appeal_barred and not p.appealed,
            "appeal_penalty": bool(p.appeal_penalty),
            "attack_without_foa": p.attacks_without_foa,
            "foa": bool(p.foa),
            "foa_bonus": p.foa_bonus,
            "hq_politics": p.politics,
            "commitment": p.commitment,
            "luftwaffe_marker": bool(p.luftwaffe_marker),
            "hoth_marker": bool(p.hoth_marker),
            "manstein": bool(p.manstein),
            "airlift_each_turn": p.airlift_each_turn,
            "surrendered": bool(p.surrendered),
            "collapsed": bool(p.collapsed),
            "linked": p.linked,
            "to_place": p.frame("set-up")[variable.Plan.waiting].bit_count() if in_set_up(p) else 0,
            "what_if": self.what_if(p) or None,
            "units": len(units_in_play(p)),
            "areas": p.german.bit_count(),
            "soviet_units": p.soviet.bit_count(),
            "deck": p.deck.bit_count(),
            "discard": p.discard.bit_count(),
            "removed": p.removed.bit_count(),
            "over": not p.frames,
        }
        if self.council_of_war:
            facts |= {"council": bool(p.council & 1), "council_bonus": council_bonus(p)}
        if self.rumors:
            facts |= rumors.facts(p)
        if self.survival:
            facts |= survival.facts(p)
        for unit, counter in enumerate(self.components.units):
            facts[f"unit.{counter.id}"] = self._place(p.at[unit])
            facts[f"unit.{counter.id}.side"] = ("lost", "depleted", "full")[p.steps[unit]] if p.at[unit] else "out"
        for area in range(1, BOX_0 + 1):
            facts[f"german_{area}"] = bool(p.german >> area & 1)
            facts[f"soviet_{area}"] = bool(p.soviet >> area & 1)
            facts[f"hit_{area}"] = bool(p.hits >> area & 1)
            facts[f"breakthrough_{area}"] = bool(p.breakthrough >> area & 1)
            facts[f"pdm_{area}"] = "active" if p.pdm_active[area] else "inactive" if p.pdm_inactive[area] else "none"
        return facts

    def _place(self, space: int) -> int | str:
        """An area by its number, a box by its id, 0 for out of play."""
        return space if space <= BOX_0 else self.space_id(space)

    def result(self, p: Pocket) -> dict[str, Any]:
        return victory.result(p)

    def returns(self, p: Pocket) -> list[float]:
        return [float(victory.result(p)["points"])]

    def scene(self) -> Scene:
        from ..look.scene import scene

        return self.signed(scene(self))

    def observation(self) -> Observation:
        from ..lab.observation import observation

        return observation(self)

    def picture(self, p: Pocket, seat: int | None) -> Picture:
        from ..look.picture import picture

        return picture(p, seat)

    def purse(self, p: Pocket) -> list[PurseLine]:
        return [
            {"track": "ip", "title": "Initiative", "value": p.ip},
            {"track": "supply", "title": "Supply", "value": p.supply},
            {"track": "tally", "title": "Move tally", "value": p.tally},
        ]

    def features(self, p: Pocket, seat: int) -> dict[str, float]:
        return features(p)

    def series(self, p: Pocket) -> dict[str, float]:
        return {
            "morale": morale(p),
            "supply": p.supply,
            "ip": p.ip,
            "ssi": p.ssi,
            "offensive": p.offensive,
            "wounded": p.wounded,
            "areas": p.german.bit_count(),
            "relief-force": BREACH if p.relief_area else p.relief_box,
        }

    def series_titles(self) -> dict[str, str]:
        return {
            "morale": "Morale",
            "supply": "Supply",
            "ip": "Initiative Points left at the end of the turn",
            "ssi": "Strategic Situation Index",
            "offensive": "Final Offensive",
            "wounded": "Wounded",
            "areas": "German-controlled areas",
            "relief-force": f"How far the relief force has come: box 1 to 5, {BREACH} in the areas",
        }

    # -------------------------------------------------------------- set-up changes of scripts

    def change(self, p: Pocket, key: str, value: Any) -> None:
        """The facts that a script may set before play.

        Tracks, markers and states by their fact's name; "unit.ID" an area, a box ("box-3") or 0; "unit.ID.side" full
        or depleted; "unit.ID.letter" the letter of a unit in a box (it starts as that of the relief force); "pdm_N"
        active, inactive or none; "german_N" true or false; "breakthrough_N"; "hit_N"; "discard" a list of cards. The
        ring follows. With their options: "council", "council_bonus", "milch", and "rumor.tiger" and so on: none, in
        play, dispelled or obtained. "defeat" = 17, as the last change: in the Soviet Phase
        an X has been rolled for the units in that area.
        """
        if p.inside("soviet.loss"):
            raise Refusal(f"{key} comes after defeat, which is the last change.", field=key, malformed=True)
        if key in NUMBERS_OF_SCRIPTS:
            name, low, high = NUMBERS_OF_SCRIPTS[key]
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise Refusal(f"{key} is a number from {low} to {high}, not {value!r}.", field=key, malformed=True)
            if key == "launched" and p.offensive != 8:
                raise Refusal("launched needs fo = 8 before it.", ("CAU-FO-04",), field=key, malformed=True)
            setattr(p, name, value)
            if key == "fo":
                p.launched = (p.launched or max(1, p.turn - 1)) if value == 8 else 0
            elif key == "hoth_box":
                p.relief_area = 0
        elif key in FLAGS_OF_SCRIPTS:
            setattr(p, FLAGS_OF_SCRIPTS[key], int(self._flag(key, value)))
        elif key in ("luftwaffe", "relief") and value in LEVELS[1:]:
            setattr(p, key, LEVELS.index(value))
        elif key == "weather" and value in WEATHER:
            p.weather = WEATHER.index(value)
        elif key == "entry" and value in ("A", "B", "C", "D"):
            p.relief_letter = "ABCD".index(value)
        elif key == "hoth_area":
            p.relief_box, p.relief_area = 0, self._area(key, value)
            p.breakthrough |= 1 << p.relief_area
        elif key == "discard":
            self._discard(p, value)
        elif key in ("council", "council_bonus") and self.council_of_war:
            self._change_council(p, key, value)
        elif (key == "milch" or key.startswith("rumor.")) and self.rumors:
            rumors.change(p, key, value)
        elif key == "defeat":
            self._defeat(p, key, value)
        elif key.startswith("unit."):
            self._change_unit(p, key, value)
        elif key.startswith(("pdm_", "german_", "breakthrough_", "hit_")):
            self._change_area(p, key, value)
        else:
            raise Refusal(f"“{key}” = {value!r} is no set-up change of this game.", field=key, malformed=True)
        if key.startswith(("unit.", "german_", "breakthrough_")) or key in ("hoth_box", "hoth_area", "entry"):
            restore_ring(p)
        if key.startswith("unit."):
            p.began = army_steps(p)

    def misplaced(self, p: Pocket) -> Reason | None:
        """CAU-VARPL-02: where a card may put a Soviet unit nobody else stands before the cards are drawn."""
        if self.variable_placement and in_set_up(p):
            for *_, area in self.charts.placement:
                if p.count[area] or p.breakthrough >> area & 1:
                    text = f"{self.board.names[area]} may be drawn for a Soviet unit: it begins empty."
                    return Reason(text, ("CAU-VARPL-02",))
        return super().misplaced(p)

    def _defeat(self, p: Pocket, key: str, value: Any) -> None:
        """A Soviet attack, the last of its Soviet Phase, has brought an X (CAU-SOVATK-05)."""
        area = self.notation.index("space", str(value)) or 0
        if self.varied or not p.count[area] or not soviet.exposed(p) >> area & 1:
            text = f"{key} is an area with German units next to Soviet ones, after the set-up, not {value!r}."
            raise Refusal(text, ("CAU-TARGET-01",), field=key, malformed=True)
        p.frames.clear()
        for name, entry in SOVIET_PHASE:
            p.call(name)
            p.go_on_after(entry)
        p.call("soviet.loss", area, bits(self.board.adjacent[area] & p.soviet)[0], soviet.NOBODY)

    def _change_council(self, p: Pocket, key: str, value: Any) -> None:
        if key == "council":
            p.council = p.council & ~1 | self._flag(key, value)
        elif type(value) is int and 0 <= value <= 9:
            p.council = p.council & 1 | 2 * value
        else:
            raise Refusal(f"{key} is a number from 0 to 9, not {value!r}.", field=key, malformed=True)

    def _flag(self, key: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise Refusal(f"{key} is true or false, not {value!r}.", field=key, malformed=True)
        return value

    def _area(self, key: str, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= BOX_0:
            raise Refusal(f"{key} is an area from 1 to 64, not {value!r}.", field=key, malformed=True)
        return value

    def _discard(self, p: Pocket, value: Any) -> None:
        ids = {card.id for card in self.components.cards}
        if not isinstance(value, list) or not all(type(card) is int and card in ids for card in value):
            raise Refusal(f"discard is a list of card ids from 1 to {max(ids)}.", field="discard", malformed=True)
        if set(value) == ids:
            text = "discard cannot hold all cards: the deck would be empty."
            raise Refusal(text, ("CAU-CARD-08",), field="discard", malformed=True)
        p.discard = sum(1 << card for card in set(value))
        p.deck &= ~p.discard

    def _change_unit(self, p: Pocket, key: str, value: Any) -> None:
        _, name, *rest = key.split(".")
        unit = self.notation.index("piece", name)
        if unit is None or rest not in ([], ["side"], ["letter"]):
            raise Refusal(f"There is no unit “{name}”.", field=key, malformed=True)
        if rest == ["letter"]:
            if value not in ("A", "B", "C", "D") or p.at[unit] <= BOX_0:
                text = f"{key} is A, B, C or D, and only of a unit in a box."
                raise Refusal(text, ("CAU-BREAK-02",), field=key, malformed=True)
            p.letter[unit] = "ABCD".index(value) + 1
            return
        if rest:
            if value not in ("full", "depleted") or self.single_sided >> unit & 1:
                text = f"{key} is full or depleted, and only of divisions."
                raise Refusal(text, ("CAU-COMP-09",), field=key, malformed=True)
            p.steps[unit] = FULL if value == "full" else DEPLETED
            return
        if in_set_up(p):
            p.frame("set-up")[variable.Plan.waiting] &= ~(1 << unit)
        space = self.notation.index("space", str(value)) if value else 0
        if space is None or isinstance(value, bool):
            raise Refusal(f"{key} is an area, “box-1” to “box-5”, or 0, not {value!r}.", field=key, malformed=True)
        before = p.at[unit]
        if before:
            p.count[before] -= 1
            if before <= BOX_0 and not p.count[before] and not self.board.inside >> before & 1:
                p.german &= ~(1 << before)
        p.at[unit] = space
        p.letter[unit] = p.relief_letter + 1 if space > BOX_0 else 0
        if space:
            p.count[space] += 1
            single = self.single_sided >> unit & 1
            p.steps[unit] = p.steps[unit] or (DEPLETED if single else FULL)
            if space <= BOX_0:
                p.german |= 1 << space
        else:
            p.steps[unit] = 0

    def _change_area(self, p: Pocket, key: str, value: Any) -> None:
        what, _, number = key.partition("_")
        area = self._area(key, int(number) if number.isdecimal() and number.isascii() and len(number) < 4 else number)
        if what == "pdm":
            if value not in ("active", "inactive", "none"):
                raise Refusal(f"{key} is active, inactive or none, not {value!r}.", field=key, malformed=True)
            if value != "none" and not p.german >> area & 1:
                text = f"{key}: the area is not German-controlled."
                raise Refusal(text, ("CAU-PDM-02",), field=key, malformed=True)
            p.pdm_active[area] = int(value == "active")
            p.pdm_inactive[area] = int(value == "inactive")
            if sum(p.pdm_active) + sum(p.pdm_inactive) > self.board.pdm_limit:
                text = f"{key}: there are only {self.board.pdm_limit} PDMs."
                raise Refusal(text, ("CAU-COMP-08",), field=key, malformed=True)
            return
        bit = 1 << area if self._flag(key, value) else 0
        row = {"german": "german", "breakthrough": "breakthrough", "hit": "hits"}[what]
        if what == "german" and not bit and p.count[area]:
            raise Refusal(f"{key}: German units stand there.", ("CAU-CTRL-02",), field=key, malformed=True)
        if what == "german" and bit and not p.count[area] and not bit & self.board.inside:
            raise Refusal(
                f"{key}: outside the Perimeter a vacant area is not German-controlled; put a unit there.",
                ("CAU-CTRL-03",),
                field=key,
                malformed=True,
            )
        setattr(p, row, getattr(p, row) & ~(1 << area) | bit)


SOVIET_PHASE = (
    ("game", "turn"), ("turn", "soviet"), ("soviet", "soviet.attacks"),
    ("soviet.attacks", "soviet.attacks.areas"), ("soviet.attacks.areas", soviet.next_assault),
)  # fmt: skip
"""The sequences of play around an attack, each with the entry that it goes on after."""

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

FLAGS_OF_SCRIPTS = {
    "foa": "foa",
    "appeal_penalty": "appeal_penalty",
    "luftwaffe_marker": "luftwaffe_marker",
    "hoth_marker": "hoth_marker",
    "manstein": "manstein",
    "collapsed": "collapsed",
}
