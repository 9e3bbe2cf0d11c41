"""The routes of a club, under /api/club."""

from ...routes.route import Route
from . import challenges, clocks, entry, games, me, notices, people

MODULES = (entry, me, notices, games, challenges, people, clocks)
CLUB_ROUTES: list[Route] = [route for each in MODULES for route in each.routes]
"""The routes in the order of the API's document."""
