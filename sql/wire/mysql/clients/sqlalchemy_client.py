"""Talks to a server of gsdms as a program with SQLAlchemy does. Arguments: the port, and the module
of DB-API below it, mysqldb or pymysql."""
import datetime
import decimal
import sys

import sqlalchemy as sa
from sqlalchemy import exc, orm

import course

engine = sa.create_engine(f"mysql+{sys.argv[2]}://root@127.0.0.1:{sys.argv[1]}/shop?charset=utf8mb4", future=True, pool_pre_ping=True)
meta = sa.MetaData()
city = sa.Table("alchcity", meta, sa.Column("id", sa.Integer, primary_key=True), sa.Column("name", sa.String(20), nullable=False, server_default="x'y"))
all_types = sa.Table(
    "alch", meta,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("i", sa.BigInteger), sa.Column("n", sa.Numeric(12, 2)), sa.Column("f", sa.Float), sa.Column("s", sa.String(40), index=True),
    sa.Column("tx", sa.Text), sa.Column("day", sa.Date), sa.Column("at", sa.DateTime), sa.Column("t", sa.Time), sa.Column("b", sa.Boolean),
    sa.Column("raw", sa.LargeBinary), sa.Column("e", sa.Enum("a", "b'c", name="kind")), sa.Column("j", sa.JSON(none_as_null=True)),
    sa.Column("city", sa.ForeignKey("alchcity.id")),
)
meta.drop_all(engine)
meta.create_all(engine)
values = {
    "i": -5, "n": decimal.Decimal("-1.50"), "f": 0.25, "s": "it's \\ \"ä\" %", "tx": "line\nline", "day": datetime.date(2024, 2, 29),
    "at": datetime.datetime(2024, 2, 29, 23, 59, 1), "t": datetime.time(1, 2, 3), "b": True, "raw": b"\x00\xff'", "e": "b'c", "j": {"a": [1, None]}, "city": 1,
}
with engine.begin() as c:
    c.execute(city.insert(), [{"id": 1, "name": "Ulm"}, {"id": 2, "name": "Köln"}])
    assert c.execute(all_types.insert(), values).inserted_primary_key == (1,)
    c.execute(all_types.insert(), {k: None for k in values})
with engine.connect() as c:
    first, second = c.execute(sa.select(all_types).order_by(all_types.c.id)).mappings().all()
    assert dict(first) == {"id": 1, **values}, first
    assert dict(second) == {"id": 2, **{k: None for k in values}}, second
    for k, v in values.items():
        if k != "j":
            assert c.execute(sa.select(all_types.c.id).where(all_types.c[k] == v)).scalars().all() == [1], k
    joined = sa.select(city.c.name, sa.func.count(all_types.c.id)).join_from(city, all_types, isouter=True).group_by(city.c.name).order_by(city.c.name)
    assert c.execute(joined).all() == [("Köln", 0), ("Ulm", 1)]
    assert c.execute(sa.update(all_types).where(all_types.c.id == 2).values(s="x")).rowcount == 1
    assert c.execute(sa.select(all_types.c.s).where(all_types.c.id == 2)).scalar() == "x"
    c.commit()

# Browsing.
with engine.begin() as c:
    c.execute(sa.text("CREATE VIEW alchview AS SELECT id, s FROM alch"))
see = sa.inspect(engine)
assert "shop" in see.get_schema_names() and see.default_schema_name == "shop"
assert {"alch", "alchcity", "lineorder", "million"} <= set(see.get_table_names()) and "alchview" not in see.get_table_names()
assert set(see.get_view_names()) == {"alchview", "same"} and "alch" in see.get_view_definition("alchview")
assert see.has_table("alch") and not see.has_table("nope")
assert [x["name"] for x in see.get_columns("alchview")] == ["id", "s"]
columns = {x["name"]: x for x in see.get_columns("alch")}
assert list(columns) == [x.name for x in all_types.columns]
assert columns["n"]["type"].precision == 12 and columns["n"]["type"].scale == 2 and columns["s"]["type"].length == 40
assert columns["e"]["type"].enums == ["a", "b'c"] and not columns["id"]["nullable"] and columns["s"]["nullable"] and columns["id"]["autoincrement"]
assert see.get_columns("alchcity")[1]["default"] == "'x''y'"
assert see.get_pk_constraint("alch")["constrained_columns"] == ["id"]
keys = [(k["constrained_columns"], k["referred_table"], k["referred_columns"]) for k in see.get_foreign_keys("alch")]
assert keys == [(["city"], "alchcity", ["id"])], keys
see.get_indexes("alch"), see.get_unique_constraints("alch"), see.get_check_constraints("alch"), see.get_table_comment("alch")
seen = sa.MetaData()
seen.reflect(engine, views=True)
assert [c.name for c in seen.tables["lineorder"].primary_key] in ([], ["lo_orderkey", "lo_linenumber"]), seen.tables["lineorder"].primary_key
with engine.connect() as c:
    assert c.execute(sa.select(sa.func.count()).select_from(seen.tables["customer"])).scalar() == 300

# Objects.
Base = orm.declarative_base()


class Alch(Base):
    __table__ = all_types


with orm.Session(engine) as session:
    new = Alch(s="object", n=3)
    session.add(new)
    session.commit()
    assert new.id == 3 and session.query(Alch).filter(Alch.s.like("obj%")).one().n == 3
    new.s = "changed"
    session.commit()
    assert session.get(Alch, 3).s == "changed"
    session.delete(session.get(Alch, 3))
    session.commit()
    assert session.query(Alch).count() == 2

with engine.connect() as c:
    try:
        c.execute(sa.text("SELECT * FROM nope"))
        raise SystemExit("a table that is not there was read")
    except exc.ProgrammingError as e:
        assert e.orig.args[0] == 1146, e
    if sys.argv[2] == "mysqldb":  # PyMySQL takes longer, and reads them by itself
        c.execution_options(stream_results=True)
        assert sum(x.d is None for x in c.execute(sa.text("SELECT n, half, s, d FROM million"))) == 142858
with engine.begin() as c:
    c.execute(sa.text("DROP VIEW alchview"))
meta.drop_all(engine)
raw = engine.raw_connection()
course.star(raw)
course.cancel(engine.raw_connection, raw, engine.dialect.dbapi.Error)
raw.close()

# A connection of the pool that is gone is made anew.
engine.dispose()
with engine.connect() as c:
    gone = c.execute(sa.text("SELECT CONNECTION_ID()")).scalar()
killer = sa.create_engine(engine.url, poolclass=sa.pool.NullPool, future=True)
with killer.connect() as c:
    c.execute(sa.text(f"KILL {gone}"))
with engine.connect() as c:
    assert c.execute(sa.text("SELECT COUNT(*) FROM million")).scalar() == 1000000
    assert c.execute(sa.text("SELECT CONNECTION_ID()")).scalar() != gone
engine.dispose()
