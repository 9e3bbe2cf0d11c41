#!/bin/sh
# Print the path of a Chromium for the browser tests. Where none is there and we may, install Debian's.
set -eu
. "${0%/*}/apt.sh"

find_chromium() {
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" && return 0
    done
    return 1
}

if [ -n "${CHROMIUM:-}" ]; then
    if [ -x "$CHROMIUM" ]; then echo "$CHROMIUM"; exit 0; fi
    echo "CHROMIUM names $CHROMIUM, which is no program." >&2
    exit 1
fi
find_chromium && exit 0

if install_package chromium Chromium; then
    find_chromium && exit 0
fi
echo "The browser tests need Chromium or Chrome on the PATH: install it (on Debian: apt-get install chromium)," \
    "or set CHROMIUM to its path." >&2
exit 1
