"""A client that plays Inferno through `mamayev mcp` by the advice of the game's bot, or its seat of a tournament."""

import asyncio
import os
import random
from contextlib import AsyncExitStack
from typing import Any

import httpx2
from mcp import StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client


async def main() -> None:
    tournament = os.environ.get("MAMAYEV_MCP_URL")
    async with AsyncExitStack() as stack:
        if tournament:
            headers = {"authorization": f"Bearer {os.environ['MAMAYEV_MCP_TOKEN']}"}
            http = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=120))
            client = await stack.enter_async_context(Client(streamable_http_client(tournament, http_client=http)))
        else:
            server = StdioServerParameters(command="mamayev", args=["mcp"])
            client = await stack.enter_async_context(Client(stdio_client(server)))
        tools = {tool.name for tool in (await client.list_tools()).tools}

        async def ask(tool: str, **given: Any) -> dict[str, Any]:
            return dict((await client.call_tool(tool, given)).structured_content or {})

        async def chosen() -> str:
            if "hint" in tools:
                action, _, _ = (await ask("hint"))["text"].partition(":")
                return str(action)
            listed = await ask("legal")
            pieces = listed.get("pieces") or [""]
            rows = (await ask("legal", piece=random.choice(pieces)))["choices"] or listed["choices"]
            return str(random.choice(rows)["play"])

        answer = await ask("look") if tournament else await ask("begin", game="inferno", opponent="random", seed=1)
        print(answer["text"])
        while not answer["over"]:
            answer = await ask("play", actions=[await chosen()])
        print(answer["text"])


asyncio.run(main())
