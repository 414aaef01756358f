package cpu

// A worker takes a morsel through one run after another, and what it has of their groups
// shares its cache. Groups that take much of it are gone from there when the run's turn comes
// again, a vector later, so that nearly every row waits for memory. A run with so many goes
// over the chunk when the others have, alone: its columns are read and its filters tested
// once more for it, which costs less from a few rows in a hundred on.

// wideBytes is what a worker has of a run's groups that is not kept in its cache beside
// others, and wideRows which share of the rows makes that matter: one in so many. Measured on
// the benchmark's table: reading two columns again takes 0.5 ns a row, a group out of the
// cache 4 ns.
const (
	wideBytes = assumedL2 / 2
	wideRows  = 8
)

// order gives the runs their turns.
func (k *kernel) order() {
	k.turns = make([]int, len(k.runs))
	if len(k.runs) == 1 {
		return
	}
	for i, r := range k.runs {
		if r.wide() {
			k.last++
			k.turns[i] = k.last
		}
	}
}

// wide reports whether the rows of a run are expected to find its groups out of the cache
// when other runs share it.
func (r *run) wide() bool {
	p := r.program
	return 8*r.code.randomWords() >= wideBytes && p.Estimate().Sink*wideRows >= float64(p.Table.Rows)
}

// randomWords is how many words of a worker rows of any order lead to.
func (c *code) randomWords() int {
	if c.groups == nil {
		return 0
	}
	return c.groups.RandomWords()
}
