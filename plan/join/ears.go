package join

import (
	"math"
	"slices"

	"gsdms/plan"
)

// Ears gives the sets of tables that are better grouped by what the others ask of them before
// they are joined to these, since of the pairs of such sets nothing is wanted but what groups
// can tell: each is joined by itself, and has one row then for each of what is asked. One table
// is in none of the sets. Conditions are a conjunction over the tables, all of them inner joined;
// asked is what is read of the rows beside the conditions. None are better where joins do not
// multiply rows, as those by unique keys. always: whatever it is expected to cost.
func Ears(tables []*plan.TableRef, where, asked []plan.Expr, repeats Repeats, always bool) [][]int {
	w := &weighing{estimates: estimate(tables, where, nil), always: always}
	w.link()
	if !always && slices.ContainsFunc(w.links, func(l link) bool { return !l.equal }) {
		return nil // how many pairs such conditions leave is hardly known
	}
	w.ask(asked)
	root, plain := w.hangs[0], math.Inf(1)
	for _, e := range w.hangs {
		if cost, _ := w.join(e); cost < plain {
			root, plain = e, cost
		}
	}
	if !always && !w.multiplies(root) {
		return nil
	}
	w.repeats = repeats
	w.popular()
	likely := w.rows
	w.rows, w.doubt = w.doubtful(), true
	plain = math.Inf(1)
	best, least := (*ear)(nil), math.Inf(1)
	for _, e := range w.hangs {
		cost, _ := w.join(e)
		plain = min(plain, cost)
		if cost = w.group(e, cost); cost < least && slices.ContainsFunc(e.all(), grouped) {
			best, least = e, cost
		}
	}
	switch {
	case best == nil:
		return nil
	case always:
		return best.sets()
	}
	w.rows, w.doubt, w.kept = likely, false, true
	if most, _ := w.join(best); plain < worthWeighing || least > farLess*plain || least*worthDoubting > plain && most > w.plainly()+worthWeighing {
		return nil
	}
	return best.sets()
}

// doubtful gives the rows of tables as they may well be where conditions leave more than is
// expected: what is asked for is often what is popular.
func (w *weighing) doubtful() []float64 {
	shares := make([]float64, len(w.tables))
	for i, t := range w.tables {
		shares[i] = math.Sqrt(w.rows[i] / max(1, float64(t.Table.Rows)))
	}
	for _, c := range w.where {
		if t := plan.TablesOf(c).Only(); t >= 0 && w.repeats != nil {
			shares[t] = max(shares[t], w.popularity(c)*w.rows[t]/max(1, float64(w.tables[t].Table.Rows)*w.share(c)))
		}
	}
	out := slices.Clone(w.rows)
	for i, t := range w.tables {
		out[i] = min(1, shares[i]) * float64(t.Table.Rows)
	}
	return out
}

// popularity is how many of the rows may have the values that a condition asks for, 0 if it
// does not ask for some: by the inequality of Cauchy and Schwarz no value has more.
func (w *weighing) popularity(c plan.Expr) float64 {
	switch c := c.(type) {
	case plan.In:
		return min(1, float64(len(c.List))*math.Sqrt(w.crowding(c.X)))
	case plan.Call:
		if c.Op == plan.Eq {
			return max(math.Sqrt(w.crowding(c.Args[0])), math.Sqrt(w.crowding(c.Args[1])))
		}
	}
	return 0
}

// plainly is what it takes to join all tables where none are grouped.
func (w *weighing) plainly() float64 {
	cost := math.Inf(1)
	for _, e := range w.hangs {
		set := e.all()
		was := make([]bool, len(set))
		for i, x := range set {
			was[i], x.group = x.group, false
		}
		now, _ := w.join(e)
		cost = min(cost, now)
		for i, x := range set {
			x.group = was[i]
		}
	}
	return cost
}

// The costs of groups, in nanoseconds of one thread, and of what no other plan is looked for.
const (
	costOfGroup   = 25.0
	worthWeighing = 3e6
	worthDoubting = 200 // times less than joins may take, for groups that are expected to take more
	multiplied    = 1.5 // partners of a row
)

// ear is a table, and what hangs on it.
type ear struct {
	table int
	by    []int // links by which it hangs on those above
	below []*ear
	group bool // with all below it
}

func grouped(e *ear) bool { return e.group }

// all lists an ear and those below it.
func (e *ear) all() []*ear {
	out := []*ear{e}
	for _, b := range e.below {
		out = append(out, b.all()...)
	}
	return out
}

// sets gives the tables of the topmost ears that are grouped.
func (e *ear) sets() (out [][]int) {
	for _, b := range e.below {
		if !b.group {
			out = append(out, b.sets()...)
			continue
		}
		var set []int
		for _, x := range b.all() {
			set = append(set, x.table)
		}
		out = append(out, set)
	}
	return out
}

// link is what conditions make equal, or what else a condition is about.
type link struct {
	ends  []plan.Expr // by table: what is equal in it, nil for nothing
	equal bool
	crowd []float64 // by table: how likely two rows are alike
}

// weighing is the state of one Ears.
type weighing struct {
	*estimates
	always bool
	doubt  bool // rows are taken to be those with the values that are the most popular
	kept   bool // indexes of stored tables are there
	links  []link
	hangs  []*ear    // by table: all others, hanging on it
	asked  []float64 // by table: how many different values are read of it beside the conditions
}

// link finds what links the tables, and hangs them on each of them.
func (w *weighing) link() {
	for _, c := range w.where {
		if plan.TablesOf(c).Only() < 0 && !plan.TablesOf(c).Empty() {
			w.condition(c)
		}
	}
	var all []int
	for i := range w.tables {
		all = append(all, i)
	}
	for i := range all {
		w.hangs = append(w.hangs, w.hang([]int{i}, slices.Delete(slices.Clone(all), i, i+1)))
	}
}

