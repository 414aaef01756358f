package bind

import (
	"strings"
	"testing"

	"gsdms/sql/bind/bindtest"
	"gsdms/sql/parse"
)

// TestCaps: what is too long or too deep is refused, long lists are not.
func TestCaps(t *testing.T) {
	deep := func(n int, open, close string) string {
		return "select " + strings.Repeat(open, n) + "x" + strings.Repeat(close, n) + " from a"
	}
	c := bindtest.Shop(t)
	for _, s := range []struct {
		name, text string
		code       int
	}{
		{"too long", "select '" + strings.Repeat("x", parse.MaxBytes) + "'", parse.CodeTooBig},
		{"too much", "select 1" + strings.Repeat(",1", parse.MaxText/2), parse.CodeTooBig},
		{"a long text", "select length('" + strings.Repeat("x", 3*parse.MaxText) + "')", 0},
		{"parentheses", deep(1001, "(", ")"), parse.CodeNotSupported},
		{"many parentheses", deep(990, "(", ")"), 0},
		{"minus", deep(2000, "- ", ""), parse.CodeNotSupported},
		{"sum", deep(2000, "1+", ""), parse.CodeNotSupported},
		{"case", deep(1500, "case when x then ", " end"), parse.CodeNotSupported},
		{"doubling", deep(40, "ifnull(ifnull(", ",1),1)"), parse.CodeNotSupported},
		{"greatest", deep(20, "greatest(y,", ",2,3,4)"), 0},
		{"greatest of texts", deep(20, "greatest('y',", ",'2','3','4')"), parse.CodeNotSupported},
		{"long OR", "select 1 from a where x=0" + strings.Repeat(" or x=1", 20000), 0},
		{"long IN", "select 1 from a where x in (0" + strings.Repeat(",1", 50000) + ")", 0},
		{"unary stack", "select " + strings.Repeat("!", 50000) + "1", parse.CodeNotSupported},
	} {
		_, err := bindText(new(parse.Parsers), s.text, c)
		if s.code == 0 && err != nil || s.code != 0 && !parse.IsCode(err, s.code) {
			t.Errorf("%s: %.200v, want code %d", s.name, err, s.code)
		}
	}
}
