package dialect

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var sequences = flag.Int("sequences", 60, "how many random sequences of changes")

// rivals are the two systems, the engine in a folder that is made for a sequence.
type rivals struct {
	t      *testing.T
	theirs *server
	ours   *engine
	dir    string
}

// begin has both without tables.
func (v *rivals) begin() {
	v.t.Helper()
	if _, err := v.theirs.db.ExecContext(v.t.Context(), "DROP TABLE IF EXISTS t, u"); err != nil {
		v.t.Fatal(err)
	}
	var err error
	if v.dir, err = os.MkdirTemp(v.t.TempDir(), ""); err != nil {
		v.t.Fatal(err)
	}
	if v.ours, err = openEngine(v.t.Context(), v.dir); err != nil {
		v.t.Fatal(err)
	}
}

func (v *rivals) end() {
	v.t.Helper()
	if err := errors.Join(v.ours.Close(), os.RemoveAll(v.dir)); err != nil {
		v.t.Fatal(err)
	}
}

// take has both do a step. It says how they differ, and whether the step was done by both.
func (v *rivals) take(s step) (how string, done bool) {
	ctx := v.t.Context()
	switch s.how {
	case reopen:
		if err := v.ours.Close(); err != nil {
			return err.Error(), false
		}
		var err error
		if v.ours, err = openEngine(ctx, v.dir); err != nil {
			v.t.Fatal(err)
		}
		return "", true
	case own:
		return short(v.ours.ask(ctx, s.text).err), true
	case read, ordered:
		mine, other := v.ours.ask(ctx, s.text), v.theirs.ask(ctx, s.text)
		if mine.err != nil || other.err != nil {
			return refusals(mine.err, other.err), false
		}
		return unlike(mine, other, s.how == ordered), true
	}
	mine, err := v.ours.session.Query(ctx, s.text)
	theirs, errOther := v.theirs.db.ExecContext(ctx, s.text)
	if err != nil || errOther != nil {
		return refusals(err, errOther), false
	}
	if n, _ := theirs.RowsAffected(); s.how == change && n != mine.Affected {
		return fmt.Sprintf("%d rows affected, theirs %d", mine.Affected, n), true
	}
	return "", true
}

// refusals says which of the two refuses a statement, "" if both do.
func refusals(ours, theirs error) string {
	switch {
	case ours != nil && strings.Contains(ours.Error(), "panic"):
		return ours.Error()
	case ours == nil:
		return "theirs alone: " + short(theirs)
	case theirs == nil:
		return "ours alone: " + short(ours)
	}
	return ""
}

// unlike says how rows differ. Doubles are compared as numbers.
func unlike(ours, theirs answer, ordered bool) string {
	if len(ours.rows) != len(theirs.rows) {
		return fmt.Sprintf("%d rows, theirs %d", len(ours.rows), len(theirs.rows))
	}
	a, b := ours.lines(), theirs.lines()
	if !ordered {
		slices.Sort(a)
		slices.Sort(b)
	}
	for i := range a {
		if a[i] != b[i] {
			return fmt.Sprintf("row %d of %d: %s, theirs %s", i+1, len(a), a[i], b[i])
		}
	}
	return ""
}

// lines are the rows as texts in which equal values are equal.
func (a answer) lines() (out []string) {
	for _, row := range a.rows {
		var b strings.Builder
		for i, c := range row {
			text := c.String()
			if f, err := strconv.ParseFloat(text, 64); err == nil && a.floats[i] {
				text = strconv.FormatFloat(f, 'g', 15, 64)
			}
			fmt.Fprintf(&b, "%s | ", text)
		}
		out = append(out, b.String())
	}
	return out
}

// TestSequencesEqualMariaDB changes tables at random in both systems, and reads between the
// changes. A failure prints the statements that are needed for it.
func TestSequencesEqualMariaDB(t *testing.T) {
	sequencesEqual(t, mariaDB(), excuse)
}

// TestSequencesEqualMySQL does the same beside MySQL 8.
func TestSequencesEqualMySQL(t *testing.T) {
	sequencesEqual(t, mySQL(), deviationOfChange)
}