// condition adds what a condition on several tables links.
func (w *weighing) condition(c plan.Expr) {
	l := link{ends: make([]plan.Expr, len(w.tables)), crowd: make([]float64, len(w.tables))}
	call, ok := c.(plan.Call)
	if ok && call.Op == plan.Eq {
		x, y := plan.TablesOf(call.Args[0]).Only(), plan.TablesOf(call.Args[1]).Only()
		if l.equal = x >= 0 && y >= 0; l.equal {
			l.ends[x], l.ends[y] = call.Args[0], call.Args[1]
			for i := 0; i < len(w.links); i++ { // of one type equality is transitive
				if _, alike := equalTo(c, call.Args[0]); alike && w.links[i].shares(&l) {
					l.merge(&w.links[i])
					w.links = slices.Delete(w.links, i, i+1)
					i--
				}
			}
			w.links = append(w.links, l)
			return
		}
	}
	plan.Visit(c, func(e plan.Expr) bool {
		if r, ok := e.(plan.ColumnRef); ok {
			l.ends[r.Table] = r
		}
		return true
	})
	w.links = append(w.links, l)
}

// shares reports whether links are about the same column.
func (l *link) shares(other *link) bool {
	for i, e := range l.ends {
		if _, ok := e.(plan.ColumnRef); ok && l.equal && other.equal && other.ends[i] != nil && plan.Equal(e, other.ends[i]) {
			return true
		}
	}
	return false
}

func (l *link) merge(other *link) {
	for i, e := range other.ends {
		if l.ends[i] == nil {
			l.ends[i] = e
		}
	}
}

// ask counts the values that are read of each table.
func (w *weighing) ask(asked []plan.Expr) {
	for range w.tables {
		w.asked = append(w.asked, 1)
	}
	for _, e := range asked {
		plan.Visit(e, func(x plan.Expr) bool {
			if r, ok := x.(plan.ColumnRef); ok {
				w.asked[r.Table] *= w.values(r)
			}
			return true
		})
	}
}

// popular finds out which columns have values that many rows have.
func (w *weighing) popular() {
	if w.repeats == nil {
		return
	}
	for _, l := range w.links {
		for i, e := range l.ends {
			if e != nil && l.equal {
				l.crowd[i] = w.crowdedOver(e)
			}
		}
	}
}

// crowdedOver is as crowding, of a column whose rows may be too few for all values that it
// could have.
func (w *weighing) crowdedOver(e plan.Expr) float64 {
	r, ok := e.(plan.ColumnRef)
	if !ok || w.crowding(e) > 0 {
		return w.crowding(e)
	}
	const spread = 2
	c := w.column(r)
	if c.Dict != nil || c.Storage.Float || c.Min > c.Max {
		return 0
	}
	share := w.repeats(w.tables[r.Table].Table, r.Column)
	if share < spread/(float64(c.Max)-float64(c.Min)+1) {
		return 0
	}
	return share
}

// hang hangs tables on the last one of those above: of each set that is linked by something
// else one, and on that the rest of it.
func (w *weighing) hang(above, rest []int) *ear {
	top := above[len(above)-1]
	e := &ear{table: top}
	for len(rest) > 0 {
		var set []int
		set, rest = w.linked(top, rest)
		next := slices.MaxFunc(set, func(a, b int) int {
			if d := len(w.between(a, above)) - len(w.between(b, above)); d != 0 {
				return d
			}
			return w.tables[a].Table.Rows - w.tables[b].Table.Rows
		})
		b := w.hang(append(slices.Clone(above), next), slices.DeleteFunc(set, func(t int) bool { return t == next }))
		b.by = w.between(next, above)
		e.below = append(e.below, b)
	}
	return e
}

// linked gives the tables that are linked to the first one by what is not in another, and the
// rest.
func (w *weighing) linked(without int, tables []int) (set, rest []int) {
	set, rest = []int{tables[0]}, slices.Clone(tables[1:])
	for i := 0; i < len(set); i++ {
		for _, l := range w.links {
			if l.ends[set[i]] == nil || l.ends[without] != nil {
				continue
			}
			rest = slices.DeleteFunc(rest, func(t int) bool {
				if l.ends[t] != nil {
					set = append(set, t)
				}
				return l.ends[t] != nil
			})
		}
	}
	return set, rest
}

// between lists the links of a table to some of others.
func (w *weighing) between(t int, others []int) (out []int) {
	for i, l := range w.links {
		if l.ends[t] != nil && slices.ContainsFunc(others, func(o int) bool { return l.ends[o] != nil }) {
			out = append(out, i)
		}
	}
	return out
}

// multiplies reports whether some row is expected to have several partners.
func (w *weighing) multiplies(root *ear) bool {
	j := joining{w: w, joined: []int{root.table}}
	for _, e := range root.all()[1:] {
		if j.partners(e) > multiplied {
			return true
		}
		j.joined = append(j.joined, e.table)
	}
	return false
}

// group groups one ear after another as long as that makes the whole cost less, and gives
// what it costs then.
func (w *weighing) group(root *ear, cost float64) float64 {
	ears := root.all()[1:]
	if w.always {
		for _, e := range root.below {
			e.group = true
		}
		return -float64(len(root.below))
	}
	for {
		var best *ear
		least := less * cost
		for _, e := range ears {
			if e.group {
				continue
			}
			e.group = true
			if now, _ := w.join(root); now < least {
				best, least = e, now
			}
			e.group = false
		}
		if best == nil {
			return cost
		}
		best.group, cost = true, least
	}
}
