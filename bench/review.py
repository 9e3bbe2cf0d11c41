"""Measure what a review finds: planted blunders, false alarms, and its time.

    python bench/review.py blunders inferno --games 20    # 18 of 20 must be found
    python bench/review.py alarms cauldron --games 20     # at most one mistake may be named
    python bench/review.py times barbarossa
    python bench/review.py lines game.json --plays 200    # what the named mistakes of a saved game really cost

A planted blunder: in a game of the staff, one decision is replaced by the worst of the staff's candidates, and the
staff plays on. A staff that plans whole turns and rates no single action has its styles as candidates, from the
beginning of a turn to the first roll. The worst is chosen by playouts, among decisions of the whole game whose
candidates the staff rates far below its choice, or among turns. Its loss is measured by whole plays on dice of their
own, up to ten times as many as those of the review's screening: fewer if the loss is clear before. It is found if one
of the named mistakes contains it, or a part of it.

The strongest bot of the false alarms is the strategist, where there is one. It may leave the staff's way; the review
must not blame it for that.

`lines` plays out both lines of each named mistake to the end of the game, as played and as the staff would have chosen:
from positions that the player could not tell from the real one, with the full staff in every seat, on dice of its own.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

from mamayev.engine.bot import STRATEGIST
from mamayev.engine.chance import Luck
from mamayev.engine.playout import playout
from mamayev.engine.position import Position
from mamayev.lab.review import review
from mamayev.match.match import Match
from mamayev.match.reviewed import review_of
from mamayev.players import play_on
from mamayev.players.forecast import SURE, interval, wilson
from mamayev.players.reviewing import Review
from mamayev.players.reviewing.plays import Judge, compare, staff_of
from mamayev.players.reviewing.review import MOST
from mamayev.players.reviewing.story import Stretch

ROUGH, CANDIDATES = 4, 3
"""The plays of each candidate, and the candidates of each decision, among which a blunder is sought."""
CLOSER, AGAIN = 6, 8
"""The candidates that lose most in these plays, and the further plays of each."""
CLEAR = 3.0
"""The standard errors by which a loss must differ from the least loss to be measured with fewer plays."""
LOOKED = 100
"""The decisions whose candidates are rated."""
TIMES = 10


class Planted(NamedTuple):
    """A game with a blunder from `ply` to `until`: the loss by independent plays, with its 95% interval."""

    match: Match
    ply: int
    until: int
    text: str
    loss: tuple[float, float, float]


def of_staff(game: str, seed: int, bot: str = "staff") -> Match:
    """Return a game of one bot against itself."""
    match = Match.new(game, seed=seed)
    play_on(match, dict.fromkeys(match.table.open_seats, bot))
    return match


def planted(game: str, seed: int, least: float, sought: int) -> Planted | str:
    """Return a game of the staff with a blunder that costs at least this much, or what the worst candidate costs.
    `sought`: the number of decisions or turns whose candidates are tried."""
    match, rng = of_staff(game, seed), random.Random(seed)
    opens = [match.game.seats.index(seat) for seat in match.table.open_seats]
    measure = Measure(rng, Judge(match.game, opposite=True), 1.0 if game == "cauldron" else 0.5)
    places = list(decided(match, opens))
    candidates = [one for ply, others in worst(match, places, rng)[:sought] for one in wrong(match, ply, others)]
    rows = [(measure.losses(one, ROUGH), one) for one in candidates or styled(match, places, sought, rng)]
    closer = sorted((row for row in rows if row[0]), key=lambda row: -mean(row[0]))[:CLOSER]
    rows = [(found + measure.losses(stretch, AGAIN), stretch) for found, stretch in closer]
    if not rows:
        return "no candidate differs"
    _, stretch = max(rows, key=lambda row: mean(row[0]))
    loss, low, high = measure.loss(stretch, least)
    texts = [match.table.notation.text(action) for action in stretch.actions]
    text = texts[0] if len(texts) == 1 else f"{texts[0]} ... {texts[-1]}"
    if low < least:
        return f"the worst is “{text}” after {stretch.ply}, loses {loss:.3f} ({low:.3f} to {high:.3f})"
    again = match.record.replay(stretch.ply)
    for each in texts:
        again.play(each)
    until = len(again.record.log)
    play_on(again, dict.fromkeys(match.table.open_seats, "staff"))
    return Planted(again, stretch.ply, until, text, (loss, low, high))


class Measure(NamedTuple):
    """Measures what actions cost compared with the staff's choice, in wins or points. `scale`: this unit for each unit
    of the result."""

    rng: random.Random
    judge: Judge
    scale: float

    def losses(self, stretch: Stretch, plays: int) -> list[float]:
        """Return the loss in each of some whole plays on fresh dice."""
        seeds = [self.rng.getrandbits(53) for _ in range(plays)]
        pairs = compare(0, stretch, seeds, None, self.judge).pairs
        return [(better - was) * self.scale for was, better in pairs]

    def loss(self, stretch: Stretch, least: float) -> tuple[float, float, float]:
        """Return the mean loss with its 95% interval, from fewer plays if it is clearly above or below `least`."""
        found = list[float]()
        for _ in range(TIMES):
            found += self.losses(stretch, MOST)
            value = interval(found)
            error = (value[2] - value[0]) / SURE
            if error and abs(value[0] - least) > CLEAR * error:
                break
        return value


def wrong(match: Match, ply: int, actions: list[int]) -> Iterator[Stretch]:
    """Yield each of these actions at a decision, as a stretch of its own."""
    p = match.at(ply)
    for action in actions:
        yield Stretch(p.seat, ply, p.copy(), (action,), (0,), None, False, p.table.turn(p), 0)  # type: ignore[arg-type]


def worst(match: Match, places: list[int], rng: random.Random) -> list[tuple[int, list[int]]]:
    """Return decisions with the candidates that the staff rates worst: first those whose worst candidate is furthest
    below its choice, by the spread of its kind of decision."""
    staff = staff_of(match.game)
    found = dict[str, list[tuple[float, int, list[int]]]]()
    for ply in rng.sample(places, min(LOOKED, len(places))):
        p = match.at(ply)
        own = p.table.notation.parse(match.record.log[ply])
        rank = {action: rating for action, rating in staff.rank(p.table.sample(p, p.seat, rng)) if p.allows(action)}
        others = sorted((action for action in rank if action != own), key=lambda action: rank[action])[:CANDIDATES]
        if others and own in rank:
            found.setdefault(p.box.name, []).append((rank[own] - rank[others[0]], ply, others))
    spread = {kind: max(gap for gap, _, _ in rows) or 1.0 for kind, rows in found.items()}
    rows = [(gap / spread[kind], ply, others) for kind, row in found.items() for gap, ply, others in row]
    return [(ply, others) for _, ply, others in sorted(rows, key=lambda row: -row[0])]


def styled(match: Match, places: list[int], sought: int, rng: random.Random) -> Iterator[Stretch]:
    """Yield how the staff's styles would play some turns, each from its beginning to the first roll."""
    staff, begins, last = staff_of(match.game), list[int](), (-1, -1)
    for ply in places:
        p = match.at(ply)
        if last != (last := (p.seat, p.table.turn(p))):
            begins.append(ply)
    for ply in rng.sample(begins, min(sought, len(begins))):
        before = match.at(ply).copy()
        for policy in staff.styles.values():
            p, actions = before.copy(), list[int]()
            while p.frames and p.seat == before.seat and p.table.turn(p) == before.table.turn(before):
                actions.append(policy(p, random.Random(ply)))
                p.apply(actions[-1])
            if actions != [match.table.notation.parse(line) for line in match.record.log[ply : ply + len(actions)]]:
                turn = before.table.turn(before)
                yield Stretch(before.seat, ply, before, tuple(actions), (0,), None, False, turn, 0)  # type: ignore[arg-type]


