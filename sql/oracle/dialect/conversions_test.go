package dialect

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
)

var conversions = flag.Int("conversions", 400, "how many random INSERT ... SELECT into a column of another type")

// targets are the types that values are converted to.
func targets() []string {
	return []string{"TINYINT", "TINYINT UNSIGNED", "SMALLINT", "INT", "INT UNSIGNED", "BIGINT", "BIGINT UNSIGNED", "BOOL", "DECIMAL(5,2)", "DECIMAL(10,0)", "DECIMAL(20,4)", "DECIMAL(30,10)", "FLOAT", "DOUBLE",
		"DATE", "DATETIME", "DATETIME(3)", "TIMESTAMP NULL", "TIME", "TIME(2)", "YEAR", "CHAR(3)", "VARCHAR(5)", "VARCHAR(40)", "TEXT", "ENUM('small','medium','large','a','12')", "SET('b','a','c','12')", "JSON"}
}

// TestConversionsEqualMySQL has rows that a query gives inserted into a column of another type, in strict mode: both
// take the value, as the same one, or both refuse it.
func TestConversionsEqualMySQL(t *testing.T) {
	b := open(t, mySQL())
	for i, kind := range targets() {
		b.must(t, fmt.Sprintf("CREATE TABLE c%d (v %s)", i, kind))
	}
	outcomes, shown := map[string]int{}, 0
	for i := range *conversions {
		r := rand.New(rand.NewPCG(*seed+uint64(i), 13))
		g := newGrammar(r, true)
		to, row := r.IntN(len(targets())), fmt.Sprintf(" FROM %s WHERE id = %d", []string{"m", "m", "w"}[r.IntN(3)], r.IntN(60))
		e := g.of(g.anyOrJSON(), []int{0, 0, 0, 1}[r.IntN(4)])
		verdict, how := b.converted(t.Context(), to, e, row)
		if verdict == "differs" {
			if reason := conversionDeviates(targets()[to], e, how); reason != "" {
				verdict = "explained: " + reason
			} else if shown++; shown <= *show {
				t.Errorf("(-seed %d -conversions 1) %s of %s%s\n%s", *seed+uint64(i), targets()[to], e, row, how)
			}
		}
		outcomes[verdict]++
	}
	t.Log(outcomes)
	if outcomes["same"] < *conversions/4 {
		t.Errorf("too few of the conversions say anything: %v", outcomes)
	}
}

// must has both run a statement.
func (b *both) must(t *testing.T, text string) {
	t.Helper()
	if a := b.ours.ask(t.Context(), text); a.err != nil {
		t.Fatalf("%s: %v", text, a.err)
	}
	if _, err := b.theirs.db.ExecContext(t.Context(), text); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// converted inserts an expression of a row into a column, says what became of it, and takes the row away.
func (b *both) converted(ctx context.Context, to int, e *expr, row string) (verdict, how string) {
	table := fmt.Sprintf("c%d", to)
	query := "SELECT " + e.String() + row
	if a := b.theirs.ask(ctx, query); a.err != nil {
		return "no value", ""
	}
	if a := b.ours.ask(ctx, query); a.err != nil {
		return "no value", ""
	}
	text := "INSERT INTO " + table + " " + query
	ours := b.ours.ask(ctx, text)
	_, err := b.theirs.db.ExecContext(ctx, text)
	theirs := answer{err: err}
	for _, ask := range []func(context.Context, string) answer{b.ours.ask, b.theirs.ask} {
		defer ask(ctx, "DELETE FROM "+table+" WHERE 1 = 1")
	}
	if ours.err != nil && theirs.err != nil {
		return "both refuse", ""
	}
	read := "SELECT v FROM " + table
	x, y := b.ours.ask(ctx, read), b.theirs.ask(ctx, read)
	if ours.err != nil || theirs.err != nil {
		return "differs", fmt.Sprintf("ours: %s %s\ntheirs: %s %s", short(ours.err), x.brief(), short(theirs.err), y.brief())
	}
	if len(x.rows) == 1 && len(y.rows) == 1 && same(x.rows[0][0], y.rows[0][0], x.floats[0], y.floats[0], family(to)) {
		return "same", ""
	}
	return "differs", fmt.Sprintf("ours %s, theirs %s", x.brief(), y.brief())
}

// family is J of the type of JSON values.
func family(to int) byte {
	if targets()[to] == "JSON" {
		return 'J'
	}
	return 'S'
}
