"""Constant data that the rules read: components, tables, board and the readings in force."""

from __future__ import annotations

from typing import Any

from mamayev.engine.components import Files
from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game, Table

from ..printed import components as component_files
from ..printed.editions import BOOKS
from .board import Board
from .charts import DECLINED, KARPOVKA, RYNOK, Charts


class Setting(Table[Any]):
    """The part of the table that a position reads: edition, options and components, and values that follow from them.

    Masks of units: `may_attack` (divisions, CAU-ATK-10), `armour` (panzer and motorized, CAU-ATK-13), `single_sided`
    (HQ and battlegroups, CAU-COMP-09). `hq`, `first_battlegroup` and `last_battlegroup` are unit numbers.
    """

    def __init__(self, game: Game, edition: str, options: dict[str, Any], own: Files | None) -> None:
        super().__init__(game, edition, options)
        self.book = BOOKS[edition]
        self.components = component_files.load(own, options["deck"])
        self.ledger = game.ledger()
        self.charts = Charts(self.ledger, edition)
        self.board = Board(self.components, self.readings["river_attacks"], self.book.relief_box)
        units = self.components.units
        self.hq: int = next(i for i, u in enumerate(units) if u.type == "HQ")
        groups = [i for i, u in enumerate(units) if u.type == "BG"]
        self.first_battlegroup, self.last_battlegroup = groups[0], groups[-1] + 1
        self.single_sided = sum(1 << i for i, u in enumerate(units) if u.type in ("HQ", "BG"))
        self.may_attack = sum(1 << i for i, u in enumerate(units) if u.type not in ("HQ", "BG"))
        self.armour = sum(1 << i for i, u in enumerate(units) if u.type in ("Pz", "Mot"))
        self.revised: bool = options["revision"] > 1
        self._optional_rules()
        self._readings_of_the_german_side()
        self._other_readings()
        # The card whose event makes a rumor likelier (CAU-RUMOR-18), 0 for none.
        milch = (card.id for card in self.components.cards if card.title.startswith("Milch"))
        self.milch: int = next(milch, 0) if self.rumors else 0
        self.keys = self._keys()

    def _optional_rules(self) -> None:
        """Set which optional rules are in force."""
        self.variable_setup: bool = self.readings["variable_setup"]
        self.variable_placement: bool = self.readings["variable_placement"]
        self.varied: bool = self.variable_setup or self.variable_placement
        self.entry_chosen: bool = self.varied or self.readings["entry=choose"]
        self.what_if: bool = self.readings["what_if"]
        self.rumors: bool = self.readings["rumors"]
        self.survival: bool = self.readings["survival"]
        self.council_of_war: bool = self.readings["council_of_war"]

    def _readings_of_the_german_side(self) -> None:
        """Set the readings of the Strategic and German Phases, each named by its meaning."""
        first = self.edition == "1996"
        self.ssi_one = int(self.options["ssi_one"])  # CAU-COMMIT-02
        self.one_airlift_row: bool = first and self.readings["sample_airlift=table"]  # CAU-AIR-01
        self.first_supply = 12 if first and self.readings["sample_airlift=supply"] else 10  # CAU-SETUP-02
        self.council_any_moment: bool = self.council_of_war and self.readings["council_moments=phase"]

    def _other_readings(self) -> None:
        """Set the readings of cards, the Soviet Phase, the end of the army and optional rules."""
        self.retreat_with_pdm_any: bool = self.readings["retreat_with_pdm=any"]
        self.defenses_hold: bool = self.retreat_with_pdm_any or self.readings["retreat_with_pdm=activated"]

    def _keys(self) -> tuple[int, ...]:
        """Return the Key Areas for each line of the What If table that can be in force (CAU-WHATIF-06, CAU-WHATIF-11).
        Raises Refusal."""
        found = [self.board.key] * (DECLINED + 1)
        for line, name in ((KARPOVKA, "Karpovka"), (RYNOK, "Rynok")) if self.what_if else ():
            area = next((a.number for a in self.components.areas if a and a.name == name), None)
            if area is None:
                raise Refusal(
                    f"What If can make {name} a Key Area, but no area of this map (map.toml) has that name.",
                    field="options.what_if",
                    malformed=True,
                )
            found[line] |= 1 << area
        return tuple(found)

    # -------------------------------------------------------------- names

    def space_id(self, space: int) -> str:
        """Return the id of a space: the number of an area, "box-3", or "" for out of play."""
        return self.notation.nouns["space"][space].id

    def unit_id(self, unit: int) -> str:
        """Return the id of a unit."""
        return self.components.units[unit].id

    def unit_name(self, unit: int) -> str:
        """Return the name of a unit without its article."""
        return self.components.units[unit].name

    def the(self, unit: int, *, first: bool = False) -> str:
        """Return a unit with its article ("the 44th Infantry", "Battlegroup A"), capitalized if `first`."""
        article = "" if self.is_battlegroup(unit) else "The " if first else "the "
        return article + self.unit_name(unit)

    def is_battlegroup(self, unit: int) -> bool:
        """Return whether a unit is one of the battlegroups A to F."""
        return self.first_battlegroup <= unit < self.last_battlegroup
