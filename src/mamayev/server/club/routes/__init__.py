"""The routes of a club, under /api/club."""

from ...routes.route import Route
from . import entry, games, me, notices

CLUB_ROUTES: list[Route] = [route for each in (entry, me, notices, games) for route in each.routes]
"""The routes in the order of the API's document."""
