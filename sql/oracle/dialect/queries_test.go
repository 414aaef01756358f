package dialect

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	queries = flag.Int("queries", 300, "how many random queries of joined tables")
	data    = flag.Uint64("data", 1, "of the rows of joined tables; of more than 1 there may be few or none")
)

// ways are the engine, asked in several ways, and MySQL, asked with two sorts of plans.
type ways struct {
	b      *both
	others map[string]*engine
	plain  *sql.Conn // of MySQL, without the ways that its optimizer has to avoid work
}

// TestQueriesEqualMySQL compares random queries of several tables with MySQL 8, whose functions are of
// columns of both sides, and asks each again with its plan kept, without plans kept, and one query to a kernel.
func TestQueriesEqualMySQL(t *testing.T) {
	w := openWays(t)
	outcomes, shown := map[string]int{}, 0
	for i := range *queries {
		n := newQueryMaker(rand.New(rand.NewPCG(*seed+uint64(i), 11))).query()
		verdict, how := w.compare(t.Context(), n.String())
		if verdict == "differs" {
			for n.reduce(func() bool { v, _ := w.compare(t.Context(), n.String()); return v == "differs" }) {
			}
			verdict, how = w.compare(t.Context(), n.String())
			if reason := w.reason(t.Context(), n.String(), how); reason != "" {
				verdict = "explained: " + reason
			} else if shown++; shown <= *show {
				t.Errorf("(-seed %d -queries 1 -data %d)\n%s\n%s", *seed+uint64(i), *data, n, how)
			}
		}
		if verdict == "refused" {
			t.Logf("refused (-seed %d -queries 1): %s\n%s", *seed+uint64(i), n, how)
		}
		outcomes[verdict]++
	}
	t.Log(outcomes)
	if outcomes["same"] < *queries*9/10 {
		t.Errorf("too few of the queries say anything: %v", outcomes)
	}
}

// openWays has MySQL and the engine with the tables until the test ends.
func openWays(t *testing.T) *ways {
	b := open(t, mySQL())
	r, sizes := rand.New(rand.NewPCG(*data, 3)), []int{30, 45, 12}
	for i := range sizes {
		if *data > 1 {
			sizes[i] = []int{0, 1, 2, 7, 20, 60}[r.IntN(6)]
		}
	}
	for _, text := range joinedTables(r, sizes) {
		if a := b.ours.ask(t.Context(), text); a.err != nil {
			t.Fatalf("%.300s: %v", text, a.err)
		}
		if _, err := b.theirs.db.ExecContext(t.Context(), text); err != nil {
			t.Fatalf("%.300s: %v", text, err)
		}
	}
	w := &ways{b: b, others: map[string]*engine{"again": b.ours}}
	for name, set := range map[string]string{"without a kept plan": "SET gsdms_plan_cache = OFF", "one query to a kernel": "SET gsdms_granularity = 'pipeline'", "all queries to a kernel": "SET gsdms_granularity = 'shared'"} {
		e := &engine{b.ours.Engine, b.ours.NewSession(), b.ours.backend}
		t.Cleanup(e.session.Close)
		if a := e.ask(t.Context(), set); a.err != nil {
			t.Fatal(a.err)
		}
		w.others[name] = e
	}
	var err error
	if w.plain, err = b.theirs.db.Conn(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.plain.Close() })
	if _, err := w.plain.ExecContext(t.Context(), "SET optimizer_switch = 'semijoin=off,materialization=off,derived_merge=off,block_nested_loop=off,subquery_to_derived=off,condition_fanout_filter=off,derived_condition_pushdown=off'"); err != nil {
		t.Fatal(err)
	}
	return w
}

// compare asks both and says what became of it, and how they differ.
func (w *ways) compare(ctx context.Context, text string) (verdict, how string) {
	ours := w.b.ours.ask(ctx, text)
	if ours.err != nil && strings.Contains(ours.err.Error(), "panic") {
		return "differs", ours.err.Error()
	}
	for name, e := range w.others {
		again := e.ask(ctx, text)
		if (again.err == nil) != (ours.err == nil) {
			return "differs", fmt.Sprintf("%s: %s, at first %s", name, short(again.err), short(ours.err))
		}
		if d := apart(ours, again); d != "" {
			return "differs", name + ": " + d
		}
	}
	theirs := w.b.theirs.ask(ctx, text)
	switch {
	case code(ours.err) == 1235:
		return "refused", short(ours.err)
	case ours.err != nil && theirs.err != nil:
		return "both fail", ""
	case ours.err != nil || theirs.err != nil:
		return "differs", fmt.Sprintf("ours: %v %v\ntheirs: %v %v", short(ours.err), ours.brief(), short(theirs.err), theirs.brief())
	}
	if d := apart(ours, theirs); d != "" {
		return "differs", d
	}
	return "same", ""
}

// apart says how the rows of two answers differ in any order, "" if they do not.
func apart(ours, theirs answer) string {
	if ours.err != nil {
		return ""
	}
	if len(ours.floats) != len(theirs.floats) {
		return fmt.Sprintf("%d columns, theirs %d", len(ours.floats), len(theirs.floats))
	}
	floats := make([]bool, len(ours.floats))
	for c := range floats {
		floats[c] = ours.floats[c] || theirs.floats[c]
	}
	x, y := ours.shown(floats), theirs.shown(floats)
	onlyX, onlyY := without(x, y), without(y, x)
	if len(onlyX) == 0 && len(onlyY) == 0 {
		return ""
	}
	return fmt.Sprintf("%d rows, theirs %d\nours alone: %.300q\ntheirs alone: %.300q", len(x), len(y), onlyX, onlyY)
}

// shown are the rows as texts: doubles with twelve digits, decimals without zeros behind their digits.
func (a answer) shown(floats []bool) []string {
	var out []string
	for _, row := range a.rows {
		var cells []string
		for c, cell := range row {
			text := cell.String()
			if f, err := strconv.ParseFloat(cell.text, 64); err == nil && floats[c] {
				text = strconv.FormatFloat(f+0, 'g', 12, 64)
			} else if n, ok := new(big.Rat).SetString(cell.text); ok && fixed.MatchString(cell.text) {
				text = strings.TrimRight(strings.TrimRight(n.FloatString(30), "0"), ".")
			} else if strings.ContainsAny(text, "{[") {
				text = tight.Replace(text)
			}
			cells = append(cells, text)
		}
		out = append(out, strings.Join(cells, " | "))
	}
	slices.Sort(out)
	return out
}

// without are those of x that are not in y, as often as they are not.
func without(x, y []string) (out []string) {
	counts := map[string]int{}
	for _, s := range y {
		counts[s]++
	}
	for _, s := range x {
		if counts[s]--; counts[s] < 0 {
			out = append(out, s)
		}
	}
	return out
}

// reason is why a query differs, "" where nothing explains it.
func (w *ways) reason(ctx context.Context, text, how string) string {
	ours := w.b.ours.ask(ctx, text)
	again := w.plainly(ctx, text)
	if ours.err == nil && again.err == nil && apart(ours, again) == "" {
		return "MySQL answers so, too, where its plan is another one"
	}
	for _, d := range queriesDeviate() {
		if d.text.MatchString(text) && d.how.MatchString(how) {
			return d.reason
		}
	}
	return ""
}

// plainly asks MySQL with its plain plans.
func (w *ways) plainly(ctx context.Context, text string) answer {
	rows, err := w.plain.QueryContext(ctx, text)
	if err != nil {
		return answer{err: err}
	}
	return rowsOf(rows)
}
