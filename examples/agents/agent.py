"""A client that plays Inferno through `mamayev mcp` by the advice of the game's bot."""

import asyncio
from typing import Any

from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client


async def main() -> None:
    server = StdioServerParameters(command="mamayev", args=["mcp"])
    async with Client(stdio_client(server)) as client:

        async def ask(tool: str, **given: Any) -> dict[str, Any]:
            return dict((await client.call_tool(tool, given)).structured_content or {})

        answer = await ask("begin", game="inferno", opponent="random", seed=1)
        print(answer["text"])
        while not answer["over"]:
            advice = await ask("hint")
            action, _, _ = advice["text"].partition(":")
            answer = await ask("play", actions=[action])
        print(answer["text"])


asyncio.run(main())
