package cpu

import (
	"slices"

	"gsdms/operators"
)

// A worker takes a morsel through one run after another, and what it has of their groups
// shares its cache with the columns and with each other. Groups that do not fit beside these are
// gone from there when the run's turn comes again, a vector later, and come back line by line.
// Where that takes longer than to read the run's columns and to test its filters once more, it
// goes over the chunk in a turn behind the others: as many runs in each as have room for their
// groups in the cache together, and those that read the same columns sooner than others.

// turnBytes is what the groups of a turn's runs may have together, and lineRows how many rows of
// a column are read once more in the time that a line takes to come back. Measured on the
// benchmark's table, 104 queries at once: groups of 2,400 days with a sum, for 18 % of the rows,
// took 10.1 ms of processor time beside all others and 5.2 so, while queries that leave one row
// in 30 of four columns took an eighth more in turns of their own.
const (
	turnBytes = assumedL2 / 2
	lineRows  = 64
	cacheLine = 64
)

// order gives the runs their turns.
func (k *kernel) order() {
	k.turns, k.byTurn = make([]int, len(k.runs)), make([][]int, 1)
	var turns []turn
	for i, r := range k.runs {
		bytes, at := 8*r.code.randomWords(), 0
		if len(k.runs) > 1 && k.familyOf[i] == nil && r.wide(bytes) {
			if at = fitting(turns, bytes, r.program.Columns); at == len(turns) {
				turns, k.byTurn = append(turns, turn{room: turnBytes}), append(k.byTurn, nil)
			}
			turns[at].take(bytes, r.program.Columns)
			at++
		}
		k.turns[i], k.byTurn[at] = at, append(k.byTurn[at], i)
	}
}

// turn is what a turn has room for, and the columns that its runs read.
type turn struct {
	room    int
	columns []int // ordinals
}

// fitting is the number of the turn, of those with room for groups of so many bytes, whose runs
// read most of some columns; one more than there are where none has room.
func fitting(turns []turn, bytes int, columns []operators.Column) int {
	best, most := len(turns), -1
	for i, t := range turns {
		common := 0
		for _, c := range columns {
			if slices.Contains(t.columns, c.Ordinal) {
				common++
			}
		}
		if t.room >= bytes && common > most {
			best, most = i, common
		}
	}
	return best
}

func (t *turn) take(bytes int, columns []operators.Column) {
	t.room -= bytes
	for _, c := range columns {
		t.columns = append(t.columns, c.Ordinal)
	}
}

// wide reports whether what rows are expected to want again of a run's groups, which take so many
// bytes, costs more for each vector than to read its columns once more.
func (r *run) wide(bytes int) bool {
	p, vector := r.program, r.backend.options.Vector
	share := min(1, p.Estimate().Sink/float64(max(1, p.Table.Rows)))
	lines := min(bytes/cacheLine, int(share*float64(vector)))
	return lines*lineRows >= vector*max(1, len(p.Columns))
}

// randomWords is how many words of a worker rows of any order lead to.
func (c *code) randomWords() int {
	if c.groups == nil {
		return 0
	}
	return c.groups.RandomWords()
}
