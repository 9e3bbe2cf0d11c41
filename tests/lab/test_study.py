"""The staff study: the same rows however it is played, what its files hold, and what its report says of them."""

import ipaddress
import os
import re
import subprocess
import sys
import time
import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from statistics import fmean
from typing import Any

import psutil
import pyarrow.parquet
import pytest

import mamayev
from mamayev import Refusal
from mamayev.engine import registry
from mamayev.engine.ledger import Ledger
from mamayev.engine.study import Brief
from mamayev.lab.figures import difference, distribution, mean_ci95, share_ci95
from mamayev.lab.findings import findings
from mamayev.lab.report import report
from mamayev.lab.study import FILES, StaffStudy, prepare
from mamayev.lab.variants import choose, variants

Rows = dict[str, list[dict[str, Any]]]


def files_of(folder: Path) -> Rows:
    """What stands in the Parquet files of a folder."""
    return {name: pyarrow.parquet.read_table(folder / f"{name}.parquet").to_pylist() for name in FILES}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that is not there yet."""
    return tmp_path / "study"


def played(folder: Path, games: int = 12, **more: Any) -> StaffStudy:
    """A study of the throw-away game, or what `game` names."""
    workers, name = more.pop("workers", 1), more.pop("game", "tiny")
    chosen: dict[str, Any] = {"variant_ids": ["wind=true"], "seed": 4} | more
    made = prepare(name, games, folder, **chosen)
    made.play_missing(workers=workers)
    return made


# ------------------------------------------------------------------ which games


def test_rows_are_the_same_on_any_number_of_workers(tiny: str, folder: Path) -> None:
    played(folder / "one")
    played(folder / "two", workers=2)
    rows = files_of(folder / "one")
    assert rows == files_of(folder / "two")
    arms = [(row["commander"], row["variant"], row["number"]) for row in rows["games"]]
    expected = [("eager", ""), ("random", ""), ("eager", "wind=true")]
    assert arms == [(*arm, number) for arm in expected for number in range(12)]


def test_commanders_whom_the_game_lacks_are_left_out_of_the_plan(tiny: str, folder: Path) -> None:
    assert prepare(tiny, 2, folder).settings.commanders == ("eager", "random")
    assert prepare(tiny, 2, folder, commanders=["random"]).settings.commanders == ("random",)


class Stop:
    """Presses Ctrl-C when so many games are finished."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, done: int) -> None:
        self.left -= done
        if self.left <= 0:
            raise KeyboardInterrupt


def test_an_interrupted_study_goes_on_where_it_stopped(tiny: str, folder: Path) -> None:
    stopped = prepare(tiny, 12, folder / "stopped", variant_ids=["wind=true"], seed=4)
    with pytest.raises(KeyboardInterrupt):
        stopped.play_missing(progress=Stop(17))
    assert (stopped.done, stopped.total) == (17, 36)
    counted: list[int] = []
    again = prepare(tiny, 12, folder / "stopped", variant_ids=["wind=true"], seed=4)
    assert again.done == 17
    again.play_missing(progress=counted.append)
    assert sum(counted) == 19
    played(folder / "whole")
    assert files_of(folder / "stopped") == files_of(folder / "whole")


def test_a_game_counts_once_it_stands_in_the_last_file(tiny: str, folder: Path) -> None:
    """What a machine leaves that stops between two files is put right."""
    whole = files_of(played(folder).folder)
    file = folder / "games.parquet"
    pyarrow.parquet.write_table(pyarrow.parquet.read_table(file).slice(0, 20), file)
    assert played(folder).done == 36
    assert files_of(folder) == whole


