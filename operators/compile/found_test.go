package compile_test

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gsdms/operators/compile"
	"gsdms/operators/index"
	"gsdms/plan"
)

// TestFound holds joins with a table whose rows find those of another under conditions against a plain
// evaluation: by a number, by a foreign key and by what is computed, of which rows are linked; and semi joins
// by its rows, whose conditions are their own. The first table's index is of the rows that find one.
func TestFound(t *testing.T) {
	for _, by := range [][2]string{{"o_a", "c_size"}, {"o_cust", "c_id"}, {"o_a", "computed"}} {
		for seed := range uint64(6) {
			for left := range 4 {
				for _, kind := range []plan.JoinKind{plan.InnerJoin, plan.SemiJoin} {
					found(t, by, kind, seed, left)
				}
			}
		}
	}
}

func found(t *testing.T, by [2]string, kind plan.JoinKind, seed uint64, left int) {
	s := newSchema(seed, 700)
	ids := slices.SortedFunc(slices.Values(s.customer.cells[0]), func(a, b plan.Value) int { return cmp.Compare(a.Int, b.Int) })
	b := newShaper(s).hash(s.other, "f_qty", "o_a")
	op := plan.HashProbe{Keys: []plan.Expr{b.col(by[0])}, Kind: kind, Table: b.table(s.customer, false)}
	if by[1] == "computed" {
		op.Match = []plan.Expr{b.call(plan.Add, "c_id", int(-ids[1].Int))}
	} else {
		op.Match = []plan.Expr{b.col(by[1])}
	}
	below := b.call(plan.Lt, "c_id", int(ids[left].Int))
	shown := []plan.Expr{b.col("f_qty"), b.col("o_a")}
	if kind == plan.SemiJoin {
		op.On = below
		b.n.Ops = append(b.n.Ops, op)
	} else {
		b.n.Ops = append(b.n.Ops, op)
		b, shown = b.where(below), append(shown, b.col("c_id"))
	}
	n := b.rows(shown...)
	cache := index.NewCache(1 << 20).Linking(1)
	if outcome := checkNetwork(t, seed, s, n, cache); outcome != "equal" && outcome != "several" {
		t.Errorf("%v, %v, seed %d, %d rows left: %s", by, kind, seed, left, outcome)
	}
	q, err := compile.Query(t.Context(), n, cache)
	fatal(t, err)
	if text := strings.Join(strings.Fields(q.Program.Describe()), " "); !strings.Contains(text, "other(o_a) of ") {
		t.Errorf("%v, %v, seed %d, %d rows left: all rows are looked up\n%s", by, kind, seed, left, q.Program.Describe())
	}
}

// TestLed holds joins by keys of a joined table of which conditions leave few rows against a plain
// evaluation: the next table's index is of the rows that have these keys.
func TestLed(t *testing.T) {
	led := 0
	for seed := range uint64(8) {
		for left := range 4 {
			s := newSchema(seed, 700)
			b := newShaper(s).hash(s.other, "f_qty", "o_a")
			numbers := slices.SortedFunc(slices.Values(s.other.cells[0]), func(a, b plan.Value) int { return cmp.Compare(a.Int, b.Int) })
			numbers = slices.CompactFunc(numbers, func(a, b plan.Value) bool { return a.Int == b.Int })
			op := plan.HashProbe{Keys: []plan.Expr{b.col("o_a"), b.col("f_qty")}, Table: b.table(s.fact, false)}
			op.Match = []plan.Expr{b.col("f_qty"), b.col("f_cust")}
			b.n.Ops = append(b.n.Ops, op)
			n := b.where(b.call(plan.Lt, "o_a", int(numbers[min(left, len(numbers)-1)].Int))).rows(b.col("o_a"), b.col("f_id"), plan.ColumnRef{Table: 0, Column: 0, Of: b.n.Tables[0]})
			cache := index.NewCache(1 << 20).Linking(1)
			if outcome := checkNetwork(t, seed, s, n, cache); outcome != "equal" && outcome != "several" {
				t.Errorf("seed %d, %d numbers left: %s", seed, left, outcome)
			}
			q, err := compile.Query(t.Context(), n, cache)
			fatal(t, err)
			if strings.Contains(q.Program.Describe(), "fact(f_qty, f_cust) of ") {
				led++
			}
		}
	}
	if led < 8 {
		t.Errorf("of 32 queries, %d look only at the rows that have these keys", led)
	}
}

