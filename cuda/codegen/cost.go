package codegen

import (
	"slices"

	"gsdms/cuda/narrow"
	"gsdms/operators"
	"gsdms/operators/intervals"
)

// KernelBytes estimates the bytes that one kernel of the programs reads of a chunk of so many rows.
func KernelBytes(rows int64, programs []*operators.Program) int64 {
	return int64(CostOf(programs).Read * float64(rows))
}

// CostOf estimates what one kernel of the programs does for a row, as its filter does:
// few programs read a column's sectors where a row is left, many read the columns of all
// their filters whole.
func CostOf(programs []*operators.Program) operators.Cost {
	c := operators.CostOf(programs)
	if len(programs) >= crowdFrom {
		c.Read = crowdRead(programs)
	}
	return packed(c, programs)
}

// packed takes from a cost what the programs' columns have less on a device than in the host's memory.
func packed(c operators.Cost, programs []*operators.Program) operators.Cost {
	var counted []int
	spared := 0
	for _, p := range programs {
		for _, column := range p.Columns {
			if narrow.Packs(p.Table, column.Ordinal) && !slices.Contains(counted, column.Ordinal) {
				counted = append(counted, column.Ordinal)
				spared += column.Storage.Width - narrow.Width(p.Table, column.Ordinal)
			}
		}
	}
	if spared > 0 {
		c.Read *= float64(c.Width-spared) / float64(c.Width)
		c.Width -= spared
	}
	return c
}

// crowdRead is the bytes of a row that a crowd reads: filtered columns whole, of the others
// the sectors with a row that some program's filters let through.
func crowdRead(programs []*operators.Program) float64 {
	var reads operators.Reads
	for _, p := range programs {
		for _, clause := range p.Filters {
			for _, l := range clause.Any {
				reads.Add(p.Columns[intervals.ColumnOf(l)], 1)
			}
		}
		left := passing(p)
		for _, in := range p.Body {
			if l, ok := in.(operators.Load); ok {
				reads.Add(p.Columns[l.Column], left)
			}
		}
	}
	return reads.Bytes()
}

// StageBytes estimates the bytes that each stage of a program reads and writes of a chunk.
func StageBytes(rows int64, p *operators.Program) []int64 {
	var out []int64
	for _, s := range Stages(p) {
		out = append(out, s.Bytes(rows))
	}
	return out
}

// loaded gives the streamed columns that a program's body loads.
func loaded(p *operators.Program) []operators.Column {
	var out []operators.Column
	for _, in := range p.Body {
		if l, ok := in.(operators.Load); ok && !slices.Contains(out, p.Columns[l.Column]) {
			out = append(out, p.Columns[l.Column])
		}
	}
	return out
}
