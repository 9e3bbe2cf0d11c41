"""What an agent can read of a match: for tests and benchmarks that compare twins."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from mamayev.match.match import Match

Call = Callable[..., Awaitable[dict[str, Any]]]
"""Calls a tool by its name with arguments, and returns its data."""


async def read_all(call: Call, match: Match) -> list[tuple[str, str]]:
    """Return the answer of every tool that reads, with the tool. The table's id is left out."""
    found = list[tuple[str, str]]()

    async def ask(tool: str, **given: Any) -> dict[str, Any]:
        answer = await call(tool, **given)
        found.append((tool, json.dumps({**answer, "table": ""}, sort_keys=True)))
        return answer

    await ask("look")
    listed = await ask("legal")
    for piece in listed["pieces"][:2]:
        await ask("legal", piece=piece)
        await ask("why", piece=piece)
    for row in listed["choices"][:3]:
        await ask("foresee", action=row["play"])
        await ask("why", action=row["play"])
    for verb in sorted({row["play"].split()[0] for row in listed["choices"]}):
        await ask("legal", verb=verb)
        await ask("why", verb=verb)
    await ask("why", space=min(match.table.look.kept.space_ids()))
    await ask("orders")
    await ask("hint")
    await ask("history", last=50)
    return found
