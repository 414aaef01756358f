package dialect

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// column is a column of the tables: its family in the templates, and what it holds.
type column struct {
	family byte
	name   string
	kind   string
	values []string // literals
}

// columns are those of both tables; the values of the first are moderate, so that most
// expressions have an answer for all rows.
func columns() []column {
	return []column{
		{'I', "b", "BIGINT", list("0 1 -1 2 7 10 100 -128 86400 20200131 1000000007 -5000000000")},
		{'I', "u", "BIGINT UNSIGNED", list("0 1 2 3 12 99 255 65536 4294967296")},
		{'I', "i", "INT NOT NULL", list("0 1 -1 2 3 5 9 -40 2019 70205")},
		{'i', "k", "TINYINT", list("0 1 -1 2 3 4 5 -2 8")},
		{'I', "su", "SMALLINT UNSIGNED", list("0 1 2 3 40 500 65535")},
		{'M', "d", "DECIMAL(10,2)", list("0.00 1.25 -1.25 2.50 0.05 99.99 -0.01 1234567.89 10.50")},
		{'M', "e", "DECIMAL(30,12)", list("0 1.5 -2.000000000001 123456789012.000000000001 0.333333333333 -99999.5")},
		{'M', "w", "DECIMAL(18,0)", list("0 1 -1 12 -345 1000000000001")},
		{'X', "x", "DOUBLE", list("0e0 1e0 -1e0 0.5e0 2.5e0 -3.75e0 1e10 1.5e-3 0.1e0")},
		{'D', "da", "DATE", list("'2020-02-29' '2019-12-31' '2020-01-01' '1999-07-04' '1970-01-01' '2038-01-19' '2024-03-10'")},
		{'W', "dt", "DATETIME", list("'2020-02-29_12:30:45' '2019-12-31_23:59:59' '2020-01-01_00:00:00' '1999-07-04_01:02:03' '1970-01-01_00:00:01'")},
		{'W', "du", "DATETIME(6)", list("'2020-02-29_12:30:45.123456' '2019-12-31_23:59:59.999999' '2001-09-09_01:46:40.5' '1969-07-20_20:17:40'")},
		{'W', "ts", "TIMESTAMP NULL", list("'2020-02-29_12:30:45' '2019-12-31_23:59:59' '2020-01-01_00:00:00' '2005-05-05_05:05:05'")},
		{'T', "ti", "TIME", list("'00:00:00' '12:30:45' '-01:02:03' '23:59:59' '100:00:01' '-838:59:59'")},
		{'T', "tm", "TIME(3)", list("'00:00:00.001' '12:30:45.5' '-01:02:03.25' '05:00:00'")},
		{'Y', "y", "YEAR", list("2020 1999 1970 2001 2155 1901")},
		{'S', "c", "CHAR(8)", list("'' 'a' 'A' 'ab' 'zebra' 'it''s' 'Zoë' '12' 'b'")},
		{'S', "s", "VARCHAR(40)", list("'' 'a' 'b' 'abc' 'ABC' '_pad_' '12' '-3.5' '1e3' '12abc' '50%' 'a_b' 'a,b,c' '日本語' '2020-01-31' '10:11:12' 'www.my.org' '2020-01-31_10:11:12.5'")},
		{'S', "tx", "TEXT", list("'' 'a' 'the_quick_brown_fox' 'aaa' 'x=1;y=2' '0' '-0' 'é'")},
		{'S', "en", "ENUM('small','medium','large','a','12')", list("'small' 'medium' 'large' 'a' '12'")},
		{'S', "se", "SET('b','a','c','12')", list("'' 'b' 'a' 'b,a' 'a,c' 'b,a,c' '12' 'a,12'")},
		{'J', "j", "JSON", []string{`'{"a": 1, "b": [1, 2, {"c": "x"}]}'`, `'[10, 20, [30, 40]]'`, `'1'`, `'"text"'`, `'null'`, `'{"a": {"b": true}}'`, `'[]'`, `'-1.5'`}},
	}
}

// list splits literals at blanks; _ in the middle of a literal of a time stands for a blank.
func list(text string) []string {
	all := strings.Fields(text)
	for i, s := range all {
		if strings.Count(s, "_") != 1 || strings.ContainsAny(s, "ab") {
			continue
		}
		all[i] = strings.ReplaceAll(s, "_", " ")
	}
	for i, s := range all {
		all[i] = strings.ReplaceAll(s, "_pad_", " pad ")
	}
	return all
}

// wide are further values of some columns of the second table: the ends of their types.
func wide() map[string][]string {
	return map[string][]string{
		"b":  list("9223372036854775807 -9223372036854775808 9007199254740993"),
		"u":  list("18446744073709551615 9223372036854775808"),
		"i":  list("2147483647 -2147483648"),
		"e":  list("999999999999999999.999999999999 -999999999999999999.999999999999"),
		"w":  list("999999999999999999 -999999999999999999"),
		"x":  list("1e18 -1e-30 123456789.123456789e0"),
		"da": list("'9999-12-31' '1000-01-01'"),
		"dt": list("'9999-12-31_23:59:59'"),
		"ti": list("'838:59:59'"),
		"tx": {"'" + strings.Repeat("long text ", 30) + "'"},
	}
}

// tables are the statements that make a table of each sort, m moderate and w wide.
func tables(r *rand.Rand) []string {
	var out []string
	for _, name := range []string{"m", "w"} {
		var declared []string
		for _, c := range columns() {
			declared = append(declared, c.name+" "+c.kind)
		}
		out = append(out, "CREATE TABLE "+name+" (id INT PRIMARY KEY, g INT NOT NULL, "+strings.Join(declared, ", ")+")")
		var rows []string
		for id := range 60 {
			cells := []string{fmt.Sprint(id), fmt.Sprint(r.IntN(4))}
			for _, c := range columns() {
				cells = append(cells, c.pick(r, name == "w"))
			}
			rows = append(rows, "("+strings.Join(cells, ", ")+")")
		}
		out = append(out, "INSERT INTO "+name+" VALUES "+strings.Join(rows, ", "))
	}
	return out
}

// pick is a value of the column, one of eight NULL.
func (c column) pick(r *rand.Rand, far bool) string {
	if !strings.Contains(c.kind, "NOT NULL") && r.IntN(8) == 0 {
		return "NULL"
	}
	values := c.values
	if more := wide()[c.name]; far && len(more) > 0 && r.IntN(3) == 0 {
		values = more
	}
	return values[r.IntN(len(values))]
}
