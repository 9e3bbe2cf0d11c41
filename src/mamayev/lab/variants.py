"""The variants of a game's rules for a study: every other edition, option value and preset."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mamayev.engine.refusal import Refusal
from mamayev.engine.table import Game


class Variant(NamedTuple):
    """An edition and a value for each option. `id` names it on the command line: "rumors=true", "edition=1996"."""

    id: str
    title: str
    group: str
    edition: str
    options: Mapping[str, Any]


def variants(game: Game, edition: str, options: Mapping[str, Any]) -> list[Variant]:
    """Return every variant of the given edition and the full set of options, each once, in the game's order."""
    found = [Variant("", "", "", edition, dict(options))]
    for variant in _all(game, edition, options):
        if all((variant.edition, variant.options) != (other.edition, other.options) for other in found):
            found.append(variant)
    return found[1:]


def choose(offered: Sequence[Variant], names: Sequence[str]) -> list[Variant]:
    """Return the variants with the given ids. Raises a Refusal that lists the ids."""
    by_id = {variant.id: variant for variant in offered}
    for name in names:
        if name not in by_id:
            known = ", ".join(by_id) or "none"
            raise Refusal(f"Unknown variant “{name}”. Use one of these: {known}.", field="--variants", malformed=True)
    return [by_id[name] for name in dict.fromkeys(names)]


def _all(game: Game, edition: str, options: Mapping[str, Any]) -> Iterator[Variant]:
    for other in game.editions:
        yield Variant(f"edition={other}", f"Edition {other}", "Editions", other, dict(options))
    asked = [option for option in game.options if option.offered]
    for group in dict.fromkeys(option.group for option in asked):
        members = [option for option in asked if option.group == group]
        for option in members:
            for value in (True, False) if option.type == "bool" else option.choices:
                text = str(value).lower() if option.type == "bool" else str(value)
                changed = {**options, option.name: value}
                yield Variant(f"{option.name}={text}", option.told(value), group, edition, changed)
        switches = [option.name for option in members if option.type == "bool"]
        if len(switches) > 1:
            slug = re.sub("[^a-z0-9]+", "-", group.lower())
            everything = {**options, **dict.fromkeys(switches, True)}
            yield Variant(f"all-{slug}", "All changes together", group, edition, everything)
    for preset in game.presets:
        chosen = game.check_options(preset.options)
        yield Variant(f"preset={preset.name}", preset.title, "Presets", preset.edition, chosen)
