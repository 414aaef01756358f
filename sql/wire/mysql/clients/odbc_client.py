"""Talks to a server of gsdms as a program with ODBC does. Arguments: the port, the driver."""
import datetime
import decimal
import sys

import pyodbc

from course import course


def connect():
    return pyodbc.connect(f"DRIVER={sys.argv[2]};SERVER=127.0.0.1;PORT={sys.argv[1]};UID=root;DATABASE=shop", autocommit=True)


c = connect()
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
columns = [(x.column_name, x.type_name, x.data_type, x.column_size, x.decimal_digits, x.nullable) for x in q.columns(catalog="shop", table="odbc")]
assert columns == [
    ("k", "INT", pyodbc.SQL_INTEGER, 10, 0, 0), ("d", "DECIMAL", pyodbc.SQL_DECIMAL, 10, 2, 1), ("f", "DOUBLE", pyodbc.SQL_DOUBLE, 15, None, 1),
    ("s", "VARCHAR", pyodbc.SQL_WVARCHAR, 20, None, 1), ("day", "DATE", pyodbc.SQL_TYPE_DATE, 10, None, 1), ("at", "DATETIME", pyodbc.SQL_TYPE_TIMESTAMP, 19, None, 1),
], columns
assert [(x.table_name, x.column_name, x.key_seq, x.pk_name) for x in q.primaryKeys(catalog="shop", table="odbc")] == [("odbc", "k", 1, "PRIMARY")]
assert [x.column_name for x in q.rowIdColumns(catalog="shop", table="odbc")] == ["k"]
assert [(x.index_name, x.column_name) for x in q.statistics(catalog="shop", table="odbc")] == [("PRIMARY", "k")]
try:
    q.execute("SELECT * FROM nope")
    raise SystemExit("a table that is not there was read")
except pyodbc.Error as e:
    assert "1146" in str(e) or "42S02" in str(e), e
q.execute("DROP TABLE odbc")
assert c.getinfo(pyodbc.SQL_DBMS_VER)
c.close()
course(connect, pyodbc.Error, mark="?")
