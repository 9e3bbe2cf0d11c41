"""A server that is killed forgets no notice, and sends none twice that a member could see."""

from pathlib import Path

from .crashing import tell


def test_each_turn_is_told_once_after_a_crash(tmp_path: Path) -> None:
    found = tell(tmp_path, turns=12, games=4, kills=1)
    assert (found.kills, found.missing, found.more) == (1, 0, 0)
    assert found.turns >= 8
