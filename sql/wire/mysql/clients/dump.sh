#!/bin/sh
# Takes mariadb-dump's dump of tables of all types and of a view from a server of gsdms, restores it
# into a MariaDB and into gsdms again, and compares the rows that each dumps. Arguments: the port, and
# a folder to work in.
set -eu
port=$1
work=$2/dumps
mkdir "$work"
ours() { mariadb --no-defaults -h 127.0.0.1 -P "$port" -u root "$@"; }
theirs() { mariadb --no-defaults -S "$work/socket" -u root "$@"; }
rows() { grep -a -A3 '^INSERT' "$1" | grep -a '^[(]'; }

ours <<'SQL'
CREATE TABLE dumpcity (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL DEFAULT 'x''y');
CREATE TABLE dumped (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, b BINARY(4), vb VARBINARY(20), bl BLOB, tx TEXT, e ENUM('a','b'), d DATE, dt DATETIME(6), ts TIMESTAMP, ti TIME(3), y YEAR, f FLOAT, db DOUBLE, dec1 DECIMAL(40,10), bo BOOL, c INT, FOREIGN KEY (c) REFERENCES dumpcity(id));
INSERT INTO dumpcity VALUES (1, 'a'), (2, 'Z\'ürich"\\');
INSERT INTO dumped (b, vb, bl, tx, e, d, dt, ts, ti, y, f, db, dec1, bo, c) VALUES ('ab', 0x00ff, 0xdeadbeef, 'long\ntext\t', 'b', '2020-02-29', '2020-01-01 10:11:12.123456', '2020-01-01 00:00:00', '-12:13:14.5', 2024, 1.5, 1e300, -123456789012345678901234567890.0123456789, TRUE, 2), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
CREATE VIEW dumpview AS SELECT c, COUNT(*) AS n FROM dumped GROUP BY c;
SQL
tables="dumpcity dumped dumpview"
dump() { mariadb-dump --no-defaults "$@" $tables; }
dump -h 127.0.0.1 -P "$port" -u root --single-transaction gsdms >"$work/first.sql"
rows "$work/first.sql" >"$work/first"

mariadb-install-db --no-defaults --user="$(id -un)" --datadir="$work/data" --auth-root-authentication-method=normal --skip-test-db >/dev/null 2>&1
mariadbd --no-defaults --user="$(id -un)" --datadir="$work/data" --socket="$work/socket" --skip-networking --innodb-buffer-pool-size=32M 2>"$work/log" &
maria=$!
trap 'kill $maria; wait $maria || true' EXIT
for _ in $(seq 60); do theirs -e 'SELECT 1' >/dev/null 2>&1 && break; sleep 0.5; done
theirs -e 'CREATE DATABASE restored CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'
theirs restored <"$work/first.sql"
dump -S "$work/socket" -u root restored >"$work/second.sql"
rows "$work/second.sql" | diff "$work/first" -
test "$(theirs restored -N -e 'SELECT SUM(n) FROM dumpview')" = 2

ours gsdms -e 'DROP VIEW dumpview; DROP TABLE dumped; DROP TABLE dumpcity'
ours gsdms <"$work/first.sql"
dump -h 127.0.0.1 -P "$port" -u root gsdms >"$work/third.sql"
rows "$work/third.sql" | diff "$work/first" -
test "$(ours gsdms -N -e 'SELECT SUM(n) FROM dumpview')" = 2
test "$(wc -l <"$work/first")" = 4

# A database by its name, with functions that its view needs, goes into an empty folder and is dumped
# there as it was; so do the tables of files.
ours <<'SQL'
CREATE DATABASE dumpshop; USE dumpshop;
CREATE TABLE town (id INT PRIMARY KEY, name VARCHAR(20));
CREATE TABLE visitor (id INT PRIMARY KEY, town INT, FOREIGN KEY (town) REFERENCES town (id));
INSERT INTO town VALUES (1, 'Bonn'), (2, 'Köln'); INSERT INTO visitor VALUES (1, 2), (2, 2), (3, NULL);
CREATE FUNCTION plus(x INT) RETURNS INT DETERMINISTIC RETURN x + 1;
CREATE VIEW many AS SELECT t.name, plus(COUNT(*)) AS n FROM visitor p JOIN town t ON t.id = p.town GROUP BY t.name;
SQL
whole() { mariadb-dump --no-defaults -h 127.0.0.1 -P "$port" -u root --routines --skip-dump-date --databases dumpshop; }
whole >"$work/shop.sql"
ours -e 'DROP DATABASE dumpshop'
ours <"$work/shop.sql"
whole | diff "$work/shop.sql" -
test "$(ours dumpshop -N -e 'SELECT n FROM many')" = 3

mkdir "$work/tab"
mariadb-dump --no-defaults -h 127.0.0.1 -P "$port" -u root --tab="$work/tab" dumpshop
printf '1\tBonn\n2\tKöln\n' | diff "$work/tab/town.txt" -
printf '1\t2\n2\t2\n3\t\\N\n' | diff "$work/tab/visitor.txt" -
ours -e 'CREATE DATABASE dumptab'
ours dumptab <"$work/tab/town.sql"
ours dumptab <"$work/tab/visitor.sql"
ours dumptab -e "LOAD DATA INFILE '$work/tab/town.txt' INTO TABLE town; LOAD DATA INFILE '$work/tab/visitor.txt' INTO TABLE visitor"
test "$(ours -N -e 'SELECT COUNT(*) FROM dumptab.visitor p JOIN dumpshop.visitor q USING (id) JOIN dumptab.town t ON t.id = q.town')" = 2
ours -e 'DROP DATABASE dumptab; DROP DATABASE dumpshop'
