"""A report as text for forums: Markdown or BBCode, with its pictures beside the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from .board import Boards
from .page import page, slug
from .story import Row, Sentence, Story, plain

Format = Literal["html", "md", "bbcode"]
SUFFIX: dict[Format, str] = {"html": "html", "md": "md", "bbcode": "txt"}
"""The end of a file's name by format."""
PICTURES = 5
"""The number of maps beside a text: the opening, the sections with most words, and the end."""


def pictures(story: Story, boards: Boards, stem: str) -> dict[str, str]:
    """Return the maps beside a text as SVG files, by the id of their section."""
    drawn = [one for one in story.sections if one.picture is not None]
    if not drawn:
        return {}
    told = sorted(drawn[1:-1], key=lambda one: -one.words())[: PICTURES - 2]
    kept = [one for one in drawn if one in (drawn[0], drawn[-1]) or one in told]
    return {
        f"{stem}-{slug(one.id)}.svg": boards.alone(
            one.picture, boards.close(one.picture, one.spaces), one.caption, map(boards.name, one.spaces)
        )
        for one in kept
        if one.picture
    }


def written(told: Story, boards: Boards, format_: Format, stem: str, link: str = "") -> tuple[str, dict[str, str]]:
    """Return a report in a format, and the pictures beside it by name. `stem`: the first part of these names."""
    if format_ == "html":
        return page(told, boards, link), {}
    beside = pictures(told, boards, stem)
    return (markdown if format_ == "md" else bbcode)(told, list(beside)), beside


def markdown(story: Story, images: Sequence[str] = ()) -> str:
    """Return the report as Markdown. `images`: the names of the pictures beside it."""
    return "\n".join(_lines(story, images, _Markdown()))


def bbcode(story: Story, images: Sequence[str] = ()) -> str:
    """Return the report as BBCode. `images`: the names of the pictures beside it."""
    return "\n".join(_lines(story, images, _BBCode()))


class _Markdown:
    """The marks of Markdown."""

    def title(self, text: str) -> str:
        return f"# {text}\n"

    def heading(self, text: str) -> str:
        return f"\n## {text}\n"

    def strong(self, text: str) -> str:
        return f"**{text}**"

    def image(self, name: str, caption: str) -> str:
        return f"![{caption}]({name})\n\n*{caption}*\n"

    def table(self, rows: Sequence[Sequence[str]]) -> str:
        head, *others = [[cell.replace("|", "\\|") for cell in row] for row in rows]
        lines = [head, ["---"] * len(head), *others]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


class _BBCode:
    """The marks of BBCode."""

    def title(self, text: str) -> str:
        return f"[size=6][b]{text}[/b][/size]\n"

    def heading(self, text: str) -> str:
        return f"\n[size=5][b]{text}[/b][/size]\n"

    def strong(self, text: str) -> str:
        return f"[b]{text}[/b]"

    def image(self, name: str, caption: str) -> str:
        return f"[img]{name}[/img]\n[i]{caption}[/i]\n"

    def table(self, rows: Sequence[Sequence[str]]) -> str:
        lines = []
        for number, row in enumerate(rows):
            cell = "th" if number == 0 else "td"
            lines.append(f"[tr]{''.join(f'[{cell}]{text}[/{cell}]' for text in row)}[/tr]")
        return f"[table]{''.join(lines)}[/table]\n"


def _lines(story: Story, images: Sequence[str], marks: _Markdown | _BBCode) -> Iterator[str]:
    kick = f"After-action report: {story.title}, {story.edition}"
    yield marks.title(story.headline)
    yield f"{kick}, {story.told_by}.\n" if story.told_by else f"{kick}.\n"
    yield f"{_prose(story.lead)}\n"
    for section in story.sections:
        yield marks.heading(section.title)
        for row in section.paragraphs:
            yield f"{_prose(row)}\n"
        if section.battles:
            yield marks.table(battles(section.battles))
        name = next((one for one in images if one.endswith(f"-{slug(section.id)}.svg")), "")
        if name:
            yield marks.image(name, section.caption)
    yield marks.heading("Final account")
    if story.losses:
        yield marks.table(_losses(story, marks.strong))
    if story.account:
        yield f"{_prose(story.account)}\n"


def battles(rows: Sequence[Row]) -> list[list[str]]:
    """Return the table of battles, with its head, without empty columns."""
    shots = any(" of " in row.strength for row in rows)
    names = [
        "Battle",
        "Hits" if shots else "Strength",
        "Attack" if shots else "Odds",
        "Die",
        "Chance",
        "Result",
        "Fell",
    ]
    lines = [
        [f"{row.place} ({row.forces})", row.strength, row.odds, row.die, row.chance, row.result, row.fell]
        for row in rows
    ]
    used = [number for number in range(len(names)) if any(line[number] for line in lines)]
    return [[line[number] for number in used] for line in (names, *lines)]


def _losses(story: Story, strong: Callable[[str], str]) -> list[list[str]]:
    periods = list(dict.fromkeys(period for row in story.losses for period in row.lost))
    shown = periods if len(periods) > 1 else []
    rows = [
        [row.side, *(str(row.lost.get(period, 0)) for period in shown), strong(str(sum(row.lost.values())))]
        for row in story.losses
    ]
    return [["Units lost", *shown, "In all"], *rows]


def _prose(sentences: Sequence[Sentence]) -> str:
    return " ".join(plain(one.text) for one in sentences)
