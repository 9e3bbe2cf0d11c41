"""A report as text for forums, in Markdown or BBCode, with its pictures as separate files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from .board import Boards
from .page import page, slug
from .story import ACCOUNT, TOP, Own, Row, Sentence, Story, plain

Format = Literal["html", "md", "bbcode"]
SUFFIX: dict[Format, str] = {"html": "html", "md": "md", "bbcode": "txt"}
"""The file extension for each format."""
PICTURES = 5
"""The number of maps in a report as text: for the opening, the sections with the most words, and the end."""


def pictures(story: Story, boards: Boards, stem: str) -> dict[str, str]:
    """Return the maps for a report as text, as SVG files by the id of their section."""
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
    """Return a report in a format, and its pictures by file name. `stem`: the first part of these file names."""
    if format_ == "html":
        return page(told, boards, link), {}
    beside = pictures(told, boards, stem)
    return (markdown if format_ == "md" else bbcode)(told, list(beside)), beside


def markdown(story: Story, images: Sequence[str] = ()) -> str:
    """Return the report as Markdown. `images`: the names of its pictures."""
    return "\n".join(_lines(story, images, _Markdown()))


def bbcode(story: Story, images: Sequence[str] = ()) -> str:
    """Return the report as BBCode. `images`: the names of its pictures."""
    return "\n".join(_lines(story, images, _BBCode()))


class _Markdown:
    """The syntax of a report in Markdown."""

    def text(self, text: str) -> str:
        return re.sub(r"([\\`*_~\[\]<>&|])", r"\\\1", text)

    def own(self, text: str) -> str:
        lines = (re.sub(r"^(\s*)([#+=-]|\d+(?=[.)]))", _shown, self.text(line)) for line in text.splitlines())
        return "\n".join(f"> {line}  " for line in lines) + "\n"

    def title(self, text: str) -> str:
        return f"# {text}\n"

    def heading(self, text: str) -> str:
        return f"\n## {text}\n"

    def strong(self, text: str) -> str:
        return f"**{text}**"

    def image(self, name: str, caption: str) -> str:
        return f"![{caption}]({name})\n\n*{caption}*\n"

    def table(self, rows: Sequence[Sequence[str]]) -> str:
        head, *others = rows
        lines = [head, ["---"] * len(head), *others]
        return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


class _BBCode:
    """The syntax of a report in BBCode."""

    def text(self, text: str) -> str:
        return text.replace("[", "[\u200b")  # no forum knows a tag with this sign, which nobody sees

    def own(self, text: str) -> str:
        return f"[quote]{self.text(text)}[/quote]\n"

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
    def among(section: str, text: Iterable[str]) -> Iterator[str]:
        before, after = story.own.get(section, Own())
        yield from [marks.own(before)] if before else []
        yield from text
        yield from [marks.own(after)] if after else []

    if story.headed:
        kick = f"After-action report: {story.title}, {story.edition}"
        yield marks.title(marks.text(story.headline))
        yield marks.text(f"{kick}, {story.told_by}.\n" if story.told_by else f"{kick}.\n")
        yield from among(TOP, _paragraphs([story.lead], marks))
    for section in story.sections:
        yield marks.heading(marks.text(section.title))
        text = [*_paragraphs(section.paragraphs, marks)]
        if section.battles:
            text.append(marks.table([[*map(marks.text, row)] for row in battles(section.battles, story.clauses)]))
        name = next((one for one in images if one.endswith(f"-{slug(section.id)}.svg")), "")
        if name:
            text.append(marks.image(name, marks.text(section.caption)))
        yield from among(section.id, text)
    account = [marks.table(_losses(story, marks))] if story.losses else []
    account += _paragraphs([story.account], marks)
    if account:
        yield marks.heading("Final account")
        yield from among(ACCOUNT, account)


def battles(rows: Sequence[Row], clauses: bool = False) -> list[list[str]]:
    """Return the battle table with its header but without empty columns. `clauses`: whether its results cite their
    clauses.
    """
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
    results = [f"{row.result} ({', '.join(row.clauses)})" if clauses and row.clauses else row.result for row in rows]
    lines = [
        [f"{row.place} ({row.forces})", row.strength, row.odds, row.die, row.chance, result, row.fell]
        for row, result in zip(rows, results, strict=True)
    ]
    used = [number for number in range(len(names)) if any(line[number] for line in lines)]
    return [[line[number] for number in used] for line in (names, *lines)]


def _losses(story: Story, marks: _Markdown | _BBCode) -> list[list[str]]:
    periods = list(dict.fromkeys(period for row in story.losses for period in row.lost))
    shown = periods if len(periods) > 1 else []
    rows = [
        [
            marks.text(row.side),
            *(str(row.lost.get(period, 0)) for period in shown),
            marks.strong(str(sum(row.lost.values()))),
        ]
        for row in story.losses
    ]
    return [["Units lost", *shown, "In all"], *rows]


def _paragraphs(rows: Iterable[Sequence[Sentence]], marks: _Markdown | _BBCode) -> list[str]:
    return [f"{marks.text(' '.join(plain(one.text) for one in row))}\n" for row in rows if row]


def _shown(mark: re.Match[str]) -> str:
    """Escape characters at the start of a line that would begin a heading, list or rule."""
    return f"{mark[1]}\\{mark[2]}" if not mark[2].isdigit() else f"{mark[1]}{mark[2]}\\"
