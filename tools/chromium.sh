#!/bin/sh
# Print the path of a Chromium for the browser tests: its headless shell, which takes a third less time, or with the
# argument "whole" a browser with windows. Where none is there and we may, install Debian's.
set -eu
. "${0%/*}/apt.sh"

if [ "${1:-}" = whole ]; then package=chromium; else package=chromium-headless-shell; fi

find_chromium() {
    for name in "$@"; do
        command -v "$name" && return 0
    done
    return 1
}

if [ -n "${CHROMIUM:-}" ]; then
    if [ -x "$CHROMIUM" ]; then echo "$CHROMIUM"; exit 0; fi
    echo "CHROMIUM names $CHROMIUM, which is no program." >&2
    exit 1
fi
find_chromium "$package" chromium chromium-browser google-chrome google-chrome-stable && exit 0
for name in "$package" chromium; do
    install_package "$name" Chromium && find_chromium "$name" && exit 0
done
echo "The browser tests need Chromium or Chrome on the PATH: install it (on Debian: apt-get install chromium)," \
    "or set CHROMIUM to its path." >&2
exit 1
