"""Front: 2184 hexes, 200 counters, two sides. A worked example of a large map, made to be read and to be measured."""

from mamayev.author import Game

from .board import LEDGER, SIDES
from .bot import MARSHAL
from .look import FrontLook
from .rules import PLAN, Beginnings, TheFront

GAME = Game(
    name="front",
    title="A Front",
    blurb="Two hundred armies, twenty-six cities, and a front from the northern bay to the southern sea.",
    scale="A whole front, 50 km hexes",
    hours="4-6",
    complexity=2,
    version="1",
    seats=SIDES,
    ledger=lambda: LEDGER,
    open=TheFront,
    look=FrontLook,
    situations=Beginnings,
    study=lambda: PLAN,
    bots={"marshal": MARSHAL},
)
