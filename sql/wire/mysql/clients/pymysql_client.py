"""Talks to a server of gsdms as a program with PyMySQL does. Argument: the port."""
import datetime
import decimal
import sys

import pymysql
import pymysql.cursors

from course import course


def connect():
    return pymysql.connect(host="127.0.0.1", port=int(sys.argv[1]), user="root", database="gsdms")


c = connect()
with c.cursor() as q:
    q.execute("DROP TABLE IF EXISTS py")
    q.execute("CREATE TABLE py (k INT PRIMARY KEY, d DECIMAL(10,2), f DOUBLE, s VARCHAR(20), day DATE)")
    rows = [
        (1, decimal.Decimal("1.50"), 0.25, "it's \\ \"ä\"", datetime.date(2024, 2, 29)),
        (2, None, None, None, None),
    ]
    q.executemany("INSERT INTO py VALUES (%s, %s, %s, %s, %s)", rows)
    c.commit()
    q.execute("SELECT * FROM py ORDER BY k")
    got = list(q.fetchall())
    assert got == rows, got
    q.execute("SHOW TABLES LIKE 'py'")
    assert q.fetchall() == (("py",),)
    q.execute("SELECT @@version_comment, DATABASE()")
    assert q.fetchone()[0].startswith("gsdms")
    try:
        q.execute("SELECT * FROM nope")
        raise SystemExit("a table that is not there was read")
    except pymysql.err.ProgrammingError as e:
        assert e.args[0] == 1146, e
    q.execute("DROP TABLE py")
c.ping(reconnect=False)
c.select_db("gsdms")
c.close()
course(connect, pymysql.Error, lambda c: c.cursor(pymysql.cursors.SSCursor))
