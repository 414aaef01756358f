#!/bin/sh
# Builds what a release has, into $OUT (release/ at the root of the repository), and looks
# whether it works: programs, the Debian package with a unit of systemd, sums. Run it at the
# root of the repository, by "make release". VERSION is the number, by default that of the
# last tag v*, or 0.0.0 with the time of the commit.
set -eu
here=cmd/gsdms/release
out=${OUT:-release}
nfpm=github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.41.3

commit=$(git rev-parse --short=12 HEAD)
VERSION=${VERSION:-$(git describe --tags --match 'v[0-9]*' 2>/dev/null || git log -1 --date=format-local:%Y%m%d%H%M%S --format=0.0.0-%cd.g%h --abbrev=12)}
VERSION=${VERSION#v}
git diff --quiet HEAD || commit="$commit with changes"
flags="-s -w -X 'main.release=$VERSION' -X 'main.commit=$commit'"
STAGE=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$STAGE"' EXIT
export VERSION STAGE
rm -rf "$out"
mkdir -p "$out"

say() { echo "release: $*"; }
fail() { say "$*" >&2; exit 1; }

say "version $VERSION, commit $commit"
CGO_ENABLED=0 go build -trimpath -ldflags "$flags" -o "$STAGE/gsdms" ./cmd/gsdms
if readelf -l "$STAGE/gsdms" | grep -q INTERP; then fail "gsdms is not static"; fi
cp "$STAGE/gsdms" "$out/gsdms-$VERSION-linux-amd64"

# With CUDA the program is linked to the driver, so it cannot be static.
if command -v nvcc >/dev/null && { [ -e "${CUDA:-/usr/local/cuda}/include/cuda.h" ] || [ -e /usr/include/cuda.h ]; }; then
	GOFLAGS="${GOFLAGS:-} -trimpath" "${MAKE:-make}" --no-print-directory cuda LDFLAGS="$flags" BIN="$STAGE/gsdms"
	cp "$STAGE/gsdms-cuda" "$out/gsdms-cuda-$VERSION-linux-amd64"
else
	say "no gsdms-cuda: nvcc or cuda.h is not there"
fi

"$STAGE/gsdms" man | gzip -9n >"$STAGE/gsdms.1.gz"
for shell in bash zsh fish; do "$STAGE/gsdms" completion $shell >"$STAGE/gsdms.$shell"; done
go run "$nfpm" package --config "$here/nfpm.yaml" --packager deb --target "$out/"
cp "$here/Containerfile" "$out/"
deb=$(ls "$out"/*.deb)

# The package is installed below a root of its own, and what it brought is run there.
root=$STAGE/root
mkdir -p "$root/var/lib/dpkg/updates" "$root/etc"
touch "$root/var/lib/dpkg/status"
dpkg --root="$root" --force-depends --force-script-chrootless --force-not-root --log=/dev/null -i "$deb" >"$STAGE/log" 2>&1 || { cat "$STAGE/log"; fail "dpkg does not install $deb"; }
for f in usr/share/man/man1/gsdms.1.gz usr/share/bash-completion/completions/gsdms lib/systemd/system/gsdms.service etc/default/gsdms; do
	[ -s "$root/$f" ] || fail "$deb has no $f"
done
grep -q '^gsdms:' "$root/etc/passwd" || fail "$deb makes no user"
if command -v systemd-analyze >/dev/null; then
	# It complains about what such a root lacks, too: other units, and kill.
	if systemd-analyze verify --root="$root" --man=no gsdms.service gsdms.socket 2>&1 | grep -Ei 'unknown|invalid|ignoring|parse|/usr/bin/gsdms'; then fail "systemd does not like the units"; fi
fi
"$root/usr/bin/gsdms" --version | grep -qF "gsdms $VERSION, commit $commit" || fail "the program does not say its version"
"$root/usr/bin/gsdms" serve --db "$STAGE/tables" --mysql 127.0.0.1:0 >"$STAGE/log" 2>&1 &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do grep -q gsdms.sock "$STAGE/log" && break; sleep 0.5; done
answer=$("$root/usr/bin/gsdms" --db "$STAGE/tables" --format csv -e "CREATE TABLE t (a INT); INSERT INTO t VALUES (1), (2); SELECT SUM(a) FROM t" 2>"$STAGE/errors") || { cat "$STAGE/log" "$STAGE/errors"; fail "the server does not answer"; }
case "$answer" in *3) ;; *) fail "the server answers $answer" ;; esac
kill -TERM "$server"
wait "$server" || fail "the server ended with status $?"
server=
dpkg --root="$root" --force-depends --force-script-chrootless --force-not-root --log=/dev/null -P gsdms >"$STAGE/log" 2>&1 || { cat "$STAGE/log"; fail "dpkg does not remove gsdms"; }
[ ! -e "$root/usr/bin/gsdms" ] || fail "gsdms is there after it has been removed"

(cd "$out" && sha256sum -- * >SHA256SUMS)
say "in $out, installed and run:"
cat "$out/SHA256SUMS"
