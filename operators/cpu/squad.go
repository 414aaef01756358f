package cpu

import (
	"slices"

	"gsdms/operators"
	"gsdms/operators/intervals"
	"gsdms/operators/simd"
)

// squad is up to 64 runs whose filters are tested together: a row's mask says for which
// of them it passes (simd.Kernels.Masks).
type squad struct {
	runs    []int // by bit of the masks: index into the kernel's runs
	columns []squadColumn
	cost    float64 // ns for each row
}

// seat is a run's place in a squad; squad is -1 where it has none.
type seat struct {
	squad, bit int
	clauses    []int   // of the run, -1 for those that the masks decide
	weight     float64 // ns for each row that the clauses which the masks decide cost without
}

// codedNumbers is the largest domain of a column that gets a table: with 1 MiB of codes
// half of an L2 cache is left.
const codedNumbers = 1 << 20

// recruit is a run before it has a seat.
type recruit struct {
	run int
	tabled
}

// tabled is the clauses of a program that a table can test.
type tabled struct {
	columns []int // the ordinals, ascending, to bring those together that filter the same columns
	tests   []tabledTest
}

type tabledTest struct {
	clause int // of the program, in the order that they are tested in
	reader operators.Column
	in     []operators.Range
}

func tabledOf(p *operators.Program, clauses []operators.Clause) (t tabled) {
	for i, clause := range clauses {
		reader, in, ok := intervals.Tabled(p, clause)
		if ok && domain(in, reader.Storage.Width) <= codedNumbers {
			t.tests = append(t.tests, tabledTest{i, reader, in})
			t.columns = append(t.columns, reader.Ordinal)
		}
	}
	slices.Sort(t.columns)
	t.columns = slices.Compact(t.columns)
	return t
}

// form makes the squads of a kernel and gives the runs their seats.
func (k *kernel) form() {
	k.seats = make([]seat, len(k.runs))
	for i := range k.seats {
		k.seats[i] = seat{squad: -1}
	}
	if k.backend.options.Masks == MasksNever || len(k.runs) == 1 && k.backend.options.Masks != MasksAlways {
		return
	}
	recruits, weights := k.recruits(), k.weights()
	var columns []filtered
	for len(recruits) > 0 {
		n := min(simd.MaskPrograms, len(recruits))
		columns = append(columns, k.enlist(recruits[:n], weights)...)
		recruits = recruits[n:]
	}
	k.encode(columns)
}

// recruits lists the runs that have a clause for a table, by the columns they filter.
func (k *kernel) recruits() []recruit {
	var out []recruit
	for i, r := range k.runs {
		if t := r.code.tabled(); len(t.tests) > 0 {
			out = append(out, recruit{i, t})
		}
	}
	slices.SortStableFunc(out, func(a, b recruit) int { return slices.Compare(a.columns, b.columns) })
	return out
}

// domain is how many numbers of a column must have codes of their own: those behind are
// like the last.
func domain(in []operators.Range, width int) int {
	last := uint32(0)
	for _, b := range intervals.Bounds(in, width) {
		last = max(last, b)
	}
	return int(last) + 1
}

// enlist makes a squad of recruits, if that is cheaper than to test their filters one by
// one, and gives its tests. weights is by run, by clause.
func (k *kernel) enlist(recruits []recruit, weights [][]float64) (tests []filtered) {
	s, seats := squad{}, make([]seat, len(recruits))
	var columns []*intervals.Column
	saves := 0.0
	for bit, r := range recruits {
		s.runs = append(s.runs, r.run)
		seats[bit] = seat{squad: len(k.squads), bit: bit, clauses: slices.Clone(k.clauses[r.run])}
		for _, t := range r.tests {
			if c := columnFor(&columns, t.reader); c != nil && c.Add(intervals.Test{Program: bit, In: t.in}, simd.MaskCodes) {
				seats[bit].clauses[t.clause] = -1
				seats[bit].weight += weights[r.run][t.clause]
			}
		}
		saves += seats[bit].weight
	}
	s.cost = k.squadCost(columns, len(recruits))
	if k.backend.options.Masks != MasksAlways && !k.worth(saves-s.cost, columns) {
		return nil
	}
	for _, c := range columns {
		tests = append(tests, filtered{len(k.squads), c})
	}
	for bit, r := range recruits {
		k.seats[r.run] = seats[bit]
	}
	k.squads = append(k.squads, s)
	return tests
}

// columnFor finds a column, or begins it while there is room.
func columnFor(columns *[]*intervals.Column, reader operators.Column) *intervals.Column {
	for _, c := range *columns {
		if c.Reader.Ordinal == reader.Ordinal {
			return c
		}
	}
	if len(*columns) == simd.MaskColumns {
		return nil
	}
	c := intervals.NewColumn(reader)
	*columns = append(*columns, c)
	return c
}
