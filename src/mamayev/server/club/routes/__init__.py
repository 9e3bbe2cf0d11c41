"""The routes of a club, under /api/club."""

from ...routes.route import Route
from . import challenges, entry, games, me, people

CLUB_ROUTES: list[Route] = [route for each in (entry, me, games, challenges, people) for route in each.routes]
"""The routes in the order of the API's document."""