def decided(match: Match, opens: list[int]) -> Iterator[int]:
    """Yield the plies before the decisions of these seats."""
    for ply, p in enumerate(match.onwards(0)):
        if p.frames and p.seat in opens and ply < len(match.record.log):
            yield ply


def names_it(found: Review, blunder: Planted) -> bool:
    """Return whether a named mistake contains an entry of a blunder."""
    named = [one for seat in found.seats for one in seat.mistakes]
    return any(one.ply < blunder.until and blunder.ply < one.until for one in named)


def blunders(game: str, games: int, seed: int, least: float, sought: int, given: dict[str, Any]) -> int:
    """Plant blunders until there are enough, and count those that are found."""
    hits, done = 0, 0
    while done < games:
        one = planted(game, seed, least, sought)
        seed += 1
        if isinstance(one, str):
            print(f"seed {seed - 1}: {one}", flush=True)
            continue
        done += 1
        found = review(one.match, **given)
        hit = names_it(found, one)
        hits += hit
        others = sum(len(seat.mistakes) for seat in found.seats) - hit
        loss, low, high = one.loss
        print(
            f"seed {seed - 1}: “{one.text}” after {one.ply}, loses {loss:.3f} ({low:.3f} to {high:.3f}): "
            f"{'found' if hit else 'missed'}, {others} more named, {found.plays} plays in {found.seconds:.0f} s",
            flush=True,
        )
    low, high = wilson(hits, games)
    print(f"{game}: {hits} of {games} planted blunders found (95% interval {low:.0%} to {high:.0%})")
    return 0 if hits >= 0.9 * games else 1


