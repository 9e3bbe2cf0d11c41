"""The texts of a review about decisions and rolls: the labels, the reasons and the better line."""

from __future__ import annotations

import random
from collections.abc import Sequence

from mamayev.engine.bot import Bot
from mamayev.engine.chance import keyed
from mamayev.engine.event import Card, Event, Roll, Volley
from mamayev.engine.position import CHANCE, Position
from mamayev.engine.words import counted
from mamayev.match.match import Match
from mamayev.match.reviewed import Deed, Die, Line, Unit, amount

from ..bots import names
from ..seat import seen_by
from .story import Period, Stretch

NAMED = 2
"""The number of a stretch's actions that a label names."""
LONGEST = 12
"""The number of actions to show from the staff's choice."""
DECIDED = 2
"""The number of times that luck must outweigh a seat's decisions to have decided a game."""
BRANCH = 400
"""Maximum number of entries in a better line."""


def played(stretch: Stretch) -> Deed:
    """Return the actions in a stretch that differ from the staff's choice."""
    p, found = stretch.before.copy(), []
    for place, action in enumerate(stretch.actions):
        if place in stretch.places:
            found.append((action, p.table.label(p, action)))
        p.apply(action)
    return _deed(p, found)


def choice(stretch: Stretch, match: Match, staff: Bot) -> tuple[Deed, str]:
    """Return the staff's alternative to a stretch, and its reason."""
    rng = random.Random(f"{match.record.seed}/{names(match.game)[0]}/{stretch.ply}")
    p = seen_by(stretch.before, stretch.seat, rng)
    found, why = list[tuple[int, str]](), ""
    while p.seat == stretch.seat and p.table.turn(p) == stretch.turn and len(found) < LONGEST:
        action = staff.policy(p, rng)
        why = why or staff.why(p, action)
        found.append((action, p.table.label(p, action)))
        if len(found) >= len(stretch.actions) and found[-1][0] not in stretch.actions:
            break
        reveals = p.box.reveals
        p.apply(action)
        if reveals:
            break
    other = [row for row in found if row[0] not in stretch.actions]
    return _deed(p, other or found[:1], [action for action, _ in found]), why


def _deed(p: Position, found: list[tuple[int, str]], all_actions: Sequence[int] = ()) -> Deed:
    notation = p.table.notation
    spaces, pieces = dict[str, None](), dict[str, None]()
    for action, _ in found:
        verb = notation.verbs[action >> 24]
        for kind, arg in zip(verb.args, notation.args(action), strict=True):
            if kind in ("space", "piece"):
                (spaces if kind == "space" else pieces)[notation.noun(kind, arg).id] = None
    return Deed(
        tuple(notation.text(action) for action in all_actions or [action for action, _ in found]),
        "; ".join(label for _, label in found[:NAMED]),
        tuple(spaces),
        tuple(pieces),
        max(0, len(found) - NAMED),
    )


def figures(pairs: Sequence[tuple[float, float]], unit: Unit, why: str) -> str:
    """Return the figures for a better choice, then the staff's own reason. `pairs`: the values as played and with the
    staff's choice."""
    was, is_better = (sum(pair[side] for pair in pairs) / len(pairs) for side in (0, 1))
    if unit == "chance":
        said = f"Chance to win as played: {amount(was, unit)}%. Better: {amount(is_better, unit)}%."
    else:
        said = f"As played: {was:.1f} points. Better: {is_better:.1f} points."
    return f"{said} {why}".strip()


def better_line(stretch: Stretch, match: Match, staff: Bot) -> Line:
    """Return the branch in which the staff plays from a stretch to the end of the turn, with the dice of the game."""
    p, fallen, seed = stretch.before.copy(), stretch.fallen.copy(), match.record.seed
    table, entries = p.table, list[str]()
    while p.frames and table.turn(p) == stretch.turn and len(entries) < BRANCH:
        if p.seat == CHANCE:
            action = p.roll(keyed(seed, table.turn(p), p.box.name, fallen.add(p)))
        elif p.seat in table.procedures:
            action = table.procedures[p.seat](p).action
        else:
            rng = random.Random(f"{seed}/{names(match.game)[0]}/{stretch.ply + len(entries)}")
            action = staff.policy(seen_by(p, p.seat, rng), rng)
        entries.append(p.name(action))
        p.apply(action)
    return Line(stretch.ply, tuple(entries))


def die(match: Match, ply: int, until: int, period: Period, seat: str, gained: float, chance: float) -> Die | None:
    """Return a roll as a seat sees it, or None if it has no sentence in the log. `ply`: the length of the log before
    the roll. `until`: the end of its run of chance, because dice that are read together have their sentence after the
    last one.
    """
    told: Event | None = None
    for event in match.events:
        if event.ply > until or told is not None:
            break
        if event.ply > ply and isinstance(event, (Roll, Volley, Card)) and event.text and event.seen_by(seat):
            told = event
    if told is None:
        return None
    entries = [line.split() for line in match.record.log[ply : told.ply]]
    faces = tuple(int(words[1]) for words in entries if words[0] in ("die", "card"))
    return Die(
        ply=told.ply, turn=period.turn, title=period.title, text=told.text, faces=faces[:LONGEST],
        chance=chance, gained=gained,
    )  # fmt: skip


def told(luck: float, decisions: float, others: float, unit: Unit, *, blamed: bool, since: str = "") -> str:
    """Return the summary sentence for a seat. `blamed`: whether the review names a single decision, or the game is not
    decided. `since`: the first turn that the review knows; "" if it knows all of them.
    """
    if since:
        known = told(luck, decisions, others, unit, blamed=blamed)
        return f"From {since}, {known[0].lower()}{known[1:]}"
    lucky, made, theirs = (amount(value, unit) for value in (luck, decisions, others))
    hundred = " in 100" if unit == "chance" else ""

    def points(value: int) -> str:
        return f"{counted(value, '# point', '# points')}{hundred}"

    if not lucky and not made:
        if not theirs:
            return "Dice and decisions changed nothing."
        return f"The decisions of the others {'cost' if others < 0 else 'gave'} you {points(theirs)}."
    whose = "Those" if made else "The decisions"
    more = f" {whose} of the others {'cost' if others < 0 else 'gave'} you {theirs}." if theirs else ""
    if not blamed and lucky >= DECIDED * made and lucky > theirs:
        end = f" Your decisions {'cost' if decisions < 0 else 'gained'} {made}." if made else ""
        return f"The dice decided it: {points(lucky)}{' against you' if luck < 0 else ' for you'}.{end}{more}"
    if not lucky:
        return f"Your decisions {'cost you' if decisions < 0 else 'gained'} {points(made)}.{more}"
    dice = f"The dice {'cost' if luck < 0 else 'gave'} you {points(lucky)}"
    verb = "" if (luck < 0) == (decisions < 0) else " cost" if decisions < 0 else " gained"
    return f"{dice}{f', your decisions{verb} {made}' if made else ''}.{more}"


def resignation(lost: float, unit: Unit, *, on_time: bool) -> str:
    """Return the sentence about a resignation or a loss on time, or "" if it cost nothing."""
    cost = amount(lost, unit)
    return f" Of this, {'the loss on time' if on_time else 'your resignation'} cost {cost}." if cost else ""
