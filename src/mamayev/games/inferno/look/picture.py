"""The picture of a position for a seat."""

from __future__ import annotations

from mamayev.engine import scene as sc

from ..printed.map import EMPTY, GERMAN, LOST, PARTNER, POOL, POOL_NAMES, REMOVED, ROWS, SEATS, SIDE_NAMES, SOVIET
from ..rules.arrivals import shown
from ..rules.decks import EFFECT
from ..rules.partners import PLAYERS
from ..rules.position import DECK, HAND, PLAY, SHOWN, USED, City
from ..rules.reinforcements import row_of
from ..rules.soviet import OUTCOMES, procedure
from ..rules.victory import LOSSES
from .overlays import arrows, overlays
from .panel import attack, next_round, shown_in

NEXT = dict(zip(OUTCOMES.values(), ("Card", "Spawn", "Move"), strict=True))


def picture(p: City, seat: int | None, side: int | None) -> sc.Picture:
    """Return the picture for a seat. `side`: the side whose view it shows, or None if the seat has none."""
    board, grid = p.board, p.board.grid
    step = p.table.step(p)
    last = procedure(p)[-1]
    return sc.Picture(
        turn=p.round, phase=step.phase if step else "", step=step.id if step else "",
        headline=headline(p),
        control={name: SEATS[GERMAN if p.control & grid.bit[h] else SOVIET] for h, name in enumerate(grid.ids)},
        pieces=blocks(p, side),
        marks=[
            *(sc.MarkAt("rubble", grid.ids[h]) for h in grid.hexes(p.rubble)),
            *(sc.MarkAt("spent", f"penalty-{row + 1}", text="0") for row in range(ROWS) if p.spent >> row & 1),
        ],
        tracks={
            "losses": p.losses, "soviet-deck": p.count(SOVIET, DECK), "rubble": p.rubble.bit_count(),
            "next": NEXT[last.outcome] if p.frames and p.round else None,
        },
        notes={
            "next": "" if last.limit is None else f"{last.test}: {last.value} against {last.limit}",
            "losses": ", ".join(
                board.units[u].label + " (2)" * board.units[u].r for u in board.germans if p.at[u] == LOST
            ),
        },
        held=leaders(p), decks={SEATS[owner]: deck(p, owner) for owner in (GERMAN, SOVIET)}, hands=hands(p, seat, side),
        combat=attack(p, side), procedure=next_round(p), pools=pools(p, side),
        lost=[board.units[u].id for u in board.germans if p.at[u] == LOST],
        overlays=overlays(p, side), arrows=arrows(p),
        standing=f"Losses {p.losses} of {LOSSES}, {p.spawns_held().bit_count()} Soviet Spawn hexes, "
        f"{p.count(SOVIET, DECK)} Soviet cards",
    )  # fmt: skip


def leaders(p: City) -> list[sc.HeldMarker]:
    """Return the leaders in play."""
    return [
        sc.HeldMarker(card.id, card.title, card.text, (clause, card.clause))
        for owner, clause in ((GERMAN, "INF-GCARD-01"), (SOVIET, "INF-SCARD-02"))
        for card in map(p.board.cards.__getitem__, p.pile(owner, PLAY))
    ]


def deck(p: City, owner: int) -> sc.DeckState:
    """Return a side's deck, with the cards that everyone knows."""
    return sc.DeckState(
        draw=p.count(owner, DECK), removed=p.pile(owner, USED),
        seen=[sc.SeenCard(c, EFFECT) for c in (*p.pile(owner, SHOWN), *p.pile(owner, PLAY))],
    )  # fmt: skip


def hands(p: City, seat: int | None, side: int | None) -> list[sc.Hand]:
    """Return both hands. The seat sees its own cards."""
    return [
        sc.Hand(
            id=f"{SEATS[owner]}-hand", title=f"{SIDE_NAMES[owner]} hand",
            seat=p.table.game.seats[seat if seat == PARTNER and owner == GERMAN else owner], deck=SEATS[owner],
            count=p.count(owner, HAND), cards=tuple(p.pile(owner, HAND)) if owner == side else (),
        )
        for owner in (GERMAN, SOVIET)
    ]  # fmt: skip


def headline(p: City) -> str:
    """Return the round and, with two German players, the leader."""
    if not p.round:
        return "Set-up"
    return f"Round {p.round}" + (f", led by the {PLAYERS[p.leader]} German player" if p.table.partners else "")


def blocks(p: City, viewer: int | None) -> list[sc.PieceAt]:
    """Return the blocks on the map and on the chart.

    A concealed block shows only the name of its place. A block on a blank edge has no strength.
    """
    board, grid = p.board, p.board.grid
    found = []
    for h, stack in enumerate(p.stacks):
        if not stack:
            continue
        for u, name in zip(stack, shown_in(p, h, viewer), strict=True):
            side, at = SEATS[board.side[u]], grid.ids[h]
            if p.hidden(u, viewer):
                found.append(sc.PieceAt(id=name, side=side, at=at, hidden=True))
            else:
                flat = bool(p.battle & grid.bit[h])
                strength, label = shown(p, u), signed(p, u)
                found.append(sc.PieceAt(id=name, side=side, at=at, strength=strength, flat=flat, label=label))
    for row in range(ROWS):
        for n, _ in enumerate(row_of(p, row)):
            found.append(sc.PieceAt(id=f"?chart-{row + 1}-{n}", side="german", at=f"chart-{row + 1}", hidden=True))
        u = board.penalty[row]
        if u != EMPTY and p.at[u] == REMOVED:
            found.append(
                sc.PieceAt(id=board.units[u].id, side="german", at=f"penalty-{row + 1}", flat=True, strength=0)
            )
    for row_of_units, name in zip(board.pools, POOL_NAMES, strict=True):
        for n in range(sum(p.at[u] == POOL for u in row_of_units)):
            found.append(sc.PieceAt(id=f"?{name}-{n}", side="soviet", at=f"pool-{name}", hidden=True))
    return sorted(found, key=lambda block: block.at)


def signed(p: City, u: int) -> str:
    """Return the label for a White unit of the second German player, or "" for units whose color is enough."""
    board = p.board
    return f"{board.units[u].label} II" if board.units[u].colour == "white" and p.owner(u) == PARTNER else ""


def pools(p: City, side: int | None) -> list[sc.Pool]:
    """Return, for the Germans, the units picked up and those returned to the chart.

    Also return a note on enemy units revealed by the last combat, and on own units that returned to their pool.
    """
    board = p.board
    found = []
    if up := p.waiting:
        faces = tuple(board.units[u].id for u in up) if side == GERMAN else ()
        found.append(sc.Pool("picked-up", "To be deployed", len(up), faces))
    if (back := [board.units[u].id for u in board.germans if p.returned >> u & 1]) and side == GERMAN:
        found.append(sc.Pool("returned", "Went back to the chart", len(back), tuple(back)))
    shown = [u for u in range(len(board.units)) if p.seen >> u & 1]
    if seen := [board.units[u].id for u in shown if board.side[u] != side or p.at[u] == POOL]:
        found.append(sc.Pool("seen", "Seen in the last combat", len(seen), tuple(seen)))
    return found
