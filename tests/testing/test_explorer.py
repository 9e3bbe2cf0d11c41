"""Trails to every box and verb: kept once, followed instead of sought anew."""

from pathlib import Path

from mamayev.testing.explorer import explored, keep_trails, kept_trails


def test_kept_trails_meet_everything_without_a_search(tmp_path: Path, outpost: str) -> None:
    sought, missed = explored(outpost, {})
    assert missed == set()
    assert sum(explorer.decisions for explorer in sought.values()) > 0
    keep_trails(tmp_path, outpost, sought)
    followed, missed = explored(outpost, kept_trails(tmp_path, outpost))
    assert missed == set()
    assert sum(explorer.decisions for explorer in followed.values()) == 0


def test_what_is_no_longer_legal_is_sought_anew(tmp_path: Path, outpost: str) -> None:
    sought, _ = explored(outpost, {})
    keep_trails(tmp_path, outpost, sought)
    kept = kept_trails(tmp_path, outpost)
    for trails in kept.values():
        trails[0].actions = ["die 77", "nonsense", *trails[0].actions]
    followed, missed = explored(outpost, kept)
    assert missed == set()
    assert sum(explorer.decisions for explorer in followed.values()) > 0


def test_a_game_without_kept_trails_is_explored(tmp_path: Path, tiny: str) -> None:
    assert kept_trails(tmp_path, tiny) == kept_trails(None, tiny) == {}
    assert explored(tiny, {})[1] == set()
