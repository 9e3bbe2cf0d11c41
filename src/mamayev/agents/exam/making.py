"""Make an exam from played games, with questions balanced by kind and clause."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from mamayev.engine.bot import RANDOM
from mamayev.engine.position import Position
from mamayev.engine.registry import find
from mamayev.match.decision import Decision
from mamayev.match.match import Match
from mamayev.players import checked, contender

from .asking import Asked, Asker
from .items import FORMS, KINDS, Item, Key

GAMES = 12
"""The minimum number of games over which a longer exam is spread."""
MOST = 600
"""Maximum number of questions from one game."""
LEAST = 10
"""The minimum number of questions to take from a game."""
WANTED = 4
"""The maximum number of questions about one position."""
DRY = 4
"""If a kind gets no new question from this number of games, the other kinds get its share."""
TRIES = 40
"""A kind that gets no question from this number of positions at a box is not tried at that box again. After this number
of failures in a row at other boxes, the kind waits for the next game.
"""


def exam(
    game: str, items: int, seed: int, *, edition: str | None = None, options: Mapping[str, Any] | None = None
) -> Iterator[tuple[Item, Key]]:
    """Yield questions with their answers. The same arguments give the same exam. Raises Refusal."""
    offer = find(game)
    ledger, rng = offer.ledger(), random.Random(f"exam/{game}/{seed}")
    asker = Asker(ledger, rng)
    done: Counter[str] = Counter()
    since: Counter[str] = Counter()
    barren: Counter[tuple[str, str]] = Counter()
    fruitful: set[tuple[str, str]] = set()
    seen: set[tuple[str, str]] = set()
    portion = min(MOST, max(LEAST, math.ceil(items / GAMES)))
    number = total = 0
    while total < items:
        match = Match.new(game, seed=rng.getrandbits(53), edition=edition, options=options or {})
        positions = played(match, next(iter(offer.bots)) if offer.bots and number % 2 == 0 else RANDOM)
        record, number = match.to_json(), number + 1
        rng.shuffle(positions)
        before, vain = Counter(done), Counter[str]()
        for ply, position in positions:
            wanted = [kind for kind in _wanted(done, since, items, before, portion) if vain[kind] < TRIES]
            if not wanted or total >= items:
                break
            decision = Decision(position)
            texts: dict[tuple[str, ...], str] = {}
            for kind in wanted[:WANTED]:
                if total >= items:
                    break
                here = kind, position.box.name
                if here not in fruitful and barren[here] >= TRIES:
                    continue
                found = asker.ask(kind, decision)
                if found is None:
                    if here in fruitful:
                        vain[kind] += 1
                    else:
                        barren[here] += 1
                    continue
                vain[kind] = 0
                fruitful.add(here)
                if found.hide not in texts:
                    texts[found.hide] = asker.text(decision, found.hide)
                text = texts[found.hide]
                if (text, found.question) in seen:
                    continue
                seen.add((text, found.question))
                done[kind] += 1
                total += 1
                sections = [ledger.clauses[one].section for one in found.clauses if one in ledger.clauses]
                yield _pair(f"{game}-{seed}-{total:06}", kind, decision, found, text, sections, ply, record, match)
        for kind in KINDS:
            since[kind] = 0 if done[kind] > before[kind] else since[kind] + 1


def _wanted(done: Counter[str], since: Counter[str], items: int, before: Counter[str], portion: int) -> list[str]:
    """Return the kinds that need more questions, the rarest first. This considers both the whole exam and this game's
    portion. Kinds that the game does not support give their share to the others. `before`: the questions before this
    game.
    """
    alive = [kind for kind in KINDS if since[kind] < DRY] or ["verdict"]
    left = items - sum(done[kind] for kind in KINDS if kind not in alive)
    share, here = math.ceil(left / len(alive)), math.ceil(portion / len(alive))
    return sorted((kind for kind in alive if done[kind] < min(share, before[kind] + here)), key=lambda kind: done[kind])


def played(match: Match, name: str) -> list[tuple[int, Position]]:
    """Play a match to its end with a bot in every seat, and return a copy of each position with its place in the
    log."""
    rng = random.Random(match.record.seed)
    policy = None if name == RANDOM else checked(contender(match.game, name), name)
    found = []
    while not match.over:
        p = match.position
        found.append((len(match.record.log), p.copy()))
        code = p.draw(rng.random) if policy is None else policy(p.table.sample(p, p.seat, rng), rng)
        match.play(p.name(code))
    return found


def _pair(
    id_: str, kind: str, decision: Decision, found: Asked, text: str, sections: list[str], ply: int, record: str,
    match: Match,
) -> tuple[Item, Key]:  # fmt: skip
    item = Item(
        id_, match.game.name, match.record.edition, kind, decision.seat, text, found.question, list(found.choices),
        FORMS[kind],
    )  # fmt: skip
    key = Key(
        id_, match.game.name, kind, found.answer, list(found.clauses), sections[0] if sections else "", found.why,
        found.dependent, list(found.actions), decision.seat, ply, record,
    )  # fmt: skip
    return item, key
