#!/bin/sh
# Bring requirements/ in line with pyproject.toml; with --upgrade, renew all versions too. The files hold names, versions
# and hashes for all platforms, no addresses: pip takes the packages from whichever index the machine is set up for.
set -eu
cd "$(dirname "$0")/.."
UV=".venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate $*"
$UV pyproject.toml --extra results --group build -o requirements/play.txt
$UV pyproject.toml --group dev -c requirements/play.txt -o requirements/dev.txt
$UV pyproject.toml --extra club --extra postgres -c requirements/dev.txt -o requirements/image.txt
$UV --group node -o requirements/node.txt
$UV --group bench -c requirements/dev.txt -o requirements/bench.txt
$UV --group learn -c requirements/dev.txt -o requirements/learn.txt
$UV --group browsers -c requirements/dev.txt -o requirements/browsers.txt
