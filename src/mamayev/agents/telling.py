"""A decision, its choices and its consequences as text, based on the data in docs/protocol.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mamayev.engine.described import asked, odds_in_short, told
from mamayev.engine.event import Event
from mamayev.engine.scene import Chart, Scene
from mamayev.engine.words import counted
from mamayev.match.data import ActionData, ChoiceData, DecisionData
from mamayev.match.foretold import Foretold

from .seat import Found

FEW = 10
"""The number of actions above which a verb shows only their number."""
NAMED = 30
"""Maximum number of pieces that a question names."""
NEWS = 30
"""The maximum number of events in the answer to an action."""
ROWS = 60
"""Maximum number of choices in one answer."""


def news(events: Sequence[Event], most: int = NEWS) -> list[str]:
    """Return the events, one per line, or only the latest if there are many."""
    lines = [line for event in events if (line := told(event))]
    if len(lines) <= most:
        return lines
    return [f"({counted(len(lines) - most, '# earlier event', '# earlier events')}; see history)", *lines[-most:]]


def question(scene: Scene, decision: DecisionData) -> list[str]:
    """Return a seat's decision: its prompt and clauses, its actions by verb, and the unavailable verbs."""
    seat = next((one.name for one in scene.seats if one.id == decision["seat"]), decision["seat"])
    lines = [f"{seat}: {asked(decision['title'], decision['prompt'])}{cited(decision['clauses'])}"]
    if decision["help"]:
        lines.append(decision["help"])
    if decision["purse"]:
        lines.append(", ".join(f"{coin['title']} {coin['value']}" for coin in decision["purse"]))
    rows, closed, standing = decision["actions"], list[str](), list[str]()
    for verb in decision["verbs"]:
        own = [row for row in rows if row["verb"] == verb["verb"]]
        if verb.get("standing"):
            standing += [row["text"] for row in own]
        elif not verb["open"]:
            closed.append(verb["verb"])
        elif own and len(own) <= FEW:
            lines += [f"- {row['text']}: {meaning(row)}" for row in own]
        elif own:
            example = f"for example “{own[0]['text']}”"
            lines.append(f"- {verb['verb']} ({verb['title']}): {len(own)} actions, {example}; legal lists them")
        else:
            lines.append(f"- {verb['verb']} ({verb['title']}): legal lists its actions by piece")
    pieces = decision.get("pieces", [])
    if pieces:
        more = f" and {len(pieces) - NAMED} more" if len(pieces) > NAMED else ""
        lines.append(f"Pieces with a choice: {', '.join(pieces[:NAMED])}{more}")
    if closed:
        lines.append(f"Unavailable now (ask why): {', '.join(closed)}")
    if standing:
        lines.append(f"Always possible: {', '.join(standing)}")
    return lines


def meaning(row: ActionData) -> str:
    """Return the label of an action, with its cost and note."""
    about = "; ".join(row[name] for name in ("cost", "note", "vain") if name in row)
    return f"{row['label']}{f' ({about})' if about else ''}"


def path(row: ChoiceData) -> str:
    """Return a choice of a piece in the form that play accepts, with semicolons between the actions of a path."""
    return "; ".join(row.get("actions", [row["text"]]))


def foreseen(scene: Scene, found: Foretold) -> list[str]:
    """Return the consequences of an action: certain events, new values, and the chances of the rolls."""
    titles = {track.id: track.title for track in scene.tracks}
    lines = [line for event in found.events if (line := told(event))]
    lines += [f"{titles.get(name, name)} becomes {value}" for name, value in found.tracks.items()]
    if odds := odds_in_short(scene, found.rolls, named=True):
        lines.append(odds)
    return lines or ["The consequences are unknown until you play it."]


def result(found: dict[str, Any]) -> list[str]:
    """Return the result of a game as text."""
    lines = [f"The game is over. {found.get('why', '')}".strip()]
    lines += [f"{line['text']}: {line['points']:+d}" for line in found.get("sum") or ()]
    if "reward" in found:
        lines.append(f"Reward: {found['reward']:g}")
    if "points" in found:
        lines.append(f"Points: {found['points']}")
    if found.get("level"):
        lines.append(str(found["level"]))
    elif "winner" in found:
        lines.append(f"Winner: {found['winner'] or 'nobody'}")
    return lines


def reasons(found: Iterable[Found]) -> list[str]:
    """Return why something is refused, one line for each reason."""
    return [f"{reason.text}{cited(reason.clauses)}" for _, reason in found]


def cited(clauses: Iterable[str]) -> str:
    """Return the clauses in brackets, or "" if there are none."""
    listed = ", ".join(clauses)
    return f" [{listed}]" if listed else ""


def chart(found: Chart) -> str:
    """Return a printed table with its modifiers and clauses."""
    lines = [f"{found.title}{cited(found.clauses)}", " | ".join(found.columns)]
    lines += [" | ".join(row) for row in found.rows]
    lines += [*found.modifiers, *([found.note] if found.note else [])]
    return "\n".join(lines)
