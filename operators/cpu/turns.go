package cpu

import "slices"

// A worker takes a morsel through one run after another, and what it has of their groups
// shares its cache with the columns and with each other. Groups that do not fit beside these are
// gone from there when the run's turn comes again, a vector later, so that nearly every row waits
// for memory. So runs with more than a few groups go over the chunk in turns of their own when
// the others have: as many in each as have room in the cache together. Columns are read and
// filters tested once more for each turn, which costs less.

// wideBytes is what a worker has of a run's groups that does not stay in its cache beside all
// others, turnBytes what those of a turn may have together, and wideRows which share of the rows
// makes it matter: one in so many. Measured on the benchmark's table, 104 queries at once:
// groups of 2,400 days with a sum, for 18 % of the rows, took 10.1 ms of processor time beside
// all others and 5.2 so.
const (
	wideBytes = 16 << 10
	turnBytes = assumedL2 / 2
	wideRows  = 32
)

// order gives the runs their turns: each goes to the first that has room for its groups.
func (k *kernel) order() {
	k.turns, k.byTurn = make([]int, len(k.runs)), make([][]int, 1)
	room := []int{0}
	for i, r := range k.runs {
		bytes := 8 * r.code.randomWords()
		if len(k.runs) == 1 || k.familyOf[i] != nil || !r.wide(bytes) {
			k.byTurn[0] = append(k.byTurn[0], i)
			continue
		}
		turn := 1 + slices.IndexFunc(room[1:], func(left int) bool { return left >= bytes })
		if turn == 0 {
			turn = len(room)
			room, k.byTurn = append(room, turnBytes), append(k.byTurn, nil)
		}
		room[turn] -= bytes
		k.turns[i], k.byTurn[turn] = turn, append(k.byTurn[turn], i)
	}
}

// wide reports whether the rows of a run, whose groups take so many bytes, are expected to find
// these out of the cache when all others share it.
func (r *run) wide(bytes int) bool {
	p := r.program
	return bytes >= wideBytes && p.Estimate().Sink*wideRows >= float64(p.Table.Rows)
}

// randomWords is how many words of a worker rows of any order lead to.
func (c *code) randomWords() int {
	if c.groups == nil {
		return 0
	}
	return c.groups.RandomWords()
}