// TestLedByAKey is TestLed for a joined table that is found by a number, whose conditions are of the number
// that finds it.
func TestLedByAKey(t *testing.T) {
	led := 0
	for seed := range uint64(8) {
		for left := range 4 {
			s := newSchema(seed, 700)
			ids := slices.SortedFunc(slices.Values(s.customer.cells[0]), func(a, b plan.Value) int { return cmp.Compare(a.Int, b.Int) })
			b := newShaper(s).hash(s.customer, "f_cust", "c_id")
			op := plan.HashProbe{Keys: []plan.Expr{b.col("c_size"), b.col("f_qty")}, Table: b.table(s.other, false)}
			op.Match = []plan.Expr{b.col("o_a"), b.col("o_cust")}
			b.n.Ops = append(b.n.Ops, op)
			n := b.where(b.call(plan.Lt, "c_id", int(ids[left].Int))).rows(b.col("f_id"), b.col("c_size"), b.col("o_a"))
			cache := index.NewCache(1 << 20).Linking(1)
			if outcome := checkNetwork(t, seed, s, n, cache); outcome != "equal" && outcome != "several" {
				t.Errorf("seed %d, %d customers left: %s", seed, left, outcome)
			}
			q, err := compile.Query(t.Context(), n, cache)
			fatal(t, err)
			if strings.Contains(q.Program.Describe(), "other(o_a, o_cust) of ") {
				led++
			}
		}
	}
	if led < 8 {
		t.Errorf("of 32 queries, %d look only at the rows that have these keys", led)
	}
}

// TestLedLarge holds that a table of more rows than are streamed has an index of the rows that some keys lead
// to, also when the same is asked again, and one of all its rows as soon as somebody asks for others; with
// equal answers.
func TestLedLarge(t *testing.T) {
	s, cache := newSchema(3, 700), index.NewCache(1<<20).Linking(1)
	ask := func(below int) (all bool) {
		b := &shaper{s, &plan.Pipeline{Text: "shape", Tables: []*plan.TableRef{{Alias: "customer", Table: s.customer.Table}}}}
		b.hash(s.other, "c_size", "o_a")
		op := plan.HashProbe{Keys: []plan.Expr{b.col("o_a"), b.col("c_size")}, Table: b.table(s.fact, false)}
		op.Match = []plan.Expr{b.col("f_qty"), b.col("f_cust")}
		b.n.Ops = append(b.n.Ops, op)
		n := b.where(b.call(plan.Eq, "o_a", below)).rows(b.col("o_a"), b.col("f_id"))
		q, err := compile.Query(t.Context(), n, cache)
		fatal(t, err)
		if outcome := checkNetwork(t, uint64(below), s, n, cache); outcome != "equal" && outcome != "several" {
			t.Errorf("%d: %s", below, outcome)
		}
		return !strings.Contains(q.Program.Describe(), "fact(f_qty, f_cust) of ")
	}
	for i, c := range []struct {
		number int
		all    bool
	}{{4, false}, {4, false}, {6, true}, {4, false}} {
		if all := ask(c.number); all != c.all {
			t.Errorf("query %d, of number %d: an index of all rows %v", i, c.number, all)
		}
	}
}

// ofFew finds an index of some of a table's rows.
var ofFew = regexp.MustCompile(`\) of \d+ rows`)

// TestAskedFor holds joins of few streamed rows with a table of more, of every kind, by one key and by several,
// with conditions on its rows and on pairs, against a plain evaluation: few of its rows are looked at, and none
// is missed.
func TestAskedFor(t *testing.T) {
	few := 0
	for seed := range uint64(6) {
		for kind := plan.InnerJoin; kind <= plan.SingleJoin; kind++ {
			for form := range 8 {
				s := newSchema(seed, 700)
				n := askedFor(s, kind, form)
				cache := index.NewCache(1 << 20).Linking(1)
				if outcome := checkNetwork(t, seed, s, n, cache); outcome != "equal" && outcome != "several" && kind != plan.SingleJoin {
					t.Errorf("%s join, form %d, seed %d: %s", kind, form, seed, outcome)
				}
				q, err := compile.Query(t.Context(), n, cache)
				fatal(t, err)
				if ofFew.MatchString(q.Program.Describe()) {
					few++
				}
			}
		}
	}
	if few < 230 {
		t.Errorf("of 288 queries, %d look only at the rows that have the keys that are asked for", few)
	}
}

