"""Measure everything and write docs/performance.md. `make bench` runs it; the machine should have nothing else to do.

python bench/report.py docs/performance.md [PART ...]

Named parts alone are measured anew (games, peers, site ...), the others stay. Each is written as soon as it is
measured, with its machine and day.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import import_time
import peers
import playouts
import questions

from mamayev.engine.registry import find, names
from mamayev.lab.simulate import simulate
from mamayev.lab.study import prepare

HERE = Path(__file__).parent
HEAD = """# Performance

`make bench` writes this page.
Each part comes from a single run on the machine that it names.
We do not edit the numbers.
"""
BUSY = (
    "The machine was busy with other work (load {:.1f} at the start).\n"
    "So the elapsed times (many games, start, the server, the board) are longer than on an idle machine.\n"
    "The other times are processor time."
)
PLAYED_S, STUDIED_S, PLAYERS_S = 3.0, 4.0, 3.0
"""Where many games are played there are as many as take about so long: at random on one process, in a study on one
process, by each player on all; but no more than MOST of one kind and no fewer than FEWEST."""
MOST, FEWEST = 2000, 4
TRIED = 2
"""How long a game takes is tried on so many."""
SERVED = ("--games", "25", "--actions", "500")
THOUGHTS = 2
CALLERS = 45
BOT_GAMES = 30
CROWDS = (100, 200)


ITEMS = 200
"""The questions of an exam of each game."""
AGENT_GAMES = 1
"""The games of a client of the Model Context Protocol."""


def processor() -> str:
    """The processor's name where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


def table(titles: Iterable[str], rows: Iterable[Iterable[Any]]) -> list[str]:
    """A Markdown table; numbers to the right."""
    titles = list(titles)
    lines = ["| " + " | ".join(titles) + " |", "|---" + "|---:" * (len(titles) - 1) + "|"]
    lines += ["| " + " | ".join(f"{c:,}" if isinstance(c, int | float) else str(c) for c in row) + " |" for row in rows]
    return [*lines, ""]


