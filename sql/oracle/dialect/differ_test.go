package dialect

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	count = flag.Int("expressions", 1500, "how many random expressions")
	seed  = flag.Uint64("seed", 1, "of the first expression; the next has the next")
	show  = flag.Int("show", 40, "how many differences to print")

	explained = flag.Bool("explained", false, "print the differences that have a reason, too")
)

// both are the two systems with the same tables.
type both struct {
	theirs *server
	ours   *engine
}

// begin has a server of a maker until the test ends, and skips the test where there is none.
func begin(t *testing.T, m maker) *server {
	t.Helper()
	s, err := start(t.Context(), m)
	if errors.Is(err, errNone) {
		t.Skipf("%s: %v", m.name, err)
	}
	if err != nil {
		t.Fatalf("%s: %v", m.name, err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// open has the engine and a server of a maker until the test ends.
func open(t *testing.T, m maker) *both {
	t.Helper()
	s := begin(t, m)
	e, err := openEngine(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, text := range tables(rand.New(rand.NewPCG(1, 2))) {
		if a := e.ask(t.Context(), text); a.err != nil {
			t.Fatalf("%.300s: %v", text, a.err)
		}
		if _, err := s.db.ExecContext(t.Context(), text); err != nil {
			t.Fatalf("%s: %.300s: %v", m.name, text, err)
		}
	}
	return &both{s, e}
}

// TestExpressionsEqualMySQL compares random expressions with MySQL 8.
func TestExpressionsEqualMySQL(t *testing.T) {
	b := open(t, mySQL())
	b.expressions(t, func(s statement, how string) string { return deviation(s, how) })
}

// TestExpressionsEqualMariaDB compares random expressions with MariaDB.
func TestExpressionsEqualMariaDB(t *testing.T) {
	b := open(t, mariaDB())
	b.expressions(t, func(s statement, how string) string {
		return cmp.Or(explanation(s, how), b.askedAgain(t.Context(), s))
	})
}

// expressions compares random expressions. A failure prints the part of the expression that
// differs by itself, unless there is a reason for that.
func (b *both) expressions(t *testing.T, reasonOf func(least statement, how string) string) {
	outcomes, shown := map[string]int{}, 0
	for i := range *count {
		r := rand.New(rand.NewPCG(*seed+uint64(i), 7))
		g := newGrammar(r, r.IntN(3) > 0)
		s := newStatement(g)
		verdict, text := b.compare(t.Context(), s)
		if verdict == "differs" || verdict == "refused" {
			least := b.smallest(t.Context(), s, verdict)
			verdict, text = b.compare(t.Context(), least)
			if verdict == "refused" {
				t.Logf("refused (-seed %d -expressions 1): %s", *seed+uint64(i), text)
			} else if reason := reasonOf(least, text); reason != "" {
				if verdict = "explained: " + reason; *explained {
					t.Logf("%s (-seed %d -expressions 1)\n%s\n%s", verdict, *seed+uint64(i), least, text)
				}
			} else if shown++; shown <= *show {
				t.Errorf("%s (-seed %d -expressions 1)\n%s\n%s", verdict, *seed+uint64(i), least, text)
			}
		}
		outcomes[strings.SplitN(verdict, "\n", 2)[0]]++
	}
	t.Log(outcomes)
	if outcomes["refused"] > *count/100 || outcomes["same"] < *count*9/10 {
		t.Errorf("too few of the expressions say anything: %v", outcomes)
	}
}

// smallest is the query around the least part that has the same verdict.
func (b *both) smallest(ctx context.Context, s statement, verdict string) statement {
	for _, p := range s.parts() {
		if v, _ := b.compare(ctx, p); v == verdict {
			return b.smallest(ctx, p, verdict)
		}
	}
	return s
}

// compare asks both and says what became of it, and how they differ.
func (b *both) compare(ctx context.Context, s statement) (verdict, how string) {
	text := s.String()
	ours, theirs := b.ours.ask(ctx, text), b.theirs.ask(ctx, text)
	if ours.err != nil && strings.Contains(ours.err.Error(), "panic") {
		return "differs", ours.err.Error()
	}
	if code(ours.err) == 1235 {
		return "refused", fmt.Sprintf("ours: %v\ntheirs: %v", short(ours.err), theirs.brief())
	}
	switch {
	case ours.err != nil && theirs.err != nil:
		return "both fail", ""
	case theirs.err != nil && code(theirs.err) == 1064:
		return "they have no such", short(theirs.err)
	case ours.err != nil || theirs.err != nil:
		how = fmt.Sprintf("ours: %v %v\ntheirs: %v %v", short(ours.err), ours.brief(), short(theirs.err), theirs.brief())
	default:
		how = difference(ours, theirs, s)
	}
	if how == "" {
		return "same", ""
	}
	return "differs", how
}

func short(err error) string {
	if err == nil {
		return ""
	}
	return strings.ReplaceAll(fmt.Sprintf("error %d %.250s", code(err), err.Error()), "\n", " ")
}

func (a answer) brief() string {
	if a.err != nil {
		return ""
	}
	return fmt.Sprintf("%.60v", a.rows)
}

// difference says how two answers differ, "" if they do not.
func difference(ours, theirs answer, s statement) string {
	if len(ours.rows) != len(theirs.rows) {
		return fmt.Sprintf("%d rows, theirs %d", len(ours.rows), len(theirs.rows))
	}
	if !s.ordered {
		order(ours)
		order(theirs)
	}
	for i, row := range ours.rows {
		for c := range row {
			if !same(row[c], theirs.rows[i][c], ours.floats[c], theirs.floats[c], s.e.family) {
				return fmt.Sprintf("row %v: ours %v (double %v), theirs %v (double %v)", i, row, ours.floats, theirs.rows[i], theirs.floats)
			}
		}
	}
	return ""
}

func order(a answer) {
	slices.SortFunc(a.rows, func(x, y []cell) int {
		m, _ := strconv.Atoi(x[min(1, len(x)-1)].text)
		n, _ := strconv.Atoi(y[min(1, len(y)-1)].text)
		return m - n
	})
}

func same(a, b cell, floatA, floatB bool, family byte) bool {
	if a == b {
		return true
	}
	if a.null || b.null {
		return false
	}
	if floatA && floatB {
		x, errX := strconv.ParseFloat(a.text, 64)
		y, errY := strconv.ParseFloat(b.text, 64)
		return errX == nil && errY == nil && math.Abs(x-y) <= max(1e-10*max(math.Abs(x), math.Abs(y), 1e-5), shownBy(b.text))
	}
	if family == 'J' {
		return tight.Replace(a.text) == tight.Replace(b.text)
	}
	return long.ReplaceAllString(a.text, "$1") == long.ReplaceAllString(b.text, "$1")
}

// long are the digits of a double in a text but for the last ones, which depend on the library
// that computed it.
var long = regexp.MustCompile(`(\d*\.\d{11})\d+`)

// tight takes the blanks between the parts of a JSON value.
var tight = strings.NewReplacer(", ", ",", ": ", ":")

func code(err error) int {
	if err == nil {
		return 0
	}
	var coded interface{ SQLCode() int }
	if errors.As(err, &coded) {
		return coded.SQLCode()
	}
	return codeOf(err)
}

// shownBy is half of the last digit of a number: MariaDB shows some doubles with as many digits
// as a decimal would have, as PI() and the deviation of decimals.
func shownBy(text string) float64 {
	_, digits, ok := strings.Cut(text, ".")
	if !ok || strings.ContainsAny(text, "eE") {
		return 0
	}
	return 0.5001 * math.Pow10(-len(digits))
}