// askedFor joins some customers with the facts that have their number and, in some forms, their size.
func askedFor(s *schema, kind plan.JoinKind, form int) *plan.Pipeline {
	b := &shaper{s, &plan.Pipeline{Text: "shape", Tables: []*plan.TableRef{{Alias: "customer", Table: s.customer.Table}}}}
	ids := slices.SortedFunc(slices.Values(s.customer.cells[0]), func(a, b plan.Value) int { return cmp.Compare(a.Int, b.Int) })
	op := plan.HashProbe{Kind: kind, Keys: []plan.Expr{b.col("c_id")}, Table: b.table(s.fact, kind.Keeps())}
	op.Match = []plan.Expr{b.col("f_cust")}
	if form&1 != 0 {
		op.Keys, op.Match = append(op.Keys, b.col("c_size")), append(op.Match, b.col("f_qty"))
	}
	var on []plan.Expr
	if form&2 != 0 {
		on = append(on, b.call(plan.Gt, "f_qty", 1))
	}
	if form&4 != 0 {
		on = append(on, b.call(plan.Lt, "c_balance", "f_price"))
	}
	rest := plan.Combine(plan.And, on)
	if op.On = rest; kind == plan.InnerJoin {
		op.On = nil
	}
	if kind == plan.MarkJoin {
		mark := plan.Schema("mark", plan.Column{Name: "m_found", Type: boolType})
		b.n.Tables = append(b.n.Tables, &plan.TableRef{Alias: "mark", Table: mark})
		op.Mark = len(b.n.Tables) - 1
	}
	if b.n.Ops = append(b.n.Ops, op); kind == plan.InnerJoin && rest != nil {
		b.where(rest)
	}
	out := []plan.Expr{b.col("c_id"), b.col("c_size")}
	switch {
	case kind == plan.MarkJoin:
		out = append(out, b.col("m_found"))
	case kind.Shows():
		out = append(out, b.col("f_id"), b.col("f_qty"))
	}
	left := b.call(plan.Lt, "c_id", int(ids[2].Int))
	if b.where(left); kind == plan.SingleJoin { // a second partner is an error of the rows that come to it
		b.n.Ops = append([]plan.Operator{plan.Filter{Pred: left}}, b.n.Ops[:1]...)
	}
	return b.rows(out...)
}

// TestAskedForByFew is TestAskedFor for a table of fewer rows than are streamed, of which a condition leaves one.
func TestAskedForByFew(t *testing.T) {
	few := 0
	for seed := range uint64(6) {
		for _, kind := range []plan.JoinKind{plan.InnerJoin, plan.LeftJoin, plan.SemiJoin, plan.AntiJoin} {
			s := newSchema(seed, 300)
			b := newShaper(s)
			op := plan.HashProbe{Kind: kind, Keys: []plan.Expr{b.col("f_qty"), b.col("f_cust")}, Table: b.table(s.customer, kind.Keeps())}
			op.Match = []plan.Expr{b.col("c_size"), b.col("c_id")}
			b.n.Ops = append(b.n.Ops, op)
			out := []plan.Expr{b.col("f_id"), b.col("f_qty")}
			if kind.Shows() {
				out = append(out, b.col("c_id"), b.col("c_size"))
			}
			n := b.where(b.call(plan.Eq, "f_id", int(s.fact.cells[0][7*seed].Int))).rows(out...)
			cache := index.NewCache(1 << 20).Linking(1)
			if outcome := checkNetwork(t, seed, s, n, cache); outcome != "equal" && outcome != "several" {
				t.Errorf("%s join, seed %d: %s", kind, seed, outcome)
			}
			q, err := compile.Query(t.Context(), n, cache)
			fatal(t, err)
			if ofFew.MatchString(q.Program.Describe()) {
				few++
			}
		}
	}
	if few < 12 {
		t.Errorf("of 24 queries, %d look only at the rows that have the keys that are asked for", few)
	}
}

// TestAskedForThroughFew is TestAskedFor where the condition is on a table whose row the streamed ones find, and what
// is joined by another column of theirs has more rows than they.
func TestAskedForThroughFew(t *testing.T) {
	few := 0
	for seed := range uint64(6) {
		s, streamed := newSchema(seed, 900), newSchema(seed, 400)
		s.byTable[streamed.fact.Table] = streamed.fact
		s.byTable[streamed.customer.Table] = streamed.customer
		b := &shaper{s, &plan.Pipeline{Text: "shape", Tables: []*plan.TableRef{{Alias: "some", Table: streamed.fact.Table}}}}
		day := b.col("f_date")
		key, qty := b.col("f_price"), b.col("f_qty")
		op := plan.HashProbe{Keys: []plan.Expr{key, qty}, Table: b.table(s.fact, false)}
		op.Match = []plan.Expr{b.col("f_price"), b.col("f_qty")}
		found := plan.HashProbe{Keys: []plan.Expr{qty}, Table: b.table(s.other, false)}
		found.Match = []plan.Expr{b.col("o_a")}
		b.n.Ops = append(b.n.Ops, op, found)
		n := b.where(b.call(plan.Eq, "o_a", 3)).rows(key, day, b.col("o_mode"))
		cache := index.NewCache(1 << 20).Linking(1)
		if outcome := checkNetwork(t, seed, s, n, cache); outcome != "equal" && outcome != "several" {
			t.Errorf("seed %d: %s", seed, outcome)
		}
		q, err := compile.Query(t.Context(), n, cache)
		fatal(t, err)
		if strings.Contains(q.Program.Describe(), "fact(f_price, f_qty) of ") {
			few++
		}
	}
	if few < 3 {
		t.Errorf("of 6 queries, %d look only at the rows that have the keys that are asked for", few)
	}
}