def alarms(game: str, games: int, seed: int, given: dict[str, Any]) -> int:
    """Count the mistakes named in games of the strongest bot against itself."""
    named = 0
    for number in range(games):
        match = Match.new(game, seed=seed + number)
        bot = STRATEGIST if STRATEGIST in match.game.levels else "staff"
        play_on(match, dict.fromkeys(match.table.open_seats, bot))
        found = review(match, **given)
        mistakes = [one for each in found.seats for one in each.mistakes]
        named += len(mistakes)
        told = "; ".join(f"{one.played.label} {one.lost:.3f} ± {one.error:.3f}" for one in mistakes)
        print(f"seed {seed + number}: {found.different} different, {len(mistakes)} named {told}", flush=True)
    print(f"{game}: {named} mistakes named in {games} games")
    return 0 if named <= max(1, games // 20) else 1


def times(game: str, seed: int, given: dict[str, Any]) -> int:
    """Time the review of a game between the staff and a recruit, which differs often."""
    match = Match.new(game, seed=seed)
    first, *others = match.table.open_seats
    play_on(match, {first: "recruit"} | dict.fromkeys(others, "staff"))
    begun = time.perf_counter()
    found = review(match, **given)
    print(
        f"{game}: {time.perf_counter() - begun:.0f} s, {found.plays} plays, {found.different} of {found.decisions} "
        f"decisions differ, {found.looked} looked at, {found.workers} processes"
    )
    for each in found.seats:
        print(f"  {each.seat}: {each.sentence}")
        for one in each.mistakes:
            print(
                f"    {one.title}: {one.played.label} -{one.lost:.3f} ± {one.error:.3f}; {one.better.label}. {one.why}"
            )
    return 0


def ended(p: Position, seat: int, seed: int) -> float:
    """Return the result for a seat if the staff plays a position to its end."""
    game = p.table.game
    policies = dict.fromkeys(range(len(game.seats)), staff_of(game).policy)
    playout(p, random.Random(seed), policies, luck=Luck(seed))
    return float(p.table.returns(p)[seat])


def both_lines(match: Match, ply: int, until: int, seed: int) -> tuple[float, float] | None:
    """Return the results of the log entries between two plies and of the staff's choice, in one position that the
    player could not tell from the real one; None if the entries cannot be played there."""
    before, rng = match.at(ply), random.Random(f"lines/{seed}")
    seat, notation = before.seat, before.table.notation
    world = before.table.sample(before, seat, rng).copy()
    played = world.copy()
    for line in match.record.log[ply:until]:
        action = notation.parse(line)
        if played.seat != seat or not played.allows(action):
            return None
        played.apply(action)
    dice = rng.getrandbits(53)
    return ended(played, seat, dice), ended(world, seat, dice)


def lost(match: Match, ply: int, until: int, scale: float, plays: int, seed: int) -> tuple[float, float, float, int]:
    """Return how much more the staff's choice is worth than these log entries, with its 95% interval and the number of
    pairs."""
    numbers = range(seed, seed + plays)
    pairs = [both for number in numbers if (both := both_lines(match, ply, until, number)) is not None]
    return *interval([(better - was) * scale for was, better in pairs]), len(pairs)


def lines(file: str, known: Path | None, others: list[int], plays: int, seed: int, given: dict[str, Any]) -> int:
    """Play out both lines of each mistake that the review of a saved game names, and of the decisions after other
    plies. `known`: the file of the review."""
    match, far = Match.from_json(Path(file).read_text()), 0
    found = review(match, **given) if known is None else review_of(known.read_bytes(), match)
    scale = 0.5 if found.seats[0].unit == "chance" else 1.0
    for each in found.seats:
        print(f"{each.seat}: {each.sentence}")
        for one in each.mistakes:
            loss, low, high, pairs = lost(match, one.ply, one.until, scale, plays, seed)
            said_low, said_high = one.lost - 2 * one.error, one.lost + 2 * one.error
            agrees = low <= said_high and said_low <= high
            far += not agrees
            print(
                f"  {one.title}, after {one.ply}: “{one.played.label}”, better “{one.better.label}”: the review said "
                f"{one.lost:.3f} ({said_low:.3f} to {said_high:.3f}, {one.plays} pairs), both lines say {loss:.3f} "
                f"({low:.3f} to {high:.3f}, {pairs} pairs): {'agrees' if agrees else 'differs'}",
                flush=True,
            )
    for ply in others:
        if match.at(ply).seat < 0:
            raise SystemExit(f"After ply {ply}, no player decides.")
        loss, low, high, pairs = lost(match, ply, ply + 1, scale, plays, seed)
        line = match.record.log[ply]
        print(f"  not named, after {ply}: “{line}”: {loss:.3f} ({low:.3f} to {high:.3f}, {pairs} pairs)", flush=True)
    return 1 if far else 0


def main() -> int:
    """Run the measurement that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("blunders", "alarms", "times", "lines"))
    parser.add_argument("game", help="a game or, for lines, the file of a saved game")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--budget", type=int)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--least", type=float, default=0.05, help="the least loss of a planted blunder, at 95%%")
    parser.add_argument("--sought", type=int, default=8, help="the decisions of a game among which a blunder is sought")
    parser.add_argument("--review", type=Path, help="the file of the game's review")
    parser.add_argument("--at", type=int, nargs="*", default=[], help="the plies before other decisions to play out")
    parser.add_argument("--plays", type=int, default=200, help="the plays of each line")
    args = parser.parse_args()
    given = {"budget": args.budget, "workers": args.workers}
    if args.what == "blunders":
        return blunders(args.game, args.games, args.seed, args.least, args.sought, given)
    if args.what == "alarms":
        return alarms(args.game, args.games, args.seed, given)
    if args.what == "lines":
        return lines(args.game, args.review, args.at, args.plays, args.seed, given)
    return times(args.game, args.seed, given)


if __name__ == "__main__":
    sys.exit(main())
