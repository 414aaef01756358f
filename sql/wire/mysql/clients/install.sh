#!/bin/sh
# Installs what clients of MySQL's protocol need of Debian and is not there, where it can: as root, with
# apt-get. What it cannot it says; run.sh skips what then is missing.
set -u
packages="mariadb-client python3-pymysql python3-mysqldb python3-sqlalchemy libmariadb-java php-cli php-mysql libdbd-mariadb-perl libdbd-mysql-perl odbc-mariadb python3-pyodbc"
java --list-modules 2>/dev/null | grep -q '^jdk.compiler' || packages="$packages default-jdk-headless"
command -v npm >/dev/null || packages="$packages nodejs npm"
missing=
for package in $packages; do
	test "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed || missing="$missing $package"
done
test -n "$missing" || exit 0
if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
	echo "not installed:$missing (it takes apt-get, and root)"
	exit 0
fi
export DEBIAN_FRONTEND=noninteractive
get() { apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=600 "$@" </dev/null >/dev/null 2>&1; }
apt-get update -qq >/dev/null 2>&1
get $missing && exit 0
for package in $missing; do get "$package" || echo "not installed: apt-get does not give $package"; done
