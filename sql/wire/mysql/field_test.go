package mysql

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-mysql-org/go-mysql/mysql"
)

// flagNames are those of MySQL's manual, from the lowest bit on.
var flagNames = []string{"NOT_NULL", "PRI_KEY", "UNIQUE_KEY", "MULTIPLE_KEY", "BLOB", "UNSIGNED", "ZEROFILL", "BINARY", "ENUM", "AUTO_INCREMENT", "TIMESTAMP", "SET", "NO_DEFAULT", "ON_UPDATE_NOW", "PART_KEY"}

// told is what a client is told of a column: its database and table, what that is called where it
// is stored, the type, the length and the flags.
func told(f *mysql.Field) string {
	var flags []string
	for i, name := range flagNames {
		if f.Flag>>i&1 != 0 {
			flags = append(flags, name)
		}
	}
	return fmt.Sprintf("%s.%s.%s of %s.%s, %d(%d,%d) %s", f.Schema, f.Table, f.Name, f.OrgTable, f.OrgName, f.Type, f.ColumnLength, f.Decimal, strings.Join(flags, " "))
}

// Clients learn of which table a column is, what it is called there and in which keys it is, as
// MySQL tells them.
func TestFieldsOfTables(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "")
	must(t, db, "CREATE TABLE r (k INT PRIMARY KEY)")
	must(t, db, "CREATE TABLE p (x INT, y SMALLINT UNSIGNED, z INT NOT NULL DEFAULT 5, w BIGINT UNSIGNED, PRIMARY KEY (x, y), UNIQUE (z), UNIQUE (w, z))")
	must(t, db, `CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, fk INT, e ENUM('a', 'bcd') NOT NULL, m MEDIUMINT, b TINYINT(1), i TINYINT UNSIGNED, d DECIMAL(10,2), n DECIMAL(5), f FLOAT, g DOUBLE UNSIGNED,
		c CHAR(5), tx TEXT, bl BLOB, y YEAR, ts TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, FOREIGN KEY (fk) REFERENCES r (k))`)
	must(t, db, "CREATE VIEW v AS SELECT id AS vid, m + 1 AS more FROM t")
	must(t, db, "CREATE DATABASE other")
	must(t, db, "CREATE TABLE other.r (k INT PRIMARY KEY)")
	for query, want := range map[string][]string{
		"SELECT * FROM p": {
			"shop.p.x of p.x, 3(11,0) NOT_NULL PRI_KEY NO_DEFAULT PART_KEY", "shop.p.y of p.y, 2(5,0) NOT_NULL PRI_KEY UNSIGNED NO_DEFAULT PART_KEY",
			"shop.p.z of p.z, 3(11,0) NOT_NULL UNIQUE_KEY PART_KEY", "shop.p.w of p.w, 8(20,0) MULTIPLE_KEY UNSIGNED PART_KEY",
		},
		"SELECT * FROM t AS T": {
			"shop.T.id of t.id, 3(11,0) NOT_NULL PRI_KEY AUTO_INCREMENT PART_KEY", "shop.T.fk of t.fk, 3(11,0) MULTIPLE_KEY PART_KEY", "shop.T.e of t.e, 254(12,0) NOT_NULL ENUM NO_DEFAULT",
			"shop.T.m of t.m, 9(9,0) ", "shop.T.b of t.b, 1(1,0) ", "shop.T.i of t.i, 1(3,0) UNSIGNED", "shop.T.d of t.d, 246(12,2) ", "shop.T.n of t.n, 246(6,0) ", "shop.T.f of t.f, 4(12,31) ",
			"shop.T.g of t.g, 5(22,31) UNSIGNED", "shop.T.c of t.c, 254(20,0) ", "shop.T.tx of t.tx, 252(262140,0) BLOB", "shop.T.bl of t.bl, 252(65535,0) BLOB BINARY", "shop.T.y of t.y, 13(4,0) UNSIGNED ZEROFILL",
			"shop.T.ts of t.ts, 7(19,0) NOT_NULL BINARY TIMESTAMP ON_UPDATE_NOW",
		},
		"SELECT id AS `an id`, -id, COUNT(*), MAX(m) FROM t GROUP BY id": {
			"shop.t.an id of t.id, 3(11,0) NOT_NULL PRI_KEY AUTO_INCREMENT PART_KEY", "..-id of ., 8(20,0) NOT_NULL BINARY", "..COUNT(*) of ., 8(20,0) NOT_NULL BINARY", "..MAX(m) of ., 8(20,0) BINARY",
		},
		"SELECT r.k FROM t LEFT JOIN r ON k = fk":                      {"shop.r.k of r.k, 3(11,0) PRI_KEY NO_DEFAULT PART_KEY"},
		"SELECT a.k FROM other.r a":                                    {"other.a.k of r.k, 3(11,0) NOT_NULL PRI_KEY NO_DEFAULT PART_KEY"},
		"SELECT m, COUNT(*) n FROM t GROUP BY m WITH ROLLUP":           {"..m of ., 8(20,0) BINARY", "..n of ., 8(20,0) NOT_NULL BINARY"},
		"SELECT vid AS i, more FROM v AS w":                            {"shop.w.i of v.vid, 3(11,0) NOT_NULL", "shop.w.more of v.more, 8(20,0) BINARY"},
		"SELECT y FROM (SELECT i AS y FROM t UNION SELECT 1000) x":     {".x.y of .y, 8(20,0) BINARY"},
		"SELECT y FROM (SELECT i AS y FROM t) x":                       {".x.y of .y, 1(3,0) UNSIGNED"},
		"SELECT y FROM (SELECT i + 1000 AS y FROM t) x":                {".x.y of .y, 8(20,0) UNSIGNED BINARY"},
		"WITH c AS (SELECT id FROM t LIMIT 3) SELECT * FROM c":         {".c.id of .id, 3(11,0) NOT_NULL"},
		"SELECT id FROM t UNION SELECT k FROM r":                       {"..id of ., 8(20,0) NOT_NULL BINARY"},
		"SELECT table_name FROM information_schema.tables AS i":        {"information_schema.i.TABLE_NAME of TABLES.TABLE_NAME, 253(262140,0) "},
		"SELECT 1, NULL, 'x', CAST(1 AS DECIMAL(4,0)), CURRENT_DATE()": {"..1 of ., 8(20,0) NOT_NULL BINARY", "..NULL of ., 6(0,0) BINARY", "..x of ., 253(262140,0) NOT_NULL", "..CAST(1 AS DECIMAL(4,0)) of ., 246(5,0) NOT_NULL BINARY", "..CURRENT_DATE() of ., 10(10,0) NOT_NULL BINARY"},
	} {
		c := connect(t, address)
		for _, how := range []string{"text", "binary"} {
			r, err := c.Execute(query)
			if how == "binary" {
				s, unprepared := c.Prepare(query)
				if unprepared != nil {
					t.Fatalf("%s: %v", query, unprepared)
				}
				r, err = s.Execute()
			}
			if err != nil {
				t.Fatalf("%s: %v", query, err)
			}
			var got []string
			for _, f := range r.Fields {
				got = append(got, told(f))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s (%s):\n  %s\nwant\n  %s", query, how, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
			}
		}
	}
}

