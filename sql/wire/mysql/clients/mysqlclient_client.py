"""Talks to a server of gsdms as a program with mysqlclient (MySQLdb) does. Argument: the port."""
import datetime
import decimal
import sys

import MySQLdb
import MySQLdb.cursors
from MySQLdb.constants import CLIENT

from course import course


def connect():
    return MySQLdb.connect(host="127.0.0.1", port=int(sys.argv[1]), user="root", db="shop", charset="utf8mb4", client_flag=CLIENT.MULTI_STATEMENTS)


c = connect()
q = c.cursor()
q.execute("DROP TABLE IF EXISTS mc")
q.execute("""CREATE TABLE mc (k INT PRIMARY KEY, i BIGINT, u BIGINT UNSIGNED, d DECIMAL(30,2), f DOUBLE, s VARCHAR(40), b VARBINARY(20),
    day DATE, at DATETIME(6), t TIME, y YEAR, o BOOLEAN)""")
rows = [
    (1, -2**63 + 1, 2**64 - 1, decimal.Decimal("-1234567890123456789012345678.90"), 0.1, "it's \\ \"ä\" %", b"\x00\xff'\\", datetime.date(2024, 2, 29),
     datetime.datetime(2024, 2, 29, 23, 59, 1, 125000), datetime.timedelta(hours=32, minutes=3), 2024, 1),
    (2,) + (None,) * 11,
]
assert q.executemany("INSERT INTO mc VALUES (" + ", ".join(["%s"] * 12) + ")", rows) == 2
c.commit()
q.execute("SELECT * FROM mc WHERE k <= %s ORDER BY k", (2,))
assert [x[0] for x in q.description] == ["k", "i", "u", "d", "f", "s", "b", "day", "at", "t", "y", "o"]
got = list(q.fetchall())
assert got == rows, got
for name, value in zip(("i", "u", "d", "f", "s", "b", "day", "at", "t", "y", "o"), rows[0][1:]):
    assert q.execute(f"SELECT k FROM mc WHERE {name} = %s", (value,)) == 1, (name, value)
    assert q.execute(f"SELECT k FROM mc WHERE {name} <=> %s", (None,)) == 1, name
q.execute("SHOW TABLES LIKE 'mc'")
assert q.fetchall() == (("mc",),)
q.execute("SHOW COLUMNS FROM mc WHERE `Key` = 'PRI'")
assert [x[0] for x in q.fetchall()] == ["k"]
q.execute("SELECT 1; SELECT 2")
assert q.fetchall() == ((1,),) and q.nextset() == 1 and q.fetchall() == ((2,),) and q.nextset() is None
try:
    q.execute("SELECT * FROM nope")
    raise SystemExit("a table that is not there was read")
except MySQLdb.ProgrammingError as e:
    assert e.args[0] == 1146, e
q.execute("DROP TABLE mc")
c.ping()
c.select_db("information_schema")
c.close()
course(connect, MySQLdb.Error, lambda c: c.cursor(MySQLdb.cursors.SSCursor))
