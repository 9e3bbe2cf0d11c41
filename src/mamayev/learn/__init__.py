"""Every game as an environment for machine learning libraries: `pip install mamayev[learn]`.

    env = mamayev.learn.aec("GAME")                          # PettingZoo: all seats
    env = mamayev.learn.single("GAME", against="random")     # Gymnasium: one seat, the others played by bots
    import mamayev.learn.spiel                               # OpenSpiel: load_game("python_mamayev(game=GAME)")

Actions are spelled in tokens, and each step of an environment takes one token (`Tokens`). A seat observes the arrays of
`Table.observe`. See docs/learning.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mamayev.engine.tokens import Tokens

    from .arrays import image, shapes
    from .describe import describe
    from .episode import Episode, set_up
    from .rewards import REWARDS
    from .seat import single, vector
    from .zoo import aec

__all__ = ["REWARDS", "Episode", "Tokens", "aec", "describe", "image", "set_up", "shapes", "single", "vector"]

_ROOMS = {
    "REWARDS": ".rewards",
    "Episode": ".episode",
    "Tokens": "mamayev.engine.tokens",
    "aec": ".zoo",
    "describe": ".describe",
    "image": ".arrays",
    "set_up": ".episode",
    "shapes": ".arrays",
    "single": ".seat",
    "vector": ".seat",
}
"""The module that defines each name. A library is imported only when its environment is used."""


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_ROOMS[name], __name__), name)
