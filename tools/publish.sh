#!/bin/sh
# Publish the files of a release with its notes from the changelog. The tag must exist.
#     sh tools/publish.sh v1.0.0 dist/*
# With DRY_RUN=1 it only prints what it would publish.
set -eu
cd "$(dirname "$0")/.."
tag=$1
shift
notes=$(mktemp)
trap 'rm -f "$notes"' EXIT
"${PYTHON:-python3}" tools/release_notes.py "$tag" >"$notes"
if [ -n "${DRY_RUN:-}" ]; then
    echo "release $tag with $# files: $*"
    cat "$notes"
    exit 0
fi
gh release create "$tag" --verify-tag --title "Mamayev ${tag#v}" --notes-file "$notes" "$@"
