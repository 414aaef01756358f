package tail

import (
	"slices"

	"gsdms/operators/large"
	"gsdms/operators/tail/team"
	"gsdms/plan"
)

// The rows of a group lie all over memory, so that each of its values is waited for. Where rows are put in
// order by counting what their groups are, numbers that aggregates take in go with them: they are read and
// written in the order of the rows, and the group finds its own side by side. Median and deviation of
// 10,000 groups of 10 million rows on two threads: a tenth less processor time.

// carried is the columns that go with their rows when these are put in order.
type carried struct {
	columns []int
	to      []plan.Vector
	done    bool // they have gone with them
}

// carriedRows are so many that their columns are in no cache.
const carriedRows = 1 << 18

// carry gives the columns that aggregates of groups read, if they can go with the rows; else nil.
func (r *runner) carry(g plan.Group) *carried {
	if r.rows.Len < carriedRows || len(g.Keys) == 0 {
		return nil
	}
	c := &carried{}
	seen := map[int]bool{}
	for _, a := range g.Aggs {
		if a.Func == plan.CountDistinct || a.Gathered != nil && (a.Gathered.Distinct || len(a.Gathered.Order) > 0) {
			return nil
		}
		for _, e := range a.Args() {
			s, ok := e.(plan.Slot)
			if !ok || s.Index < 0 || s.Index >= len(r.rows.Columns) || !isCarried(&r.rows.Columns[s.Index]) {
				return nil
			}
			if !seen[s.Index] {
				seen[s.Index], c.columns = true, append(c.columns, s.Index)
			}
		}
	}
	return c
}

func isCarried(v *plan.Vector) bool {
	return v.Wide == nil && v.Texts == nil && (v.Ints != nil) != (v.Floats != nil)
}

// begin makes room for the columns; false where there is none, and they stay where they are.
func (c *carried) begin(r *runner) bool {
	bytes := int64(8 * len(c.columns) * r.rows.Len)
	for _, at := range c.columns {
		bytes += int64(len(r.rows.Columns[at].Nulls))
	}
	if r.Take(bytes) != nil {
		return false
	}
	for _, at := range c.columns {
		v := &r.rows.Columns[at]
		to := plan.Vector{Type: v.Type, Dict: v.Dict, Nulls: roomAs(v.Nulls)}
		to.Ints, to.Floats = roomAs(v.Ints), roomAs(v.Floats)
		c.to = append(c.to, to)
	}
	return true
}

// roomAs is room for as many values, none for none.
func roomAs[T any](values []T) []T {
	if values == nil {
		return nil
	}
	return large.Make[T](len(values))
}

// carryTo writes places in the order of their words, of which every block knows where its own begin, and
// what goes with them.
func (r *runner) carryTo(order []int32, words []uint16, begins [][]int32) error {
	blocks, n := len(begins), len(order)
	places := make([][team.ChunkRows]int32, blocks)
	err := r.Spread(blocks, func(_, block int) error {
		c := begins[block]
		return r.InBlock(block, blocks, n, func(lo, hi int) {
			to := places[block][:hi-lo]
			for i, x := range words[lo:hi] {
				to[i] = c[x]
				order[c[x]] = int32(lo + i)
				c[x]++
			}
			r.carries.put(r.rows, lo, to)
		})
	})
	r.carries.done = err == nil
	return err
}

// put writes the columns of rows from lo on to their places.
func (c *carried) put(rows *plan.Rows, lo int, places []int32) {
	for i, at := range c.columns {
		from, to := &rows.Columns[at], &c.to[i]
		scatter(to.Ints, from.Ints, lo, places)
		scatter(to.Floats, from.Floats, lo, places)
		scatter(to.Nulls, from.Nulls, lo, places)
	}
}

func scatter[T any](to, from []T, lo int, places []int32) {
	if from == nil {
		return
	}
	from = from[lo:][:len(places)]
	for i, place := range places {
		to[place] = from[i]
	}
}

// settle has the columns that went with their rows in place of those of before, for who reads no others, and
// makes the order theirs.
func (c *carried) settle(r *runner, order []int32) {
	rows := *r.rows
	rows.Columns = slices.Clone(rows.Columns)
	for i, at := range c.columns {
		rows.Columns[at] = c.to[i]
	}
	r.rows = &rows
	for i := range order {
		order[i] = int32(i)
	}
}
