#!/bin/sh
# Build, push and join the container images. The wheel must be in dist/.
#     sh tools/image.sh build v1.0.0 amd64         # into this machine's images
#     sh tools/image.sh push v1.0.0 amd64          # and to the registry, as IMAGE:1.0.0-amd64
#     sh tools/image.sh join v1.0.0 amd64 arm64    # one name for both, IMAGE:1.0.0 and IMAGE:latest
#     sh tools/image.sh name v1.0.0                # print that name
# IMAGE is the registry's name; on a workflow's machine it follows from the repository. With DRY_RUN=1 it only prints
# its commands.
set -eu
cd "$(dirname "$0")/.."
what=$1 version=${2#v}
shift 2
image=${IMAGE:-ghcr.io/${GITHUB_REPOSITORY:-mamayev/mamayev}}
image=$(echo "$image" | tr '[:upper:]' '[:lower:]')

run() {
    if [ -n "${DRY_RUN:-}" ]; then echo "$*"; else "$@"; fi
}

login() {
    if [ -n "${REGISTRY_TOKEN:-}" ]; then
        echo "$REGISTRY_TOKEN" | run docker login "${image%%/*}" --username "${GITHUB_ACTOR:-mamayev}" --password-stdin
    fi
}

case $what in
build | push)
    run docker build --platform "linux/$1" --file container/Containerfile --tag "$image:$version-$1" .
    if [ "$what" = push ]; then
        login
        run docker push "$image:$version-$1"
    fi
    ;;
join)
    login
    for arch in "$@"; do
        set -- "$@" "$image:$version-$arch"
        shift
    done
    run docker buildx imagetools create --tag "$image:$version" --tag "$image:latest" "$@"
    ;;
name)
    echo "$image:$version"
    ;;
*)
    echo "Say what to do: build, push, join or name, then the tag and the processors." >&2
    exit 2
    ;;
esac
