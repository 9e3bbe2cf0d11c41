"""Arguments that handlers take from the server or the current request, for routes that only some servers have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

from .parts import Parts


class Given(ABC):
    """The base class of such arguments. A handler asks for one by its type. It does not come from the URL or the
    body."""

    @classmethod
    @abstractmethod
    def given(cls, server: Parts) -> Self:
        """Return the argument for the current request to a server."""
