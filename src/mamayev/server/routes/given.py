"""The arguments of handlers that come with the server or the request, for routes that not every server has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

from .parts import Parts


class Given(ABC):
    """An argument that a handler names by its type. It is not read from the address or the body."""

    @classmethod
    @abstractmethod
    def given(cls, server: Parts) -> Self:
        """Return the argument for the current request to a server."""
