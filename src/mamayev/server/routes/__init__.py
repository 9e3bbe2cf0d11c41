"""What the server answers (docs/protocol.md), by what it is about; how a request comes is none of its business."""

from . import bots, company, drafts, games, look, mail, matches, play
from .route import Route

ROUTES: list[Route] = [
    route for each in (games, matches, mail, play, bots, look, company, drafts) for route in each.routes
]
"""In the order in which the API's document lists them."""
