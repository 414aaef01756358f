package assign_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"

	"gsdms/sql/bind/assign"
	"gsdms/sql/parse"
)

// written goes through the list of a SELECT, and gives it as text, or the error.
func written(t *testing.T, list string) string {
	t.Helper()
	stmt, err := new(parse.Parsers).Parse("select " + list + " from t")
	if err != nil {
		t.Fatal(list, err)
	}
	fields := stmt.(*ast.SelectStmt).Fields.Fields
	l := assign.In(fields)
	if l == nil {
		return "sets none"
	}
	var out []string
	for _, f := range fields {
		e, err := l.Expr(f.Expr)
		if err != nil {
			return err.Error()
		}
		var text strings.Builder
		if err := e.Restore(format.NewRestoreCtx(format.RestoreKeyWordUppercase, &text)); err != nil {
			t.Fatal(list, err)
		}
		out = append(out, text.String())
	}
	return strings.Join(out, ", ")
}

func TestLists(t *testing.T) {
	for _, c := range []struct{ list, want string }{
		{"@v, a + @w", "sets none"},
		{"@v := a, @v, @V + @w", "a, a, a+@w"},
		{"@v, @v := 1, @v := @v + a, @v * 2", "@v, 1, 1+a, 1+a*2"},
		{"(@v := a), -(@w := @v), @w", "(a), -(a), a"},
		{"case a when 1 then @v := b else @v := c end, @v", "CASE a WHEN 1 THEN b ELSE c END, CASE a WHEN 1 THEN b ELSE c END"},
		{"@v := 0, if(a, @v := @v + 1, 9), @v", "0, CASE WHEN a THEN 0+1 ELSE 9 END, CASE WHEN a THEN 0+1 ELSE 0 END"},
		{"@v := 0, case when a then @v := 1 end, @v", "0, CASE WHEN a THEN 1 END, CASE WHEN a THEN 1 ELSE 0 END"},
		{"if(a, @v := 1, 2), @v", "@v is not set in all rows, or by too long expressions"},
		{"if(@v := 1, 1, 2)", "setting variables in conditions is not supported"},
		{"abs(@v := 1)", "setting variables is supported only as a column of a SELECT, and in parentheses, CAST, IF and CASE"},
		{"@v := a" + strings.Repeat(", @v := @v + @v", 17), "@v is not set in all rows, or by too long expressions"},
	} {
		if got := written(t, c.list); got != c.want {
			t.Errorf("%.60s: %s, want %s", c.list, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"select @a, @@b": "",
		"select @A := 1, (select @b := 2) where @c := @d":   "a b c",
		"select 1 union select @x := @x + 1 order by @Y:=1": "x y",
	} {
		stmt, err := new(parse.Parsers).Parse(text)
		if err != nil {
			t.Fatal(text, err)
		}
		if got := strings.Join(slices.Sorted(maps.Keys(assign.Names(stmt))), " "); got != want {
			t.Errorf("%s sets %q, want %q", text, got, want)
		}
	}
}
