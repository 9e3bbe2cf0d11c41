"""The picture of a position for a seat."""

from __future__ import annotations

from mamayev.engine import scene as sc
from mamayev.terrain.look import attacks

from ..printed.cards import ACTIVATION, BOX, COMBAT, DECKS, DISCARD, DRAW, HAND, KIND_NAMES, REMOVED
from ..printed.map import AXIS, NO_BRIDGE, OFF_MAP, SEATS, SOVIET, ZONE_NAMES
from ..printed.units import CUP_NAMES, HEADQUARTERS, IN_CUP, LOST, NONE, WAITING, members
from ..rules.combat import Declared
from ..rules.combat_locals import Combat
from ..rules.position import NOT_CALLED, SIDE_NAMES, Operation
from ..rules.preparation import SUPREME
from .overlays import overlays
from .panel import MOVE_STAGE, acting, activation, combat, stage
from .pieces import own_strip


def picture(p: Operation, seat: int | None) -> sc.Picture:
    board = p.board
    step = p.table.step(p)
    who = f", {SIDE_NAMES[p.active]} activation" if p.frames and p.inside("action-phase") else ""
    return sc.Picture(
        turn=p.turn, phase=step.phase if step else "", step=step.id if step else "", headline=f"Turn {p.turn}{who}",
        season="winter", mover=SEATS[p.active], control={}, pieces=pieces(p), marks=marks(p),
        tracks={
            "turn": p.turn, "advance": None if p.track == NOT_CALLED else p.track,
            "survival": "Survival" if p.survival else "Normal", "luck": SEATS[p.luck].title(),
        },
        notes={"advance": f"Called in turn {p.called}." if p.called else "Not called."},
        held=held(p, seat), hands=hands(p, seat), decks=deck_states(p), pools=pools(p),
        overlays=overlays(p, seat), combat=combat(p), activation=activation(p),
        arrows=arrows(p), lost=[unit.id for unit, h in zip(board.units, p.at, strict=True) if h == LOST],
        standing="; ".join(
            f"{name} {sum(1 for u in p.on_map(board.of_side[s]) if board.is_combat[u])} units"
            for s, name in enumerate(SIDE_NAMES)
        ),
    )  # fmt: skip


def pieces(p: Operation) -> list[sc.PieceAt]:
    """Return the counters on the map, which both sides see alike (DON-FOG-03). An HQ is at the bottom of its stack."""
    board = p.board
    found = []
    now = stage(p) if p.whom and p.frames else None
    # No unit can act while a seat is asked for a card.
    asked = now is not None and p.inside("window")
    for u in sorted(range(len(board.units)), key=lambda u: (p.at[u], board.kind[u] != HEADQUARTERS, u)):
        h = p.at[u]
        if h >= OFF_MAP:
            continue
        states = []
        if now is not None and p.activated >> u & 1:
            does = acting(p, u, now)
            if does == "may" and not asked:
                states.append("active")
            elif does == "done":
                states.append("moved" if now == MOVE_STAGE else "acted")
        if p.unsupplied >> u & 1:
            states.append("unsupplied")
        reduced = "reduced" if p.steps[u] < board.units[u].steps else ""
        found.append(
            sc.PieceAt(
                id=board.units[u].id, at=board.grid.ids[h], side=SEATS[board.side_of[u]], face=reduced,
                states=tuple(states),
                strip=own_strip(p, u),
            )
        )  # fmt: skip
    return found


def marks(p: Operation) -> list[sc.MarkAt]:
    """Return the marks for the Schwerpunkt, overrun HQs, and a bridge built in play."""
    board, grid = p.board, p.board.grid
    found = []
    if p.schwerpunkt != NONE:
        found.append(sc.MarkAt("schwerpunkt", grid.ids[p.at[p.schwerpunkt]]))
    for hq, h in zip(board.soviet_hqs, p.overrun_at, strict=True):
        if h < OFF_MAP:
            found.append(sc.MarkAt("overrun", grid.ids[h], text=board.units[hq].name))
    if p.built != NO_BRIDGE:
        a, b = grid.sides[p.built]
        found.append(sc.MarkAt("bridge", grid.ids[a], text=f"to {grid.ids[b]}"))
    return found


