"""The commands but for play: what they print, and how they end."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mamayev
from mamayev.match.studies import Annotation, Chapter, Sketch, Study
from mamayev.players import play_on

COMMANDS = (
    "games",
    "serve",
    "site",
    "play",
    "simulate",
    "study",
    "script",
    "replay",
    "report",
    "rules",
    "bench",
    "components",
)
Command = Callable[..., Any]

SCRIPT = """
game = "tiny"
[chance]
dice = [4]
[[do]]
action = "step north 1"
expect = { north = 1 }
"""


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(mamayev_command: Command, command: str) -> None:
    done = mamayev_command(command, "--help")
    assert done.code == 0
    assert f"Usage: mamayev {command}" in done.out


def test_games_in_words_and_json(mamayev_command: Command, tiny: str) -> None:
    assert "tiny: The Tiny Race\n" in mamayev_command("games").out
    listed = json.loads(mamayev_command("games", "--json").out)["games"]
    assert mamayev.info(tiny) in listed


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["play", "nonsense"], 2, "There is no game “nonsense”. Installed games: "),
        (["play", "tiny", "--edition", "third"], 2, "has no edition “third”; it has first, second."),
        (["play", "tiny", "--option", "length=9"], 2, "Option length cannot be '9'. It can be 1, 2, 3, 4, 5."),
        (["play", "tiny", "--option", "length"], 2, "--option takes NAME=VALUE, not “length”."),
        (["play", "tiny", "--option", "size=1"], 2, "no option “size”. Its options: length, wind."),
        (["play", "tiny", "--seat", "west=human"], 2, "no seat “west”; it has north, south."),
        (["play", "tiny", "--seat", "north=deep"], 2, "no bot “deep”"),
        (["play", "tiny", "--dice", "loaded"], 2, "Dice must be “seeded” or “hand”, not “loaded”."),
        (["play", "tiny", "--resume"], 2, "There is no game of tiny to resume"),
        (["play", "tiny", "--resume", "--seed", "1"], 2, "Leave out --preset, --edition, --option, --seed"),
        (["script", "missing.toml"], 2, "missing.toml: No such file or directory."),
        (["replay", "missing.json"], 2, "Cannot read missing.json: No such file or directory."),
        (["simulate", "tiny", "--games", "0"], 2, "At least one game must be played, not 0."),
        (["simulate", "tiny", "--games", "zwei"], 2, "--games: “zwei” is not a whole number."),
        (["simulate", "tiny", "--games", "5", "--workers", "x"], 2, "--workers: “x” is not a whole number."),
        (["replay", "x.json", "--to", "three"], 2, "--to: “three” is not a whole number."),
        (["serve", "--port", "www"], 2, "--port: “www” is not a whole number."),
        (["serve", "--port", "65536"], 2, "--port: 65536 is not a port. Use 0 to 65535."),
        (["play", "tiny", "--seed", "x"], 2, "--seed: “x” is not a whole number."),
        (["simulate", "tiny", "--games", "5", "--workers", "0"], 2, "The number of workers must be 1 or more"),
        (
            ["simulate", "tiny", "--games", "5", "--players", "a,b,c"],
            2,
            "has north, south to play, not 3 players (a, b, c).",
        ),
        (
            ["simulate", "tiny", "--games", "5", "--backend", "cloud"],
            2,
            "Use one of these backends: local, dask, ray; not “cloud”.",
        ),
        (["simulate", "tiny", "--games", "5", "--out", "no/such/x.parquet"], 2, "--out: there is no folder"),
        (["simulate", "tiny", "--games", "5", "--players", "crasher"], 1, "The bot “crasher” failed"),
        (["simulate", "tiny", "--games", "5", "--players", "crasher", "--against", "nobody"], 2, "has no bot “nobody”"),
        (["study", "tiny", "--games", "1"], 2, "A study needs at least 2 games of each kind, not 1."),
        (["study", "tiny", "--variants", "rain"], 2, "Unknown variant “rain”. Use one of these: edition=second, "),
        (["study", "tiny", "--commanders", "deep"], 2, "no bot “deep”"),
        (["study", "tiny", "--out", "/dev/null/x"], 2, "Cannot write /dev/null/x: Not a directory."),
        (["rules", "tiny", "TINY-GO-99"], 2, "no clause “TINY-GO-99”. Do you mean TINY-GO-0"),
        (["rules", "tiny", "xyzzy"], 2, "The Tiny Race has no clause “xyzzy”."),
        (["rules", "tiny", "--where", "--coverage"], 2, "Use either --where or --coverage"),
        (["rules", "tiny", "--diff", "--edition", "first"], 2, "--diff shows all editions"),
        (["rules", "tiny", "--edition", "third"], 2, "The Tiny Race has no edition “third”; it has first, second."),
        (["rules", "tiny", "--coverage", "--tests", "nowhere"], 2, "There is no test folder nowhere."),
        (["bench", "nonsense"], 2, "There is no game “nonsense”."),
        (["components", "nonsense", "--export", "x"], 2, "There is no game “nonsense”."),
    ],
)
def test_mistakes_get_a_sentence_and_an_exit_code(
    mamayev_command: Command, tiny: str, arguments: list[str], code: int, words: str
) -> None:
    done = mamayev_command(*arguments)
    assert (done.code, done.out) == (code, "")
    assert words in done.err


def test_with_json_a_mistake_is_an_object_too(mamayev_command: Command) -> None:
    done = mamayev_command("simulate", "nonsense", "--games", "1", "--json")
    assert done.code == 2
    assert json.loads(done.out)["field"] == "game"


def test_simulate_sums_up(mamayev_command: Command, tiny: str) -> None:
    summary = json.loads(mamayev_command("simulate", tiny, "--games", "50", "--players", "eager,random", "--json").out)
    assert summary["games"] == sum(summary["results"].values()) == 50
    assert summary["decisions"] == 300
    assert summary["points"]["ci95"][0] < summary["points"]["mean"] < summary["points"]["ci95"][1]
    assert {"game", "seconds", "decisions_per_second", "games_per_second"} <= set(summary)
    assert "50 games of tiny by eager, random" in mamayev_command("simulate", tiny, "--games", "50").out.replace(
        "random, random", "eager, random"
    )


def test_many_games_are_played_by_a_preset_and_options_change_it(mamayev_command: Command, tmp_path: Path) -> None:
    few = ("inferno", "--games", "2", "--players", "random", "--json")
    written_out = json.loads(mamayev_command("simulate", *few, "--option", "soviet_side=player").out)
    by_preset = json.loads(mamayev_command("simulate", *few, "--preset", "duel").out)
    changed = json.loads(mamayev_command("simulate", *few, "--preset", "duel", "--option", "soviet_side=procedure").out)
    assert by_preset["players"] == written_out["players"]
    assert by_preset["decisions"] == written_out["decisions"] != changed["decisions"]
    for command in (
        ("simulate", *few),
        ("study", "inferno", "--out", str(tmp_path / "study")),
        ("tournament", "inferno", "--players", "staff,random"),
    ):
        refused = mamayev_command(*command, "--preset", "chess")
        assert refused.code == 2
        assert "no preset “chess”; it has solo, duel, shared." in refused.out + refused.err


def test_simulate_compares_rivals(mamayev_command: Command, tiny: str) -> None:
    command = ("simulate", tiny, "--games", "40", "--players", "eager,random", "--against", "random")
    summary = json.loads(mamayev_command(*command, "--json").out)
    assert summary["against"]["players"] == ["random", "random"]
    lead = summary["points"]["mean"] - summary["against"]["points"]["mean"]
    assert summary["difference"]["mean"] == pytest.approx(lead, abs=1e-3)
    told = mamayev_command(*command).out
    assert f"eager,random against random,random, game by game: {summary['difference']['mean']:+.2f} points" in told
    assert "of the variance of independent games." in told


STOPPED = """
import os, signal, sys
from mamayev.cli.main import main
from mamayev.lab import simulate as lab

