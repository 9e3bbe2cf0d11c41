"""What the staffs of Barbarossa claim, computed again from the position."""

from tests.players.reasons import Checks

CHECKS = Checks()
