package tail

import (
	"slices"
	"strings"

	"gsdms/operators/tail/extreme"
	"gsdms/operators/tail/made"
	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// Of texts that are made of columns, of which groups want the least or the greatest alone, most need
// not be: where their beginning is that of no better text than the group has had so far, in the rows that
// a worker has seen, they are as good as NULL. MAX of CONCAT of a comment and a letter made six
// million texts, in memory of their own.

// bests is what says so for one column of a projection.
type bests struct {
	expr  plan.Expr
	signs []int // 1: greatest, -1: least
	keys  []bestKey
	size  int // how many groups there may be

	asked, of int // how many aggregates ask for the column's, of how many
}

// bestKey is a key of the groups, a column of few numbers.
type bestKey struct {
	of    *plan.Vector
	least int64
	size  int // with NULL
}

// mostBests is for how many groups each worker keeps the best texts.
const mostBests = 1 << 12

// bestsOf gives them for a column of a projection; nil where something else wants its texts, or groups
// may be many.
func (r *runner) bestsOf(column int, exprs []plan.Expr, behind []plan.Operator) (*bests, error) {
	if exprs[column].Type().Kind != plan.String {
		return nil, nil
	}
	if _, slot := exprs[column].(plan.Slot); slot {
		return nil, nil
	}
	at, from := []int{column}, exprs // the column's slots, and what all are in the rows at hand
	for _, op := range behind {
		switch o := op.(type) {
		case plan.Project:
			next := make([]plan.Expr, len(o.Exprs))
			var moved []int
			for i, e := range o.Exprs {
				s, is := e.(plan.Slot)
				switch {
				case is && slices.Contains(at, s.Index):
					moved = append(moved, i)
				case is:
					next[i] = from[s.Index]
				case readsAny(e, at):
					return nil, nil
				}
			}
			at, from = moved, next
		case plan.Group:
			return r.bestsOfGroups(exprs[column], at, from, o)
		default:
			return nil, nil
		}
	}
	return nil, nil
}

// readsAny reports whether an expression reads one of some slots.
func readsAny(e plan.Expr, slots []int) (is bool) {
	plan.Visit(e, func(x plan.Expr) bool {
		s, ok := x.(plan.Slot)
		is = is || ok && slices.Contains(slots, s.Index)
		return !is
	})
	return is
}

func (r *runner) bestsOfGroups(e plan.Expr, at []int, from []plan.Expr, g plan.Group) (*bests, error) {
	b := &bests{expr: e, size: 1, of: len(g.Aggs)}
	for _, a := range g.Aggs {
		if !slices.ContainsFunc(a.Args(), func(x plan.Expr) bool { return readsAny(x, at) }) {
			continue
		}
		sign := map[plan.AggFunc]int{plan.Max: 1, plan.Min: -1}[a.Func]
		if sign == 0 || a.Gathered != nil {
			return nil, nil
		}
		if _, is := a.Arg.(plan.Slot); is {
			b.asked++
		}
		if !slices.Contains(b.signs, sign) {
			b.signs = append(b.signs, sign)
		}
	}
	for _, k := range g.Keys {
		s, ok := from[k.Index].(plan.Slot)
		if !ok {
			return nil, nil
		}
		key, ok, err := r.bestKey(&r.rows.Columns[s.Index], mostBests/b.size)
		if !ok || err != nil {
			return nil, err
		}
		b.keys, b.size = append(b.keys, key), b.size*key.size
	}
	if len(b.signs) == 0 {
		return nil, nil
	}
	return b, nil
}

// bestKey gives a key of at most so many numbers; false for another column.
func (r *runner) bestKey(v *plan.Vector, most int) (k bestKey, ok bool, err error) {
	if v.Ints == nil || v.Wide != nil {
		return k, false, nil
	}
	least, greatest, err := r.bounds(v)
	if err != nil || least > greatest || uint64(greatest)-uint64(least) >= uint64(max(0, most-1)) {
		return k, false, err
	}
	return bestKey{v, least, int(greatest-least) + 2}, true, nil
}

// bestRows gives, of the rows left, those that have one of the best texts in some columns, and some of each
// group; nil: all, since aggregates ask for more.
func (r *runner) bestRows(of []*bests, columns []plan.Vector) ([]int32, error) {
	asked := 0
	for i, b := range of {
		if asked += b.asked; columns[i].Nulls == nil {
			return nil, nil
		}
	}
	if len(of) == 0 || asked < of[0].of {
		return nil, nil
	}
	kept, workers, seen := make([][]int32, r.chunks()), r.workers(r.chunks()), make([][]bool, r.Threads)
	err := r.each(func(worker, chunk int) error {
		if seen[worker] == nil {
			seen[worker] = make([]bool, of[0].size)
		}
		w, seen := workers[worker].at(chunk), seen[worker]
		for i := range w.n {
			group := of[0].group(int(w.row(i)))
			isBest := slices.ContainsFunc(columns, func(v plan.Vector) bool { return !v.Nulls[w.lo+i] })
			if isBest || !seen[group] {
				seen[group], kept[chunk] = true, append(kept[chunk], int32(w.lo+i))
			}
		}
		return nil
	})
	return concatenated(kept), err
}

// group is the number of the group of a row.
func (b *bests) group(row int) (n int32) {
	for _, k := range b.keys {
		if n *= int32(k.size); !k.of.IsNull(row) {
			n += int32(k.of.Ints[row]-k.least) + 1
		}
	}
	return n
}

// chooser is the best texts of the rows that a worker has seen, by sign.
type chooser struct {
	*bests
	w       *worker
	texts   []*extreme.Texts
	numbers []int32 // scratch
}

// choosers gives each worker its own where an expression is the column whose best texts are wanted; else nil.
func (r *runner) choosers(e plan.Expr, workers []*worker) (out []made.Chooser) {
	if r.best == nil || !plan.Equal(e, r.best.expr) {
		return nil
	}
	for _, w := range workers {
		c := &chooser{bests: r.best, w: w}
		for range c.signs {
			c.texts = append(c.texts, extreme.New(c.size))
		}
		out = append(out, c)
	}
	return out
}

// groups gives the numbers of the groups of some rows of a tile, each at its row's number there.
func (c *chooser) groups(tile int, rows []int32) []int32 {
	if len(c.numbers) == 0 {
		c.numbers = make([]int32, team.ChunkRows)
	}
	for _, i := range rows {
		c.numbers[i] = c.bests.group(int(c.w.row(tile + int(i))))
	}
	return c.numbers
}

// WantsNull is described at made.Chooser.
func (c *chooser) WantsNull() bool { return false }

// Beyond is described at made.Chooser: what a group does not want another may.
func (c *chooser) Beyond() made.Beyond {
	switch {
	case c.size > 1:
		return made.Nothing
	case len(c.signs) > 1:
		return made.Between
	case c.signs[0] > 0:
		return made.Before
	}
	return made.Behind
}

// Drop is described at made.Chooser.
func (c *chooser) Drop(int, []int32) {}

// MayBe is described at made.Chooser.
func (c *chooser) MayBe(tile int, rows []int32, begins []string) []int32 {
	left, groups := rows[:0], c.groups(tile, rows)
	for _, i := range rows {
		for k, sign := range c.signs {
			if c.texts[k].MayBeat(groups[i], begins[i], sign) {
				left = append(left, i)
				break
			}
		}
	}
	return left
}

// Are is described at made.Chooser.
func (c *chooser) Are(tile int, rows []int32, texts []string) []int32 {
	left, groups := rows[:0], c.groups(tile, rows)
	for _, i := range rows {
		is := false
		for k, sign := range c.signs {
			if best := c.texts[k]; best.Beats(groups[i], texts[i], sign) {
				if !is {
					texts[i], is = strings.Clone(texts[i]), true
				}
				best.Add(groups[i], texts[i], sign)
			}
		}
		if is {
			left = append(left, i)
		}
	}
	return left
}