def test_no_half_written_file_is_left(tiny: str, folder: Path) -> None:
    played(folder)
    names = ["departures.parquet", "games.parquet", "losses.parquet", "study.json", "turns.parquet"]
    assert sorted(file.name for file in folder.iterdir()) == names


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"games": 13}, "holds another study: its games is 12, not 13. To continue it, use the same command"),
        ({"seed": 5}, "its seed is 4, not 5"),
        ({"edition": "second"}, "its edition is first, not second"),
        ({"options": {"length": 2}}, r"its options is \{.*\}, not \{"),
        ({"commanders": ["random"]}, "its commanders is "),
        ({"variant_ids": []}, r"its variants is \[\"wind=true\"\], not \[\]"),
    ],
)
def test_another_study_in_the_same_folder_is_refused(
    tiny: str, folder: Path, change: dict[str, Any], words: str
) -> None:
    before = files_of(played(folder).folder)
    with pytest.raises(Refusal, match=words):
        played(folder, **change)
    assert files_of(folder) == before


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"games": 1}, "at least 2 games of each kind, not 1"),
        ({"commanders": ["deep"]}, "no bot “deep”"),
        ({"variant_ids": ["rain=true"]}, "Unknown variant “rain=true”. Use one of these: edition=second, length=1"),
        ({"edition": "third"}, "no edition “third”"),
        ({"options": {"length": 9}}, "Option length cannot be 9"),
        ({"workers": 0}, "The number of workers must be 1 or more"),
        ({"commanders": ["crasher"]}, "The bot “crasher” failed"),
    ],
)
def test_wrong_studies_are_refused(tiny: str, folder: Path, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(Refusal, match=words):
        played(folder, **arguments)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("notes.txt", "mine", "does not contain a study. Name a new folder"),
        ("study.json", "{", "study.json cannot be read"),
        ("study.json", '{"game": 3}', "study.json cannot be read: “game” is a whole number, but must be text."),
        (
            "study.json",
            '{"game": "\udcff"}',
            "study.json cannot be read: it is damaged at byte 10, which is not UTF-8 text",
        ),
    ],
)
def test_a_folder_of_something_else_is_refused(tiny: str, folder: Path, name: str, text: str, words: str) -> None:
    folder.mkdir()
    (folder / name).write_text(text, errors="surrogateescape")
    with pytest.raises(Refusal, match=words):
        prepare(tiny, 2, folder)
    assert [file.name for file in folder.iterdir()] == [name]


def test_a_broken_file_is_refused(tiny: str, folder: Path) -> None:
    played(folder)
    (folder / "turns.parquet").write_bytes(b"PAR1")
    with pytest.raises(Refusal, match=r"cannot be read"):
        played(folder)
    (folder / "turns.parquet").unlink()
    with pytest.raises(Refusal, match=r"cannot be read: (?!\[Errno)"):
        played(folder)


def test_a_folder_in_place_of_a_file_is_told_in_plain_words(tiny: str, folder: Path) -> None:
    (folder / "study.json").mkdir(parents=True)
    with pytest.raises(Refusal, match=r"study\.json cannot be read: Is a directory\."):
        prepare(tiny, 2, folder)


# ------------------------------------------------------------------ variants


def test_variants_are_all_other_editions_values_and_presets(tiny: str) -> None:
    game = registry.find(tiny)
    found = variants(game, "first", game.check_options({}))
    ids = ["edition=second", "length=1", "length=2", "length=4", "length=5", "wind=true"]
    assert [one.id for one in found] == ids
    assert found[0].edition == "second"
    assert found[0].options == {"length": 3, "wind": False}
    assert found[-1].options == {"length": 3, "wind": True}
    windy = variants(game, "second", game.check_options({"wind": "yes", "length": 5}))
    assert [one.id for one in windy] == ["edition=first", "length=1", "length=2", "length=3", "length=4", "wind=false"]
    assert windy[-1].title == "Without: Wind"


