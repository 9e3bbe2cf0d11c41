"""The players' observation as arrays for learners (BAR-SCOPE-05: all information is public)."""

from __future__ import annotations

from mamayev.engine.observation import Columns, Feature, Observation, asked, asking, flag

from ..printed.board import AXIS, LOST, RUSSIAN, SEATS, Board
from ..rules.declaration import open_battle
from ..rules.position import Campaign
from ..rules.setting import Setting

VERSION = 1


def observation(table: Setting) -> Observation:
    """Return the features for the map and the counters."""
    board = table.board
    return Observation(
        version=VERSION,
        see=see,
        pieces=pieces(board),
        spaces=spaces(board),
        globals=(
            *asking(table),
            Feature("turn", 0, 99, "the month, 0 for the setup", "turns"),
            Feature("side", 0, 1, "the side that sets up, moves and attacks"),
            Feature("weather", 0, 9, "the weather, from 0 for perfect"),
            *(Feature(f"{name} {seat}", -99, 999, doc) for name, doc in
              (("points", "replacement points saved"), ("clock", "turns counted toward victory"),
               ("air", "air factors")) for seat in SEATS),
            Feature("flying", 0, 999, "air factors of the mission under way", "factors"),
            Feature("run", 0, 99, "months in a row with enough replacement hexes", "turns"),
        ),
        bits=tuple(bit.bit_length() - 1 for bit in board.grid.bit),
    )  # fmt: skip


def pieces(board: Board) -> tuple[Feature, ...]:
    """Return the features for the counters."""
    units = board.units
    kinds = tuple(dict.fromkeys(unit.kind for unit in units))
    return (
        Feature("side", 0, 1, "0 Axis, 1 Russian", fixed=board.side),
        Feature("kind", 0, len(kinds) - 1, f"one of {', '.join(kinds)}, from 0",
                fixed=tuple(kinds.index(unit.kind) for unit in units)),
        Feature("attack", 0, 99, "its attack factor", "factors", fixed=tuple(unit.attack for unit in units)),
        Feature("defense", 0, 99, "its defense factor", "factors", fixed=tuple(unit.defense for unit in units)),
        Feature("movement", 0, 99, "its movement factor", "factors", fixed=tuple(unit.movement for unit in units)),
        Feature("at", 0, LOST + 3, f"its hex; from {LOST} on: eliminated, not on the board yet, to be set up, out "
                                   "of this game"),
        Feature("cut_off", 0, 99, "how long it has been isolated", "turns"),
        flag("ready", "it has not moved in this step"),
        flag("free", "it must fight but has no declared battle yet"),
        flag("declared", "it is in a declared battle"),
        flag("battle", "it is in the battle that is being declared"),
        flag("airlifted", "it has air supply"),
        flag("attacked", "it was the target of a battle in this player turn"),
        flag("interdicted", "it may not move in its next movement step"),
    )  # fmt: skip


def spaces(board: Board) -> tuple[Feature, ...]:
    """Return the features for the hexes."""
    grid = board.grid
    objectives = tuple(grid.gather(board.cities[city].hex for city in cities) for cities in board.objectives)
    return (
        *(flag(name, doc, grid.flags(hexes)) for name, doc, hexes in (
            ("land", "open land", board.open_land), ("mountain", "mountains", board.mountains),
            ("swamp", "a swamp", board.swamps), ("lake", "a lake", board.lakes), ("river", "a river", board.rivers),
            ("rail", "a railway", board.rails.hexes), ("ussr", "in the USSR", board.ussr),
            ("city", "a city", board.city_hexes), ("major", "a major city", board.major))),
        *(flag(f"objective {seat}", f"an objective of the {seat} side", grid.flags(hexes))
          for seat, hexes in zip(SEATS, objectives, strict=True)),
        *(flag(f"units {seat}", f"it has units of the {seat} side") for seat in SEATS),
        *(flag(f"zoc {seat}", f"in a zone of control of the {seat} side") for seat in SEATS),
        flag("russian", "a city under Russian control"),
        flag("flown", "it has had its air mission in this step"),
    )  # fmt: skip


def see(p: Campaign, _seat: int) -> Columns:
    """Return the values for the map."""
    declared = 0
    for battle in p.battles:
        declared |= battle
    return Columns(
        (
            p.at, p.cut_off, sum([1 << u for u in p.ready]), p.free, declared, open_battle(p) if p.frames else 0,
            p.airlifted, p.attacked, p.interdicted,
        ),
        (*p.zones.occupied[:2], p.zones.controlled[AXIS], p.zones.controlled[RUSSIAN], p.russian_cities, p.flown),
        (),
        [
            *asked(p), p.turn, p.side, p.weather,
            *p.points, *p.clocks, *p.air, p.flying, p.run,
        ],
    )  # fmt: skip
