"""The costs of Actions: how isolation and the loss of the HQ double them, and the move tally with its reserve."""

from __future__ import annotations

from .control import set_track
from .position import Pocket


def multiple(p: Pocket, isolated: bool = False) -> int:
    """Return the factor that multiplies a cost: 1, 2 or 4 (CAU-ISO-02, CAU-HQ-01, CAU-HQ-02)."""
    times = 1 if p.at[p.table.hq] else 2  # `hq_lost` inlined, because every price needs it
    return 2 * times if isolated else times


def payment(p: Pocket, isolated: bool) -> tuple[int, int]:
    """Return the IP and supply cost of one movement payment, which is due for every five on the tally (CAU-MOVE-04).

    An event can change the supply part.
    """
    times = multiple(p, isolated)
    return times, times * max(0, 1 + p.event_movement)


def tally_price(p: Pocket) -> tuple[int, int]:
    """Return the cost of the move tally. An isolated unit's move doubles it unless the unit has a separate tally."""
    return payment(p, bool(p.isolated_moved) and not p.table.readings["isolated_movement=separate"])


def reserve(p: Pocket) -> tuple[int, int]:
    """Return the IP and supply reserved for an unsettled tally (CAU-MOVE-08), which cannot be spent on anything
    else.
    """
    ip = supply = 0
    if p.tally:
        ip, supply = tally_price(p)
    if p.isolated_tally:
        more_ip, more_supply = payment(p, True)
        ip, supply = ip + more_ip, supply + more_supply
    return ip, supply


def spendable(p: Pocket) -> tuple[int, int]:
    """Return the IP and supply available for other Actions (CAU-ACT-03)."""
    if not (p.tally or p.isolated_tally):
        return p.ip, p.supply
    ip, supply = reserve(p)
    return p.ip - ip, p.supply - supply


def room(p: Pocket, isolated: bool) -> int:
    """Return the number of points that a unit's step can still add to the tally (CAU-MOVE-05, CAU-MOVE-08,
    CAU-FLOW-17).

    At zero or less, the unit cannot move.
    """
    ip, supply = p.ip, p.supply
    if not ip or not supply:
        return 0
    tally = p.tally
    if p.table.readings["isolated_movement=separate"]:
        tally, other = (p.isolated_tally, p.tally) if isolated else (p.tally, p.isolated_tally)
        if other:
            other_ip, other_supply = payment(p, not isolated)
            ip, supply = ip - other_ip, supply - other_supply
        doubled = isolated
    else:
        doubled = isolated or bool(p.isolated_moved)
        if isolated and not p.isolated_moved and p.payments:
            # Payments made so far in this phase are doubled.
            once_ip, once_supply = payment(p, False)
            ip, supply = ip - p.payments * once_ip, supply - p.payments * once_supply
    each_ip, each_supply = payment(p, doubled)
    payable = ip // each_ip
    if each_supply:
        payable = min(payable, supply // each_supply)
    if p.table.readings["move_tally=lost"]:
        # One payment covers any step.
        return 5 if payable > 0 else 0
    return 5 * payable - tally


def doubles_all(p: Pocket, isolated: bool) -> bool:
    """Return whether a unit would be the first to double the cost of all movement in this phase (CAU-FLOW-17)."""
    return isolated and not p.isolated_moved and not p.table.readings["isolated_movement=separate"]


def add_to_tally(p: Pocket, points: int, isolated: bool) -> None:
    """Count a move into an area and pay as soon as the tally reaches five (CAU-MOVE-04).

    Points beyond five carry over, or are lost under the alternative reading.
    """
    if p.table.readings["isolated_movement=separate"]:
        if isolated:
            p.isolated_tally, due = divided(p, p.isolated_tally + points)
            if due:
                pay(p, *payment(p, True))
            return
    elif isolated and not p.isolated_moved:
        once_ip, once_supply = payment(p, False)
        pay(p, p.payments * once_ip, p.payments * once_supply)
        p.isolated_moved = 1
    tally, due = divided(p, p.tally + points)
    if due:
        p.payments += 1
        pay(p, *payment(p, bool(p.isolated_moved)))
    set_track(p, "tally", tally)


def divided(p: Pocket, tally: int) -> tuple[int, bool]:
    """Return a tally's new value and whether a payment is due (CAU-MOVE-04)."""
    if tally < 5:
        return tally, False
    return 0 if p.table.readings["move_tally=lost"] else tally - 5, True


def settle_tally(p: Pocket) -> None:
    """End movement; an open tally costs one more payment (CAU-MOVE-06, CAU-MOVE-07)."""
    pay(p, *reserve(p))
    set_track(p, "tally", 0)
    p.isolated_tally = 0


def pay(p: Pocket, ip: int, supply: int) -> None:
    """Deduct the cost of an Action."""
    set_track(p, "ip", p.ip - ip)
    set_track(p, "supply", p.supply - supply)


def attack_price(p: Pocket, target: int, unit_isolated: bool) -> tuple[int, int]:
    """Return the IP and supply cost of adding a unit to the attack on a target (CAU-ATK-05, CAU-FLOW-16).

    The first unit pays for the target. The first isolated unit doubles the cost already paid.
    """
    once = multiple(p)
    known = p.targets >> target & 1
    doubled = p.isolated_targets >> target & 1
    if not known:
        return once * (2 if unit_isolated else 1), 0
    if unit_isolated and not doubled:
        return once, once * p.attack_supply[target]
    return 0, 0


def support_price(p: Pocket, target: int) -> int:
    """Return the supply cost of committing another point to a target (CAU-ATK-06)."""
    return multiple(p, bool(p.isolated_targets >> target & 1))


def price_text(ip: int, supply: int) -> str:
    """Return a cost as text for a button."""
    parts = ([f"{ip} IP"] if ip else []) + ([f"{supply} supply"] if supply else [])
    return " + ".join(parts) or "free"
