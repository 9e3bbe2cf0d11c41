"""Let a bot play a seat. The bot gets only the seat's view. Its actions are checked, and its errors are caught."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from mamayev.engine.bot import Bot, GoOn, Intent, Plans
from mamayev.engine.event import Event
from mamayev.engine.position import Position
from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match

from .bots import find, names


class Under(NamedTuple):
    """The current plan of a bot: the positions at which a plan could begin in this season, the oldest first and the one
    of this turn last, and its name.

    If the name is None, it is unknown and must be computed again.
    """

    roots: tuple[Position, ...]
    name: str | None = None


def under_way(match: Match, bot: Bot) -> Under | None:
    """Return the plan that the deciding seat is following or starting, from the log of a match, or None."""
    if bot.plans is None:
        return None
    roots = match.since(bot.plans.begins, bot.plans.season(match.table.turn(match.position)))
    return Under(tuple(roots)) if roots else None


def keeping(
    bot: Bot, plan: Under | None, position: Position, rng: random.Random, go_on: GoOn | None = None
) -> tuple[Bot, str | None]:
    """Return the bot that follows the current plan, and the plan's name. The bot follows the plan from its beginning,
    even if another player took the first steps.
    """
    if plan is None or bot.plans is None:
        return bot, None
    roots = [seen_by(root, root.seat, rng) for root in plan.roots]
    name = named(bot.plans, roots, go_on or _go_on) if plan.name is None else plan.name
    p, keeper = roots[-1].copy(), bot.plans.by(name, roots)
    seat, turn = p.seat, p.table.turn(p)
    if turn != p.table.turn(position):
        return (keeper if bot.plans.keeps(seen_by(position, seat, rng), name) else bot), name
    while p != position and p.seat == seat and p.table.turn(p) == turn:
        p.apply(keeper.policy(p, rng))
    return keeper, name


def named(plans: Plans, roots: Sequence[Position], go_on: GoOn) -> str:
    """Return the name of the plan at the last position in `roots`: the positions in this season at which a plan could
    begin.
    """
    name: str | None = None
    for root in roots:
        if name is None or not plans.keeps(root, name):
            name = plans.choose(root, go_on)
    assert name is not None
    return name


def _go_on(_share: float) -> bool:
    """Always continue, because no caller can stop the search."""
    return True


def answer(position: Position, bot: Bot, rng: random.Random, name: str = "", go_on: GoOn | None = None) -> int:
    """Return a bot's legal action at a seat's decision. The position stays unchanged.

    The bot gets a determinization for the deciding seat. A search bot calls `go_on` during its search. If the bot fails
    or its answer is illegal, raises a Refusal that names it.
    """
    return _checked(position, seen_by(position, position.seat, rng), _thinking(bot, go_on), rng, name)


def advice(
    position: Position, bot: Bot, rng: random.Random, name: str = "", go_on: GoOn | None = None
) -> tuple[int, str]:
    """Return a bot's action at a seat's decision, and the reason.

    `go_on` is as in `answer`. Raises Refusal as `answer` does, and also if the bot gives no reason.
    """
    seen = seen_by(position, position.seat, rng)
    action = _checked(position, seen.copy(), _thinking(bot, go_on), rng, name)
    try:
        why = bot.why(seen, action)
    except Exception as error:
        raise _failed(name, error) from error
    return action, why


def _thinking(bot: Bot, go_on: GoOn | None) -> Bot:
    """Return a bot whose searches ask whether to continue."""
    think = bot.think
    return bot if go_on is None or think is None else replace(bot, policy=lambda p, _rng: think(p, go_on))


class Checked:
    """A bot's policy for one game on bare positions. If the bot fails, it raises a Refusal that names the bot.

    `plan` is the turn and the name of the plan that the bot keeps, or None if it keeps none.
    """

    def __init__(self, bot: Bot, name: str = "", plan: tuple[int, str] | None = None) -> None:
        self.bot, self.name, self.plan = bot, name, plan
        self._keeper = bot if plan is None or bot.plans is None else bot.plans.by(plan[1], ())

    def __call__(self, position: Position, rng: random.Random) -> int:
        plans = self.bot.plans
        if plans is not None and plans.begins(position):
            name = self.plan[1] if self.plan is not None and self._continues(position) else None
            name = plans.choose(position, _go_on) if name is None else name
            self.plan, self._keeper = (position.table.turn(position), name), plans.by(name, ())
        return _checked(position, position, self._keeper if self._follows(position) else self.bot, rng, self.name)

    def _follows(self, position: Position) -> bool:
        """Return whether the plan belongs to this turn or continues in it."""
        turn = position.table.turn(position)
        return self.plan is not None and (self.plan[0] == turn or self._continues(position))

    def _continues(self, position: Position) -> bool:
        """Return whether the plan belongs to an earlier turn of this season and continues."""
        plans, turn = self.bot.plans, position.table.turn(position)
        if plans is None or self.plan is None or self.plan[0] == turn:
            return False
        return plans.season(self.plan[0]) == plans.season(turn) and plans.keeps(position, self.plan[1])


def checked(bot: Bot, name: str = "") -> Checked:
    """Return a bot's policy for one game (see `Checked`)."""
    return Checked(bot, name)


