package parse

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
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

// Rows that the parser does not read are the nodes that it makes, at the same places.
func TestTuplesAreTheParsers(t *testing.T) {
	rows := []string{
		"(1, 'a', NULL)", "(0,'',null)", "( -5 ,\n'b c' , Null )", "(12.50, 'grüße 日本', -0.07)", "(999999999999999999, '--', 1.0)",
		"(3, '/* no */ # \"', 0.5)", "(4,'(1,2),(3',5)", "(-0, ';', 123456789012345.678)", "(7, 'VALUES ( ) AS new', 8)", "(1, '\t\n', 00.5)", "(1, '0', 1)", `(1, 'it''s ''\'\\ \n\r\t\b\Z \% \_ \x \"', 1)`, `(2, '''', '\é')`,
	}
	for _, begin := range []string{"INSERT INTO t VALUES ", "insert /* VALUES */ ignore into `values` (a, b, c) value\n", "REPLACE INTO d.t VALUES"} {
		for _, end := range []string{"", "  ", " AS new ON DUPLICATE KEY UPDATE a = new.a + 1", " ON DUPLICATE KEY UPDATE a = VALUES(a), b = 'x'", ";"} {
			text := begin + strings.Join(rows, " ,  ") + end
			want, ok := parsed(begin + strings.Join(rows, " ,  "))
			if !ok || len(want) != len(rows) {
				t.Fatalf("the parser reads %d rows of %s", len(want), text)
			}
			if strings.HasPrefix(begin, "REPLACE") && strings.Contains(end, "DUPLICATE") {
				continue
			}
			if !strings.Contains(strings.Join(rows, ""), "00.5") {
				t.Fatal("no number that is left to the parser")
			}
			check(t, text, want)
			some := append(append([]string{}, rows[:9]...), rows[11:]...)
			want, _ = parsed(begin + strings.Join(some, ","))
			text = begin + strings.Join(some, ",") + end
			if read, rest := withoutTuples(text); len(rest.rows) != len(some)-1 || len(read) != len(text) || strings.Contains(read, "999") {
				t.Errorf("%d rows are read here, and %q there, of %s", len(rest.rows), read, text)
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
	got := stmt.(*ast.InsertStmt).Lists
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d of %s", len(got), len(want), text)
	}
	for i := range want {
		for k := range want[i] {
			if !reflect.DeepEqual(got[i][k], want[i][k]) {
				t.Errorf("row %d of %s:\n%#v, want\n%#v", i, text, got[i][k], want[i][k])
			}
		}
	}
}

// What is no row of plain literals is left to the parser, with all rows beside it.
func TestTuplesLeft(t *testing.T) {
	for _, other := range []string{
		"(DEFAULT)", "(1 + 1)", "('a' 'b')", `('a\0')`, `('a\')`, `('a\`, `("a")`, "(x'41')", "(0x41)", "(1e3)", "(1.)", "(.5)", "(01)", "(1)(2)", "()", "(?)", "(NULLIF(1, 1))", "(N'a')", "(_utf8'a')",
		"(DATE '2024-01-01')", "(TRUE)", "(- 5)", "(--5)", "(+5)", "(12345678901234567890)", "(1.2.3)", "(1a)", "(1, )", "(1 2)", "1", "('a\x00')", "('\xff')", "(1) /* c */, (2)", "(1) /*! , (3) */", "(1) # c\n", "ROW(1)", "(@a)", "(a)", "(('a'))", "('a", "(1", "(1),", "(NULL.a)",
	} {
		for _, text := range []string{"INSERT INTO t VALUES (1), " + other + ", (2)", "INSERT INTO t VALUES " + other + ", (2)"} {
			read, rest := withoutTuples(text)
			if read == text && rest.rows == nil {
				continue
			}
			if _, ok := parsed(text); ok {
				t.Errorf("%q is read as %q with %d rows", text, read, len(rest.rows))
			}
		}
	}
	for _, text := range []string{
		"SELECT 1", "INSERT INTO t SELECT 1", "INSERT INTO t SET a = 1", "INSERT INTO t (a) SELECT * FROM (VALUES ROW(1), ROW(2)) x", "INSERT INTO t VALUES (1)", "", "INSERT", "INSERT INTO t; INSERT INTO u VALUES (1), (2)",
	} {
		if read, rest := withoutTuples(text); read != text || rest.rows != nil {
			t.Errorf("%q is read as %q", text, read)
		}
	}
}

// What the parser refuses is refused, and what it reads are the same rows, whatever stands there.
func FuzzTuples(f *testing.F) {
	for _, rest := range []string{"(1, 'a'), (2.5, NULL)", "(-1), (2) AS n", "(1), (2) ON DUPLICATE KEY UPDATE a = 1", "(1),(2),(", "('a''b'), ('\\'')", "(1), (2), (3) -- x", "(1)\v,(2)", "(1), (2); SELECT 1"} {
		f.Add(rest)
	}
	f.Fuzz(func(t *testing.T, rest string) {
		text := "INSERT INTO t VALUES " + rest
		read, rows := withoutTuples(text)
		if len(read) != len(text) {
			t.Fatalf("%q is read as %q", text, read)
		}
		want, ok := parsed(text)
		got, gotOK := parsed(read)
		if ok != gotOK {
			t.Fatalf("%q: the parser reads it: %v; as %q: %v", text, ok, read, gotOK)
		}
		if got = append(got, rows.rows...); ok && fmt.Sprint(len(want)) != fmt.Sprint(len(got)) || ok && !reflect.DeepEqual(got, want) {
			t.Fatalf("%q has %d rows, want %d", text, len(got), len(want))
		}
	})
}
