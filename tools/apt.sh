# Read by the scripts that look for a program of the system's.

# install_package PACKAGE WHAT: install Debian's where we may; fails where we may not, or it cannot be had.
install_package() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
    echo "No $2 here: installing the system's package ..." >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends "$1" >&2 </dev/null
}
