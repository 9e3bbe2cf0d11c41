"""Routes that wait for their turn at a match, and for the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from ..writer import Busy

BUSY_PAUSES = (0.1, 0.2, 0.4, 0.6)  # between tries while the database is locked; 503 comes before 3 seconds


class Patient(APIRoute):
    """A route that tries again while another program writes to the database. Where a plain function answers for a
    match, it waits for its turn at the match before it takes a thread; an `async` one takes its turns itself. While it
    waits for the database it holds neither."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()
        in_turn = not asyncio.iscoroutinefunction(self.endpoint)

        async def answer_once(request: Request) -> Response:
            match_id = request.path_params.get("match_id")
            if match_id is None or not in_turn:
                return await answer(request)
            async with request.app.state.parts.turns.of(match_id):
                return await answer(request)

        async def answer_again(request: Request) -> Response:
            for pause in BUSY_PAUSES:
                try:
                    return await answer_once(request)
                except Busy:
                    await asyncio.sleep(pause)
            return await answer_once(request)

        return answer_again