play_all = lab.simulate

def stop(done):
    # As a terminal does it: to every process of the group. Once the first games are finished.
    os.killpg(0, signal.SIGINT)

lab.simulate = lambda *args, **more: play_all(*args, **{**more, "progress": stop})
if __name__ == "__main__":
    main()
"""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_simulate_stopped_by_ctrl_c_keeps_what_is_finished(tiny: str, tmp_path: Path, workers: str) -> None:
    script = tmp_path / "stopped.py"
    script.write_text(STOPPED)
    done = subprocess.run(
        [sys.executable, str(script), "simulate", tiny, "--games", "100000000", "--json", "--workers", workers],
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
        timeout=60,
    )
    summary = json.loads(done.stdout)
    assert done.returncode == 1
    assert summary["interrupted"] is True
    assert summary["games"] == (1 if workers == "1" else 50)
    assert done.stderr == f"Stopped after {summary['games']} of 100,000,000 games.\n"


STOPPED_STUDY = """
import os, signal, sys
from mamayev.cli.main import main
from mamayev.lab.study import StaffStudy

play_all = StaffStudy.play_missing

def stop(done):
    os.killpg(0, signal.SIGINT)

StaffStudy.play_missing = lambda study, **more: play_all(study, **{**more, "progress": stop})
if __name__ == "__main__":
    main()
