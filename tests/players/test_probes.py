"""The probes: they play legally and to the end in every seat, see what their seat sees, and are offered to nobody."""

from __future__ import annotations

import random

import pytest
from typer.testing import CliRunner

import mamayev
from mamayev import Refusal
from mamayev.cli.main import app
from mamayev.engine.bot import PROBES
from mamayev.engine.registry import find as find_game
from mamayev.lab.simulate import simulate
from mamayev.players import contender, contenders, find, names

GAMES = ("barbarossa", "cauldron", "donnerschlag", "inferno")
MANNED: dict[str, dict[str, object]] = {
    "barbarossa": {"airpower": True, "interception": True},
    "inferno": {"soviet_side": "player"},
}
"""Options under which most questions are asked."""
DECISIONS = 250


@pytest.mark.parametrize("game", GAMES)
def test_every_game_brings_all_the_probes_and_offers_them_to_nobody(game: str) -> None:
    offer = find_game(game)
    assert list(offer.probes) == list(PROBES)
    assert not set(PROBES) & {*offer.bots, *names(offer), *mamayev.info(game)["bots"]}
    assert set(PROBES) < set(contenders(offer))
    with pytest.raises(Refusal, match="has no bot “passive”; it has staff"):
        find(offer, "passive")


def test_nobody_sits_down_with_a_probe() -> None:
    result = CliRunner().invoke(app, ["play", "inferno", "--seat", "german=passive"], standalone_mode=False)
    assert isinstance(result.exception, Refusal)
    assert "no bot “passive”" in result.exception.text


@pytest.mark.parametrize("name", PROBES)
@pytest.mark.parametrize("game", GAMES)
def test_a_probe_answers_legally_in_every_seat_and_leaves_what_it_sees_as_it_was(game: str, name: str) -> None:
    offer = find_game(game)
    p = offer.table(options=MANNED.get(game)).start()
    probe, rng = contender(offer, name), random.Random(5)
    for _ in range(DECISIONS):
        if not p.frames:
            break
        if p.seat < 0:
            p.apply(p.roll(rng.random))
            continue
        seen = p.table.sample(p, p.seat, rng)
        before = seen.copy()
        action = probe.policy(seen, rng)
        assert p.allows(action), p.name(action)
        assert seen == before
        p.apply(action)


@pytest.mark.parametrize(("game", "options"), [(g, MANNED.get(g)) for g in GAMES])
def test_whoever_only_does_what_he_must_comes_to_an_end(game: str, options: dict[str, object] | None) -> None:
    (row,) = simulate(game, 1, ["passive"], seed=3, options=options).rows
    assert row["winner"]


def test_an_unknown_player_is_refused_with_the_probes_that_may_play_here() -> None:
    with pytest.raises(
        Refusal,
        match=r"has no bot “deep”; it has staff, recruit, officer, strategist, random, passive, rush, wall, raider",
    ):
        simulate("barbarossa", 1, ["deep"])
