"""What the staffs of Donnerschlag claim, computed again from the position."""

from tests.players.reasons import Checks

CHECKS = Checks()