// The names of a statement's tables are those that it uses, also where its plan is that of another
// whose text differs in blanks.
func TestFieldsOfPlansKept(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "")
	must(t, db, "CREATE TABLE t (id INT)")
	c := connect(t, address)
	for _, q := range []string{"SELECT id FROM t  AS one", "SELECT id FROM t AS one", "SELECT id FROM t AS two", "SELECT id  FROM t AS one"} {
		r, err := c.Execute(q)
		if want := q[len(q)-3:]; err != nil || string(r.Fields[0].Table) != want {
			t.Errorf("%s: table %q, %v", q, r.Fields[0].Table, err)
		}
	}
	must(t, db, "ALTER TABLE t MODIFY id BIGINT NOT NULL")
	r, err := c.Execute("SELECT id FROM t AS one")
	if want := "shop.one.id of t.id, 8(20,0) NOT_NULL NO_DEFAULT"; err != nil || told(r.Fields[0]) != want {
		t.Errorf("%s, %v; want %s", told(r.Fields[0]), err, want)
	}
}

// The least and the greatest number of every type come in the bytes that the type has.
func TestNumbersOfDeclaredTypes(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "")
	must(t, db, `CREATE TABLE v (k INT PRIMARY KEY, t TINYINT, tu TINYINT UNSIGNED, s SMALLINT, su SMALLINT UNSIGNED, m MEDIUMINT, mu MEDIUMINT UNSIGNED, i INT, iu INT UNSIGNED, b BIGINT, bu BIGINT UNSIGNED, y YEAR, f FLOAT)`)
	rows := [][]any{
		{1, math.MinInt8, 0, math.MinInt16, 0, -1 << 23, 0, math.MinInt32, 0, int64(math.MinInt64 + 1), 0, 1901, -1.5},
		{2, math.MaxInt8, math.MaxUint8, math.MaxInt16, math.MaxUint16, 1<<23 - 1, 1<<24 - 1, math.MaxInt32, uint32(math.MaxUint32), int64(math.MaxInt64), uint64(math.MaxUint64), 2155, 0.25},
		{3, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil},
		{-4, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, 2024, 1e10},
	}
	for _, r := range rows {
		must(t, db, "INSERT INTO v VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", r...)
	}
	for _, from := range []string{"v", "(SELECT * FROM v) AS x", "(SELECT * FROM v ORDER BY k LIMIT 100) AS x"} {
		for _, r := range rows {
			for query, args := range map[string][]any{"SELECT * FROM " + from + " WHERE k = ?": {r[0]}, fmt.Sprintf("SELECT * FROM %s WHERE k = %d", from, r[0]): nil} {
				got := scan(t, db, query, args...)
				if len(got) != 1 {
					t.Fatalf("%s: %d rows", query, len(got))
				}
				for i, want := range r {
					have := got[0][i]
					if b, text := have.([]byte); text {
						have = string(b)
					}
					if fmt.Sprint(have) != fmt.Sprint(want) {
						t.Errorf("%s with %v: column %d is %v, want %v", query, args, i, have, want)
					}
				}
			}
		}
	}
	types, err := db.Query("SELECT tu, i, iu, bu, y, f, k FROM v WHERE k = ?", 1)
	if err != nil {
		t.Fatal(err)
	}
	defer types.Close()
	columns, err := types.ColumnTypes()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range columns {
		nullable, _ := c.Nullable()
		got = append(got, fmt.Sprint(c.DatabaseTypeName(), " ", nullable))
	}
	if want := []string{"UNSIGNED TINYINT true", "INT true", "UNSIGNED INT true", "UNSIGNED BIGINT true", "YEAR true", "FLOAT true", "INT false"}; !slices.Equal(got, want) {
		t.Errorf("database/sql says %q, want %q", got, want)
	}
}