func sequencesEqual(t *testing.T, m maker, reasonOf func(steps []step, how string) string) {
	t.Helper()
	v, outcomes, shown := &rivals{t: t, theirs: begin(t, m)}, map[string]int{}, 0
	for i := range *sequences {
		first := *seed + uint64(i)
		steps, how := v.sequence(first, outcomes)
		if how == "" {
			continue
		}
		if shown++; shown <= *show { // so many are made short, which takes a while
			steps, how = v.shorter(steps, how)
		}
		if reason := reasonOf(steps, how); reason != "" {
			outcomes["explained: "+reason]++
			continue
		}
		if shown <= *show {
			t.Errorf("-seed %d -sequences 1: %s\n%s", first, how, texted(steps))
		}
	}
	t.Log(outcomes)
	if outcomes["both refuse"] > outcomes["same"]/4 {
		t.Errorf("too few of the statements say anything: %v", outcomes)
	}
}

// sequence makes the statements of a seed and has both do them, up to the first that differs.
func (v *rivals) sequence(seed uint64, outcomes map[string]int) (steps []step, how string) {
	r := rand.New(rand.NewPCG(seed, 1<<43))
	v.begin()
	defer v.end()
	one := newRelation(r, "t", nil)
	two := newRelation(r, "u", one)
	next := []step{{text: one.create(), how: declare}, {text: two.create(), how: declare}, insert(r, one), insert(r, two)}
	for range 25 {
		t, u := one, two
		if r.IntN(3) == 0 {
			t, u = two, one
		}
		for _, s := range next {
			steps = append(steps, s)
			how, done := v.take(s)
			if how != "" {
				return steps, how
			}
			if done && s.done != nil {
				s.done()
			}
			if done {
				outcomes["same"]++
			} else {
				outcomes["both refuse"]++
			}
		}
		one.rows, two.rows = v.count("t"), v.count("u")
		next = []step{newChange(r, t, u)}
		for range r.IntN(5) {
			next = append(next, newRead(r, t, u))
		}
	}
	return nil, ""
}

// count is how many rows a table has, none where it could not be made.
func (v *rivals) count(table string) (n int) {
	_ = v.theirs.db.QueryRowContext(v.t.Context(), "SELECT COUNT(*) FROM "+table).Scan(&n)
	return n
}

// shorter leaves out the steps, many at a time first, without which the last one still differs.
func (v *rivals) shorter(steps []step, how string) ([]step, string) {
	for part := len(steps) / 2; part > 0; part /= 2 {
		for from := 0; from+part < len(steps); {
			fewer := slices.Delete(slices.Clone(steps), from, from+part)
			if again := v.replay(fewer); alike(again, how) {
				steps, how = fewer, again
			} else {
				from += part
			}
		}
	}
	for i := range steps {
		steps, how = v.thinner(steps, i, how)
	}
	return steps, how
}

// thinner leaves out rows of an INSERT.
func (v *rivals) thinner(steps []step, i int, how string) ([]step, string) {
	rows := strings.Split(steps[i].text, "), (")
	for at := 1; at < len(rows)-1; {
		fewer, rest := slices.Clone(steps), slices.Delete(slices.Clone(rows), at, at+1)
		fewer[i].text = strings.Join(rest, "), (")
		if again := v.replay(fewer); alike(again, how) {
			steps, how, rows = fewer, again, rest
		} else {
			at++
		}
	}
	return steps, how
}

// replay says how the last of some steps differs, if it is the first that does.
func (v *rivals) replay(steps []step) (how string) {
	v.begin()
	defer v.end()
	for i, s := range steps {
		if how, _ = v.take(s); how != "" && i < len(steps)-1 {
			return ""
		}
	}
	return how
}

// alike reports whether two differences may be the same one of other rows.
func alike(a, b string) bool {
	if strings.Contains(a, "alone: ") { // with the same number of an error
		return a[:min(26, len(a))] == b[:min(26, len(b))]
	}
	a, _, _ = strings.Cut(a, ":")
	b, _, _ = strings.Cut(b, ":")
	return a != "" && strings.Map(noDigit, a) == strings.Map(noDigit, b)
}

func noDigit(r rune) rune {
	if r >= '0' && r <= '9' {
		return -1
	}
	return r
}

func texted(steps []step) string {
	var b strings.Builder
	for _, s := range steps {
		b.WriteString(s.text + ";\n")
	}
	return b.String()
}