def held(p: Operation, seat: int | None) -> list[sc.HeldMarker]:
    """Return the information that only this seat can see."""
    board = p.board
    found = []
    if seat == AXIS and p.zone != NONE:
        text = f"The real meeting zone is {ZONE_NAMES[p.zone]}."
        found.append(sc.HeldMarker("zone", f"Meeting zone {ZONE_NAMES[p.zone]}", text, ("DON-CALL-04",)))
    if seat is not None:
        seen = [board.cards[c].title for c in members(p.known) if board.cards[c].side != seat]
        if seen:
            found.append(sc.HeldMarker("known", "Known enemy cards", ", ".join(seen) + "."))
    return found


def hands(p: Operation, seat: int | None) -> list[sc.Hand]:
    """Return the hands and boxes. Every viewer sees the number of cards; only the owner sees the cards themselves."""
    found = []
    for s in (SOVIET, AXIS) if seat == SOVIET else (AXIS, SOVIET):
        rows = [
            (f"hand-{DECKS[s][kind]}", f"{SIDE_NAMES[s]} {KIND_NAMES[kind]} cards", kind, p.held(s, kind, HAND))
            for kind in (ACTIVATION, COMBAT)
        ]
        rows.append((SUPREME[s].lower(), f"{SUPREME[s]} box", COMBAT, p.held(s, COMBAT, BOX)))
        for name, title, kind, cards in rows:
            shown = tuple(cards) if seat == s else ()
            found.append(
                sc.Hand(id=name, title=title, seat=SEATS[s], deck=DECKS[s][kind], count=len(cards), cards=shown)
            )
    return found


def deck_states(p: Operation) -> dict[str, sc.DeckState]:
    """Return the size of each draw pile, and the discarded and removed cards face up."""
    return {
        DECKS[s][kind]: sc.DeckState(
            draw=len(p.held(s, kind, DRAW)), discard=p.held(s, kind, DISCARD), removed=p.held(s, kind, REMOVED)
        )
        for s in (AXIS, SOVIET)
        for kind in (ACTIVATION, COMBAT)
    }


def pools(p: Operation) -> list[sc.Pool]:
    """Return the counters off the map: those due or attachable, those in the cups, and eliminated units."""
    board = p.board
    found: list[sc.Pool] = []

    def add(key: str, title: str, units: list[int]) -> None:
        found.append(sc.Pool(key, title, len(units), tuple(board.units[u].id for u in units)))

    if p.frames and p.box.name in ("attach", "attach-tigers"):
        add("attached", "To be attached", p.pieces())
    off: dict[int, list[int]] = {IN_CUP: [], WAITING: [], LOST: []}
    for u, h in enumerate(p.at):
        if h in off:
            off[h].append(u)
    for cup, name in enumerate(CUP_NAMES):
        add(f"cup-{cup}", f"{name} cup", [u for u in off[IN_CUP] if board.cup[u] == cup])
    for s, name in enumerate(SIDE_NAMES):
        waiting = [u for u in off[WAITING] if board.side_of[u] == s]
        for turn in sorted({board.units[u].turn for u in waiting}):
            title = f"{name} units of turn {turn}" if turn else f"{name} units that arrive with their formation"
            add(f"due-{SEATS[s]}-{turn}", title, [u for u in waiting if board.units[u].turn == turn])
        if gone := [u for u in off[LOST] if board.side_of[u] == s]:
            add(f"lost-{SEATS[s]}", f"Eliminated {name} units", gone)
    return found


def arrows(p: Operation) -> list[sc.Arrow]:
    """Return the arrows of the current attack."""
    grid = p.board.grid
    units = target = 0
    if p.frames and p.inside("combat"):
        f = p.frame("combat")
        units, target = f[Combat.attackers], f[Combat.target]
    elif p.frames and p.inside("declare"):
        f = p.frame("declare")
        units, target = f[Declared.units], f[Declared.target] - 1
    return attacks(grid, [(p.at[u], target) for u in p.on_map(units)])
