#!/bin/sh
# Renew the locked versions in requirements/: names, versions and hashes, no addresses, so that pip takes them from
# whichever index the machine is set up for. Needs `uv` (python -m pip install uv) for one lock that fits all platforms.
set -eu
cd "$(dirname "$0")/.."
UV="uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --upgrade"
$UV pyproject.toml --group build -o requirements/play.txt
$UV pyproject.toml --group dev -c requirements/play.txt -o requirements/dev.txt
$UV --group node -o requirements/node.txt
$UV --group bench -c requirements/dev.txt -o requirements/bench.txt
