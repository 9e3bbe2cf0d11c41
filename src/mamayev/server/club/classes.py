"""The classes in which games are rated. A class is a game with one set of rules, for two players or solo for points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from mamayev.engine import registry
from mamayev.engine.table import Game, Table

from ..last import look_of

Kind = Literal["duel", "points"]


class RulesClass(NamedTuple):
    """A class of rated games. `rules`: the preset of a game, or the edition if it has no presets. `kind`: "duel" for
    two players with one seat each, "points" for a solo player against the rules.
    """

    box: str
    rules: str
    kind: Kind


def class_of(game: Game, edition: str, options: Mapping[str, Any], own: bool = False) -> RulesClass | None:
    """Return the class of a game's rules, or None if such games are not rated. Games with options outside the presets
    are not rated, and neither are games on a player's `own` map. If presets are equal, the first one without hints
    names the class. Raises Refusal for unknown options.
    """
    rules = None if own else _rules(game, edition, game.check_options(options))
    kind = None if rules is None else _kind(game.table(edition, options))
    return None if rules is None or kind is None else RulesClass(game.name, rules, kind)


def _rules(game: Game, edition: str, options: Mapping[str, Any]) -> str | None:
    for preset in sorted(game.presets, key=lambda one: one.hints):
        if edition == (preset.edition or game.editions[0]) and options == game.check_options(preset.options):
            return preset.name
    return edition if not game.presets and options == game.check_options({}) else None


def _kind(table: Table[Any]) -> Kind | None:
    seats = table.open_seats
    sides = {table.look.sides.get(seat) or seat for seat in seats}
    if len(sides) == len(seats) == 2:
        return "duel"
    return "points" if len(seats) == 1 and look_of(table).scene.victory is not None else None


def title_of(box: str, rules: str) -> str:
    """Return the name of a class's rules, such as "Classic". For a game that is not installed, return its id."""
    if box not in registry.names():
        return rules
    return next((preset.title for preset in registry.find(box).presets if preset.name == rules), rules)


def seat_names(box: str, rules: str) -> dict[str, str]:
    """Return the names of the sides of a class by seat, such as "Axis". Empty for a game that is not installed."""
    if box not in registry.names():
        return {}
    game = registry.find(box)
    preset = next((preset for preset in game.presets if preset.name == rules), None)
    table = game.table() if preset is None else game.table(preset.edition, preset.options)
    scene = look_of(table).scene
    sides = {side.id: side.name for side in scene.sides}
    return {seat.id: sides.get(seat.side, seat.name) for seat in scene.seats}
