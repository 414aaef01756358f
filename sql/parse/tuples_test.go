package parse

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"
)

// parsed are the rows of an INSERT as the parser reads them by itself.
func parsed(text string) ([][]ast.ExprNode, bool) {
	stmts, _, err := parser.New().ParseSQL(text)
	if err != nil || len(stmts) != 1 {
		return nil, false
	}
	insert, ok := stmts[0].(*ast.InsertStmt)
	if !ok {
		return nil, false
	}
	return insert.Lists, true
}

// Rows that the parser does not read, or value by value, are the nodes that it makes of all, at the same places.
func TestTuplesAreTheParsers(t *testing.T) {
	rows := []string{
		"(1, 'a', NULL)", "(0,'',null)", "( -5 ,\n'b c' , Null )", "(12.50, 'grüße 日本', -0.07)", "(999999999999999999, '--', 1.0)",
		"(3, '/* no */ # \"', 0.5)", "(4,'(1,2),(3',5)", "(-0, ';', 123456789012345.678)", "(7, 'VALUES ( ) AS new', 8)", "(1, '\t\n', 00.5)", "(1, '0', 1)", `(1, 'it''s ''\'\\ \n\r\t\b\Z \% \_ \x \"', 1)`, `(2, '''', '\é')`,
		"(1e3, -2.5E-07, 0x41ff)", "(x'0aFF', X'', 0xAB)", "(b'0101', B'', _binary'a')", `(_binary 'a\0\'b', _BINARY '', true)`, "(FALSE, True, 9223372036854775807)", "(1, _binary '\xff\xfe\\n', 2)", "(9223372036854775808, 18446744073709551615, -9223372036854775808)", `('a\0', 1, -9223372036854775807)`,
	}
	made := []string{
		"(NOW(), CURRENT_TIMESTAMP, current_timestamp( 3 ))", "(DEFAULT, - 5, +5)", "(-0x41, --5, (('a')))", "(NOW(), NOW(), 1)", `("a", "it""s \" '", 'b' 'c')`, "(1., .5, 01)", "(_utf8mb4'ü', N'a', _binary\"a\")",
		"(DATE '2024-01-01', TIMESTAMP'2024-01-01 00:00:00.5', NOW() - INTERVAL 1 DAY)", "(UNHEX('4,1)'), x'41', CONCAT(\"(\", ')', 1 + 2 * (3 - 4)))", "(CAST('5' AS UNSIGNED), 1 DIV 2, UUID_TO_BIN(UUID(), TRUE))",
		"(123456789012345678901, 1e300 , -NULL)", "(0x4, 1e+5 / 3, NOW() + INTERVAL ( 1 + 1 ) HOUR)", "(UNHEX('42'), x'41', 7)",
	}
	rows = append(rows, made...)
	for _, begin := range []string{"INSERT INTO t VALUES ", "insert /* VALUES */ ignore into `values` (a, b, c) value\n", "REPLACE INTO d.t VALUES"} {
		for _, end := range []string{"", "  ", " AS new ON DUPLICATE KEY UPDATE a = new.a + 1", " ON DUPLICATE KEY UPDATE a = VALUES(a), b = 'x'", ";"} {
			if strings.HasPrefix(begin, "REPLACE") && strings.Contains(end, "DUPLICATE") {
				continue
			}
			text := begin + strings.Join(rows, " ,  ")
			want, ok := parsed(readable(plainIntervals(text)))
			if !ok || len(want) != len(rows) {
				t.Fatalf("the parser reads %d rows of %s", len(want), text)
			}
			text += end
			if read, rest := withoutTuples(text); rest == nil || rest.count != len(rows)-1 || len(read) > len(text) || strings.Contains(read, "999") {
				t.Errorf("rows %+v are read here, and %q there, of %s", rest, read, text)
			}
			check(t, text, want)
		}
	}
}

func check(t *testing.T, text string, want [][]ast.ExprNode) {
	t.Helper()
	stmt, err := new(Parsers).Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	got := RowsOf(stmt.(*ast.InsertStmt))
	if got.Len() != len(want) {
		t.Fatalf("%d rows, want %d of %s", got.Len(), len(want), text)
	}
	for i := range want {
		row := got.Next()
		if got.At() != i+1 || len(row) != len(want[i]) {
			t.Fatalf("row %d has %d values, want %d, of %s", i, len(row), len(want[i]), text)
		}
		for k := range want[i] {
			if !reflect.DeepEqual(row[k], want[i][k]) {
				t.Errorf("row %d of %s:\n%#v, want\n%#v", i, text, row[k], want[i][k])
			}
		}
	}
}

