"""The pytest plugin: `--mamayev-game NAME` runs the shared battery on an installed game."""

from __future__ import annotations

import argparse
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from . import depth

BATTERY = str(Path(__file__).with_name("battery.py"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("mamayev").addoption(
        "--mamayev-game",
        action="append",
        metavar="NAME",
        default=[],
        help="run the battery that every game must pass on this installed game, beside the paths given if any; "
        "repeat for several games, “all” takes every installed one",
    )
    parser.getgroup("mamayev").addoption(
        "--mamayev-depth",
        "--depth",
        type=_depth,
        metavar="N",
        default=1.0,
        help="play N times as many random games in the battery: 0.2 for a first look, 10 for a long search (default 1)",
    )
    parser.getgroup("mamayev").addoption(
        "--mamayev-trails",
        type=Path,
        metavar="FOLDER",
        help="replay the trails in this folder to every box and verb, and search only for the rest",
    )
    parser.getgroup("mamayev").addoption(
        "--mamayev-walk",
        nargs=3,
        metavar=("CASE", "SEED", "PLIES"),
        help="try this one random game alone, as the message of a failed test names it: game, edition and options in "
        "one word, the seed, the number of decisions",
    )


def _depth(text: str) -> float:
    """Return the search depth. Raises ArgumentTypeError for anything but a positive number."""
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < 10_000:
        raise argparse.ArgumentTypeError(f"“{text}” is not a depth. Use a number above 0, such as 0.2 or 10.")
    return found


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    depth.times = config.getoption("--mamayev-depth")
    config.addinivalue_line("markers", "rule(*clause_ids): the test proves these clauses of a game's ledger")
    if not config.getoption("--mamayev-game"):
        return
    given = config.args if config.args_source is pytest.Config.ArgsSource.ARGS else []
    config.args = [*(path for path in given if path != BATTERY), BATTERY]


def chosen_games(config: pytest.Config) -> list[str]:
    """Return the games named on the command line; by default, all installed ones.

    Raises pytest.UsageError for unknown games.
    """
    from mamayev.engine.refusal import Refusal
    from mamayev.engine.registry import find, names

    games: list[str] = config.getoption("--mamayev-game")
    if not games or "all" in games:
        return names()
    for game in games:
        try:
            find(game)
        except Refusal as refusal:
            raise pytest.UsageError(refusal.text) from None
    return games


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> None:
    """If a former name causes an error in a game or its test, name the replacement."""
    from mamayev.engine.entries import explain

    if call.excinfo is not None:
        explain(call.excinfo.value, item.path)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """If a former name keeps a test file from being imported, name the replacement."""
    from mamayev.engine.entries import explain

    report = yield
    call = getattr(report, "call", None)  # a file that --last-failed skips has none
    error = getattr(call, "excinfo", None)
    if error is not None and (sentence := explain(error.value, collector.path)):
        report.sections.append(("Former name", sentence))
    return report
