package groups

// rangedShare is how many possible keys there may be for each row of the table, a bit each.
const rangedShare = 32

// rangedPairs is how many possible pairs of group and value there may be for each row that comes, of which nothing is
// kept but that they are there, and that for one part after another: to clear and to count as many bits takes half of
// what it takes to find a row in a hash table.
const rangedPairs = 256

// rowsDealt is from how many rows on pairs that are bits are all dealt to their parts: to set a bit of one takes no longer
// than to find it among those that a worker has.
const rowsDealt = 1 << 17

// mostRanged is how many possible keys there may be.
func (l *Lowering) mostRanged(g *Groups) int64 {
	most := rangedShare * int64(max(l.Program.Table.Rows, 1<<12))
	if g.spec == nil { // pairs
		most = max(most, int64(rangedPairs*min(l.Program.Estimate().Sink, 1<<31)))
	}
	return most
}

// denseShare is how many possible keys there may be for each row where most keys are taken to come.
const denseShare = 2