def own_process(script: str, *arguments: str) -> dict[str, Any]:
    """The JSON of a benchmark that must run by itself."""
    done = subprocess.run(
        [sys.executable, str(HERE / script), *arguments], check=True, stdout=subprocess.PIPE, text=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def games_section() -> list[str]:
    rows = playouts.figures()
    lines = table(
        (
            "game",
            "decisions a second",
            "games a second",
            "decisions a game",
            "copy, µs",
            "position, bytes",
            "saved game, bytes",
            "in memory, bytes",
        ),
        (
            (
                row["game"],
                row["decisions_per_second"],
                row["games_per_second"],
                row["decisions_per_game"],
                row["copy_microseconds"],
                row["state_bytes"],
                row["saved_game_bytes"],
                row["memory_bytes"],
            )
            for row in rows
        ),
    )
    return [
        *lines,
        "These are random playouts of the bare position without the journal, on one core, in plain Python.",
        "Every seat plays uniformly random actions until the end of the game.",
        "Only the decisions of seats count, not dice, cards or automatic steps.",
        "The copy time is for a position in the middle of a game.",
        "The size of the position is the length of its JSON.",
        "The saved game is the record of a whole random game.",
        "The memory column is for a match with undo.",
        "",
    ]


def questions_section() -> list[str]:
    rows = questions.figures()
    lines = table(
        (
            "game",
            "legal actions",
            "pieces with a choice",
            "the decision as data, ms",
            "its bytes",
            "one piece's choices, ms at most",
            "why a verb is unavailable, ms at most",
            "from outside, decisions a second",
            "by text, decisions a second",
        ),
        ([row[name] for name in row] for row in rows),
    )
    return [
        *lines,
        "We measure the busiest decision among a random game's first plies, in processor time.",
        '"From outside": a program plays at random with `draw`, `roll` and `apply`.',
        '"By text": `Match.play`, with log, journal and undo.',
        "",
    ]


def boards_section() -> list[str]:
    found = own_process("board.py")
    rows = [
        (
            game,
            board["nodes"],
            board["first_paint_ms"],
            board["pan"]["p95_ms"],
            board["zoom"]["p95_ms"],
            board["click"].get("p95_ms", "–"),
            board["transferred_bytes"],
        )
        for game, board in found["boards"].items()
    ]
    width, height = found["window"]
    lines = table(
        (
            "game",
            "elements",
            "first paint, ms",
            "pan, p95 ms a frame",
            "zoom, p95 ms a frame",
            "click to paint, p95 ms",
            "transferred, bytes",
        ),
        rows,
    )
    return [
        *lines,
        f"Headless Chromium without a GPU, in a window of {width} x {height}; see bench/board.py.",
        f"The start page transfers {found['start_bytes']:,} bytes.",
        "Everything but the fonts is compressed.",
        "",
    ]


def site_section() -> list[str]:
    found = own_process("site.py")
    visits, clicks, staff = found["visits"], found["clicks"], found["staff"]

    def worst(kind: str, name: str) -> float:
        return max(one[name] for one in visits[kind])

    measured = {
        "first visit, MB": round(worst("first", "bytes") / 1e6, 2),
        "start page, s": worst("first", "library_s"),
        "first visit, s to a board": worst("first", "board_s"),
        "second visit, s to a board": worst("second", "board_s"),
        "offline visit, s to a board": worst("offline", "board_s"),
        **{f"click to painted answer, p95 ms, {game}": times["p95_ms"] for game, times in clicks.items()},
        "staff, times the time on a server": max(one["times"] for one in staff.values()),
        "tab after a whole game, MB": staff["barbarossa"]["tab_megabytes"],
    }
    return [
        *table(
            ("", "measured", "target"), ((name, measured[name], target) for name, target in found["targets"].items())
        ),
        *table(
            ("game", *(f"{kind} visit, s" for kind in visits)),
            (
                (game, *(next(one["board_s"] for one in each if one["game"] == game) for each in visits.values()))
                for game in (one["game"] for one in visits["first"])
            ),
        ),
        "Headless Chromium without a GPU.",
        "A static host on the same machine serves the folder and compresses text files.",
        "The network is not slowed down; see bench/site.py.",
        "A visit opens the start page and presses Play at once.",
        "The clock stops when the counters and a sharp map are on the screen.",
        "The bytes count everything that the host sends until the browser has stored all files.",
        f"The table shows the median of {found['rounds']} visits, for the slowest game.",
        "Clicks select units and send them to spaces: "
        + ", ".join(f"{times['clicks']} in {game}" for game, times in clicks.items())
        + ".",
        "The staff plays a whole game against itself, and each action is stored:",
        "",
        *table(
            ("game", "hosted version, s", "server, s", "entries"),
            ((game, one["link_s"], one["server_s"], one["plies"]) for game, one in staff.items()),
        ),
        "Memory is the PSS of the page's process and its workers, at the end of that game of Barbarossa.",
        "",
    ]


def peers_section() -> list[str]:
    lines = table(
        ("library", "decisions a second", "games a second", "copy, µs"),
        (
            (row["peer"], row["decisions_per_second"], row["games_per_second"], row["copy_microseconds"])
            for row in peers.figures()
        ),
    )
    return [
        *lines,
        "These are random games.",
        "The rules differ, so this compares the speed available to a search, not the skill.",
        "",
        *table(
            ("game or library", "decisions a second", "times catanatron"),
            ((row["name"], row["decisions_per_second"], row["times_catanatron"]) for row in peers.rounds()),
        ),
        f"The figures are medians of {peers.ROUNDS} rounds.\nIn each round, every engine gets {peers.TURNS} turns of "
        f"{peers.TURN_S:g} s of processor time.",
        "",
    ]


def learning_section() -> list[str]:
    speeds = own_process("learning.py", "--json")
    return [
        *table(("environment", "steps a second"), speeds.items()),
        "The table shows random legal play on one core, in processor time, with observation and mask.",
        "Our games run through PettingZoo's interface, where a step is a token.",
        "The libraries ran in the same run; there a step is a whole move.",
        "",
    ]


def many(game: str, players: list[str], seconds: float) -> int:
    """So many games of these players take about so long on one process."""
    rate: float = simulate(game, TRIED, players, seed=1).summary()["games_per_second"]
    return min(MOST, max(FEWEST, round(seconds * rate)))


def others(game: str) -> int:
    """The seats beside the first that somebody plays."""
    table_of_game = find(game).table()
    return len(table_of_game.game.seats) - len(table_of_game.procedures) - 1


def workers_section() -> list[str]:
    rows = []
    for game in names():
        games = many(game, ["random"] * (others(game) + 1), PLAYED_S)
        for workers in (1, os.cpu_count() or 1):
            summary = simulate(game, games, workers=workers, seed=1).summary()
            rows.append((game, games, str(workers), summary["games_per_second"], summary["decisions_per_second"]))
    lines = table(("game", "games", "processes", "games a second", "decisions a second"), rows)
    return [*lines, "Elapsed time, including the start of the processes.", ""]


def players_section() -> list[str]:
    rows = []
    for game in names():
        if "points" not in simulate(game, 1, ["random"] * (others(game) + 1)).summary():
            continue
        for bot in ("random", *find(game).bots):
            players = [bot, *["random"] * others(game)]
            games = many(game, players, PLAYERS_S * (os.cpu_count() or 1))
            points = simulate(game, games, players, workers=-1, seed=1943).summary()["points"]
            low, high = points["ci95"]
            rows.append((game, bot, games, round(points["mean"], 2), f"{low:.2f} to {high:.2f}"))
    lines = table(("game", "first seat", "games", "mean points", "95% confidence"), rows)
    return [
        *lines,
        f"Each bot plays as many games as it can in {PLAYERS_S:g} s against random players, in games with points.",
        "",
    ]


def study_section() -> list[str]:
    rows = []
    for game in names():
        study = find(game).study()
        if not study.commanders:
            continue
        first = next(name for name in study.commanders if name in find(game).bots)
        games = many(game, [first, *["random"] * others(game)], STUDIED_S)
        for workers in (1, os.cpu_count() or 1):
            with tempfile.TemporaryDirectory() as folder:
                prepared = prepare(game, games, Path(folder) / "study", commanders=[first], variant_ids=[])
                begun = time.perf_counter()
                prepared.play_missing(workers=workers)
                rows.append((game, first, games, str(workers), round(time.perf_counter() - begun, 1)))
    lines = table(("game", "commander", "games", "processes", "seconds"), rows)
    return [*lines, "Elapsed time, including the records of every turn and the files.", ""]


def start_section() -> list[str]:
    lines = table(("", "ms"), import_time.figures().items())
    note = f"The times exclude the start of an empty Python process; median of {import_time.RUNS} processes."
    return [*lines, note, ""]


def compiled_section() -> list[str]:
    figures = own_process("compiled.py")
    lines = [figures["what"], ""]
    if figures["rows"]:
        lines += table(
            ("game", "plain, decisions a second", "compiled", "times"),
            figures["rows"],
        )
    return [*lines, *figures["notes"], *figures.get("little", ()), ""]


def server_section() -> list[str]:
    figures = [own_process("server_roundtrip.py", "--game", game, *SERVED) for game in names()]
    figures.append(own_process("server_roundtrip.py", "--game", names()[0], *SERVED, "--thoughts", str(THOUGHTS)))
    return [
        *table(
            [name.replace("_", " ") for name in figures[0]],
            (list(row.values()) for row in figures),
        ),
        "The table shows the round trip of an action: the server stores it and answers with the whole State.",
        "A tab follows each game.",
        '"Searches" is the number of strategists that search games of Barbarossa at the same time, on the same cores.',
        "",
    ]


def crowd_section() -> list[str]:
    figures = [own_process("crowd.py", "--games", str(games)) for games in CROWDS]
    held, busy = own_process("memory.py"), own_process("crowd.py", "--callers", str(CALLERS))
    bots = own_process("memory.py", "--bots", str(BOT_GAMES))
    return [
        *table([name.replace("_", " ") for name in figures[0]], (list(row.values()) for row in figures)),
        "Many games of all kinds are in progress, each with two open tabs and one action per second.",
        "The table shows the elapsed time from sending an action to receiving the State.",
        "By then, the action is on the disk.",
        "The clients run on the same cores.",
        "",
        f"{held['games']:,} games of {held['kinds']} kinds (editions and presets) on one server, each opened "
        f"once, take {held['with_games_megabytes']} MB of memory.",
        f"Before the first game, the server took {held['server_megabytes']} MB.",
        "",
        f"Bots play {bots['games']} games of all kinds without a pause, and start a new game whenever one ends "
        f"({bots['ended']} games ended):",
        "",
        *table(("actions", "MB"), zip(bots["actions"][::3], bots["megabytes"][::3], strict=True)),
        f"While {busy['callers']} clients keep asking for the choices of one match of {busy['busy']}, an action in "
        f"another match takes {busy['action_beside_p50_ms']} ms ({busy['action_beside_max_ms']} at most).",
        f"Without them, it takes {busy['action_alone_p50_ms']} ms.",
        "",
    ]


def agents_section() -> list[str]:
    asked = [own_process("exam.py", "--items", str(ITEMS), "--boxes", game) for game in names()]
    played = [own_process("agents.py", "http", "--games", str(AGENT_GAMES), "--boxes", game) for game in names()]
    return [
        *table(
            ("game", "questions", "ms a question", "disagreements"),
            ((row["box"], row["items"], row["ms_per_item"], row["disagreements"]) for row in asked),
        ),
        "The table shows the processor time per question of `mamayev exam`, including the games for the questions.",
        "An independent check replays the saved game of each question and asks the match again.",
        "",
        *table(
            ("game", "games", "calls", "call, p95 ms"),
            ((row["box"], row["games"], row["calls"], row["p95_ms"]) for row in played),
        ),
        "A client on the same cores plays whole random games through `mamayev mcp` over HTTP.",
        "",
    ]


PARTS: dict[str, tuple[str, Callable[[], list[str]]]] = {
    "games": ("Our games", games_section),
    "questions": ("The cost of a decision", questions_section),
    "peers": ("Other engines, in the same run", peers_section),
    "learning": ("Environments for learners", learning_section),
    "workers": ("Many games: `mamayev simulate`, random players", workers_section),
    "players": ("Players", players_section),
    "study": ("The staff study: `mamayev study`", study_section),
    "agents": ("Agents and the exam", agents_section),
    "start": ("Start", start_section),
    "compiled": ("Compiled with mypyc", compiled_section),
    "server": ("The server", server_section),
    "crowd": ("A busy server", crowd_section),
    "boards": ("The board in the browser", boards_section),
    "site": ("The hosted version", site_section),
}
"""What is measured, in the order of the page, with its title there."""


def dated(section: Callable[[], list[str]]) -> list[str]:
    """A part of the page, under the machine and the day that it was measured on."""
    load = os.getloadavg()[0]
    machine = f"{processor()}, {os.cpu_count()} cores; {platform.system()}, Python {platform.python_version()}"
    head = [f"{machine}; {datetime.now(UTC):%Y-%m-%d}.", ""]
    return [*head, *([BUSY.format(load), ""] if load > 0.5 else []), *section()]


def main(file: Path, wanted: Collection[str]) -> None:
    begun = time.monotonic()
    old = file.read_text(encoding="utf-8") if file.is_file() else ""
    pages = dict(part.split("\n\n", 1) for part in re.split(r"^## ", old, flags=re.MULTILINE)[1:])
    for name, (title, section) in PARTS.items():
        if name in wanted:
            print(f"{time.monotonic() - begun:5.0f} s  {title}", file=sys.stderr, flush=True)
            pages[title] = "\n".join(dated(section))
            parts = [f"## {each}\n\n{pages[each].strip()}\n" for each, _ in PARTS.values() if each in pages]
            file.write_text("\n".join([HEAD, *parts]), encoding="utf-8")
    print(f"{time.monotonic() - begun:5.0f} s  done", file=sys.stderr)


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("file", type=Path)
    asked.add_argument("part", nargs="*", help=", ".join(PARTS))
    given = asked.parse_args()
    if unknown := [part for part in given.part if part not in PARTS]:
        asked.error(f"there is no part {', '.join(unknown)}, but {', '.join(PARTS)}")
    main(given.file, given.part or PARTS)