"""


@pytest.mark.parametrize(("backend", "workers", "kept"), [("local", "1", 1), ("local", "2", 50), ("dask", "2", 50)])
def test_a_study_stopped_by_ctrl_c_is_gone_on_with(
    mamayev_command: Command, tiny: str, tmp_path: Path, backend: str, workers: str, kept: int
) -> None:
    script, folder = tmp_path / "stopped.py", tmp_path / "study"
    script.write_text(STOPPED_STUDY)
    command = ["study", tiny, "--games", "900", "--commanders", "eager", "--variants", "none", "--out", str(folder)]
    done = subprocess.run(
        [sys.executable, str(script), *command, "--backend", backend, "--workers", workers],
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,
        timeout=120,
    )
    said = f"Stopped: {kept} of 900 games are kept in {folder}. Run the same command to continue."
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"\n{said}\n")
    assert not (folder / "report.html").exists()
    again = mamayev_command(*command)
    assert again.code == 0
    assert again.err == f"{folder} holds {kept} of 900 games.\n"
    assert "900 games of tiny, edition first (seed 0)\n  eager: mean " in again.out
    assert f"Report: {folder / 'report.html'}" in again.out
    assert json.loads(mamayev_command(*command, "--json").out)["commanders"]["eager"]["games"] == 900


def test_a_study_says_which_package_it_lacks(
    mamayev_command: Command, tiny: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "mamayev.lab.report", raising=False)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    done = mamayev_command("study", tiny)
    assert (done.code, done.err) == (2, "The study needs jinja2: pip install mamayev[results].\n")


def test_script_prints_facts(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    file = tmp_path / "race.toml"
    file.write_text(SCRIPT)
    assert "north = 1" in mamayev_command("script", file).out
    assert json.loads(mamayev_command("script", file, "--json").out)["facts"]["north"] == 1
    file.write_text(SCRIPT.replace("north = 1", "north = 2"))
    done = mamayev_command("script", file)
    assert done.code == 1
    assert f"{file}: [[do]] 1, “step north 1”: north is 1, not 2." in done.err


def saved(folder: Path, seed: int = 3) -> Path:
    match = mamayev.new("tiny", seed=seed)
    play_on(match, {"north": "eager", "south": "eager"})
    file = folder / "race.json"
    match.record.save(file)
    return file


def test_replay_shows_what_is_written_about_the_game(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    match = mamayev.new(tiny, seed=3)
    for action in ("step north 1", "rest"):
        match.play(action)
    notes = (Annotation(1, "A long step.\nToo long.", (Sketch("1"), Sketch("1", "2"))), Annotation(99, "Never."))
    match.record.studies = [Study("north", "The race", notes, (Chapter(1, "The start"),)), Study("", "", notes[1:])]
    file = tmp_path / "race.json"
    match.record.save(file)
    said = mamayev_command("replay", file, "--plain").out
    parts = ("North: The race", "Chapter 1: The start", "North: A long step.", "North: Too long.", "Marked: 1, 1 to 2.")
    places = [said.index(part) for part in parts]
    assert places == sorted(places)
    assert "Never" not in said
    assert "all legal" in mamayev_command("replay", file, "--verify").out


def test_replay_tells_the_game_again(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    file = saved(tmp_path)
    done = mamayev_command("replay", file)
    assert done.code == 0
    assert done.out.count("Stumble: ") == 6
    assert "The game is over" in done.out
    part = mamayev_command("replay", file, "--to", "2")
    assert part.out.count("Stumble: ") == 1
    assert "over" not in part.out
    assert "12 entries, all legal" in mamayev_command("replay", file, "--verify").out


@pytest.mark.parametrize(
    ("change", "arguments", "code", "words"),
    [
        (("step north 2", "step north 4"), ["--verify"], 1, "Entry 5 of the log, “step north 4”: A step goes"),
        (("step north 2", "hop"), ["--verify"], 1, "There is no action “hop”"),
        (("step north 2", "hop"), [], 2, "There is no action “hop”"),
        (("die", "card"), ["--verify"], 1, "the rules ask for something else here: Roll one die"),
        (('"log"', '"lug"'), [], 2, "This is not a saved game"),
        (("tiny", "vast"), [], 2, "There is no game “vast”"),
        (("tiny", "tiny"), ["--to", "99"], 2, "--to 99: the log has 12 entries."),
    ],
)
def test_replay_of_a_wrong_game(
    mamayev_command: Command,
    tiny: str,
    tmp_path: Path,
    change: tuple[str, str],
    arguments: list[str],
    code: int,
    words: str,
) -> None:
    file = saved(tmp_path)
    file.write_text(file.read_text().replace(*change))
    done = mamayev_command("replay", file, *arguments)
    assert done.code == code
    assert words in done.err


def test_report_tells_a_game_in_three_formats(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    file = saved(tmp_path)
    page, post = tmp_path / "race.html", tmp_path / "race.md"
    assert mamayev_command("report", file, "--out", page).code == 0
    assert "The result: " in page.read_text()
    done = mamayev_command("report", file, "--out", post, "--format", "md")
    assert (done.code, done.out) == (0, "")
    assert post.read_text().startswith("# ")
    for name in re.findall(r"\]\((.+?)\)", post.read_text()):
        assert (tmp_path / name).read_text().startswith("<svg")
    assert mamayev_command("report", file, "--format", "bbcode").out.startswith("[size=6]")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seat", "west"], "--seat: The Tiny Race has the seats north, south, not “west”."),
        (["--seat", "north", "--both"], "Use either --seat or --both."),
        (["--format", "pdf"], "'pdf' is not one of"),
        (["--review", "no.json"], "Cannot read no.json: No such file or directory."),
        (["--out", "/dev/null/x"], "Cannot write /dev/null/x: Not a directory."),
    ],
)
def test_report_explains_mistakes(
    mamayev_command: Command, tiny: str, tmp_path: Path, arguments: list[str], words: str
) -> None:
    done = mamayev_command("report", saved(tmp_path), *arguments)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_report_tells_both_sides_after_the_end_only(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    match = mamayev.new(tiny, seed=3)
    match.record.save(file := tmp_path / "race.json")
    done = mamayev_command("report", file, "--both")
    assert done.code == 2
    assert "The game is not over" in done.err
    assert mamayev_command("report", file, "--out", tmp_path / "race.html").code == 0
    (tmp_path / "review.json").write_text("{}")
    assert "The review is damaged" in mamayev_command("report", file, "--review", tmp_path / "review.json").err
    assert "This is not a saved game" in mamayev_command("report", tmp_path / "review.json").err


def test_replay_says_when_the_rules_have_changed_since(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    match = mamayev.new(tiny, seed=3)
    match.record.rules = "0"
    match.record.save(file := tmp_path / "race.json")
    done = mamayev_command("replay", file, "--verify")
    assert done.code == 0
    assert "played by rules version 0; version 1 is installed" in done.err


def test_rules_in_words_and_json(mamayev_command: Command, tiny: str) -> None:
    text = mamayev_command("rules", tiny).out
    assert "TINY-GO-02: A step goes to the next field.\n    House rule.\n    Our reading: There is no field" in text
    one = json.loads(mamayev_command("rules", tiny, "tiny-go-01", "--json").out)
    assert one["text"] == "Each side in its turn moves its own runner or rests."
    assert len(json.loads(mamayev_command("rules", tiny, "--json").out)["clauses"]) == 7


def test_rules_say_where_they_are_carried_out(mamayev_command: Command, tiny: str) -> None:
    text = mamayev_command("rules", tiny, "TINY-CARD-01", "--where").out
    assert re.sub(r":\d+ ", ":LINE ", text).splitlines() == [
        "Race",
        "  TINY-CARD-01: A rest draws a bonus card.",
        "    Example: A race to the card (mamayev example tiny half-a-race)",
        "    Where: one kind of card: tiny_game.py",
        "    tiny_game.py:LINE Stumble.die",
        "    tiny_game.py:LINE Bonus",
        "    tiny_game.py:LINE TinyTable.__init__",
    ]
    one = json.loads(mamayev_command("rules", tiny, "TINY-CARD-01", "--where", "--json").out)
    assert one["where"] == "one kind of card: tiny_game.py"
    assert [place["name"] for place in one["cited"]] == ["Stumble.die", "Bonus", "TinyTable.__init__"]
    rows = json.loads(mamayev_command("rules", tiny, "--where", "--json").out)["clauses"]
    assert [row["id"] for row in rows if not row["cited"]] == ["TINY-NOTE-01"]


def test_rules_say_which_other_clause_they_replace(mamayev_command: Command) -> None:
    text = mamayev_command("rules", "barbarossa", "BAR-V-OOB-02").out
    assert "BAR-V-OOB-02 (option order_of_battle, replaces BAR-STACK-01 under order_of_battle): " in text


def test_rules_are_found_by_words_of_their_text_or_ruling(mamayev_command: Command, tiny: str) -> None:
    assert mamayev_command("rules", tiny, "tiny-go-2").out == mamayev_command("rules", tiny, "TINY-GO-02").out
    found = mamayev_command("rules", tiny, "BONUS CARD").out
    assert "TINY-CARD-01: A rest draws a bonus card." in found
    assert "TINY-GO" not in found
    data = json.loads(mamayev_command("rules", tiny, "after the last", "--json").out)
    assert [clause["id"] for clause in data["clauses"]] == ["TINY-GO-02"]
    assert "TINY-END-02" in mamayev_command("rules", tiny, "give up", "--edition", "second").out
    assert mamayev_command("rules", tiny, "give up", "--edition", "first").code == 2


def test_rules_of_one_edition(mamayev_command: Command, tiny: str) -> None:
    assert "TINY-END-02" in mamayev_command("rules", tiny, "--edition", "second").out
    text = mamayev_command("rules", tiny, "--edition", "first").out
    assert "TINY-END-01" in text
    assert "TINY-END-02" not in text


def test_editions_side_by_side(mamayev_command: Command, tiny: str) -> None:
    rows = [" ".join(line.split()) for line in mamayev_command("rules", tiny, "--diff").out.splitlines()]
    assert "topic first second what we do clauses" in rows
    assert "Giving up (rule) Nobody may. A side may. Allowed in both. TINY-END-02" in rows
    assert json.loads(mamayev_command("rules", tiny, "--diff", "--json").out) == {
        "game": tiny,
        "differences": [
            {
                "id": "TINY-DIFF-01",
                "kind": "rule",
                "topic": "Giving up",
                "sides": {"first": "Nobody may.", "second": "A side may."},
                "decision": "Allowed in both.",
                "clauses": ["TINY-END-02"],
            }
        ],
    }


def test_coverage(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    (tmp_path / "test_race.py").write_text(
        'import pytest\n@pytest.mark.rule("TINY-GO-01", "TINY-GO-02")\ndef test_steps() -> None: ...\n'
    )
    data = json.loads(mamayev_command("rules", tiny, "--coverage", "--tests", tmp_path, "--json").out)
    assert (data["clauses"], data["notes"]) == (7, 1)
    assert data["uncovered"] == ["TINY-DIE-01", "TINY-END-01", "TINY-END-02"]  # an example shows TINY-CARD-01
    text = mamayev_command("rules", tiny, "--coverage", "--tests", tmp_path).out
    assert "TINY-GO-01: 2 tests\n    examples/half-a-race.toml\n    test_race.py::test_steps\n" in text
    assert "TINY-DIE-01: NO TEST\n" in text
    (tmp_path / "test_race.py").write_text('import pytest\npytestmark = pytest.mark.rule("TINY-HOP-01")\n')
    done = mamayev_command("rules", tiny, "--coverage", "--tests", tmp_path)
    assert done.code == 1
    assert done.err == "test_race.py cites TINY-HOP-01, which is not a clause of any installed game.\n"


def test_bench_measures(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("bench", tiny, "--seconds", "0.1", "--json")
    (figures,) = json.loads(done.out)["games"]
    assert figures["game"] == tiny
    assert figures["decisions_per_game"] == 6
    assert min(figures[f] for f in ("decisions_per_second", "copies_per_second", "state_bytes")) > 0
    assert "decisions per second" in mamayev_command("bench", tiny, "--seconds", "0.1").out


def test_components_are_written(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    assert mamayev_command("components", tiny, "--export", folder).out == f"{folder / 'fields.toml'}\n"
    again = mamayev_command("components", tiny, "--export", folder)
    assert (again.code, again.err) == (2, f"{folder} is not empty. Choose a new folder.\n")


def test_components_are_checked(mamayev_command: Command, tiny: str, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    mamayev_command("components", tiny, "--export", folder)
    done = mamayev_command("components", tiny, "--check", folder)
    assert done.code == 0
    assert done.out.startswith("fields.toml: fits: ")
    (folder / "fields.toml").write_text("no = [", encoding="utf-8")
    done = mamayev_command("components", tiny, "--check", folder, "--json")
    (file,) = json.loads(done.out)["files"]
    assert (done.code, file["name"], file["entries"]) == (1, "fields.toml", 0)
    assert file["problem"].startswith("fields.toml: not valid TOML")
    assert mamayev_command("components", tiny).code == 2


def test_the_progress_bar_is_on_stderr_and_only_on_a_terminal(mamayev_command: Command, tiny: str) -> None:
    done = mamayev_command("simulate", tiny, "--games", "3", "--json")
    assert json.loads(done.out)["games"] == 3
    assert done.err == ""


def test_no_traceback_when_the_reader_goes_away(tiny: str) -> None:
    command = f"{sys.executable} -m mamayev rules {tiny} | true"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, env=dict(os.environ))
    assert "Traceback" not in done.stderr


def test_site_leaves_other_folders_alone(mamayev_command: Command, tmp_path: Path) -> None:
    mine = tmp_path / "photos"
    mine.mkdir()
    (mine / "photo.jpg").touch()
    refused = mamayev_command("site", "--out", mine)
    assert (refused.code, "contains other files" in refused.err) == (2, True)
    assert [file.name for file in mine.iterdir()] == ["photo.jpg"]
