#!/bin/sh
# Print the folder of PostgreSQL's programs for the tests. Where none is there and we may, install Debian's.
set -eu

find_postgres() {
    for program in "$(command -v initdb || true)" /usr/lib/postgresql/*/bin/initdb /usr/pgsql-*/bin/initdb; do
        if [ -x "$program" ] && [ -x "$(dirname "$(readlink -f "$program")")/postgres" ]; then
            dirname "$(readlink -f "$program")"
            return 0
        fi
    done
    return 1
}

if [ -n "${POSTGRES:-}" ]; then
    if [ -x "$POSTGRES/initdb" ]; then echo "$POSTGRES"; exit 0; fi
    echo "POSTGRES names $POSTGRES, which holds no initdb." >&2
    exit 1
fi
find_postgres && exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "No PostgreSQL here: installing the system's package ..." >&2
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends postgresql >&2 </dev/null; then
        find_postgres && exit 0
    fi
fi
echo "The tests need PostgreSQL's programs: install them (on Debian: apt-get install postgresql)," \
    "or set POSTGRES to the folder with initdb." >&2
exit 1
