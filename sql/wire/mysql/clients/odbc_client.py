"""Talks to a server of gsdms as a program with ODBC does. Arguments: the port, the driver.

SQLColumns and SQLPrimaryKeys are left away: the driver asks for columns with variables that
are set within a SELECT, which gsdms refuses, and for keys with COLUMN_KEY = 'pri' where texts
are compared without regard to case."""
import datetime
import decimal
import sys

import pyodbc

c = pyodbc.connect(f"DRIVER={sys.argv[2]};SERVER=127.0.0.1;PORT={sys.argv[1]};UID=root;DATABASE=shop", autocommit=True)
q = c.cursor()
q.execute("DROP TABLE IF EXISTS odbc")
q.execute("CREATE TABLE odbc (k INT PRIMARY KEY, d DECIMAL(10,2), f DOUBLE, s VARCHAR(20), day DATE, at DATETIME)")
rows = [
    (1, decimal.Decimal("1.50"), 0.25, "it's \\ \"ä\"", datetime.date(2024, 2, 29), datetime.datetime(2024, 2, 29, 23, 59, 1)),
    (2, None, None, None, None, None),
]
for r in rows:
    q.execute("INSERT INTO odbc VALUES (?, ?, ?, ?, ?, ?)", r)
got = [tuple(r) for r in q.execute("SELECT * FROM odbc WHERE k <= ? ORDER BY k", 2)]
assert got == rows, got
assert [t.table_name for t in q.tables(catalog="shop", table="odbc")] == ["odbc"]
try:
    q.execute("SELECT * FROM nope")
    raise SystemExit("a table that is not there was read")
except pyodbc.Error as e:
    assert "1146" in str(e) or "42S02" in str(e), e
q.execute("DROP TABLE odbc")
assert c.getinfo(pyodbc.SQL_DBMS_VER)
c.close()
