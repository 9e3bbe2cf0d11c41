"""Everything that a game imports, in one place.

    from mamayev.author import Box, Game, Position, Sequence, Table, Verb, act, codes

A game in another package should import only from here, because these names stay the same when the modules behind them
change. `event` and `scene` are modules: `event` has the kinds of log events, and `scene` has the parts of a picture.
Matches, records and dice for a game's own tests are in `mamayev.match` and `mamayev.engine.chance`, and the test
battery that every game must pass is in `mamayev.testing`.
"""

from .engine import event, scene
from .engine.bot import Bot, Ground, Rated, because
from .engine.box import Box
from .engine.chancebox import DealBox, DieBox, DrawBox, LotBox, PoolBox
from .engine.choices import Choice
from .engine.components import Files
from .engine.event import Modifier
from .engine.fields import OWN, Derived, Locals, Shared
from .engine.foresight import Foresight, Value
from .engine.foretell import Forecast, Outcome, forecast
from .engine.former import NAMES
from .engine.invariant import Invariant
from .engine.late import late
from .engine.ledger import Ledger
from .engine.look import Look, PurseLine
from .engine.notation import ARG, CARD, DIE, LOT, MASK, Noun, Verb, act, codes, parts, verb_of
from .engine.observation import Columns, Feature, Observation, asked, asking, flag
from .engine.position import CHANCE, OVER, Frame, Position
from .engine.procedure import Order, Procedure
from .engine.refusal import Reason, Refusal
from .engine.scene import Overlay, Picture, Scene
from .engine.sequence import Sequence, loop, part, step, when
from .engine.situations import Situations
from .engine.statement import Statements
from .engine.steps import StepName
from .engine.study import Brief, Conduct, Figure, Measure, Study
from .engine.table import Game, Table
from .engine.telling import Fight, Telling, Told, mark
from .engine.words import counted
from .match.sheet import Sheet
from .terrain.contact import Contact, Units, units_of
from .terrain.declarations import Price, Search
from .terrain.grid import OFF, Grid, Hexes, lettered, numbered, printed
from .terrain.kept import kept
from .terrain.look import board, outlines, rivers, ways
from .terrain.paths import Net, Reach, Ride, Steps, Toll, hindrance, preferred, reach, retreats
from .terrain.supply import Supply
from .terrain.zones import Zones


def __getattr__(name: str) -> object:
    if name in NAMES:
        raise ImportError(f"`mamayev.author` has no `{name}`. {NAMES[name]}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "ARG",
    "CARD",
    "CHANCE",
    "DIE",
    "LOT",
    "MASK",
    "OFF",
    "OVER",
    "OWN",
    "Bot",
    "Box",
    "Brief",
    "Choice",
    "Columns",
    "Conduct",
    "Contact",
    "DealBox",
    "Derived",
    "DieBox",
    "DrawBox",
    "Feature",
    "Fight",
    "Figure",
    "Files",
    "Forecast",
    "Foresight",
    "Frame",
    "Game",
    "Grid",
    "Ground",
    "Hexes",
    "Invariant",
    "Ledger",
    "Locals",
    "Look",
    "LotBox",
    "Measure",
    "Modifier",
    "Net",
    "Noun",
    "Observation",
    "Order",
    "Outcome",
    "Overlay",
    "Picture",
    "PoolBox",
    "Position",
    "Price",
    "Procedure",
    "PurseLine",
    "Rated",
    "Reach",
    "Reason",
    "Refusal",
    "Ride",
    "Scene",
    "Search",
    "Sequence",
    "Shared",
    "Sheet",
    "Situations",
    "Statements",
    "StepName",
    "Steps",
    "Study",
    "Supply",
    "Table",
    "Telling",
    "Told",
    "Toll",
    "Units",
    "Value",
    "Verb",
    "Zones",
    "act",
    "asked",
    "asking",
    "because",
    "board",
    "codes",
    "counted",
    "event",
    "flag",
    "forecast",
    "hindrance",
    "kept",
    "late",
    "lettered",
    "loop",
    "mark",
    "numbered",
    "outlines",
    "part",
    "parts",
    "preferred",
    "printed",
    "reach",
    "retreats",
    "rivers",
    "scene",
    "step",
    "units_of",
    "verb_of",
    "ways",
    "when",
]
