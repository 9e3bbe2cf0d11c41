#!/bin/sh
# Print the path of a Chromium for the browser tests. Where none is there and we may, install Debian's.
set -eu

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

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "No Chromium here: installing the system's package ..." >&2
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends chromium >&2 </dev/null; then
        find_chromium && exit 0
    fi
fi
echo "The browser tests need Chromium or Chrome on the PATH: install it (on Debian: apt-get install chromium)," \
    "or set CHROMIUM to its path." >&2
exit 1
