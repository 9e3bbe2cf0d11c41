#!/bin/sh
# Print the folder of PostgreSQL's programs for the tests. Where none is there and we may, install Debian's.
set -eu
. "${0%/*}/apt.sh"

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

if install_package postgresql PostgreSQL; then
    find_postgres && exit 0
fi
echo "The tests need PostgreSQL's programs: install them (on Debian: apt-get install postgresql)," \
    "or set POSTGRES to the folder with initdb." >&2
exit 1
