"""Skirmish: two sides, a village and a dozen hexes. Written to be read, as the guide to writing a game does."""

from pathlib import Path

from mamayev.author import Game

from .bot import CAPTAIN
from .look import SkirmishLook
from .rules import LEDGER, PLAN, SEATS, Beginnings, Skirmish

GAME = Game(
    name="skirmish",
    title="Skirmish at the Village",
    blurb="Two sides, a dozen hexes, one village, and a counter on each side that nobody has seen yet.",
    scale="A village, hexes",
    hours="¼",
    complexity=1,
    version="1",
    seats=SEATS,
    hides=True,
    ledger=lambda: LEDGER,
    open=Skirmish,
    look=SkirmishLook,
    situations=Beginnings,
    study=lambda: PLAN,
    bots={"captain": CAPTAIN},
    lessons=(Path(__file__).parent / "first-fight.toml",),
)
