"""What the hosted site leaves out is never imported by what it runs."""

import subprocess
import sys

IMPORTED = """
import importlib, pkgutil, sys
from mamayev.server.site.files import UNUSED, UNUSED_STANDARD
import mamayev.games, mamayev.match
for name in (*UNUSED, *UNUSED_STANDARD):
    sys.modules[name.removesuffix("/").removesuffix(".py").replace("/", ".")] = None
for package in (mamayev.games, mamayev.match):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
"""


def test_games_and_matches_import_nothing_that_the_site_leaves_out() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
