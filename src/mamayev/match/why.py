"""Explain why a click on a unit, a space, a card or a verb, or a combination of these, offers no action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, product

from mamayev.engine.notation import VERB, act
from mamayev.engine.position import CHANCE, Position
from mamayev.engine.refusal import Reason, Refusal
from mamayev.engine.scene import Picture

from .decision import Decision

ASKED = 60
"""The number of nearest units or spaces to try when looking for the reason why a verb is unavailable."""

AROUND = 3
"""The maximum number of reasons to give for a unit that is blocked on all sides."""

Found = tuple[str, Reason]
"""The text of an action ("" for no particular action), and the reason why it is refused."""


def why_closed(decision: Decision, piece: str, space: str, verb: str) -> list[Found]:
    """Return the most specific reasons why the clicked piece, space and verb offer no action. An argument is "" if the
    player clicked nothing of that kind. The list is empty if an action is available."""
    p = decision.position
    notation = p.table.notation
    wanted = {kind: noun for kind, noun in (("piece", piece), ("space", space)) if noun}
    if any(notation.index(kind, noun) is None for kind, noun in wanted.items()):  # a counter that no action names
        return [("", _no_part(decision))]
    verbs = [index for index in _verbs(p, verb) if set(wanted) <= set(notation.verbs[index].args)]
    if piece and space and not verbs:  # what was clicked is a unit that stands there
        units = any("piece" in notation.verbs[index].args for index in _verbs(p, verb))
        return why_closed(decision, piece, "", verb) if units else why_closed(decision, "", space, verb)
    if _offers(p, verbs, wanted):
        return []
    # A unit that may do something is told about that alone: not why something else is closed to it.
    if piece:
        verbs = [index for index in verbs if _offers(p, [index], {"piece": piece})] or verbs
    several = bool(wanted) and _offers(p, verbs, {})
    particular: list[Found] = []
    general: list[Found] = []
    for index in verbs:
        if {"piece", "space"} & set(notation.verbs[index].args) - set(wanted):
            # What nothing on the board allows now has nothing to do with this space, where another verb has.
            if several and not _offers(p, [index], {}):
                continue
            found = _why_any(decision, index, wanted)
            if found is None:
                general.append(("", _nowhere(decision, index, wanted)))
            else:
                particular.append(found)
            continue
        codes = _candidates(p, index, wanted)
        particular += _refused(decision, codes if piece and space else islice(codes, 1))
    return _once(particular or general or [("", _no_part(decision))])


def why_card(decision: Decision, card: int, verb: str) -> list[Found]:
    """Return the reasons why a card offers no action. `card`: its id in the scene's decks. If the deciding seat cannot
    see the card, the answer does not depend on where it is. Raises a malformed Refusal for an unknown card."""
    p = decision.position
    table = p.table
    notation = table.notation
    hands = _picture(decision).hands
    face = next((face for deck in table.look.kept.decks for face in deck.cards if face.id == card), None)
    if face is None:
        raise Refusal(f"There is no card {card}.", field="card", malformed=True)
    if decision.index != CHANCE and hands and all(card not in hand.cards for hand in hands):
        return [("", Reason(f"{face.title} is not in your hand.", decision.clauses))]
    verbs = [index for index in _verbs(p, verb) if "card" in notation.verbs[index].args]
    if not verbs or decision.index == CHANCE:
        return [("", table.look.card_use(card) or _no_part(decision))]
    wanted = {"card": notation.noun("card", card).id}
    if _offers(p, verbs, wanted):
        return []
    # Where each line of a card is played by itself, each has its reason.
    codes = list(_candidates(p, verbs[0], wanted))
    lines = {line.id for line in face.lines}
    of_lines = [code for code in codes if lines & set(notation.text(code).split())]
    return _once(_refused(decision, of_lines or codes[:1]))


def _verbs(p: Position, name: str) -> list[int]:
    """Return the verbs of the box, or only the verb with this name, which may be a standing verb."""
    notation, standing = p.table.notation, p.table.standing
    if not name:
        return list(p.box.verbs)
    own = [index for index in p.box.verbs if notation.verbs[index].name == name]
    if own or standing is None:
        return own
    return [index for index in standing.verbs if notation.verbs[index].name == name]


def _refused(decision: Decision, codes: Iterable[int]) -> list[Found]:
    """Return why each of the given actions is refused."""
    return [(decision.action(code).text, decision.why_not(code)) for code in codes]


def _once(found: Iterable[Found]) -> list[Found]:
    """Return each reason once."""
    said: dict[str, Found] = {}
    for text, reason in found:
        said.setdefault(reason.text, (text, reason))
    return list(said.values())


def _no_part(decision: Decision) -> Reason:
    return Reason(f"Not part of this decision: {decision.prompt}", decision.clauses)


def _why_any(decision: Decision, verb: int, given: Mapping[str, str]) -> Found | None:
    """Return why a verb offers nothing for a space with any unit, or for a unit with any space.

    This is the reason that applies to most of them. If there is none, it is what stops the nearest unit, or what stops
    the unit on its way to spaces that others can reach or around its own space. None if nothing is near.
    """
    p = decision.position
    notation = p.table.notation
    if not _offers(p, [verb], {}):
        box = p.box if verb in p.box.acts or p.table.standing is None else p.table.standing
        if "piece" not in given or box.barred(p, p.frames[-1], verb) is not None:
            return "", box.closed(p, p.frames[-1], verb)
    open_ = decision.offers(verb=notation.verbs[verb].name)
    at = {shown.id: shown.at for shown in _picture(decision).pieces}
    return (_why_space if "space" in given else _why_piece)(decision, verb, given, open_, at)


def _why_space(
    decision: Decision, verb: int, given: Mapping[str, str], open_: list[int], at: Mapping[str, str]
) -> Found | None:
    """Return why a verb offers nothing for a space. `open_`: its legal actions. `at`: the spaces of the pieces."""
    p, notation = decision.position, decision.position.table.notation
    own = {piece for code in open_ if (piece := notation.piece_of(code)) is not None} or set(p.pieces())
    away = _steps(p, given["space"])
    units = {code: notation.noun("piece", unit) for code in _candidates(p, verb, given)
             if (unit := notation.piece_of(code)) in own and unit is not None}  # fmt: skip
    ranked = sorted(units, key=lambda code: away.get(at.get(units[code].id, ""), len(away)))[:ASKED]
    found = _refused(decision, ranked)
    if (shared := _shared(found)) is not None or not ranked or at.get(units[ranked[0]].id, "") not in away:
        return shared
    (text, reason), entry = found[0], notation.verbs[verb]
    nearest = f"{entry.title or entry.name}: {units[ranked[0]].name} is nearest."
    return text, Reason(f"{nearest} {reason.text}", reason.clauses)


def _why_piece(
    decision: Decision, verb: int, given: Mapping[str, str], open_: list[int], at: Mapping[str, str]
) -> Found | None:
    """Return why a verb offers nothing for a unit. The arguments are as for `_why_space`."""
    p, notation = decision.position, decision.position.table.notation
    away = _steps(p, at.get(given["piece"], ""))
    there = {space for code in open_ if (space := notation.space_of(code)) is not None}
    goals = {code: space for code in _candidates(p, verb, given) if (space := notation.space_of(code)) is not None}
    steps = {code: away.get(notation.noun("space", space).id, len(away)) for code, space in goals.items()}
    ranked = sorted(goals, key=lambda code: (goals[code] not in there, steps[code]))[:ASKED]
    found = _refused(decision, ranked)
    if (shared := _shared(found)) is not None:
        return shared
    if there:
        return found[0]
    around: dict[str, Reason] = {}
    for code, (_, reason) in zip(ranked, found, strict=True):
        if steps[code] == 1:  # what is said of several places alike is said of one
            place = notation.noun("space", goals[code])
            around.setdefault(reason.text.replace(place.name, "").replace(place.id, ""), reason)
    if not around:
        return None
    said = list(around.values())[:AROUND]
    nowhere = _nowhere(decision, verb, given)
    clauses = tuple(dict.fromkeys(clause for reason in said for clause in reason.clauses))
    return "", Reason(" ".join(one.text for one in (nowhere, *said)), clauses)


def _shared(found: Sequence[Found]) -> Found | None:
    """Return the reason that applies in more than half of the cases, or None."""
    texts = Counter(reason.text for _, reason in found)
    text, number = texts.most_common(1)[0] if texts else ("", 0)
    return next(one for one in found if one[1].text == text) if number * 2 > len(found) else None


def _steps(p: Position, start: str) -> dict[str, int]:
    """Return the distance from one space to every other space that can be reached, in steps between neighbors."""
    spaces = p.table.look.kept.every_space
    away = {start: 0} if start in spaces else {}
    queue = list(away)
    for space in queue:
        for other in spaces[space].neighbours:
            if other not in away:
                away[other] = away[space] + 1
                queue.append(other)
    return away


def _nowhere(decision: Decision, verb: int, given: Mapping[str, str]) -> Reason:
    """Return the general reason: a verb offers nothing for this space or unit."""
    notation = decision.position.table.notation
    entry = notation.verbs[verb]
    kind, noun = next(iter(given.items()))
    name = notation.noun(kind, notation.index(kind, noun) or 0).name
    title = entry.title or entry.name
    if kind == "space":
        return Reason(f"{title}: no unit can do that at {name} now.", entry.clauses)
    return Reason(f"{title}: the {name} cannot do that anywhere now.", entry.clauses)


def _picture(decision: Decision) -> Picture:
    """Return the picture that the deciding seat sees."""
    p = decision.position
    return p.table.look.picture(p, decision.index if p.table.secrets and decision.index >= 0 else None)


def _offers(p: Position, verbs: Sequence[int], wanted: Mapping[str, str]) -> bool:
    """Return whether any legal action uses one of these verbs and names all these nouns."""
    notation = p.table.notation
    nouns = {(kind, notation.index(kind, noun)) for kind, noun in wanted.items()}
    piece = notation.index("piece", wanted.get("piece", ""))
    # Where a piece is named it stands first, unless a verb takes two.
    two = any(notation.verbs[index].args.count("piece") > 1 for index in verbs)
    rows = (p.choices(at) for at in ([*p.pieces(), None] if piece is None or two else [piece]))
    return any(
        code >> VERB in verbs and nouns <= set(zip(notation.verbs[code >> VERB].args, notation.args(code), strict=True))
        for row in rows
        for code in row
    )


def _candidates(p: Position, verb: int, given: Mapping[str, str]) -> Iterator[int]:
    """Return the actions of a verb with the given piece and space, legal or not."""
    notation = p.table.notation
    wanted = dict(given)
    rows = []
    for kind in notation.verbs[verb].args:
        if kind in wanted:
            rows.append([notation.index(kind, wanted.pop(kind))])
        elif kind == "number":
            rows.append([1])
        else:
            rows.append([index for index, noun in enumerate(notation.nouns[kind]) if noun.id])
    for args in product(*rows):
        if None not in args:
            yield act(verb << VERB, *(int(arg or 0) for arg in args))
