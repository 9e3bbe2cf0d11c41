"""The unchanging side of a match of The Cauldron, and what a player reads off the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mamayev.engine.components import Files
from mamayev.engine.observation import Observation
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.scene import Picture, Scene
from mamayev.engine.table import PurseLine, Table

from ..lab.features import features
from ..printed.components import BOX_0
from . import rumors, set_up, survival, variable, victory
from .charts import LEVELS, WEATHER, row_of
from .control import council_bonus, in_set_up, morale, units_in_play
from .invariants import INVARIANTS
from .moments import AnyTime
from .position import Pocket
from .sequence import boxes, steps
from .setting import Setting
from .verbs import ENTRIES, VERBS, nouns

if TYPE_CHECKING:
    from mamayev.engine.table import Game


BREACH = 6
"""How far the relief force has come, beyond the five boxes."""


class CauldronTable(Setting):
    """Everything about a match that does not change while it is played, and how it begins and ends."""

    in_order = ("CAU-SEQ-06",)

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options, own)
        self.invariants = INVARIANTS
        self.bind(boxes(), VERBS, nouns(self.components, self.book.relief_box), steps(self), AnyTime())
        if self.variable_placement and len(self._areas_to_draw()) < variable.DRAWS:
            raise Refusal(
                "Variable Placement draws three different areas, and the Random Numbers of these cards (cards.toml) "
                "lead to fewer.",
                field="options.variable_placement",
                malformed=True,
            )

    def _areas_to_draw(self) -> set[int]:
        """The columns of the placement table that the cards can bring."""
        return {row_of(self.charts.placement, card.random) for card in self.components.cards}

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
        from ..lab import situations

        situations.take_over(p)

    def crowds(self) -> list[dict[str, Any]]:
        from ..lab import situations

        return situations.crowds(self)

    def clashes(self) -> list[str]:
        from ..lab import situations

        return situations.clashes(self)

    def openings(self) -> list[Pocket]:
        from ..lab import situations

        return situations.openings(self)

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
            "what_if": set_up.what_if_in_words(p) or None,
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
        from ..lab import situations

        situations.change(p, key, value)

    def misplaced(self, p: Pocket) -> Reason | None:
        from ..lab import situations

        return situations.misplaced(p) or super().misplaced(p)
