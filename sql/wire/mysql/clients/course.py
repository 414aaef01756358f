"""What a client of DB-API does with a server of gsdms, whichever it is: parameters of every type, the
star schema benchmark, a million rows, a cancelled query, connections that are gone.

`connect` makes a connection to the database shop. `Error` is what the module raises for a statement
that failed. `stream` makes a cursor that gets rows as they come. `mark` is how the module spells a
parameter.
"""
import datetime
import decimal
import os
import threading
import time


def spell(v):
    """A value as the client of MySQL prints it."""
    return "NULL" if v is None else str(int(v) if isinstance(v, decimal.Decimal) and v == int(v) else v)


def course(connect, Error, stream=lambda c: c.cursor(), mark="%s"):
    c = connect()
    every(c, mark)
    star(c)
    million(c, stream)
    cancel(connect, c, Error)
    reconnect(connect, c, Error)
    c.close()


def every(c, mark):
    """Values and NULLs of every type, as parameters and as results."""
    at = datetime.datetime(2024, 2, 29, 23, 59, 1)
    clock = datetime.timedelta(hours=12, minutes=3, seconds=4)
    row = (1, -2**63 + 1, 2**64 - 1, -128, decimal.Decimal("-1234567890123456789012345678.90"), 0.1, 1.5, "it's \\ \"ä\" %", "line\nline", b"\x00\xff'\\",
           b"\xde\xad\xbe\xef", at.date(), at.replace(microsecond=125000), at, clock, 2024, 1, "b", '{"a": [1, null]}')
    none = (2,) + (None,) * 18
    q = c.cursor()
    q.execute("DELETE FROM bound")
    # By ODBC no whole number goes beyond 64 bits with a sign, no timedelta, and no part of a second.
    sent = [str(v) if mark == "?" and v in (2**64 - 1, clock, row[12]) else v for v in row]
    for values in sent, none:
        q.execute("INSERT INTO bound VALUES (" + ", ".join([mark] * 19) + ")", values)
    assert one(c, "SELECT n FROM same") == 2, one(c, "SELECT n FROM same")
    j = "j" if mark == "%s" else "CAST(j AS CHAR)"  # MariaDB's ODBC does not know JSON of MySQL
    q.execute(f"SELECT k, i, u, n, d, f, g, s, tx, b, bl, day, at, ts, t, y, o, e, {j} FROM every WHERE k <= {mark} ORDER BY k", (2,))
    got = [tuple(r) for r in q.fetchall()]
    if isinstance(got[0][14], datetime.time):
        row = tuple(datetime.time(12, 3, 4) if v == clock else v for v in row)
    assert got == [row, none], got
    q.close()


def star(c):
    """The 13 queries of the benchmark, whose texts and answers lie in the folder that STAR names."""
    folder = os.environ["STAR"]
    names = sorted(f[:-4] for f in os.listdir(folder) if f.endswith(".sql"))
    assert len(names) == 13, names
    for name in names:
        q = c.cursor()
        q.execute(open(f"{folder}/{name}.sql").read())
        got = "".join("\t".join(spell(v) for v in row) + "\n" for row in q.fetchall())
        want = open(f"{folder}/{name}.tsv").read()
        assert got == want, (name, got, want)
        q.close()


def million(c, stream):
    """A million rows with NULLs, one after another."""
    q = stream(c)
    q.execute("SELECT n, half, s, d FROM million")
    rows = nulls = 0
    for n, half, s, d in q:
        assert half == n / 2 and s == f"text {n % 1000}", (n, half, s)
        assert d is None if n % 7 == 0 else d == decimal.Decimal(n) / 100, (n, d)
        rows, nulls = rows + 1, nulls + (d is None)
    assert (rows, nulls) == (1000000, 142858), (rows, nulls)
    q.close()


def one(c, text):
    q = c.cursor()
    q.execute(text)
    row = q.fetchone()
    q.close()
    return row[0]


def cancel(connect, c, Error):
    """KILL QUERY from another connection ends a long query, and the connection goes on."""
    me, why = one(c, "SELECT CONNECTION_ID()"), []

    def run():
        try:
            one(c, "SELECT COUNT(*) FROM million a JOIN million b ON a.half * b.half + MOD(a.n, b.n + 3) < 17")
        except Error as e:
            why.append(e)

    busy, other = threading.Thread(target=run), connect()
    busy.start()
    while one(other, f"SELECT COUNT(*) FROM information_schema.processlist WHERE id = {me} AND info LIKE '%JOIN million b%'") == 0:
        time.sleep(0.02)
    other.cursor().execute(f"KILL QUERY {me}")
    busy.join()
    other.close()
    assert "interrupted" in str(why), why
    assert one(c, "SELECT 7 AS x") == 7


def reconnect(connect, c, Error):
    """A connection that was killed says so, and the next one has what the first one wrote."""
    gone = connect()
    me = one(gone, "SELECT CONNECTION_ID()")
    c.cursor().execute(f"KILL {me}")
    try:
        one(gone, "SELECT 1")
        raise SystemExit("a connection that was killed goes on")
    except Error:
        pass
    again = connect()
    assert one(again, "SELECT COUNT(*) FROM million") == 1000000
    again.close()
