# Shared by the scripts in this folder; sourced, never run. Every script works in the project's folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "$*" >&2; }
fail() { say "$(basename "$0"): $*"; exit 1; }

# Packages for building and running: Debian package, then the reason, which is printed when it must be installed.
build_packages='
git             SwiftPM reads the revision of the project with it
binutils        links programs
libc6-dev       system headers (sockets, epoll)
libstdc++-12-dev  the Swift compiler links against it
libcurl4        SwiftPM needs it
libncurses6     SwiftPM needs it
libxml2         SwiftPM needs it
pkg-config      SwiftPM finds the libraries below with it
libsqlite3-dev  the database
libargon2-dev   hashes passwords
libssl-dev      random numbers, hashes, signatures, HTTPS
libvips-dev     checks and scales photos
libstemmer-dev  word stems for search in English and Russian
zlib1g-dev      compresses answers and reads .gz files
libbrotli-dev   compresses files of Public/
libqrencode-dev  QR codes for authenticator apps
cracklib-runtime  list of words that are weak passwords
libcurl4-openssl-dev  sends emails, fetches pages of other sites
libzip-dev      writes and reads archives of recipes and data exports
libxml2-dev     reads recipe pages of other sites
libdw-dev       names of functions in error reports
ca-certificates  verifies mail servers and other sites
'

# Further packages for tests.
test_packages='
chromium-headless-shell  the browser of the browser tests
chromium        the same with push messages and background sync
ffmpeg          converts videos uploaded for steps
libimage-exiftool-perl  finds metadata in pictures
openssl         makes certificates to test with
python3         runs the browser tests
python3-venv    keeps their packages in .venv
default-jre-headless  runs the HTML checker
fonts-dejavu-core  fonts for pages in the browser, with Cyrillic
'

# Further packages for script/bench.
bench_packages='
python3         runs the benchmarks
nginx-light     the comparison for pages and files
wrk             sends requests faster than any server answers
'

# Further packages for script/conformance. Debian also starts a package's service when it installs one.
conformance_packages='
nginx-light     a proxy for the requests
haproxy         another proxy, which reads requests differently
python3         sends the requests
'

# Further packages for script/tls.
tls_packages='
openssl         makes certificates to test with
sslscan         lists the versions and ciphers that a server speaks
testssl.sh      checks versions and ciphers further
python3         runs the checks
'

# Further packages for script/crash and script/faults.
crash_packages='
python3         runs the scripts that break the site
strace          shows what the site writes to disk, and when
e2fsprogs       creates a file system that can fail
mount           mounts small and failing file systems
'

# Further packages for script/scan.
scan_packages='
openssl         makes certificates to test with
python3         runs the scanners
wapiti          looks for holes in pages and forms
sqlmap          tries SQL injection in every parameter
slowhttptest    holds connections open in slow ways
sslscan         lists the versions and ciphers that a server speaks
'

# Further packages for script/quality, script/quality-lines and script/read-pages.
quality_packages='
python3         compares results with labels
'

# Installs the missing packages of a list; uses the network only then.
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

# Names, times and sizes of everything that a build reads, and of the compiler.
fingerprint() {
    { find Package.swift Sources Plugins Views Locales Migrations Starter -printf '%p %y %T@ %s\n' | sort
      stat -L -c '%n %Y %s' "$(command -v swift)"; } | sha256sum
}

# Builds the release program if something changed since the last time; `swift build` itself takes seconds to find out.
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

# Installs the browser tests' own Python in .venv, with the packages of their list; uses the network only when the list changed.
browser_python() {
    local list=Tests/Browser/requirements.txt
    if cmp -s "$list" .venv/installed.txt; then return 0; fi
    say "installing the browser tests' packages in .venv"
    rm -rf .venv
    python3 -m venv .venv
    .venv/bin/pip install --quiet --disable-pip-version-check --requirement "$list" </dev/null >&2
    cp "$list" .venv/installed.txt
}
