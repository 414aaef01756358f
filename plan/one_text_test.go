package plan_test

import (
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// A chain of functions of one text gives, text after text, what Eval gives.
func TestOneTextGivesWhatEvalGives(t *testing.T) {
	s := plan.Slot{Of: plan.Type{Kind: plan.String}, CanBeNil: true}
	text := func(text string) plan.Expr { return plan.Literal(value.OfString(text)) }
	number := func(n int64) plan.Expr { return plan.Literal(value.OfInt(n)) }
	build := func(op plan.Op, args ...plan.Expr) plan.Expr {
		e, err := typing.Build(op, args...)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	chains := []plan.Expr{
		build("UPPER", s), build("LOWER", build("REVERSE", s)), build("HEX", s), build("MD5", build("TRIM", s)), build("SHA1", s), build("TO_BASE64", s), build("SOUNDEX", s),
		build("LEFT", s, number(2)), build("LEFT", s, number(-1)), build("RIGHT", s, number(3)), build("SUBSTRING", s, number(-3)), build("SUBSTRING", s, number(2), number(3)), build("SUBSTRING", build("UPPER", s), number(0)),
		build("SUBSTRING_INDEX", s, text("/"), number(2)), build("SUBSTRING_INDEX", s, text("b"), number(-1)), build("REPLACE", s, text("b"), text("")), build("REPLACE", text("abcab"), s, text("-")),
		build(plan.Concat, text("<"), s, text(">")), build("LPAD", s, number(5), text("xy")), build("RPAD", s, number(2), text("")), build("REPEAT", s, number(3)), build("REPEAT", build("REPEAT", s, number(1000)), number(1000)),
		build("LENGTH", s), build("CHAR_LENGTH", build("REVERSE", s)), build("ASCII", s), build("ORD", s), build("BIT_LENGTH", s), build("INSTR", s, text("b")), build("INSTR", text("abcab"), s), build("CRC32", s),
		build("REGEXP_LIKE", s, text("b+.?a")), build("REGEXP_LIKE", build("UPPER", s), text("^(?:B|é)|B$")),
		build("LOCATE", text("b"), s, number(2)), build("FIND_IN_SET", s, text("a,b,c")), plan.Like{X: build("UPPER", s), Pattern: "A%_", Escape: '\\'},
		build(plan.Eq, build("LEFT", s, number(1)), text("a")), build(plan.Lt, text("b"), s), build(plan.Ge, build("REVERSE", s), text("a")),
		build(plan.Gt, build("LENGTH", s), number(4)), build(plan.Le, number(4), build("LENGTH", s)), build(plan.Ne, build("INSTR", s, text("b")), number(2)),
		build(plan.Eq, build("LENGTH", build("REPEAT", build("REPEAT", s, number(1000)), number(1000))), number(0)),
	}
	texts := []string{"", "a", "b", "abba", "a/b/c", " é日本 ", "'", "\x00\xff", "B", strings.Repeat("ab", function.MaxText/200)}
	for _, e := range chains {
		of, ok := plan.OfOneText(e)
		if !ok {
			t.Errorf("%s is no chain of one text", e)
			continue
		}
		for _, x := range texts {
			want, err := plan.Eval(e, func(plan.Expr) (plan.Value, error) { return value.OfString(x), nil })
			if err != nil {
				t.Fatal(err)
			}
			var got plan.Value
			if of.Text != nil {
				if r, ok, err := of.Text(x); ok && err == nil {
					got = value.OfString(r)
				}
			} else if n, ok, err := of.Number(x); ok && err == nil {
				got = plan.Value{Kind: e.Type().Kind, Int: n}
			}
			if got.IsNull() != want.IsNull() || got.Text != want.Text || got.Int != want.Int {
				t.Errorf("%s of %.20q is %.60v, not %.60v", e, x, got, want)
			}
		}
	}
	for _, e := range []plan.Expr{
		s, text("x"), build(plan.Concat, s, s), build("COALESCE", s, text("x")), build("REPLACE", s, text("a"), plan.Literal(plan.Value{})), plan.Cast{X: s, To: plan.Type{Kind: plan.Int}},
		build("JSON_VALUE", s, text("$.a")), build(plan.And, build(plan.Eq, s, text("a")), build(plan.Gt, build("LENGTH", s), number(1))), build("REGEXP_LIKE", s, text(manyLetters())), build("REGEXP_LIKE", s, s), build("REGEXP_SUBSTR", s, text("a")),
	} {
		if _, ok := plan.OfOneText(e); ok {
			t.Errorf("%s is a chain of one text", e)
		}
	}
}

// manyLetters is a pattern of more letters than a table of states tells apart.
func manyLetters() string {
	letters := make([]rune, 70)
	for i := range letters {
		letters[i] = '一' + rune(i)
	}
	return string(letters)
}
