"""The shared battery on every installed game."""

from mamayev.testing.battery import *  # noqa: F403
