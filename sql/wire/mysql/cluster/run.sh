#!/bin/sh
# Makes a cluster on one machine and compares its answers with those of one node: three
# nodes of gsdms, each with a third of the rows of lineorder, all dimensions and the view
# star, and a MariaDB with Spider, which spreads a query over them and merges what they
# answer. SF is the scale factor (0.1), PORT the first of four ports (23410). KEEP=1 leaves
# the cluster running until a line comes from standard input.
#
# It prints, for each query, how many rows came from the nodes, and exits with 1 if an
# answer is not that of the one node. Without MariaDB, Spider or a client it says so and
# exits with 0.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
port=${PORT:-23410}
work=$(mktemp -d)
started=
failed=0
end() {
	for p in $started; do kill "$p"; done
	wait
	rm -rf "$work"
}
trap end EXIT
trap 'exit 1' INT TERM

skip() {
	echo "skipped: $1 (Debian: mariadb-server, mariadb-client, mariadb-plugin-spider)"
	exit 0
}
PATH=$PATH:/usr/sbin
for program in mariadbd mariadb-install-db mariadb; do
	command -v $program >/dev/null || skip "$program is not there"
done
plugins=$(mariadbd --no-defaults --verbose --help 2>/dev/null | awk '$1 == "plugin-dir" { print $2 }')
test -e "$plugins/ha_spider.so" || skip "ha_spider.so is not in ${plugins:-any folder of plugins}"

# patiently COMMAND... repeats a command until it succeeds, for 30 seconds.
patiently() {
	tries=0
	until "$@" >/dev/null 2>"$work/why"; do
		tries=$((tries + 1))
		test $tries -lt 150 || { cat "$work/why"; exit 1; }
		sleep 0.2
	done
}

# The nodes. A row belongs to the node that its order says: so does MariaDB's HASH.
cd "$root" && go build -o "$work/gsdms" ./cmd/gsdms || exit 1
cd "$work" || exit 1
star="CREATE VIEW star AS SELECT * FROM lineorder, date, customer, supplier, part
	WHERE lo_orderdate = d_datekey AND lo_custkey = c_custkey AND lo_suppkey = s_suppkey AND lo_partkey = p_partkey"
./gsdms --db one ssb load --sf "${SF:-0.1}" >log 2>&1 && ./gsdms --db one "$star" >>log 2>&1 || { cat log; exit 1; }
for k in 0 1 2; do
	cp -r one "node$k"
	./gsdms --db "node$k" "DELETE FROM lineorder WHERE lo_orderkey % 3 <> $k; OPTIMIZE TABLE lineorder" >>log 2>&1 || { cat log; exit 1; }
	./gsdms --db "node$k" serve --backend cpu --mysql "127.0.0.1:$((port + 1 + k))" --slow-log 1ns 2>>"node$k.log" >>log &
	started="$started $!"
done
for k in 0 1 2; do patiently mariadb --no-defaults -h 127.0.0.1 -P $((port + 1 + k)) -u root -e 'SELECT 1'; done

# MariaDB. Its texts are compared by their bytes, as those of the nodes are.
user=$(id -un)
mariadb-install-db --no-defaults --user="$user" --datadir="$work/maria" --auth-root-authentication-method=normal --skip-test-db >>log 2>&1 || { cat log; exit 1; }
mariadbd --no-defaults --user="$user" --datadir="$work/maria" --socket="$work/socket" --port="$port" --bind-address=127.0.0.1 \
	--plugin-load-add=ha_spider.so --character-set-server=utf8mb4 --collation-server=utf8mb4_bin >>maria.log 2>&1 &
started="$! $started"
maria() { mariadb --no-defaults -S "$work/socket" -u root "$@"; }
patiently maria -e 'SELECT 1 FROM mysql.spider_tables'
patiently maria -e "CREATE SERVER node0 FOREIGN DATA WRAPPER mysql OPTIONS (HOST '127.0.0.1', PORT $((port + 1)), DATABASE 'node0', USER 'root')"
for k in 1 2; do
	maria -e "CREATE SERVER node$k FOREIGN DATA WRAPPER mysql OPTIONS (HOST '127.0.0.1', PORT $((port + 1 + k)), DATABASE 'node$k', USER 'root')" || exit 1
done
columns=$(mariadb --no-defaults -h 127.0.0.1 -P $((port + 1)) -u root -N -e "SELECT GROUP_CONCAT(CONCAT(column_name, ' ', column_type, ' NOT NULL') ORDER BY ordinal_position SEPARATOR ', ')
	FROM information_schema.columns WHERE table_schema = 'node0' AND table_name = 'star'")
maria -e "CREATE DATABASE ssb; CREATE TABLE ssb.star ($columns) ENGINE = SPIDER COMMENT = 'table \"star\"'
	PARTITION BY HASH (lo_orderkey) PARTITIONS 3 (PARTITION p0 COMMENT = 'srv \"node0\"', PARTITION p1 COMMENT = 'srv \"node1\"', PARTITION p2 COMMENT = 'srv \"node2\"')" || exit 1

# came says how many rows the nodes have given since the logs were as long as in $marks.
came() {
	for k in 0 1 2; do tail -n +"$(($(cat "mark$k") + 1))" "node$k.log"; done |
		sed -n 's/.*"kind":"select".*"rows":\([0-9]*\),.*/\1/p' | awk '{ n += $1 } END { print n + 0 }'
}

# compare NAME TEXT [ORIGINAL] asks the cluster, and the one node for the original text.
compare() {
	for k in 0 1 2; do wc -l <"node$k.log" >"mark$k"; done
	echo "$2" | maria -N ssb >cluster.out 2>&1
	rows=$(came)
	./gsdms --db one --format tsv "${3:-$2}" 2>&1 | tail -n +2 | sed 's/\\N/NULL/g' >one.out
	if cmp -s cluster.out one.out; then verdict=ok; else verdict=WRONG; failed=1; fi
	printf '%-6s %8d rows from the nodes, %5d of the answer  %s\n' $verdict "$rows" "$(wc -l <one.out)" "$1"
	test $verdict = ok || diff cluster.out one.out | head -10
}

# The benchmark's queries read the view instead of the five tables that it joins.
for file in "$root"/ssb/queries/*.sql; do
	text=$(sed -E -e 's/^from .*/from star where true/' -e '/^(where|and) lo_[a-z]+ = [a-z]_[a-z]+$/d' "$file")
	compare "$(basename "$file" .sql)" "$text" "$(cat "$file")"
done
while read -r line; do
	case $line in '' | '#'*) ;; *) compare "$line" "$line" "${line#SET *; }" ;; esac
done <"$here/statements.sql"

if [ -n "${KEEP:-}" ]; then
	echo "mariadb -S $work/socket -u root ssb; the nodes are at ports $((port + 1)) to $((port + 3)). Return ends all."
	read -r _
fi
exit $failed
