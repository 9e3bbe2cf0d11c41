"""Make an exam, and check each answer in a second way.

    python bench/exam.py [--items 10000] [--seed 1] [--boxes barbarossa inferno]

The check shares no code with `mamayev.agents.exam`. It replays the saved game of a question to its position, and asks
the match again: it plays the actions, rolls every face of a die as text, and reads pictures and decisions. It prints
the time for the questions, the number of each kind, and every disagreement.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec

from mamayev.agents.exam.items import Item, Key
from mamayev.agents.exam.making import exam
from mamayev.engine.chance import ByHand
from mamayev.engine.event import Roll
from mamayev.engine.refusal import Refusal
from mamayev.match.match import Match, Record

STEP = 1000
"""The number of questions between two lines of figures."""
BOXES = ("inferno", "cauldron", "donnerschlag", "barbarossa")
NEAR = 0.0002
"""The rounding of a chance."""


def matches(rows: list[tuple[Item, Key]]) -> Iterator[tuple[Item, Key, Match]]:
    """Yield the questions of one game in the order of its log, each with the match at its position."""
    record = Record.from_json(rows[0][1].record)
    match = record.replay(0)
    match.chance = ByHand()  # the log has every die, card and lot
    for item, key in sorted(rows, key=lambda row: row[1].ply):
        while len(match.record.log) < key.ply:
            match.play(record.log[len(match.record.log)])
        yield item, key, match


def disagreement(item: Item, key: Key, match: Match) -> str:
    """Return how the match disagrees with an answer; "" if it agrees."""
    decision = match.decision
    if decision is None or decision.seat != item.seat:
        return f"{item.seat} does not decide"
    return str(globals()[f"again_{item.kind}"](item, key, match))


def again_verdict(item: Item, key: Key, match: Match) -> str:
    """Play the action."""
    there = match.copy()
    try:
        there.play(key.actions[0])
    except Refusal as refusal:
        return "" if key.answer == "no" and list(refusal.clauses) == key.clauses else f"refused: {refusal.text}"
    return "" if key.answer == "yes" else "accepted"


def again_four(item: Item, key: Key, match: Match) -> str:
    """Play each of the four."""
    legal = [at for at, text in zip("ABCD", key.actions, strict=True) if not refused(match, text)]
    return "" if legal == [key.answer] else f"legal: {legal}"


def refused(match: Match, text: str) -> bool:
    """Return whether the match refuses an action."""
    try:
        match.copy().play(text)
    except Refusal:
        return True
    return False


def again_odds(item: Item, key: Key, match: Match) -> str:
    """Ask for the forecast of the action. If a die follows at once, roll each of its faces."""
    wanted: dict[str, float] = json.loads(key.answer)
    found = dict.fromkeys(wanted, 0.0)
    rolls = [roll for roll in msgspec.to_builtins(foretold(match, key)).get("rolls", []) if not roll.get("next")]
    for outcome in rolls[0]["outcomes"]:
        found[outcome["text"]] = found.get(outcome["text"], 0.0) + outcome["chance"]
    rolled = faces(match, key.actions[0])
    if rolled and set(rolled) == {text for text, chance in found.items() if chance}:
        found |= rolled
    same = found.keys() == wanted.keys() and all(abs(found[text] - wanted[text]) <= NEAR for text in wanted)
    return "" if same else f"found {found}"


def again_roll(item: Item, key: Key, match: Match) -> str:
    """Ask for the forecast of the action, and add its modifiers up."""
    wanted: dict[str, Any] = json.loads(key.answer)
    rolls = [roll for roll in msgspec.to_builtins(foretold(match, key)).get("rolls", []) if not roll.get("next")]
    (thrown,) = rolls[0]["throws"]
    chart = next(one for one in match.table.look.kept.charts if one.id == thrown["chart"])
    named = {chart.columns[face["column"]] if "column" in face else None for face in thrown["faces"]}
    total = sum(line["value"] for line in thrown.get("modifiers", ()))
    found = {"modifiers": total, "column": named.pop() if len(named) == 1 else None}
    return "" if found == wanted else f"found {found}"


def foretold(match: Match, key: Key) -> Any:
    """Return the forecast of the action, as the match gives it."""
    assert match.decision is not None
    return match.decision.foretell(key.actions[0])


def faces(match: Match, text: str) -> dict[str, float]:
    """Return the share of the faces for each result, if one die follows an action at once."""
    there = match.copy()
    there.play(text)
    decision = there.decision
    if decision is None or decision.chance != "die":
        return {}
    found: Counter[str] = Counter()
    faces_ = [action.text for action in decision.actions]
    for face in faces_:
        rolled = there.copy()
        events = [event for event in rolled.play(face) if isinstance(event, Roll)]
        if not events or (rolled.decision is not None and rolled.decision.chance == "die"):
            return {}
        found[events[0].result] += 1
    return {result: count / len(faces_) for result, count in found.items()}


def again_isolated(item: Item, key: Key, match: Match) -> str:
    """Read the view of the seat. Where it has no isolated units, walk from each unit to a source of supply."""
    if "supply line" in item.question:
        p, side = match.position, match.game.seats.index(item.seat)
        there = p.on_map(p.board.of_side[side])
        cut = sorted({p.board.units[unit].name for unit in there if not p.traces(p.at[unit], side)})
        return "" if cut == json.loads(key.answer) else f"found {cut}"
    names = {piece.id: piece.name for piece in match.table.look.kept.pieces}
    rows = [one for one in match.view(item.seat)["pieces"] if "isolated" in one.get("states", ())]
    found = {one.get("name") or names[one["id"]] for one in rows if one.get("name") or one["id"] in names}
    return "" if found == set(json.loads(key.answer)) else f"found {sorted(found)}"


def again_next(item: Item, key: Key, match: Match) -> str:
    """Play the action, and read the next decision."""
    there = match.copy()
    there.play(key.actions[0])
    title = "" if there.decision is None else there.decision.title
    chosen = next(one for one in item.choices if one.startswith(f"{key.answer}: "))
    return "" if chosen == f"{key.answer}: {title}" else f"next: {title}"


def check(game: str, items: int, seed: int) -> dict[str, Any]:
    """Return the figures of a box, and print the first ones on the way."""
    kinds, wrong, checked, seconds = Counter[str](), list[str](), 0, 0.0
    verdicts, clauses, dependent = Counter[str](), set[str](), 0
    rows = exam(game, items, seed)

    def timed() -> Iterator[tuple[Item, Key]]:
        nonlocal seconds
        while True:
            begun = time.process_time()
            row = next(rows, None)
            seconds += time.process_time() - begun
            if row is None:
                return
            yield row

    for _, of_game in groupby(timed(), key=lambda row: row[1].record):
        for item, key, match in matches(list(of_game)):
            checked += 1
            kinds[item.kind] += 1
            dependent += key.dependent
            clauses |= set(key.clauses)
            if item.kind == "verdict":
                verdicts[key.answer] += 1
            if said := disagreement(item, key, match):
                wrong.append(f"{item.id} {item.question} {key.answer}: {said}")
                print(wrong[-1], flush=True)
            if checked % STEP == 0:
                print(f"{game}: {checked} checked, {len(wrong)} disagreements, {seconds:.0f} s", flush=True)
    return {
        "box": game, "items": checked, "disagreements": len(wrong), "kinds": kinds, "verdicts": verdicts,
        "clauses": len(clauses), "position": round(dependent / checked, 3), "seconds": round(seconds, 1),
        "ms_per_item": round(1000 * seconds / checked, 1),
    }  # fmt: skip


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--boxes", nargs="+", default=list(BOXES))
    given = parser.parse_args()
    for box in given.boxes:
        print(json.dumps(check(box, given.items, given.seed)), flush=True)


if __name__ == "__main__":
    main()