def test_switches_of_a_group_are_compared_together_and_presets_once(tiny: str) -> None:
    plain = registry.find(tiny)
    weather = {"default": False, "group": "Weather"}
    options = [
        weather | {"name": "rain", "doc": "It may rain.", "title": "Rain"},
        weather | {"name": "hail", "doc": "It may hail.", "title": "Hail"},
        {"name": "pace", "doc": "How fast.", "default": "walk", "choices": ["walk", "run"]}
        | {"labels": ["walking", "running"]},
    ]
    presets = [
        {"name": "plain", "title": "Plain", "doc": "The rules as they are.", "edition": "first"},
        {"name": "wet", "title": "Wet", "doc": "All weather.", "edition": "first"}
        | {"options": {"rain": True, "hail": True}},
        {"name": "old", "title": "Old", "doc": "The old way.", "edition": "second", "options": {"pace": "run"}},
    ]
    ledger = Ledger(plain.ledger().data | {"option": options, "preset": presets})
    game = replace(plain, ledger=lambda: ledger)
    found = variants(game, "first", game.check_options({}))
    assert [(one.id, one.title, one.group) for one in found] == [
        ("edition=second", "Edition second", "Editions"),
        ("rain=true", "Rain", "Weather"),
        ("hail=true", "Hail", "Weather"),
        ("all-weather", "All changes together", "Weather"),
        ("pace=run", "Pace: running", "Options"),
        ("preset=old", "Old", "Presets"),
    ]
    assert [one.id for one in choose(found, ["preset=old", "rain=true"])] == ["preset=old", "rain=true"]


# ------------------------------------------------------------------ what is written down


def test_a_row_a_game(tiny: str, folder: Path) -> None:
    rows = files_of(played(folder, 30).folder)["games"]
    assert list(rows[0]) == [
        "commander", "variant", "number", "seed", "decisions", "turn", "points", "winner", "level", "why",
        "place", "goal", "bonus", "conduct_first_turn",
    ]  # fmt: skip
    places = {True: "ahead", False: "behind"}
    for row in rows:
        assert row["turn"] == 3
        assert row["place"] == (places[row["points"] > 0] if row["points"] else "level")
    same_seeds = [[row["seed"] for row in rows if row["commander"] == name][:30] for name in ("eager", "random")]
    assert same_seeds[0] == same_seeds[1]


def test_a_row_a_turn_and_a_row_a_loss(tiny: str, folder: Path) -> None:
    rows = files_of(played(folder, 10, commanders=["random"], variant_ids=[]).folder)
    for game in rows["games"]:
        found = [row for row in rows["turns"] if row["number"] == game["number"]]
        assert [row["turn"] for row in found] == [1, 2, 3]
        assert found[-1]["bonus-north"] == game["bonus"]
        assert [row["bonus-north"] for row in found] == sorted(row["bonus-north"] for row in found)
        lost = {row["space"]: row["turn"] for row in rows["losses"] if row["number"] == game["number"]}
        # South goes one field a turn at most: fields fall in their order, none before its turn.
        assert list(lost) == [str(n + 1) for n in range(len(lost))]
        assert list(lost.values()) == sorted(lost.values())
        assert all(turn >= int(space) for space, turn in lost.items())
    assert {row["space"] for row in rows["losses"]} == {"1", "2", "3"}


