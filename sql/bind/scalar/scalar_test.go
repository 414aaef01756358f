package scalar

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/parse"
)

// constants is a statement whose columns are constants, one day in May.
type constants struct {
	Binder
	named map[string]plan.Expr
}

func (c *constants) Bind(n ast.ExprNode) (plan.Expr, error) {
	if n, ok := n.(*ast.ColumnNameExpr); ok {
		if e, ok := c.named[n.Name.Name.L]; ok {
			return e, nil
		}
		return nil, c.Errorf(parse.CodeUnknownColumn, "Unknown column '%s'", n.Name.Name.O)
	}
	return c.Form(n)
}

func (c *constants) Row(*ast.SubqueryExpr) ([]plan.Expr, error) {
	return []plan.Expr{c.named["a"], c.named["b"]}, nil
}

func (c *constants) Stored(n *ast.FuncCallExpr, args []plan.Expr) (plan.Expr, error) {
	return nil, c.Errorf(parse.CodeNoFunction, "no %s of %d", n.FnName.L, len(args))
}

func (c *constants) Now() (plan.Value, bool) {
	days, ok := value.ParseDate("2024-05-06")
	return value.OfDateTime((days*86400+7*3600)*value.Ticks(value.MaxFraction), value.MaxFraction), ok
}

// evaluate gives the value of an expression, or the code and the column of its error.
func evaluate(t *testing.T, expr string, named map[string]plan.Expr) string {
	t.Helper()
	text := "select " + expr
	stmt, err := new(parse.Parsers).Parse(text)
	if err != nil {
		t.Fatal(text, err)
	}
	c := &constants{named: named}
	c.Binder = Binder{Text: text, Place: -1, Around: c}
	v, err := c.Constant(stmt.(*ast.SelectStmt).Fields.Fields[0].Expr)
	if err != nil {
		known := parse.AsError(text, err)
		return fmt.Sprintf("%d at %d", known.Code, known.Column)
	}
	return v.String()
}

func TestForms(t *testing.T) {
	for _, c := range []struct{ expr, want string }{
		{"1 + 2 * 3", "7"}, {"-9223372036854775808", "-9223372036854775808"}, {"x'41'", "A"}, {"x'41' + 0", "65"}, {"b'101' + 0", "5"},
		{"1 between 0 and 2", "1"}, {"3 not in (1, 2)", "1"}, {"3 not in (1, null)", "NULL"}, {"'abc' like 'a%'", "1"}, {"'abc' not regexp '^b'", "1"},
		{"null is true", "0"}, {"0 is not true", "1"}, {"case 2 when 1 then 'a' when 2 then 'b' end", "b"}, {"case when null then 1 end", "NULL"},
		{"get_format(date, 'eur')", "%d.%m.%Y"}, {"get_format(time, 'x')", "NULL"}, {"trim(leading 'x' from 'xax')", "ax"}, {"char(65, 66)", "AB"}, {"insert('abc', 2, 1, 'x')", "axc"},
		{"timestampdiff(day, '2024-02-28', '2024-03-01')", "2"}, {"date '2024-02-29' + interval 1 year", "2025-02-28"}, {"extract(year from '2024-02-29')", "2024"},
		{"cast('12' as signed)", "12"}, {"cast(1.55 as decimal(3,1))", "1.6"}, {"cast('abc' as char(2))", "ab"}, {"binary 'a' = 'A'", "0"}, {"'a' collate utf8mb4_bin", "a"},
		{"cast(time '01:02:03' as datetime)", "2024-05-06 01:02:03"},
		{"1 + y", "1054 at 12"}, {"nothing(1, 2)", "1305 at 8"}, {"(1, 2)", "1241 at 8"}, {"'a' collate latin1_bin", "1235 at 8"}, {"9223372036854775807 + 1", "1690 at 8"},
		{"1 = (1, 2)", "1241 at 8"}, {"_latin1'\u00e4'", "1235 at 8"}, {"concat('a', '\xff')", "1366 at 20"},
	} {
		if got := evaluate(t, c.expr, nil); got != c.want {
			t.Errorf("%s is %s, want %s", c.expr, got, c.want)
		}
	}
}

// Rows are compared by the first parts that differ, where a NULL leaves it open.
func TestRows(t *testing.T) {
	values := []string{"null", "0", "1"}
	for _, op := range []string{"=", "<>", "<=>", "<", "<=", ">", ">="} {
		for i := range 81 {
			l, r := []string{values[i%3], values[i/3%3]}, []string{values[i/9%3], values[i/27]}
			want := compared(op, l, r)
			if got := evaluate(t, fmt.Sprintf("(%s, %s) %s (%s, %s)", l[0], l[1], op, r[0], r[1]), nil); got != want {
				t.Errorf("%v %s %v is %s, want %s", l, op, r, got, want)
			}
		}
	}
	named := map[string]plan.Expr{"a": plan.Literal(value.OfInt(1)), "b": plan.Literal(value.OfInt(2))}
	if got := evaluate(t, "(1, 2) = (select 1, 2)", named); got != "1" {
		t.Errorf("a row of a subquery: %s", got)
	}
}

// compared compares rows part by part.
func compared(op string, l, r []string) string {
	truth := map[bool]string{true: "1", false: "0"}
	open, differs := false, false
	for i := range l {
		null := l[i] == "null" || r[i] == "null"
		switch {
		case op == "<=>":
			differs = differs || l[i] != r[i]
		case null && strings.ContainsAny(op[:1], "=") || null && op == "<>":
			open = true
		case null:
			return "NULL" // no part before it decides
		case l[i] == r[i]:
		case op == "=" || op == "<>":
			differs = true
		default:
			return truth[(op[0] == '<') == (l[i] < r[i])]
		}
	}
	switch {
	case op == "<=>":
		return truth[!differs]
	case open && !differs:
		return "NULL"
	case op == "<>":
		return truth[differs]
	case op == "=":
		return truth[!differs]
	}
	return truth[strings.HasSuffix(op, "=")]
}

func TestDepth(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("(", n) + "1" + strings.Repeat(")", n) }
	if got := evaluate(t, deep(parse.MaxDepth-1), nil); got != "1" {
		t.Errorf("as deep as may be: %s", got)
	}
	doubling := strings.Repeat("greatest('y',", 20) + "'1'" + strings.Repeat(",'2','3','4')", 20)
	if got := evaluate(t, strings.ReplaceAll(doubling, "'1'", "a"), map[string]plan.Expr{"a": plan.Slot{Of: plan.Type{Kind: plan.String}}}); !strings.HasPrefix(got, "1235") {
		t.Errorf("what doubles on each level: %s", got)
	}
}
