package cpu

import (
	"math"
	"slices"

	"gsdms/operators"
	"gsdms/plan"
)

// piece is the rows that one morsel gave, by columns; doubles are kept as their bits.
type piece struct {
	row   int // of the table: the morsel's first
	rows  int
	ints  [][]int64
	nulls [][]byte
	bytes int64
}

// emitStep appends rows to the worker's piece.
type emitStep struct {
	out   []value
	limit int64
	count int
}

func (l *lowering) rows(spec *operators.Emit) error {
	s := &emitStep{limit: l.p.Limit}
	for _, c := range spec.Out {
		v, err := l.at(c.Reg)
		if err != nil {
			return err
		}
		s.out = append(s.out, v)
	}
	s.count = l.counted("rows")
	l.code.emit = spec
	l.add(s)
	return nil
}

func (s *emitStep) run(m *machine, n int, _ []step) (int, error) {
	p := m.state.piece(len(s.out))
	m.state.counts[s.count] += int64(n)
	if s.limit >= 0 {
		n = int(min(int64(n), s.limit-int64(p.rows)))
	}
	if n <= 0 {
		return 0, nil
	}
	grown := int64(len(s.out)*n) * 9
	p.bytes += grown
	if err := m.state.run.budget.charge(grown); err != nil {
		return 0, err
	}
	for i, v := range s.out {
		from := m.register(v, n)
		p.ints[i] = append(p.ints[i], from.Int...)
		if from.Null != nil {
			p.nulls[i] = append(p.nulls[i], from.Null...)
		}
	}
	p.rows += n
	return 0, nil
}

// piece is the piece of the morsel at hand.
func (s *state) piece(columns int) *piece {
	if s.open == nil {
		s.open = &piece{ints: make([][]int64, columns), nulls: make([][]byte, columns)}
	}
	return s.open
}

// endMorsel puts the piece of a morsel to the others. row is the table's row that the
// morsel begins with.
func (r *run) endMorsel(worker, row int) {
	s := r.states[worker]
	if s == nil || s.open == nil {
		return
	}
	s.open.row = row
	s.pieces = append(s.pieces, s.open)
	s.open = nil
}

// collectRows puts the pieces of all workers in the order of the table.
func (r *run) collectRows() *plan.Rows {
	var pieces []*piece
	for _, s := range r.states {
		if s != nil {
			pieces = append(pieces, s.pieces...)
		}
	}
	slices.SortFunc(pieces, func(a, b *piece) int { return a.row - b.row })
	rows := &plan.Rows{}
	for _, p := range pieces {
		rows.Len += p.rows
	}
	if r.program.Limit >= 0 {
		rows.Len = int(min(int64(rows.Len), r.program.Limit))
	}
	for i, spec := range r.code.emit.Out {
		rows.Columns = append(rows.Columns, r.emitted(i, spec, pieces, rows.Len))
	}
	return rows
}

// emitted puts one column together.
func (r *run) emitted(i int, spec operators.EmitColumn, pieces []*piece, n int) plan.Vector {
	v := plan.Vector{Type: spec.Type, Dict: spec.Dict}
	ints := make([]int64, 0, n)
	null := make([]byte, 0, n)
	for _, p := range pieces {
		take := min(p.rows, n-len(ints))
		ints = append(ints, p.ints[i][:take]...)
		if r.program.Regs[spec.Reg].Nullable {
			null = append(null, p.nulls[i][:take]...)
		}
	}
	if slices.Contains(null, 1) {
		v.Nulls = make([]bool, n)
		for j := range null {
			v.Nulls[j] = null[j] != 0
		}
	}
	if !r.program.Regs[spec.Reg].Float {
		v.Ints = ints
		return v
	}
	v.Floats = make([]float64, n)
	for j, b := range ints {
		v.Floats[j] = math.Float64frombits(uint64(b))
	}
	return v
}
