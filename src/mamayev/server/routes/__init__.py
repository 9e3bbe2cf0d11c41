"""The routes of the API (docs/protocol.md) by topic. They do not depend on the transport."""

from . import bots, company, drafts, games, look, mail, matches, orders, play, reports, reviews, studies
from .route import Route

ROUTES: list[Route] = [
    route
    for each in (games, matches, mail, play, orders, bots, reviews, reports, studies, look, company, drafts)
    for route in each.routes
]
"""The routes in the order of the API's document."""
