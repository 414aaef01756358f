"""Talks to a server of gsdms as a program with ADBC's driver for Flight SQL does. Argument: the
port."""
import datetime
import decimal
import sys

import adbc_driver_flightsql.dbapi as flight
import pyarrow

with flight.connect(f"grpc://127.0.0.1:{sys.argv[1]}", db_kwargs={"username": "root", "password": ""}, autocommit=True) as db:
    with db.cursor() as c:
        c.execute("CREATE TABLE py (k INT PRIMARY KEY, i BIGINT, d DECIMAL(10,2), f DOUBLE, s VARCHAR(20), day DATE, at DATETIME)")
        rows = [
            (1, -5, decimal.Decimal("-1.50"), 0.25, "it's \"ä\"", datetime.date(2024, 2, 29), datetime.datetime(2024, 2, 29, 23, 59, 1)),
            (2, None, None, None, None, None, None),
        ]
        c.execute("INSERT INTO py VALUES (1, -5, -1.50, 0.25, 'it''s \"ä\"', '2024-02-29', '2024-02-29 23:59:01'), (2, NULL, NULL, NULL, NULL, NULL, NULL)")
        c.execute("SELECT * FROM py ORDER BY k")
        assert c.fetchall() == rows
        c.execute("SELECT s FROM py WHERE k = ?", (1,))
        assert c.fetchall() == [(rows[0][4],)]
        texts = pyarrow.array([None if i % 7 == 3 else f"text {i % 10}" for i in range(1000000)])
        many = pyarrow.table({"n": pyarrow.array(range(1000000), pyarrow.int64()), "s": texts.dictionary_encode()})
        assert c.adbc_ingest("many", pyarrow.table({"n": many["n"], "s": texts}), mode="create") in (1000000, -1)
        c.execute("SELECT n, s FROM many ORDER BY n")
        got = c.fetch_arrow_table()
        assert got["n"].to_pylist() == many["n"].to_pylist() and got["s"].to_pylist() == many["s"].to_pylist()
        try:
            c.execute("SELECT * FROM nope")
            c.fetchall()
            raise SystemExit("a table that is not there was read")
        except flight.Error as e:
            assert "1146" in str(e) or "nope" in str(e), e
        c.execute("SELECT 1")
        assert c.fetchall() == [(1,)]
    names = [t["table_name"] for x in db.adbc_get_objects(depth="tables", db_schema_filter="shop").read_all().to_pylist()
             for s in x["catalog_db_schemas"] for t in s["db_schema_tables"]]
    assert {"many", "py", "million"} <= set(names), names
