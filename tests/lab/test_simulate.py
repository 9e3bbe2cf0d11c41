"""Mass play: the same rows for the same seed, in any number of processes."""

import sys
from importlib import import_module
from pathlib import Path
from statistics import fmean, stdev, variance

import pyarrow.parquet
import pytest

from mamayev import Refusal
from mamayev.engine.notation import CHANCE_VERBS, VERB
from mamayev.engine.procedure import Order
from mamayev.lab.mass import table_of
from mamayev.lab.simulate import simulate


def test_rows_are_the_same_on_any_number_of_workers(tiny: str) -> None:
    one = simulate(tiny, 40, ["eager", "random"], seed=5)
    two = simulate(tiny, 40, ["eager", "random"], seed=5, workers=2)
    assert one.rows == two.rows
    assert [row["number"] for row in two.rows] == list(range(40))
    assert simulate(tiny, 40, ["eager", "random"], seed=6).rows != one.rows


def test_a_longer_run_begins_with_the_shorter_one(tiny: str) -> None:
    assert simulate(tiny, 20, seed=5).rows[:10] == simulate(tiny, 10, seed=5).rows


def test_a_row_holds_result_and_facts(tiny: str) -> None:
    (row,) = simulate(tiny, 1, options={"length": 1}).rows
    assert row["decisions"] == 2
    assert row["level"] == f"{row['winner'] or 'nobody'} wins"
    assert row["points"] == row["fact_north"] - row["fact_south"]
    assert row["why"] == "The race is run."


def test_the_stronger_player_scores_more(tiny: str) -> None:
    summary = simulate(tiny, 400, ["eager", "random"], seed=1).summary()
    assert summary["points"]["ci95"][0] > 0.5
    assert summary["points"]["quantiles"]["0.5"] >= 1
    assert summary["results"]["north wins"] > 200


@pytest.mark.parametrize("player", ["eager", "random"])
def test_seats_that_the_rules_play_need_no_bot(tiny: str, monkeypatch: pytest.MonkeyPatch, player: str) -> None:
    rests = Order((len(CHANCE_VERBS) + 1) << VERB, "The rules rest.")
    monkeypatch.setattr(import_module("tiny_game").TinyTable, "procedures", {1: lambda p: rests})
    table_of.cache_clear()
    summary = simulate(tiny, 10, [player]).summary()
    table_of.cache_clear()
    assert summary["players"] == [player]
    assert summary["decisions"] == 30
    assert set(summary["results"]) <= {"north wins", "nobody wins"}
    with pytest.raises(Refusal, match=r"has north to play, not 2 players"):
        simulate(tiny, 10, [player, player])


@pytest.mark.parametrize(
    ("player", "fault"),
    [
        ("crasher", "The bot “crasher” failed: ZeroDivisionError: no idea."),
        ("cheat", "The bot “cheat” chose “step north 5”, which is not allowed here."),
        ("mumbler", "The bot “mumbler” answered 'step north 1' instead of an action."),
    ],
)
def test_a_bot_that_errs_is_named_with_the_game(tiny: str, player: str, fault: str) -> None:
    with pytest.raises(Refusal) as refusal:
        simulate(tiny, 3, [player, "random"])
    assert refusal.value.text == fault
    assert refusal.value.__notes__[0].startswith(f"In game number 0 of {tiny}, ")


def test_rivals_are_compared_game_by_game(tiny: str) -> None:
    eager, drawn = simulate(tiny, 60, ["eager", "random"], seed=3), simulate(tiny, 60, ["random", "random"], seed=3)
    found = eager.against(drawn)
    assert found is not None
    pairs = [one["points"] - other["points"] for one, other in zip(eager.rows, drawn.rows, strict=True)]
    assert found["mean"] == pytest.approx(fmean(pairs), abs=1e-4)
    assert found["error"] == pytest.approx(stdev(pairs) / 60**0.5, abs=1e-4)
    apart = variance([row["points"] for row in eager.rows]) + variance([row["points"] for row in drawn.rows])
    assert found["kept"] == pytest.approx(variance(pairs) / apart, abs=1e-4)
    assert eager.against(eager) == {"mean": 0, "error": 0, "ci95": [0, 0], "kept": 0}


def test_only_games_that_both_have_played_are_compared(tiny: str) -> None:
    def stop(_done: int) -> None:
        raise KeyboardInterrupt

    whole, cut = simulate(tiny, 9, ["eager", "random"]), simulate(tiny, 9, ["random"], progress=stop)
    found = whole.against(cut)
    assert found is not None
    assert found["mean"] == whole.rows[0]["points"] - cut.rows[0]["points"]
    cut.rows.clear()
    assert whole.against(cut) is None


def test_a_game_without_points_is_not_compared(tiny: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = import_module("tiny_game").TinyTable
    result = table.result
    monkeypatch.setattr(table, "result", lambda self, p: result(self, p) | {"points": None})
    assert simulate(tiny, 3, ["eager"]).against(simulate(tiny, 3)) is None


def test_rows_name_their_players(tiny: str, tmp_path: Path) -> None:
    eager, drawn = simulate(tiny, 2, ["eager", "random"]), simulate(tiny, 2)
    eager.write_parquet(tmp_path / "games.parquet", drawn)
    rows = pyarrow.parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert [row["players"] for row in rows] == ["eager,random"] * 2 + ["random,random"] * 2


def test_progress_counts_every_game(tiny: str) -> None:
    seen: list[int] = []
    simulate(tiny, 30, workers=2, progress=seen.append)
    assert sum(seen) == 30


def test_interrupted_games_are_kept(tiny: str) -> None:
    def stop(_done: int) -> None:
        raise KeyboardInterrupt

    results = simulate(tiny, 30, progress=stop)
    assert len(results.rows) == 1
    assert results.summary()["interrupted"] is True


def test_rows_are_written_as_parquet(tiny: str, tmp_path: Path) -> None:
    results = simulate(tiny, 5)
    results.write_parquet(tmp_path / "games.parquet")
    assert pyarrow.parquet.read_table(tmp_path / "games.parquet").to_pylist() == results.rows


def test_a_table_has_the_facts_that_only_later_games_have(tmp_path: Path) -> None:
    drawn = simulate("inferno", 3, options={"soviet_side": "player"})
    staff = simulate("inferno", 2, ["staff"], options={"soviet_side": "player"})
    first, every = set(drawn.rows[0]), {column for row in (*drawn.rows, *staff.rows) for column in row}
    assert any(column.startswith("fact_unit.") for column in every - first)
    assert any(column.startswith("german_conduct_") for column in every - first)
    drawn.write_parquet(tmp_path / "games.parquet", staff)
    read = pyarrow.parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert read == [{column: row.get(column) for column in every} for row in (*drawn.rows, *staff.rows)]


@pytest.mark.parametrize(("backend", "module"), [("dask", "distributed"), ("ray", "ray")])
def test_a_backend_that_is_not_installed_is_named(
    tiny: str, monkeypatch: pytest.MonkeyPatch, backend: str, module: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(Refusal, match=f"The backend {backend} needs .*pip install"):
        simulate(tiny, 2, backend=backend)


def test_parquet_without_pyarrow_is_refused(tiny: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Refusal, match="needs pyarrow: pip install"):
        simulate(tiny, 1).write_parquet(tmp_path / "games.parquet")
