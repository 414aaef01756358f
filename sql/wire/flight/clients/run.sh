#!/bin/sh
# Talks to "gsdms serve" with clients of Flight SQL: Arrow's for Go of version 15, ADBC's driver for Go
# (../adbc), the one in Rust, from npm, read with Arrow for JavaScript, and ADBC's for Python, from PyPI.
# Those in Go do what clients of MySQL's protocol do (../../mysql/clients), on the same tables. One that
# cannot be installed is skipped with the reason. Run it at the root of the repository; it exits
# with 1 if a client that is there did not get what it should.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
port=${PORT:-23506}
failed=0
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$work"' EXIT

go build -o "$work/gsdms" ./cmd/gsdms || exit 1
STAR=$work/star
export STAR PYTHONDONTWRITEBYTECODE=1
"$here/../../mysql/clients/shop.sh" "$work/gsdms" "$work" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/gsdms" serve --db "$work/shop" --backend cpu --flight "127.0.0.1:$port" --mysql "127.0.0.1:$((port + 1))" >"$work/log" 2>&1 &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do grep -q "Flight SQL" "$work/log" 2>/dev/null && break; sleep 0.3; done

# check NAME COMMAND... runs a client.
check() {
	name=$1
	shift
	begun=$(date +%s)
	if "$@" >"$work/out" 2>&1; then echo "ok      $name, $(($(date +%s) - begun)) s"; else echo "FAILED  $name"; cat "$work/out"; failed=1; fi
}
skip() { echo "skipped $1: $2"; }

check "Arrow of Go" go run "./${here#"$PWD/"}/arrow" "$port"
adbc() { (cd "$here/../adbc" && FLIGHT=127.0.0.1:$port go test -mod=mod -ldflags=-w -count=1 .); }
check "ADBC of Go" adbc

if ! command -v npm >/dev/null; then
	skip "flight-sql-client of npm" "npm is not in PATH"
elif (cd "$work" && npm install --silent @lakehouse-rs/flight-sql-client@0.0.10 apache-arrow@21 mysql2 >"$work/why" 2>&1); then
	check "flight-sql-client of npm" env NODE_PATH="$work/node_modules" node "$here/flight_client.js" "$port" "$((port + 1))"
else
	skip "flight-sql-client of npm" "npm install fails: $(tail -1 "$work/why")"
fi

python=
python3 -c 'import adbc_driver_flightsql, pyarrow' 2>"$work/why" && python=python3
if [ -z "$python" ] && python3 -m venv "$work/venv" 2>"$work/why" && "$work/venv/bin/pip" install -q --retries 0 adbc-driver-flightsql adbc-driver-manager pyarrow 2>"$work/why"; then
	python=$work/venv/bin/python
fi
if [ -n "$python" ]; then check "ADBC of Python" "$python" "$here/adbc_client.py" "$port"; else skip "ADBC of Python" "pip install fails: $(tail -1 "$work/why")"; fi

kill -TERM "$server"
check "the end of the server" wait "$server"
server=
exit $failed
