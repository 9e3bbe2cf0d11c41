"""A report as a web page: one file that works offline and prints well."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from .board import SIDE, WHOLE, Boards
from .story import ACCOUNT, MARK, TOP, Own, Row, Sentence, Story, StorySection

PLY = "{ply}"
"""The placeholder for the ply in the address of a match."""
WIDE = 3
"""The number of sections with a full-width map; in the others, it is next to the text."""

STYLE = """
:root{--ink:#1d1c1a;--soft:#6a665f;--line:#d9d3c7;--link:#1c6a74;--good:#2f6b45;--bad:#a33a26}
*{box-sizing:border-box}
body{margin:0;background:#fff;color:var(--ink);
font:17px/1.5 "Source Sans 3","Source Sans Pro",system-ui,"Segoe UI",sans-serif}
main{max-width:1000px;margin:0 auto;padding:28px 24px 60px}
.part{display:grid;grid-template-columns:132px minmax(0,1fr);column-gap:24px}
.margin{text-align:right;font-size:12.5px;line-height:1.75;border-right:1px solid var(--line);padding:9px 12px 18px 0}
.margin b{display:block;font-size:13px;line-height:1.4}
.margin a{display:block;color:var(--link);text-decoration:none}
.margin a::after{content:" \\203a"}
.text{padding-bottom:18px;min-width:0}
.text::after{content:"";display:block;clear:both}
.kick{font-size:12px;letter-spacing:.06em;text-transform:uppercase;color:var(--soft);font-weight:600}
h1,h2{font-family:"Source Serif 4","Source Serif Pro",Georgia,"Times New Roman",serif;font-weight:650;line-height:1.15}
h1{font-size:40px;margin:4px 0 10px}
h2{font-size:26px;margin:4px 0 8px;break-after:avoid}
p{margin:0 0 12px;max-width:720px}
.lead{font-size:19px;line-height:1.45;color:var(--soft)}
p a{color:inherit;text-decoration:underline;text-decoration-color:#8fb3b3;text-underline-offset:3px}
figure{margin:4px 0 14px;break-inside:avoid}
figure.side{float:right;width:42%;margin:2px 0 12px 22px}
figcaption{font-size:13.5px;color:var(--soft);margin-top:4px}
svg.map{display:block;width:100%;height:auto;border:1px solid var(--line);border-radius:3px}
svg.map text{font-family:"Barlow Condensed","Roboto Condensed","Arial Narrow",system-ui,sans-serif}
svg.defs{position:absolute}
.own{border-left:3px solid #b25e00;padding-left:12px;white-space:pre-line}
table{border-collapse:collapse;width:100%;font-size:14px;margin:4px 0 14px;line-height:1.35}
th{text-align:left;font-weight:600;color:var(--soft);font-size:13px;
border-bottom:2px solid var(--ink);padding:4px 10px 4px 0}
td{border-bottom:1px solid var(--line);padding:6px 10px 6px 0;vertical-align:top}
tr{break-inside:avoid}
td small{display:block;color:var(--soft);font-size:13px}
td i{font-style:normal;display:inline-block;min-width:20px;text-align:center;
border:1.2px solid var(--ink);border-radius:4px;font-weight:600}
td.n{white-space:nowrap;font-variant-numeric:tabular-nums}
.good{color:var(--good);font-weight:600}.bad{color:var(--bad);font-weight:600}
.battles{clear:both}
.account{width:auto;min-width:50%}
.log{font-size:13px;line-height:1.5;color:var(--soft);columns:2;column-gap:26px;padding:0;margin:0;list-style:none}
.log li{break-inside:avoid;padding:1px 4px}
.log li:target{background:#fbe9c8;color:var(--ink)}
.log b{font-weight:600;color:var(--ink)}
@media (max-width:700px){
main{padding:16px 16px 40px}
.part{display:block}
.margin{border:0;text-align:left;padding:0 0 8px}
.margin b{display:none}
.margin a{display:inline-block;margin-right:12px;padding:6px 0}
.part{display:flex;flex-direction:column-reverse}
h1{font-size:31px}h2{font-size:23px}
figure.side{float:none;width:auto;margin:4px 0 14px}
.battles{display:block;overflow-x:auto}
.log{columns:1}
}
@media print{
@page{margin:16mm 14mm}
body{font-size:10.5pt}
main{max-width:none;padding:0}
.part{grid-template-columns:82px minmax(0,1fr);column-gap:14px}
.margin{font-size:8pt}
.margin a,p a{color:inherit;text-decoration:none}
.margin a::after{content:""}
h1{font-size:25pt}h2{font-size:15pt}
.lead{font-size:12pt}
table{font-size:8.5pt}
.appendix{display:none}
}
"""


def page(story: Story, boards: Boards, link: str = "") -> str:
    """Return the page.

    `link`: the address of the match. The link to a position is this address with the ply instead of `{ply}`, or after
    an "@".
    """
    return "\n".join(_Page(story, boards, link).parts())


class _Page:
    def __init__(self, story: Story, boards: Boards, link: str) -> None:
        self.story, self.boards, self.link = story, boards, link
        drawn = [one for one in story.sections if one.picture is not None]
        told = sorted(drawn[1:], key=lambda one: -one.words())
        self.wide = {id(one) for one in told[:WIDE]}

    def parts(self) -> Iterator[str]:
        story = self.story
        yield "<!doctype html>"
        yield f'<html lang="en"><head><meta charset="utf-8"><title>{escape(story.headline)}</title>'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<style>{STYLE}</style></head><body>"
        yield self.boards.defs()
        yield "<main>"
        kick = f"After-action report · {story.title}, {story.edition}"
        if story.told_by:
            kick += f" · {story.told_by}"
        first = (
            f'<b>The game</b><a href="{escape(self._moment(0, None), quote=True)}">open it</a>'
            if self.link
            else "<b>The game</b>"
        )
        head = [f'<div class="kick">{escape(kick)}</div><h1>{_odds(escape(story.headline))}</h1>']
        if story.lead:
            head.append(f'<p class="lead">{self._prose(story.lead)}</p>')
        if story.headed:
            yield self._part("top", first, "".join(self._among(TOP, head)))
        for section in story.sections:
            yield self._section(section)
        account = [*([losses(story)] if story.losses else []), *self._paragraphs([story.account])]
        if account:
            title = "<h2>Final account</h2>"
            yield self._part("account", "<b>Final account</b>", title + "".join(self._among(ACCOUNT, account)))
        if story.log and not self.link:
            yield self._part("log", "<b>The log</b>", self._log(), "part appendix")
        yield "</main></body></html>"

    @staticmethod
    def _part(name: str, margin: str, text: str, kind: str = "part") -> str:
        beside = f'<div class="margin">{margin}</div>'
        return f'<section class="{kind}" id="{name}">{beside}<div class="text">{text}</div></section>'

    def _among(self, section: str, text: list[str]) -> list[str]:
        """Return the text of a section, with the player's own text before and after it."""
        before, after = (
            [f'<p class="own">{escape(words)}</p>'] if words else [] for words in self.story.own.get(section, Own())
        )
        return [*before, *text, *after]

    def _paragraphs(self, rows: Iterable[list[Sentence]]) -> list[str]:
        return [f"<p>{self._prose(row)}</p>" for row in rows if row]

    def _section(self, section: StorySection) -> str:
        margin = [f"<b>{escape(section.heading)}</b>"]
        margin += [
            f'<a href="{escape(self._moment(one.ply, one.event), quote=True)}">{escape(one.text)}</a>'
            for one in section.moments
        ]
        if self.link:
            margin.append(f'<a href="{escape(self._moment(section.ply, None), quote=True)}">this board</a>')
        text: list[str] = []
        figure = self._figure(section)
        wide = id(section) in self.wide
        if not wide:
            text.append(figure)
        text += self._paragraphs(section.paragraphs)
        if section.battles:
            text.append(self._table(section.battles))
        if wide:
            text.append(figure)
        title = f"<h2>{escape(section.title)}</h2>"
        return self._part(section.id, "".join(margin), title + "".join(self._among(section.id, text)))

    def _figure(self, section: StorySection) -> str:
        if section.picture is None:
            return ""
        wide = id(section) in self.wide
        shape = (1.2, 2.0) if wide else (0.85, 1.5)
        frame = self.boards.close(section.picture, section.spaces, shape)
        names = [self.boards.name(space) for space in section.spaces]
        drawing = self.boards.map(section.picture, frame, section.caption, names, WHOLE if wide else SIDE)
        kind = "" if wide else ' class="side"'
        return f"<figure{kind}>{drawing}<figcaption>{escape(section.caption)}</figcaption></figure>"

    def _table(self, rows: list[Row]) -> str:
        strength = any(row.strength for row in rows)
        shots = any(" of " in row.strength for row in rows)
        odds, die, chance = any(row.odds for row in rows), any(row.die for row in rows), any(row.chance for row in rows)
        head = ["Battle"]
        head += [
            name
            for name, shown in (
                ("Hits" if shots else "Strength", strength),
                ("Attack" if shots else "Odds", odds),
                ("Die", die),
                ("Chance", chance),
            )
            if shown
        ]
        lines = []
        for row in rows:
            cells = [f"<td><b>{escape(row.place)}</b><small>{escape(row.forces)}</small></td>"]
            if strength:
                cells.append(f'<td class="n">{escape(row.strength)}</td>')
            if odds:
                cells.append(f'<td class="n">{escape(row.odds)}</td>')
            if die:
                cells.append(f'<td class="n">{f"<i>{row.die}</i>" if row.die.isdigit() else escape(row.die)}</td>')
            if chance:
                cells.append(f'<td class="n">{escape(row.chance)}</td>')
            tone = {True: "good", False: "bad"}.get(row.good) if row.good is not None else ""
            rules = f"<small>{escape(', '.join(row.clauses))}</small>" if self.story.clauses and row.clauses else ""
            cells.append(f'<td class="{tone}">{escape(row.result)}{rules}</td><td>{escape(row.fell)}</td>')
            lines.append(f"<tr>{''.join(cells)}</tr>")
        heads = "".join(f"<th>{name}</th>" for name in (*head, "Result", "Fell"))
        return f'<table class="battles"><thead><tr>{heads}</tr></thead><tbody>{"".join(lines)}</tbody></table>'

    def _log(self) -> str:
        rows = "".join(
            f'<li id="e{number}"><b>{line.ply}</b> {escape(f"{line.who}: {line.text}" if line.who else line.text)}</li>'
            for number, line in self.story.log.items()
            if line.text
        )
        return f"<h2>The lines of the log</h2><ul class='log'>{rows}</ul>"

    def _prose(self, sentences: list[Sentence]) -> str:
        return " ".join(self._marked(one.text) for one in sentences)

    def _marked(self, text: str) -> str:
        """Return the text with its marks turned into links."""
        parts, end = [], 0
        for found in MARK.finditer(text):
            number = int(found[1])
            line = self.story.log.get(number)
            target = escape(self._moment(line.ply if line else 0, number), quote=True)
            parts += [escape(text[end : found.start()]), f'<a href="{target}">{escape(found[2])}</a>']
            end = found.end()
        return _odds("".join([*parts, escape(text[end:])]))

    def _moment(self, ply: int, event: int | None) -> str:
        if not self.link:
            return "#top" if event is None else f"#e{event}"
        return self.link.replace(PLY, str(ply)) if PLY in self.link else f"{self.link}@{ply}"


def losses(story: Story) -> str:
    """Return the table of losses as HTML."""
    periods = list(dict.fromkeys(period for row in story.losses for period in row.lost))
    several = len(periods) > 1
    head = "".join(f"<th>{escape(period)}</th>" for period in periods) if several else ""
    rows = "".join(
        f"<tr><td><b>{escape(row.side)}</b></td>"
        + ("".join(f'<td class="n">{row.lost.get(period, 0)}</td>' for period in periods) if several else "")
        + f'<td class="n"><b>{sum(row.lost.values())}</b></td></tr>'
        for row in story.losses
    )
    head = f"<tr><th>Units lost</th>{head}<th>In all</th></tr>"
    return f'<table class="account"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def _odds(text: str) -> str:
    """Return a text in which odds do not break across lines."""
    return re.sub(r"(?<=\d)-(?=\d)", "\u2011", text)


def slug(text: str) -> str:
    """Return a text in a form suitable for a file name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
