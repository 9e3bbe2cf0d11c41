"""A battlegroup made again while a collapse is being rolled for."""

import pytest

from mamayev.engine.registry import find
from mamayev.games.cauldron.rules.actions import create_battlegroup
from mamayev.games.cauldron.rules.soviet import units_to_face
from mamayev.games.cauldron.rules.table import CauldronTable


@pytest.mark.rule("CAU-COL-07")
def test_a_battlegroup_made_anew_has_not_been_rolled_for() -> None:
    table = find("cauldron").table()
    assert isinstance(table, CauldronTable)
    p = table.start()
    p.supply = 10
    first = table.first_battlegroup
    p.rolled = 1 << first
    create_battlegroup(p, 52)
    assert p.at[first] == 52
    assert first in units_to_face(p)
