"""The picture of a position: units, tracks and declared battles."""

from __future__ import annotations

from mamayev.engine import scene as sc
from mamayev.terrain.contact import units_of
from mamayev.terrain.look import attacks

from ..printed.board import AXIS, IN_HAND, LOST, RUSSIAN, SEATS, WAITING
from ..printed.calendar import MONTHS, WEATHER
from ..rules.arrivals import price
from ..rules.declaration import open_battle, sides
from ..rules.isolation import isolated
from ..rules.position import SIDE_NAMES, Campaign
from ..rules.victory import held, held_ground
from .overlays import overlays
from .panel import combat, duty
from .scene import designation


def picture(p: Campaign) -> sc.Picture:
    board, grid = p.board, p.board.grid
    step = p.table.step(p)
    russian = held_ground(p)
    control = {
        grid.ids[h]: SEATS[bool(russian & grid.bit[h])] for h in grid.hexes((russian ^ board.ussr) & board.open_land)
    }
    month = MONTHS[p.turn - 1].name if p.turn else "Set-up"
    player = f", {('German', 'Russian')[p.side]} player{' turn' if p.turn else ''}" if p.frames else ""
    return sc.Picture(
        turn=p.turn, phase=step.phase if step else "", step=step.id if step else "", headline=f"{month}{player}",
        frozen=p.frozen, season=SEASONS[p.weather] if p.turn else "", mover=SEATS[p.side if p.turn else AXIS],
        control=control, pieces=sorted(pieces(p), key=lambda piece: piece.at),
        tracks={
            "turn": p.turn or None, "weather": WEATHER[p.weather].title() if p.turn else None,
            **{f"clock-{seat}": p.clocks[side] for side, seat in enumerate(SEATS)},
            **{f"points-{seat}": p.points[side] for side, seat in enumerate(SEATS)},
            **({f"air-{seat}": p.air[side] for side, seat in enumerate(SEATS)} if p.table.airpower else {}),
        },
        notes=notes(p), signs={"turn": signs(p)},
        lost=[unit.id for unit, h in zip(board.units, p.at, strict=True) if h == LOST],
        pools=pools(p), combat=combat(p), overlays=overlays(p), arrows=arrows(p), queue=queue(p),
        standing="; ".join(
            f"{name} {len(p.units(side))} units, {held(p, side)}/3 objectives" for side, name in enumerate(SIDE_NAMES)
        ),
    )  # fmt: skip


def pieces(p: Campaign) -> list[sc.PieceAt]:
    """Return the units on the board with their visible states."""
    board, grid, step = p.board, p.board.grid, p.table.step(p)
    moving = step is not None and step.id == "move"
    cut_off = isolated(p, AXIS) | isolated(p, RUSSIAN) if p.turn else 0
    called = p.table.called(p)
    ready, owing = set(p.ready), duty(p) if p.free else 0
    return [
        sc.PieceAt(
            id=board.units[u].id, at=grid.ids[h], side=SEATS[board.side[u]], name=called.get(u, ""),
            label=designation(called[u]) if u in called else "",
            states=(
                *(("moved",) if moving and board.side[u] == p.side and u not in ready else ()),
                *(("isolated",) if cut_off >> u & 1 else ()),
                *((("owes", "owed")[board.side[u] != p.side],) if owing >> u & 1 else ()),
                *(("interdicted",) if p.interdicted >> u & 1 else ()),
            ),
        )
        for u, h in enumerate(p.at) if h < LOST
    ]  # fmt: skip


SEASONS: tuple[sc.Season, ...] = ("", "mud", "winter")
SIGNS: tuple[sc.Sign, ...] = ("sun", "mud", "snow")


def signs(p: Campaign) -> list[sc.Sign]:
    """BAR-WEATHER-03 to BAR-WEATHER-05: return a sign for each month's weather, which shows whether it is known,
    certain, or decided by a die roll.
    """
    found: list[sc.Sign] = []
    for n, month in enumerate(MONTHS):
        if p.weathers[n]:
            found.append(SIGNS[p.weathers[n] - 1])
        elif not p.table.weather_mode_dice:
            found.append(SIGNS[month.fixed])
        else:
            found.append("die" if month.thrown else SIGNS[month.die[0]])
    return found


def notes(p: Campaign) -> dict[str, str]:
    """Return the notes next to the tracks: the objectives held by each side, and the income."""
    board = p.board
    found = {
        f"clock-{seat}": f"of {p.table.clock}; {held(p, side)} of {len(board.objectives[side])}: "
        + ", ".join(board.cities[city].name for city in board.objectives[side])
        for side, seat in enumerate(SEATS)
    }
    if p.turn:
        now = MONTHS[p.turn - 1]
        rate = now.hex_rate if p.table.replacement_hexes else now.russian_rate
        cities = p.held(RUSSIAN, p.table.replacement_cities).bit_count()
        found |= {
            "points-german": f"+{now.german_rate} a month",
            "points-russian": f"+{rate} for each of {cities} cities",
        }
    return found


def pools(p: Campaign) -> list[sc.Pool]:
    """Return each side's units off the map, the most expensive first."""
    board = p.board
    found = []
    for side, seat in enumerate(SEATS):
        name = SIDE_NAMES[side]
        for place, key, title in (
            (IN_HAND, "in-hand", f"{name} units to set up"),
            (LOST, "lost", f"Eliminated {name} units"),
            (WAITING, "waiting", f"{name} units not on the board yet"),
        ):
            units = sorted(
                (u for u in board.of_side[side] if p.at[u] == place),
                key=lambda u: (-price(board, u), board.units[u].kind, u),
            )
            if units:
                found.append(sc.Pool(f"{key}-{seat}", title, len(units), tuple(board.units[u].id for u in units)))
    return found


def queue(p: Campaign) -> tuple[str, ...]:
    """During combat, return a hex for each unfought battle."""
    if not p.inside("fight") and not p.inside("battle"):
        return ()
    return tuple(p.board.grid.ids[p.at[next(units_of(sides(p, battle)[1]))]] for battle in p.battles if battle)


def arrows(p: Campaign) -> list[sc.Arrow]:
    """Return the declared battles and the open one as arrows."""
    pairs = []
    for battle in (*p.battles, open_battle(p)):
        attackers, defenders = sides(p, battle)
        pairs += [(p.at[a], p.at[d]) for a in units_of(attackers) for d in units_of(defenders)]
    return attacks(p.board.grid, pairs)
