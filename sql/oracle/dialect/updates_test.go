package dialect

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

var updates = flag.Int("updates", 150, "how many random UPDATEs by expressions")

// TestUpdatesEqualMySQL sets a column to an expression of the row, in rows that fit a condition: both change as many
// rows, to the same, or both refuse it.
func TestUpdatesEqualMySQL(t *testing.T) {
	b := open(t, mySQL())
	b.must(t, "CREATE TABLE z LIKE m")
	outcomes, shown := map[string]int{}, 0
	for i := range *updates {
		r := rand.New(rand.NewPCG(*seed+uint64(i), 23))
		g := newGrammar(r, true)
		to := columns()[r.IntN(len(columns()))]
		family := to.family
		if strings.IndexByte(families, family) < 0 || r.IntN(5) == 0 {
			family = g.any()
		}
		e, where := g.of(family, r.IntN(3)), ""
		if r.IntN(2) == 0 {
			where = " WHERE " + g.of('B', 1).String()
		}
		text := fmt.Sprintf("UPDATE z SET %s = %s%s", to.name, e, where)
		if r.IntN(4) == 0 {
			text += fmt.Sprintf(" ORDER BY id LIMIT %d", r.IntN(30))
		}
		verdict, how := b.updated(t, to, text)
		if verdict == "differs" {
			if reason := cmp.Or(conversionDeviates(to.kind, e, how), updateDeviates(text, how)); reason != "" {
				verdict = "explained: " + reason
			} else if shown++; shown <= *show {
				t.Errorf("(-seed %d -updates 1) %s\n%s", *seed+uint64(i), text, how)
			}
		}
		outcomes[verdict]++
	}
	t.Log(outcomes)
}

// updated has both run a change of the rows of m, says what became of it, and how the column differs.
func (b *both) updated(t *testing.T, to column, text string) (verdict, how string) {
	b.must(t, "DELETE FROM z WHERE 1 = 1")
	b.must(t, "INSERT INTO z SELECT * FROM m")
	ours := b.ours.ask(t.Context(), text)
	_, err := b.theirs.db.ExecContext(t.Context(), text)
	switch {
	case ours.err != nil && strings.Contains(ours.err.Error(), "panic"):
		return "differs", ours.err.Error()
	case ours.err != nil && err != nil:
		return "both refuse", ""
	}
	read := fmt.Sprintf("SELECT id, %s FROM z ORDER BY id", to.name)
	x, y := b.ours.ask(t.Context(), read), b.theirs.ask(t.Context(), read)
	if ours.err != nil || err != nil {
		return "differs", fmt.Sprintf("ours: %s %s\ntheirs: %s %s", short(ours.err), x.brief(), short(err), y.brief())
	}
	if d := apart(x, y); d != "" {
		return "differs", d
	}
	return "same", ""
}
