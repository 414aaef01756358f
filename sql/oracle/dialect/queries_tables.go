package dialect

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// joinable are the columns of the tables of queries: two of each sort, whose few values are near one
// another, so that functions of them are equal where they themselves are not.
func joinable() []column {
	var out []column
	for _, c := range []column{
		{'I', "i", "INT", list("0 1 -1 2 3 7 10 12 -12 100 20200131")},
		{'I', "b", "BIGINT", list("0 1 -1 2 7 10 11 -128 86400 9007199254740993 -9007199254740993")},
		{'I', "u", "BIGINT UNSIGNED", list("0 1 2 3 12 99 255 9007199254740993 4294967296")},
		{'M', "d", "DECIMAL(10,2)", list("0.00 1.25 -1.25 1.20 2.50 2.55 12.00 99.99 -2.50 7.00 10.50")},
		{'M', "e", "DECIMAL(30,10)", list("0 1.25 1.2500000001 -1.25 2.5 12 7 9007199254740993 9007199254740993.0000000001 12345678901234567890.5")},
		{'X', "x", "DOUBLE", list("0e0 1e0 -1e0 1.25e0 2.5e0 -3.75e0 12e0 1e10 9007199254740992e0")},
		{'D', "da", "DATE", list("'2020-02-29' '2020-02-28' '2019-12-31' '2020-01-01' '2020-12-31' '1999-07-04' '1970-01-01' '2024-03-10' '9999-12-31' '1000-01-01'")},
		{'W', "dt", "DATETIME", list("'2020-02-29_12:30:45' '2020-02-29_12:30:00' '2020-02-29_00:00:00' '2019-12-31_23:59:59' '2020-01-01_00:00:00' '1999-07-04_12:02:03'")},
		{'W', "dm", "DATETIME(6)", list("'2020-02-29_12:30:45.123456' '2020-02-29_12:30:45.5' '2020-02-29_12:30:45' '2019-12-31_23:59:59.999999' '2020-01-01_00:00:00' '1969-07-20_20:17:40' '9999-12-31_23:59:59.5'")},
		{'T', "ti", "TIME", list("'00:00:00' '12:30:45' '12:30:00' '-01:02:03' '01:02:03' '23:59:59' '100:00:01'")},
		{'T', "tm", "TIME(3)", list("'00:00:00' '12:30:45' '12:30:45.5' '-01:02:03.25' '01:02:03' '23:59:59.999'")},
		{'Y', "y", "YEAR", list("2020 1999 1970 2001 2155 1901")},
		{'S', "s", "VARCHAR(20)", list("'' 'a' 'A' 'ab' 'AB' 'abc' 'b' '1' '01' '12' '1.25' '-1' 'a,b' 'é' 'É' 'small' '2020-02-29' '2020-2-29' '12:30:45'")},
		{'E', "en", "ENUM('small','medium','large','a','12')", list("'small' 'medium' 'large' 'a' '12'")},
		{'J', "j", "JSON", []string{`'{"a": 1}'`, `'{"a": 1.5}'`, `'{"a": "x"}'`, `'{"a": null, "b": [1, 2]}'`, `'[1, 2]'`, `'1'`, `'1.5'`, `'"x"'`, `'null'`}},
	} {
		for n := range 2 {
			again := c
			again.name += fmt.Sprint(n + 1)
			out = append(out, again)
		}
	}
	return out
}

// joinedTables are the statements that make the tables of queries of so many rows, each with another declaration:
// the second has no NULLs in the first column of each sort, and only that.
func joinedTables(r *rand.Rand, sizes []int) []string {
	var out []string
	for t, rows := range sizes {
		declared := []string{"id INT PRIMARY KEY"}
		columns := joinable()
		for i, c := range columns {
			if t == 1 && i%2 == 0 {
				c.kind += " NOT NULL"
			}
			columns[i] = c
			declared = append(declared, c.name+" "+c.kind)
		}
		var values []string
		for id := range rows {
			cells := []string{fmt.Sprint(id*(1+t) + t)}
			for _, c := range columns {
				cells = append(cells, c.pick(r, false))
			}
			values = append(values, "("+strings.Join(cells, ", ")+")")
		}
		out = append(out, fmt.Sprintf("CREATE TABLE t%d (%s)", t, strings.Join(declared, ", ")))
		if rows > 0 {
			out = append(out, fmt.Sprintf("INSERT INTO t%d VALUES %s", t, strings.Join(values, ", ")))
		}
	}
	return out
}
