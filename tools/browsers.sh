#!/bin/sh
# Print the settings that tests/browsers take from the environment: Firefox, and WebKitGTK's small browser with its
# driver. Where one is not there and we may, install Debian's.
set -eu
. "${0%/*}/apt.sh"

find_browser() { # find_browser NAME...: a program by its name or its path, which may be a pattern
    for name in "$@"; do
        command -v "$name" && return 0
    done
    return 1
}

# need SETTING PACKAGE WHAT NAME...: what the setting names, or the first of the programs.
need() {
    setting=$1 package=$2 what=$3
    shift 3
    eval "path=\${$setting:-}"
    # The names may be patterns.
    # shellcheck disable=SC2068
    [ -n "$path" ] || path=$(find_browser $@) || { install_package "$package" "$what" && path=$(find_browser $@); } || {
        echo "The tests need $what: install it (on Debian: apt-get install $package), or set $setting to its path." >&2
        exit 1
    }
    echo "$setting=$path"
}

need FIREFOX firefox-esr Firefox firefox-esr firefox
need WEBKIT_DRIVER webkit2gtk-driver "WebKit's driver" WebKitWebDriver
need WEBKIT libwebkit2gtk-4.1-0 "WebKit's MiniBrowser" "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"
need XVFB_RUN xvfb "a screen without a monitor" xvfb-run
