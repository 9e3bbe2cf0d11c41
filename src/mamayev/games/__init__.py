"""The games: each a rulebook in Python plus its data. `mamayev.games()` lists the installed ones.

The module can be called because its name is the layer's and, by contract, the function's too.
"""

from __future__ import annotations

import sys
from types import ModuleType


class _Games(ModuleType):
    def __call__(self) -> list[str]:
        """The names of all installed games, in a fixed order."""
        from mamayev.engine.registry import names

        return names()


sys.modules[__name__].__class__ = _Games
