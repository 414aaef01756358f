package operators

import "slices"

// Cost is what a kernel that serves some programs does for a row, as estimated from the
// programs alone.
type Cost struct {
	Width  int     // bytes of the columns that the programs read
	Read   float64 // of these bytes, those in the sectors that some row needs
	Instrs float64 // instructions of a thread
}

// sector is the bytes that a GPU reads from memory at the least, a power of two.
const sector = 32

// What a program's parts take, in instructions. They are guesses of the right size: who
// times kernels finds out how wrong (optimizer.Calibrator).
const (
	rangeInstrs  = 3 // two comparisons and the mask
	memberInstrs = 6
	instrInstrs  = 4 // of the body
	foldInstrs   = 10
	wholeInstrs  = 2 // of an aggregate of all rows, which finds no group
)

// CostOf estimates the cost of one kernel for programs of the same table. Filters are
// taken in their order, as if independent, with the selectivities that the compiler has
// estimated; a column is needed where the filters before its first use pass.
func CostOf(programs []*Program) Cost {
	if len(programs) == 1 {
		c, _ := Kept(programs[0], ownCost{}, func() (Cost, error) { return costOf(programs), nil })
		return c
	}
	return costOf(programs)
}

// ownCost is whose is what is kept of a program's cost: each time that it runs among others its own
// is asked for.
type ownCost struct{}

func costOf(programs []*Program) Cost {
	var c Cost
	var reads Reads
	for _, p := range programs {
		needs, instrs := p.needs()
		c.Instrs += instrs
		for i, column := range p.Columns {
			reads.Add(column, needs[i])
		}
	}
	for _, r := range reads {
		c.Width += r.Column.Storage.Width
	}
	c.Read = reads.Bytes()
	return c
}

// Reads is the columns of a table that readers need, each in a share of the rows.
type Reads []Read

// Read is a column, and the share of the rows in which no reader needs it, as if each chose
// its rows by itself.
type Read struct {
	Column Column
	Spared float64
}

// Add adds a reader of a column.
func (r *Reads) Add(c Column, share float64) {
	i := slices.IndexFunc(*r, func(known Read) bool { return known.Column.Ordinal == c.Ordinal })
	if i < 0 {
		i = len(*r)
		*r = append(*r, Read{c, 1})
	}
	(*r)[i].Spared *= 1 - min(1, share)
}

// Bytes is what is read for a row of the table, since memory gives whole sectors.
func (r Reads) Bytes() float64 {
	total := 0.0
	for _, read := range r {
		total += float64(read.Column.Storage.Width) * read.Sectors()
	}
	return total
}

// Sectors is the share of the column's sectors that hold a row which somebody needs, the
// rows being spread evenly.
func (r Read) Sectors() float64 {
	spared := r.Spared
	for rows := sector / r.Column.Storage.Width; rows > 1; rows /= 2 {
		spared *= spared
	}
	return 1 - spared
}

// needs estimates the share of rows that need each column, and the instructions for a row.
func (p *Program) needs() (shares []float64, instrs float64) {
	shares = make([]float64, len(p.Columns))
	pass := 1.0
	for _, clause := range p.Filters {
		for _, l := range clause.Any {
			shares[l.column()] = max(shares[l.column()], pass)
			instrs += pass * leafInstrs(l)
		}
		pass *= min(1, max(0, clause.Selectivity))
	}
	for i := range shares {
		shares[i] = max(shares[i], pass)
	}
	return shares, instrs + pass*bodyInstrs(p)
}

func leafInstrs(l Leaf) float64 {
	if r, ok := l.(Ranges); ok {
		return float64(rangeInstrs * len(r.In))
	}
	return memberInstrs
}

func bodyInstrs(p *Program) float64 {
	n := instrInstrs * len(p.Body)
	switch s := p.Sink.(type) {
	case *Groups:
		if len(s.Keys) == 0 {
			return float64(n + wholeInstrs*s.reading())
		}
		n += foldInstrs * (len(s.Keys) + len(s.Aggs))
	case *Emit:
		n += foldInstrs * len(s.Out)
	}
	return float64(n)
}

// reading is how many aggregates look at rows: to count them takes a count of ones.
func (g *Groups) reading() (n int) {
	for _, f := range g.Aggs {
		if f.Func != CountRows {
			n++
		}
	}
	return n
}
