# Shared by the scripts beside it; sourced, never run. Every script works from the project's folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "$*" >&2; }
fail() { say "$(basename "$0"): $*"; exit 1; }

# What building and running need: Debian package, then the reason, told when it has to be installed.
build_packages='
git             SwiftPM asks it about the project
binutils        links programs
libc6-dev       headers of the system (sockets, epoll)
libstdc++-12-dev  the Swift compiler links against it
libcurl4        SwiftPM needs it
libncurses6     SwiftPM needs it
libxml2         SwiftPM needs it
pkg-config      SwiftPM finds the libraries below with it
libsqlite3-dev  the database
libargon2-dev   hashes passwords
libssl-dev      random numbers, hashes, signatures, HTTPS
libvips-dev     checks and shrinks photos
libstemmer-dev  word stems for search in English and Russian
zlib1g-dev      compresses answers and reads .gz files
libbrotli-dev   compresses files of Public/
libqrencode-dev  QR codes for authenticator apps
cracklib-runtime  words that are no good as passwords
libcurl4-openssl-dev  sends mails, asks other sites
libzip-dev      archives of what the site knows of somebody
libxml2-dev     reads recipe pages of other sites
libdw-dev       names of functions that errors came through
ca-certificates  tells which mail servers and other sites are who they say
'

# What tests need on top.
test_packages='
chromium        the browser of the browser tests
ffmpeg          makes videos of what is uploaded for steps
libimage-exiftool-perl  tells what a picture carries beside its picture
openssl         makes certificates to test with
python3         runs the browser tests
python3-venv    keeps their packages in .venv
default-jre-headless  runs the checker of HTML
fonts-dejavu-core  letters for pages in the browser, Cyrillic too
'

# What script/bench needs on top.
bench_packages='
python3         runs the benchmarks
nginx-light     what pages and files are compared with
wrk             asks for pages faster than any server answers
'

# What the conformance run needs on top. Debian starts a package's own service, too, when it installs one.
conformance_packages='
nginx-light     a proxy that requests come through
haproxy         another one, which reads them differently
python3         sends them
'

# What script/tls needs on top.
tls_packages='
openssl         makes certificates to test with
sslscan         lists the versions and ciphers that a server speaks
testssl.sh      the same, with more opinions
python3         runs them
'

# What script/crash and script/faults need on top.
crash_packages='
python3         runs the scripts that break the site
strace          tells what the site has put on disk, and when
e2fsprogs       makes a file system that can fail
mount           mounts small and failing file systems
'

# What script/scan needs on top.
scan_packages='
openssl         makes certificates to test with
python3         runs the scanners
wapiti          looks for holes in pages and forms
sqlmap          tries to put SQL into every parameter
slowhttptest    holds connections open in slow ways
sslscan         lists the versions and ciphers that a server speaks
'

# What script/quality, quality-lines and read-pages need on top.
quality_packages='
python3         compares what was understood with labels
'

# Installs the packages of a list that are missing; asks the network only then.
install_packages() {
    local installed name reason missing=()
    installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' 2>/dev/null)
    while read -r name reason; do
        [ -n "$name" ] || continue
        if [[ $'\n'$installed$'\n' != *$'\n'"$name installed"$'\n'* ]]; then
            say "missing: $name ($reason)"
            missing+=("$name")
        fi
    done <<<"$1"
    [ ${#missing[@]} -gt 0 ] || return 0
    local sudo=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "not root and no sudo; as root: apt-get install ${missing[*]}"
        sudo=(sudo)
    fi
    say "installing ${missing[*]}"
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120)
    "${sudo[@]}" "${apt[@]}" update </dev/null >&2
    "${sudo[@]}" "${apt[@]}" install --yes --no-install-recommends "${missing[@]}" </dev/null >&2
}

need_swift() {
    command -v swift >/dev/null || fail "no swift in PATH; install a Swift 6.3 toolchain from swift.org first"
}

# Names, times and sizes of all that a build reads, and of the compiler.
fingerprint() {
    { find Package.swift Sources Plugins Views Locales Migrations Starter -printf '%p %y %T@ %s\n' | sort
      stat -L -c '%n %Y %s' "$(command -v swift)"; } | sha256sum
}

# Builds the release program, unless nothing changed since the last time: `swift build` takes seconds to find that out.
build_release() {
    need_swift
    local stamp=.build/release/toque.stamp now
    now=$(fingerprint)
    if [ -x .build/release/toque ] && [ "$(cat "$stamp" 2>/dev/null)" = "$now" ]; then return 0; fi
    if [ -e "$stamp" ]; then
        say "building what changed; this usually takes one to three minutes"
    else
        say "building the program; the first build takes about seven minutes on two cores"
    fi
    rm -f "$stamp"
    swift build -c release --product toque >&2
    printf '%s\n' "$now" >"$stamp"
}

# The browser tests' own Python in .venv, with the packages of their list; asks the network only when the list changed.
browser_python() {
    local list=Tests/Browser/requirements.txt
    if cmp -s "$list" .venv/installed.txt; then return 0; fi
    say "installing the browser tests' packages in .venv"
    rm -rf .venv
    python3 -m venv .venv
    .venv/bin/pip install --quiet --disable-pip-version-check --requirement "$list" </dev/null >&2
    cp "$list" .venv/installed.txt
}
