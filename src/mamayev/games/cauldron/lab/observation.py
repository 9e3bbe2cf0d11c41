"""A player's view of The Cauldron as arrays for learners.

Only the order of the deck is hidden, and no position contains it.
"""

from __future__ import annotations

from mamayev.engine.observation import Columns, Feature, Observation, asked, asking, flag

from ..printed.map import BOX_0, SPACES
from ..printed.units import TYPES
from ..rules.charts import DECLINED
from ..rules.position import TARGETS, Pocket
from ..rules.setting import Setting

VERSION = 1

NUMBERS = (
    Feature("turn", 0, 99, "turn", "turns"),
    Feature("ssi", 0, 20, "Strategic Situation Index"),
    Feature("offensive", 0, 99, "position of the Final Offensive marker"),
    Feature("wounded", 0, 999, "Wounded", "factors"),
    Feature("evacuated", 0, 999, "Wounded flown out", "factors"),
    Feature("supply", 0, 999, "supply available", "points"),
    Feature("ip", 0, 99, "Initiative Points left", "points"),
    Feature("weather", 0, 1, "0 fair, 1 poor"),
    Feature("luftwaffe", 0, 3, "Luftwaffe commitment: 0 not rolled yet, 1 weak to 3 strong"),
    Feature("relief", 0, 3, "relief force commitment, likewise"),
    Feature("morale_marker", 0, 999, "morale at the last count, 0 before it", "points"),
    Feature("relief_letter", 0, 3, "entry area of the relief force, A to D"),
    Feature("relief_box", 0, 5, "Relief box of the relief force, 0 on the map"),
    Feature("relief_area", 0, BOX_0, "area of the relief force, 0 off the map"),
    flag("luftwaffe_marker", "Luftwaffe +1 is held"),
    flag("hoth_marker", "Hoth +1 is held"),
    flag("manstein", "Manstein is held"),
    Feature("commitment", 0, 9, "bonus of the Commitment marker"),
    flag("foa", "Freedom of Action has been received"),
    Feature("foa_bonus", 0, 2, "1: FoA +1, 2: FoA/Airlift +1"),
    Feature("politics", 0, 2, "1: HQ Politics, 2: No FoA Appeal"),
    Feature("attacks_without_foa", 0, 9, "Attack without FoA"),
    Feature("appeal_penalty", 0, 9, "the next Appeal has a penalty"),
    Feature("airlift_each_turn", -99, 99, "bonus of lasting events to every airlift", "points"),
    Feature("event_ip", -99, 99, "event change to this turn's Initiative", "points"),
    Feature("event_airlift", -99, 99, "event change to this turn's airlift", "points"),
    Feature("event_upkeep", -99, 99, "event change to this turn's full upkeep", "points"),
    Feature("event_movement", -99, 99, "event change to each movement payment this turn", "points"),
    flag("appeal_barred", "Appeals are barred this turn"),
    Feature("appealed", 0, 99, "subject of this turn's Appeal"),
    flag("tactical_done", "this turn's Tactical Attack is made"),
    Feature("tally", 0, 99, "the Move marker", "areas"),
    Feature("isolated_tally", 0, 99, "second Move marker, under its option", "areas"),
    Feature("payments", 0, 99, "movement payments this turn"),
    Feature("launched", 0, 99, "turn in which the Final Offensive began, 0 for not yet"),
    flag("collapsed", "the army has collapsed"),
    Feature("surrendered", 0, 4, "1 No FoA Surrender, 2 FoA Surrender; 2 more by a council's terms"),
    Feature("what_if", 0, DECLINED, "line of the What If table in force, 0 for none"),
    Feature("council", 0, 999, "the Council of War"),
    Feature("rumor", 0, 9, "rumor in play"),
)
"""Features that are copied from the position's fields of the same name."""


def observation(table: Setting) -> Observation:
    """Return the features, including the printed data of this table's components."""
    units, board = table.components.units, table.board
    types = tuple(TYPES.index(unit.type) for unit in units)

    def marked(areas: int) -> tuple[int, ...]:
        return tuple(areas >> space & 1 for space in range(SPACES))

    return Observation(
        version=VERSION,
        see=see,
        pieces=(
            Feature("type", 0, len(TYPES) - 1, f"one of {', '.join(TYPES)}, from 0", fixed=types),
            Feature("at", 0, SPACES - 1, "area, or Relief box from 65 on; 0 out of play"),
            Feature("steps", 0, 2, "2 full, 1 depleted or one-sided, 0 lost", "steps"),
            Feature("letter", 0, 4, "letter of its breakout, 1 to 4 for A to D"),
            Feature("target", 0, TARGETS - 1, "the target of its attack, 0 for none"),
            flag("unsupplied", "it is unsupplied"),
            flag("rolled", "it has rolled in this step"),
        ),
        spaces=(
            flag("inside", "it is inside the Perimeter", marked(board.inside)),
            flag("key", "a Key Area", marked(board.key)),
            flag("airfield", "an airfield", marked(board.airfields)),
            flag("stalingrad", "a Stalingrad area", marked(board.stalingrad)),
            flag("entry", "an entry area of the relief force", marked(sum(1 << area for area in board.entries))),
            Feature("units", 0, 99, "German units in it", "units"),
            Feature("defenses", 0, 99, "activated Prepared Defenses", "markers"),
            Feature("preparing", 0, 99, "inactive Prepared Defenses", "markers"),
            Feature("supply", 0, 99, "supply committed to the attack on it", "points"),
            flag("german", "the Germans control it"),
            flag("soviet", "it has a Soviet unit"),
            flag("breakthrough", "it has a Breakthrough marker"),
            flag("hit", "it has a Hit marker"),
            flag("attacked", "it is a target of the Soviets"),
        ),
        cards=(flag("deck", "it can still be drawn"), flag("discard", "it is discarded"), flag("removed", "removed")),
        globals=(*asking(table), *NUMBERS),
    )


def see(p: Pocket, _seat: int) -> Columns:
    """Return the observation arrays for a position."""
    return Columns(
        (p.at, p.steps, p.letter, p.target, p.unsupplied, p.rolled),
        (
            p.count, p.pdm_active, p.pdm_inactive, p.attack_supply[:SPACES],
            p.german, p.soviet, p.breakthrough, p.hits, p.soviet_targets,
        ),
        (p.deck, p.discard, p.removed),
        [*asked(p), *(getattr(p, feature.name) for feature in NUMBERS)],
    )  # fmt: skip
