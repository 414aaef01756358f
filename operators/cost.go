package operators

import "math"

// Cost is what a kernel that serves some programs does for a row, as estimated from the
// programs alone.
type Cost struct {
	Width  int     // bytes of the columns that the programs read
	Read   float64 // of these bytes, those in the sectors that some row needs
	Instrs float64 // instructions of a thread
}

// sector is the bytes that a GPU reads from memory at the least.
const sector = 32

// What a program's parts take, in instructions. They are guesses of the right size: who
// times kernels finds out how wrong (optimizer.Calibrator).
const (
	rangeInstrs  = 3 // two comparisons and the mask
	memberInstrs = 6
	instrInstrs  = 4 // of the body
	foldInstrs   = 10
)

// CostOf estimates the cost of one kernel for programs of the same table. Filters are
// taken in their order, as if independent, with the selectivities that the compiler has
// estimated; a column is needed where the filters before its first use pass.
func CostOf(programs []*Program) Cost {
	var c Cost
	var columns []Column
	spared := map[Column]float64{} // the share of rows that do not need it
	for _, p := range programs {
		needs, instrs := p.needs()
		c.Instrs += instrs
		for i, column := range p.Columns {
			if _, known := spared[column]; !known {
				columns = append(columns, column)
				spared[column] = 1
			}
			spared[column] *= 1 - needs[i]
		}
	}
	for _, column := range columns {
		width := float64(column.Storage.Width)
		c.Width += column.Storage.Width
		c.Read += width * (1 - math.Pow(spared[column], sector/width))
	}
	return c
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
		n += foldInstrs * (len(s.Keys) + len(s.Aggs))
	case *Emit:
		n += foldInstrs * len(s.Out)
	}
	return float64(n)
}