// A row is found again by its number, wherever the one is that was read before.
func TestTuplesByNumber(t *testing.T) {
	const count = 3*markEvery + 5
	text := "INSERT INTO t VALUES (0)"
	for i := 1; i < count; i++ {
		text += fmt.Sprintf(", (%d)", i)
	}
	stmt, err := new(Parsers).Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	rows := RowsOf(stmt.(*ast.InsertStmt))
	if rows.Len() != count || rows.Parsed() != 1 || rows.Bytes() != len(text)-len("INSERT INTO t VALUES (0)") {
		t.Fatalf("%d rows, %d parsed, %d bytes", rows.Len(), rows.Parsed(), rows.Bytes())
	}
	for _, at := range []int{count - 1, 0, markEvery, markEvery + 1, 2 * markEvery, 1, 5} {
		rows.Seek(at)
		for i := at; i < min(at+2, count); i++ {
			row := rows.Next()
			if row[0].(*test_driver.ValueExpr).GetInt64() != int64(i) {
				t.Errorf("row %d is %v", i, row[0])
			}
		}
	}
}

// What is no row of literals and what is made of them is left to the parser, with all rows beside it.
func TestTuplesLeft(t *testing.T) {
	for _, other := range []string{
		`('a\')`, `('a\`, "(x'4')", "(0X41)", "(1e400)", "(_binary x'41')", "(b'2')", "(x '41')", "(1)(2)", "()", "(?)", "(NULLIF(1, 1))", "(1, (SELECT 1))", "(SLEEP(1))", "(LAST_INSERT_ID())", "(@a := 1)",
		"(TRUE.a)", "(1.2.3)", "(1, )", "(1 2)", "1", "('a\x00')", "('\xff')", "(1) /* c */, (2)", "(1) /*! , (3) */", "(1) # c\n", "ROW(1)", "(@a)", "(a)", "('a", "(1", "(1),", "(NULL.a)", "(DEFAULT(a))", "(NOW() + )", "(UNHEX('41')", "(1 = 1)", "(`a`)",
	} {
		for _, text := range []string{"INSERT INTO t VALUES (1), " + other + ", (2)", "INSERT INTO t VALUES " + other + ", (2)"} {
			read, rest := withoutTuples(text)
			if read == text && rest == nil {
				continue
			}
			if _, ok := parsed(text); ok {
				t.Errorf("%q is read as %q with %d rows", text, read, rest.count)
			}
		}
	}
	for _, text := range []string{
		"SELECT 1", "INSERT INTO t SELECT 1", "INSERT INTO t SET a = 1", "INSERT INTO t (a) SELECT * FROM (VALUES ROW(1), ROW(2)) x", "INSERT INTO t VALUES (1)", "", "INSERT", "INSERT INTO t; INSERT INTO u VALUES (1), (2)",
	} {
		if read, rest := withoutTuples(text); read != text || rest != nil {
			t.Errorf("%q is read as %q", text, read)
		}
	}
}

// What the parser refuses is refused, and what it reads are the same rows, whatever stands there.
func FuzzTuples(f *testing.F) {
	for _, rest := range []string{"(1, 'a'), (2.5, NULL)", "(-1), (2) AS n", "(1), (2) ON DUPLICATE KEY UPDATE a = 1", "(1),(2),(", "('a''b'), ('\\'')", "(1), (2), (3) -- x", "(1)\v,(2)", "(1), (2); SELECT 1", "(NOW()), (DEFAULT), (-(5)), (UNHEX('4')), (UNHEX('5'))", `("a"), ("b"" ")`, "(DATE '2020-01-01'), (.5), (1.)"} {
		f.Add(rest)
	}
	f.Fuzz(func(t *testing.T, rest string) {
		text := "INSERT INTO t VALUES " + rest
		read, rows := withoutTuples(text)
		if len(read) > len(text) {
			t.Fatalf("%q is read as %q", text, read)
		}
		want, ok := parsed(readable(plainIntervals(text)))
		got, gotOK := parsed(readable(plainIntervals(read)))
		if ok != gotOK {
			t.Fatalf("%q: the parser reads it: %v; as %q: %v", text, ok, read, gotOK)
		}
		if !ok {
			return
		}
		if rows != nil {
			got = append(got, []ast.ExprNode{rows})
		}
		all := RowsOf(&ast.InsertStmt{Lists: got})
		if all.Len() != len(want) {
			t.Fatalf("%q has %d rows, want %d", text, all.Len(), len(want))
		}
		for i := range want {
			if row := all.Next(); !reflect.DeepEqual(row, want[i]) {
				t.Fatalf("%q: row %d is %v, want %v", text, i, row, want[i])
			}
		}
	})
}