def test_a_game_without_points_is_judged_by_what_its_end_is_worth(
    tiny: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = type(registry.find(tiny).table())
    result = table.result
    monkeypatch.setattr(table, "result", lambda self, p: result(self, p) | {"points": None})
    rows = files_of(played(folder).folder)["games"]
    worth = {"north wins": 1.0, "nobody wins": 0.0, "south wins": -1.0}
    assert [row["points"] for row in rows] == [worth[row["level"]] for row in rows]


# ------------------------------------------------------------------ figures


def test_intervals() -> None:
    assert share_ci95(0, 10) == pytest.approx((0.0, 0.0, 0.27753), abs=1e-5)
    assert share_ci95(5, 10) == pytest.approx((0.5, 0.23659, 0.76341), abs=1e-5)
    assert share_ci95(10, 10) == pytest.approx((1.0, 0.72247, 1.0), abs=1e-5)
    assert mean_ci95([1, 2, 3, 4]) == pytest.approx((2.5, 1.23484, 3.76516), abs=1e-5)
    assert distribution([7])["ci95"] == [7, 7]


def test_differences_are_taken_game_by_game(tiny: str, folder: Path) -> None:
    study = played(folder, 40, variant_ids=["length=1", "wind=true"])
    shorter, windy = findings(study)["variants"]
    points = {
        variant: {r["number"]: r["points"] for r in study.rows("games", ("eager", variant)).to_pylist()}
        for variant in ("", "length=1")
    }
    differences = [points["length=1"][number] - points[""][number] for number in range(40)]
    assert (shorter["difference"], *shorter["ci95"]) == pytest.approx(mean_ci95(differences), abs=1e-4)
    # The wind changes nothing in this game, and the same seeds give the same games: nothing is left to chance.
    assert (windy["difference"], windy["ci95"]) == (0, [0, 0])


def test_a_study_with_other_dice_is_not_gone_on_with(tiny: str, folder: Path) -> None:
    file = played(folder).folder / "study.json"
    file.write_text(re.sub(r',\s*"dice": "[a-z ]*"', "", file.read_text()))
    with pytest.raises(Refusal, match="holds another study: its dice is one row a game, not turn and box"):
        played(folder)


def test_commanders_are_compared_with_the_first_game_by_game(tiny: str, folder: Path) -> None:
    study = played(folder, 40)
    found = findings(study)["commanders"]
    points = [[row["points"] for row in study.rows("games", (name, "")).to_pylist()] for name in ("random", "eager")]
    assert "against" not in found["eager"]
    assert found["random"]["against"] == {"commander": "eager", **difference(*points)}
    assert f"{found['random']['against']['mean']:+.2f}".replace("-", "−") in Page(report(study)).text


def test_findings_are_those_of_the_rows(tiny: str, folder: Path) -> None:
    study = played(folder, 40)
    rows = files_of(folder)
    found = findings(study)["commanders"]["random"]
    games = [row for row in rows["games"] if row["commander"] == "random"]
    assert found["points"]["mean"] == pytest.approx(fmean(row["points"] for row in games), abs=1e-4)
    assert found["better"]["count"] == sum(row["points"] > 1 for row in games)
    for level, entry in found["levels"].items():
        assert entry["count"] == sum(row["level"] == level for row in games)
    assert sum(entry["count"] for entry in found["measures"]["place"].values()) == 40
    goals = [row["goal"] for row in games if row["goal"] is not None]
    assert found["measures"]["goal"]["never"]["count"] == 40 - len(goals)
    bonus = sorted(r["bonus-north"] for r in rows["turns"] if r["commander"] == "random" and r["turn"] == 2)
    second = found["turns"]["bonus-north"][1]
    assert (second["turn"], second["games"], second["quantiles"][2]) == (2, 40, bonus[round(0.5 * 39)])
    fields = [row["turn"] for row in rows["losses"] if row["commander"] == "random" and row["space"] == "1"]
    assert found["lost"]["1"]["count"] == len(fields)
    assert min(fields) <= found["lost"]["1"]["median_turn"] <= max(fields)


# ------------------------------------------------------------------ the report


class Page(HTMLParser):
    """What a report consists of."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.references: set[str] = set()
        self.addresses: list[str] = []
        self.tags: set[str] = set()
        self.open: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in ("meta", "br", "link"):
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name in ("href", "src", "action", "data", "xlink:href", "srcset", "poster"):
                self.addresses.append(value or "")
            elif name == "aria-labelledby":
                self.references.add(value or "")
            self.references.update(re.findall(r"url\(#([^)]+)\)", value or ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += " " + data.replace("\u00a0", " ")


def test_the_report_needs_nothing_but_itself(tiny: str, folder: Path) -> None:
    html = report(played(folder))
    page = Page(html)
    assert not page.open
    assert page.tags.isdisjoint({"script", "link", "img", "iframe", "object", "embed"})
    assert not re.search(r"https?:|//\w|@import|url\((?!#)", html)
    assert all(address.startswith("#") for address in page.addresses)
    assert len(page.ids) == len(set(page.ids))
    assert {address.removeprefix("#") for address in page.addresses} | page.references <= set(page.ids)
    assert set(re.findall(r"var\((--[\w-]+)\)", html)) <= {*re.findall(r"(--[\w-]+):", html)}


def test_the_report_has_all_sections_and_the_numbers_of_the_files(tiny: str, folder: Path) -> None:
    study = played(folder, 40, variant_ids=["length=1"])
    page = Page(report(study))
    sections = ["summary", "points", "levels", "place", "goal", "by-turn-bonus-north", "lost", "variants", "numbers"]
    assert [section for section in page.ids if section in {*sections, "method"}] == [*sections, "method"]
    rows = files_of(folder)["games"]
    for name in ("eager", "random"):
        points = [row["points"] for row in rows if (row["commander"], row["variant"]) == (name, "")]
        mean, low, high = mean_ci95(points)
        assert f"{mean:.2f} ({low:.2f} to {high:.2f})".replace("-", "−") in page.text
        share, low, high = (100 * part for part in share_ci95(sum(value > 1 for value in points), 40))
        assert f"{share:.1f}% ({low:.1f} to {high:.1f})" in page.text
    text = re.sub(r"\s+", " ", page.text)
    for words in (
        "120 games",
        "Par scored 1 points",
        "Field 1 (1)",
        "Length: 1",
        "Seed 4",
        "The Tiny Race, edition first",
    ):
        assert words in text, words
    assert "mamayev study tiny --games 40 --seed 4 --commanders eager,random --variants length=1" in text


def test_the_report_has_the_colours_of_the_browser_client(tiny: str, folder: Path) -> None:
    palette = (Path(__file__).parents[2] / "web/src/palette.css").read_text(encoding="utf-8")
    html = report(played(folder, 2))
    known = {"ink", "ink2", "paper", "line", "water"}
    themes = [block for block in palette.split("}") if "--ink:" in block]
    for theme, ours in zip(themes[:2], re.findall(r":root \{[^}]*--ink:[^}]*\}", html), strict=True):
        theirs = dict(re.findall(r"--([\w-]+): (#\w+);", theme))
        found = dict(re.findall(r"--([\w-]+): (#\w+);", ours))
        assert {name: found[name] for name in known} == {name: theirs[name] for name in known}
        plain = {"#ffffff", found["middle"], found["land"], found["held"]}
        assert {colour for colour in found.values() if colour not in plain} <= set(theirs.values())


def test_the_brief_comes_first(tiny: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def brief(games: Mapping[str, Sequence[object]]) -> Brief:
        return Brief("Whither?", tuple(f"{name}: {len(rows)} games." for name, rows in games.items()))

    plan = replace(registry.find(tiny).study(), brief=brief)
    monkeypatch.setitem(vars(registry.find(tiny)), "study", lambda: plan)
    study = played(folder, 8, variant_ids=[])
    few = Page(report(study))
    assert "from 100 games of each commander" in few.text
    assert "eager: 8 games." not in few.text
    monkeypatch.setattr("mamayev.lab.report.ENOUGH", 8)
    page = Page(report(study))
    assert page.ids.index("brief") < page.ids.index("summary")
    for words in ("Whither?", "eager: 8 games.", "random: 8 games."):
        assert words in page.text


def test_a_game_without_a_plan_can_be_studied(tiny: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = type(registry.find(tiny).study())()
    monkeypatch.setitem(vars(registry.find(tiny)), "study", lambda: plan)
    study = played(folder, 8, commanders=["eager"], variant_ids=[])
    page = Page(report(study))
    assert {"summary", "points", "levels", "method"} <= set(page.ids)
    assert {"lost", "variants", "numbers"}.isdisjoint(page.ids)


# ------------------------------------------------------------------ a whole game, and clusters


def test_a_study_of_our_first_game(folder: Path) -> None:
    study = played(folder, 8, game="cauldron", commanders=["staff"], variant_ids=["entry=choose"], workers=2)
    rows = files_of(folder)
    why = {
        "linked up": "linked up",
        "held out": "in German hands",
        "surrendered": "surrendered",
        "army destroyed": "destroyed",
        "index at zero": "zero",
    }
    for row in rows["games"]:
        assert why[row["end"]] in row["why"]
        assert (row["link_up"] is not None) == (row["end"] == "linked up")
        turns = [t for t in rows["turns"] if (t["variant"], t["number"]) == (row["variant"], row["number"])]
        assert [t["turn"] for t in turns] == list(range(1, row["turn"] + 1))
        began = next((t["turn"] for t in turns if t["offensive"] == 8), None)
        assert began == row["final_offensive"]
        assert turns[-1]["ssi"] == row["index"]
    areas = {space.id for space in mamayev.new("cauldron").table.look.kept.spaces if space.kind == "area"}
    assert set() < {row["space"] for row in rows["losses"]} <= areas
    assert len(report(study)) < 1_500_000


STUDY = """
import os, signal, sys
from mamayev.cli.main import main
from mamayev.lab.study import StaffStudy

play = StaffStudy.play_missing

def stop(done):
    os.killpg(0, signal.SIGINT)

stopped = {"progress": stop} if os.environ["MAMAYEV_STOPS"] else {}
StaffStudy.play_missing = lambda study, **more: play(study, **more | stopped)
if __name__ == "__main__":
    main()
"""


def test_a_search_tells_where_it_left_the_staff(folder: Path) -> None:
    made = prepare("cauldron", 2, folder, commanders=["staff", "foreknowing"], variant_ids=[])
    made.play_missing()
    rows = files_of(folder)["departures"]
    assert {row["commander"] for row in rows} == {"foreknowing"}
    assert {row["box"] for row in rows} == {"german.actions"}
    found = findings(made)["commanders"]
    assert found["staff"]["departures"] == []
    assert sum(one["a_game"] for one in found["foreknowing"]["departures"]) * 2 == len(rows) > 0
    assert "Departures of the search" in report(made)


@pytest.mark.parametrize(("backend", "games", "stops"), [("dask", 6, ""), ("ray", 300, "yes")])
def test_a_cluster_listens_to_this_machine_gives_the_same_rows_and_leaves_nothing_behind(
    tiny: str, folder: Path, tmp_path: Path, backend: str, games: int, stops: str
) -> None:
    """One ends by itself, one is stopped by Ctrl-C and its study gone on with here."""
    script, mark = tmp_path / "study.py", uuid.uuid4().hex
    script.write_text(STUDY)
    arguments = ["--games", str(games), "--seed", "4", "--variants", "wind=true", "--out", str(folder / "far")]
    running = subprocess.Popen(
        [sys.executable, script, "study", tiny, *arguments, "--workers", "2", "--backend", backend],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "MAMAYEV_TEST": mark, "MAMAYEV_STOPS": stops},
        start_new_session=True,
    )
    heard_on: set[str] = set()
    while running.poll() is None:
        heard_on |= listening(mark)
        time.sleep(0.2)
    assert running.stderr is not None
    said = running.stderr.read()
    if stops:
        kept = re.search(rf"^\nStopped: (\d+) of {3 * games} games are kept", said)
        assert kept, said
        assert (running.returncode, 0 < int(kept[1]) < 3 * games) == (1, True)
        played(folder / "far", games)
    else:
        assert (running.returncode, said) == (0, "")
    assert heard_on
    assert all(ipaddress.ip_address(ip.removeprefix("::ffff:")).is_loopback for ip in heard_on), heard_on
    played(folder / "here", games)
    assert files_of(folder / "far") == files_of(folder / "here")
    _gone, alive = psutil.wait_procs([p for p in psutil.process_iter() if marked(p, mark)], timeout=10)
    assert alive == []


def listening(mark: str) -> set[str]:
    """The addresses that the processes of a test listen on."""
    found: set[str] = set()
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if marked(process, mark):
                lines = process.net_connections("inet")
                found |= {line.laddr.ip for line in lines if line.status == psutil.CONN_LISTEN}
    return found


def marked(process: psutil.Process, mark: str) -> bool:
    """Whether a process was started by this test."""
    try:
        return bool(process.environ().get("MAMAYEV_TEST") == mark)
    except psutil.Error:
        return False
