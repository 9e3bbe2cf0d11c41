"""What the staffs of Stalingrad: Inferno on the Volga claim, computed again from the position."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from mamayev.engine.notation import ARG, MASK
from tests.players.reasons import Checks, Claim, Said

CHECKS = Checks()
