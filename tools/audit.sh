#!/bin/sh
# Hold our locked dependencies against the lists of known vulnerabilities; says plainly where a list could not be reached.
# Ends with 1 where something is known against one of them. Nothing else depends on it.
set -u
cd "$(dirname "$0")/.."
known=0

audit() { # NAME, words by which a report is known, COMMAND ...
    name=$1; report=$2; shift 2
    said=$("$@" 2>&1); code=$?
    if [ "$code" = 0 ]; then
        echo "$name: nothing is known against what is locked."
    elif printf '%s' "$said" | grep -Eq "$report"; then
        printf '%s:\n%s\n' "$name" "$said"; known=1
    else
        echo "$name: not asked, the list could not be reached: $(printf '%s' "$said" | grep -m 1 -i error)"
    fi
}

for lock in play dev node bench; do
    audit "requirements/$lock.txt (pip-audit)" 'Found [0-9]+ known' \
        .venv/bin/uv tool run pip-audit --disable-pip --progress-spinner off -r "requirements/$lock.txt"
done
PATH="$PWD/.venv/bin:$PATH" audit "web/package-lock.json (npm audit)" 'vulnerabilit' npm --prefix web audit
exit $known
