#!/bin/sh
# Talks to a server of gsdms as people and scripts with the client of MariaDB or MySQL do. Arguments:
# the client, the port, a folder to work in; STAR names the folder of the benchmark's queries.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
client=$1 port=$2 work=$3
ask() { "$client" -h 127.0.0.1 -P "$port" -u root shop -N "$@"; }

ask <"$here/client.sql" >"$work/client"
diff "$here/client.out" "$work/client"
ask <"$here/bound.sql" >"$work/client"
ask -e 'SELECT * FROM every' | diff "$work/client" -
test "$(ask -e 'SELECT n FROM same')" = 2
for query in "$STAR"/*.sql; do
	ask <"$query" >"$work/answer"
	diff "${query%sql}tsv" "$work/answer"
done

# A million rows, not gathered here; where the fourth is NULL is as declared.
ask --quick -e 'SELECT n, half, s, d FROM million' >"$work/answer"
test "$(awk -F'\t' '$2 != $1 / 2 || $3 != "text " $1 % 1000 || ($4 == "NULL") != ($1 % 7 == 0) { bad++ } { n++; sum += $1 } END { printf "%d %.0f %d\n", n, sum, bad }' "$work/answer")" = "1000000 499999500000 0"

if ask -e 'SELECT * FROM nope' 2>"$work/why"; then echo "a table that is not there was read"; exit 1; fi
grep -q 'ERROR 1146' "$work/why"

# KILL QUERY from another connection, behind which the client ends; then one that kills itself.
long="SELECT COUNT(*) FROM million a JOIN million b ON a.half * b.half + MOD(a.n, b.n + 3) < 17"
ask -e "$long" >"$work/answer" 2>"$work/why" &
busy=$!
me=
until test -n "$me"; do me=$(ask -e "SELECT id FROM information_schema.processlist WHERE info LIKE 'SELECT COUNT%JOIN million b%'"); done
ask -e "KILL QUERY $me"
wait $busy || true
grep -q 'ERROR 1317' "$work/why"
ask -e 'KILL CONNECTION_ID()' 2>"$work/why" || true
test "$(ask --reconnect -e 'SELECT COUNT(*) FROM million')" = 1000000