def seen_by(position: Position, seat: int, rng: random.Random) -> Position:
    """Return a position as a seat knows it: a full copy that the seat cannot distinguish from this position."""
    seen: Position = position.table.sample(position, seat, rng)
    return position.copy() if seen is position else seen


def _checked(position: Position, seen: Position, bot: Bot, rng: random.Random, name: str) -> int:
    try:
        action = bot.policy(seen, rng)
    except Exception as error:
        raise _failed(name, error) from error
    if type(action) is not int:
        raise Refusal(f"{_who(name)} answered {action!r} instead of an action.", field="players")
    if not position.allows(action):
        if action in position.actions():  # the error is in the box, not in the bot
            raise position.table.unplayed(position.box, action)
        raise Refusal(f"{_who(name)} chose {_told(position, action)}, which is not allowed here.", field="players")
    return action


def _who(name: str) -> str:
    return f"The bot “{name or 'without a name'}”"


def _failed(name: str, error: Exception) -> Refusal:
    if isinstance(error, Refusal):
        # A message about a player such as a program already names it.
        who = "" if error.field == "players" else f"{_who(name)} failed: "
        return Refusal(f"{who}{error.text}", error.clauses, field="players")
    return Refusal(f"{_who(name)} failed: {type(error).__name__}: {str(error).rstrip('.')}.", field="players")


def _told(position: Position, action: int) -> str:
    try:
        return f"“{position.name(action)}”"
    except (IndexError, KeyError, ValueError):
        return f"the unknown action {action}"


def take(match: Match, bot: Bot, rng: random.Random, name: str = "") -> list[Event]:
    """Let a bot play the current decision of a match, and return the events.

    If this raises Refusal, the match is unchanged.
    """
    decision = match.decision
    if decision is None or decision.index < 0:
        raise Refusal("No seat has a decision to make.", field="players")
    bot, _ = keeping(bot, under_way(match, bot), match.position, rng)
    return match.play(match.table.notation.text(answer(match.position, bot, rng, name)))


def rng_of(match: Match, bot: str) -> str:
    """Return the seed of a bot's generator at the current decision. The same seed and log give the same choices."""
    return f"{match.record.seed}/{bot}/{len(match.record.log)}"


def play_on(match: Match, seats: Mapping[str, str]) -> list[Event]:
    """Let bots play until a person or a lesson must decide, or the game is over, and return the events.

    `seats` maps seats to the names of bots. The same seed and log give the same choices. Raises a Refusal that names
    the bot.
    """
    events: list[Event] = []
    while (decision := match.decision) is not None and decision.seat in seats and not match.lesson_tasks:
        name = seats[decision.seat]
        rng = random.Random(rng_of(match, name))
        events += take(match, find(match.game, name), rng, name)
    return events


def hint(match: Match, name: str = "") -> dict[str, Any]:
    """Return a bot's current choice and its reason: {"text", "label", "why"}, and "intent" if it has one.

    The default is the game's own first bot or, in a lesson, its task.

    Raises Refusal if no seat has a decision to make, or if the bot fails.
    """
    lesson = lesson_hint(match, name)
    if lesson is not None:
        return lesson
    bot = name or names(match.game)[0]
    rng = random.Random(rng_of(match, bot))
    found = find(match.game, bot)
    keeper, _ = keeping(found, under_way(match, found), match.position, rng)
    action, why = advice(match.position, keeper, rng, bot)
    label = match.table.label(match.position, action)
    meant = intent(match.position, keeper, rng, bot)
    told = {"text": match.table.notation.text(action), "label": label, "why": why}
    return told if meant is None else told | {"intent": meant}


def lesson_hint(match: Match, name: str = "") -> dict[str, Any] | None:
    """Return the task of a lesson in the form of `hint`.

    Return None if the lesson has no task, or if a bot is named. Raises Refusal if no seat has a decision to make.
    """
    decision = match.decision
    if decision is None or decision.index < 0:
        raise Refusal("There is no hint because no seat decides now.", field="bot")
    now = match.lesson_now()
    if name or now is None or now.action is None:
        return None
    return {"text": now.action["text"], "label": now.action["label"], "why": now.text}


def intent(position: Position, bot: Bot, rng: random.Random, name: str = "") -> Intent | None:
    """Return a bot's plan for this turn, based on the deciding seat's view. Return None if it has no plan, or if no
    seat must decide. Raises a Refusal that names the bot if it fails.
    """
    if bot.intent is None or position.seat < 0:
        return None
    try:
        return bot.intent(seen_by(position, position.seat, rng))
    except Exception as error:
        raise _failed(name, error) from error
