"""What Actions cost: the doubling by isolation and by the loss of the HQ, and the move tally with its reserve."""

from __future__ import annotations

from .control import set_track
from .position import Pocket


def multiple(p: Pocket, isolated: bool = False) -> int:
    """CAU-ISO-02, CAU-HQ-01, CAU-HQ-02: 1, 2 or 4."""
    times = 1 if p.at[p.table.hq] else 2  # `hq_lost`, written out: every price asks for it
    return 2 * times if isolated else times


def payment(p: Pocket, isolated: bool) -> tuple[int, int]:
    """IP and supply of one movement payment, due for every five on the tally (CAU-MOVE-04).

    An event may change the supply part.
    """
    times = multiple(p, isolated)
    return times, times * max(0, 1 + p.event_movement)


def reserve(p: Pocket) -> tuple[int, int]:
    """IP and supply that an unsettled tally will cost (CAU-MOVE-08); they may not be spent on anything else."""
    ip = supply = 0
    if p.tally:
        ip, supply = payment(p, bool(p.isolated_moved) and not p.table.isolated_movement_separate)
    if p.isolated_tally:
        more_ip, more_supply = payment(p, True)
        ip, supply = ip + more_ip, supply + more_supply
    return ip, supply


def spendable(p: Pocket) -> tuple[int, int]:
    """IP and supply that are free for other Actions (CAU-ACT-03)."""
    if not (p.tally or p.isolated_tally):
        return p.ip, p.supply
    ip, supply = reserve(p)
    return p.ip - ip, p.supply - supply


def room(p: Pocket, isolated: bool) -> int:
    """How many points a step of such a unit may still add to the tally (CAU-MOVE-05, CAU-MOVE-08, CAU-FLOW-17).

    Zero or less: no step at all.
    """
    ip, supply = p.ip, p.supply
    if not ip or not supply:
        return 0
    tally = p.tally
    if p.table.isolated_movement_separate:
        tally, other = (p.isolated_tally, p.tally) if isolated else (p.tally, p.isolated_tally)
        if other:
            other_ip, other_supply = payment(p, not isolated)
            ip, supply = ip - other_ip, supply - other_supply
        doubled = isolated
    else:
        doubled = isolated or bool(p.isolated_moved)
        if isolated and not p.isolated_moved and p.payments:
            # The payments made so far in this phase become double ones.
            once_ip, once_supply = payment(p, False)
            ip, supply = ip - p.payments * once_ip, supply - p.payments * once_supply
    each_ip, each_supply = payment(p, doubled)
    payable = ip // each_ip
    if each_supply:
        payable = min(payable, supply // each_supply)
    if p.table.move_tally_lost:
        # One payment covers whatever a step adds.
        return 5 if payable > 0 else 0
    return 5 * payable - tally


def add_to_tally(p: Pocket, points: int, isolated: bool) -> None:
    """Count an area entered, and pay at the instant five is reached; points beyond five carry over, or are lost under
    the other reading (CAU-MOVE-04)."""
    if p.table.isolated_movement_separate:
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
    """CAU-MOVE-04: where the marker of a tally goes, and whether a payment is due."""
    if tally < 5:
        return tally, False
    return 0 if p.table.move_tally_lost else tally - 5, True


def settle_tally(p: Pocket) -> None:
    """CAU-MOVE-06, CAU-MOVE-07: movement is over; an open tally costs one more payment."""
    pay(p, *reserve(p))
    set_track(p, "tally", 0)
    p.isolated_tally = 0


def pay(p: Pocket, ip: int, supply: int) -> None:
    """Deduct the price of an Action."""
    set_track(p, "ip", p.ip - ip)
    set_track(p, "supply", p.supply - supply)


def attack_price(p: Pocket, target: int, unit_isolated: bool) -> tuple[int, int]:
    """IP and supply that it costs now to name a unit against a target (CAU-ATK-05, CAU-FLOW-16).

    The first unit pays for the target. The first isolated unit on a target doubles what has been paid for it.
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
    """Supply for one more point on a target (CAU-ATK-06)."""
    return multiple(p, bool(p.isolated_targets >> target & 1))


def price_text(ip: int, supply: int) -> str:
    """A price for a button."""
    parts = ([f"{ip} IP"] if ip else []) + ([f"{supply} supply"] if supply else [])
    return " + ".join(parts) or "free"
