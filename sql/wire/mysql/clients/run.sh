#!/bin/sh
# Talks to "gsdms serve" with clients that are no part of this module: PyMySQL, mysqlclient,
# SQLAlchemy over both, the client of MariaDB, that of MySQL, go-sql-driver, mysql2 of Node.js, MariaDB's
# Connector/J, PHP's mysqli and PDO, Perl's DBI with both of its drivers, and ODBC; mariadb-dump's dumps
# are restored. Each connects, browses, binds parameters of every type and NULL, runs the 13 queries of
# the star schema benchmark, reads a million rows, meets an error, is cancelled, and connects again.
# install.sh gets them of Debian, and npm mysql2; one that is not to be had is skipped with the reason.
# Run it at the root of the repository; it exits with 1 if a client that is there did not get what it
# should.
set -u
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
port=${PORT:-23406}
failed=0
server=
trap 'test -z "$server" || kill "$server"; rm -rf "$work"' EXIT

"$here/install.sh"
go build -o "$work/gsdms" ./cmd/gsdms || exit 1
STAR=$work/star
export STAR PYTHONDONTWRITEBYTECODE=1
"$here/shop.sh" "$work/gsdms" "$work" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/gsdms" serve --db "$work/shop" --backend cpu --mysql "127.0.0.1:$port" --load-root "$work" >"$work/log" 2>&1 &
server=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do grep -q serves "$work/log" 2>/dev/null && break; sleep 0.3; done

# check NAME COMMAND... runs a client.
check() {
	name=$1
	shift
	begun=$(date +%s)
	if "$@" >"$work/out" 2>&1; then echo "ok      $name, $(($(date +%s) - begun)) s"; else echo "FAILED  $name"; cat "$work/out"; failed=1; fi
}
skip() { echo "skipped $1: $2"; }

# with MODULE looks for a Python that has a module; what it says otherwise is left in why.
with() {
	for python in python3 /usr/bin/python3; do "$python" -c "import $1" 2>"$work/why" && return; done
	return 1
}
if with pymysql; then
	check PyMySQL "$python" "$here/pymysql_client.py" "$port"
else
	skip PyMySQL "$(tail -1 "$work/why") (python3-pymysql)"
fi
if with MySQLdb; then
	check mysqlclient "$python" "$here/mysqlclient_client.py" "$port"
else
	skip mysqlclient "$(tail -1 "$work/why") (python3-mysqldb)"
fi
for module in mysqldb:MySQLdb pymysql:pymysql; do
	if with "sqlalchemy, ${module#*:}"; then
		check "SQLAlchemy over ${module#*:}" "$python" "$here/sqlalchemy_client.py" "$port" "${module%:*}"
	else
		skip "SQLAlchemy over ${module#*:}" "$(tail -1 "$work/why") (python3-sqlalchemy)"
	fi
done

if command -v mariadb >/dev/null; then
	check "the client of MariaDB" "$here/client.sh" mariadb "$port" "$work"
else
	skip "the client of MariaDB" "mariadb is not in PATH (mariadb-client)"
fi
if ! command -v mysql >/dev/null; then
	skip "the client of MySQL" "mysql is not in PATH"
elif mysql --version | grep -q MariaDB; then
	skip "the client of MySQL" "what Debian has by that name is MariaDB's"
else
	check "the client of MySQL" "$here/client.sh" mysql "$port" "$work"
fi
check go-sql-driver go run "./${here#"$PWD/"}/driver" "$port"

if command -v npm >/dev/null && (cd "$work" && npm install --silent mysql2 >"$work/why" 2>&1); then
	check mysql2 env NODE_PATH="$work/node_modules" node "$here/mysql2_client.js" "$port"
else
	skip mysql2 "npm: $(tail -1 "$work/why" 2>/dev/null || echo not in PATH)"
fi

jar=/usr/share/java/mariadb-java-client.jar
if ! command -v java >/dev/null; then
	skip Connector/J "java is not in PATH"
elif [ ! -e "$jar" ]; then
	skip Connector/J "there is no $jar (libmariadb-java)"
elif ! java --list-modules 2>/dev/null | grep -q '^jdk.compiler'; then
	skip Connector/J "this java cannot run a source file (default-jdk-headless)"
else
	check Connector/J java -cp "$jar" "$here/ConnectorJ.java" "$port"
fi

if php -m 2>/dev/null | grep -q '^pdo_mysql'; then
	check "mysqli and PDO of PHP" php "$here/php_client.php" "$port"
else
	skip "mysqli and PDO of PHP" "php or its pdo_mysql is not there (php-cli, php-mysql)"
fi

for driver in MariaDB mysql; do
	if perl -MDBI -MDBD::$driver -e 1 2>"$work/why"; then
		check "DBD::$driver of Perl" perl "$here/dbi_client.pl" "$port" $driver
	else
		skip "DBD::$driver of Perl" "$(head -1 "$work/why")"
	fi
done

odbc=$(find /usr/lib -name libmaodbc.so 2>/dev/null | head -1)
if [ -z "$odbc" ]; then
	skip ODBC "there is no libmaodbc.so (odbc-mariadb)"
elif with pyodbc; then
	check ODBC "$python" "$here/odbc_client.py" "$port" "$odbc"
else
	skip ODBC "$(tail -1 "$work/why") (python3-pyodbc)"
fi
if ! command -v mariadb-dump >/dev/null || ! command -v mariadbd >/dev/null || ! command -v mariadb-install-db >/dev/null; then
	skip "mariadb-dump to MariaDB and back" "mariadb-dump or mariadbd is not in PATH (mariadb-client, mariadb-server)"
else
	check "mariadb-dump to MariaDB and back" "$here/dump.sh" "$port" "$work"
fi
kill -TERM "$server"
check "the end of the server" wait "$server"
server=
exit $failed
