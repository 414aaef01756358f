package cpu

import (
	"context"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/simd"
)

// machine runs the body of one run at a time over batches of survivors. Its memory
// serves all runs of a worker.
type machine struct {
	fiber     *fiber // that it belongs to
	batch     int
	kernels   *simd.Kernels
	slots     []slot
	zero      []byte
	state     *state
	code      *code            // that ran last
	ctx       context.Context  // of the launch at hand
	columns   []unsafe.Pointer // by the program's columns: the vector's first number
	levels    [][]uint16       // by level: positions of the rows at hand in the vector
	stores    [][]uint16       // by level above 0: memory for them
	kept      []uint16
	group     []uint32
	hashes    []uint64
	keyHashes []uint64   // of packed keys
	all       []uint16   // 0, 1, 2, ...
	packed    [][]uint64 // by word: the packed keys of groups
	found     []uint32   // their numbers in a worker's table
	missed    []uint16   // the rows whose key is not in it
	place     []uint32   // where dealt rows go
	folding   *folder
	probes    []probeScratch
}

// slot is the memory of one register: numbers and doubles are the same bytes.
type slot struct {
	ints   []int64
	floats []float64
	null   []byte

	constant  *constStep // that filled the first rows
	constants int
}

func newMachine(batch int, k *simd.Kernels) machine {
	m := machine{
		batch: batch, kernels: k, zero: make([]byte, batch), kept: make([]uint16, batch), all: make([]uint16, batch),
		group: make([]uint32, batch), hashes: make([]uint64, batch), keyHashes: make([]uint64, batch),
		found: make([]uint32, batch), missed: make([]uint16, batch), place: make([]uint32, batch),
	}
	for i := range m.all {
		m.all[i] = uint16(i)
	}
	return m
}

// first is the positions of the first rows.
func (m *machine) first(rows int) []uint16 { return m.all[:rows] }

// folder is what the worker folds blocks with.
func (m *machine) folder() *folder {
	if m.folding == nil {
		m.folding = newFolder(m.kernels)
	}
	return m.folding
}

// fit makes room for the registers and levels of a code.
func (m *machine) fit(c *code) {
	for len(m.slots) < c.slots {
		ints := make([]int64, m.batch)
		floats := unsafe.Slice((*float64)(unsafe.Pointer(&ints[0])), m.batch)
		m.slots = append(m.slots, slot{ints: ints, floats: floats, null: make([]byte, m.batch)})
	}
	for len(m.levels) < c.levels {
		m.levels = append(m.levels, nil)
		m.stores = append(m.stores, make([]uint16, m.batch))
		m.probes = append(m.probes, newProbeScratch(m.batch))
	}
}

// forget forgets which registers hold constants, since another code writes to them.
func (m *machine) forget() {
	for i := range m.slots {
		m.slots[i].constant = nil
	}
}

// run takes the selected rows of a vector through the body of a run.
func (m *machine) run(s *state, v *vector, sel []uint16) error {
	if len(sel) == 0 {
		return nil
	}
	c := s.run.code
	m.state = s
	m.fit(c)
	if m.code != c {
		m.forget()
		m.code = c
	}
	m.point(s.run.program, c.loads, v, len(sel))
	for len(sel) > 0 {
		n := min(m.batch, len(sel))
		m.levels[0] = append(m.stores[0][:0], sel[:n]...)
		if err := m.exec(c.steps, n); err != nil {
			return err
		}
		sel = sel[n:]
	}
	return nil
}

// One run touches a column when it is going to read more than one row in 40 of it; where
// eight runs or more share the kernel, others are likely to read it, too, and one row in
// 400 is enough. Measured, processor time: 16 runs 30.6 ms without touching, 26.4 with;
// single runs gain and lose 5 % around these shares, and lose a third far below them.
const (
	touchAlone  = 40
	touchShared = 400
	sharing     = 8
)

// point finds the columns that the steps read, and has them come into the cache in
// order, line by line, where enough of their rows are going to be read.
func (m *machine) point(p *operators.Program, loads []int, v *vector, survivors int) {
	for len(m.columns) < len(p.Columns) {
		m.columns = append(m.columns, nil)
	}
	for _, c := range loads {
		ordinal := p.Columns[c].Ordinal
		fresh := !v.read[ordinal]
		column := v.column(ordinal)
		m.columns[c] = unsafe.Pointer(&column.data[0])
		if fresh && survivors*v.touch > v.rows {
			m.kernels.Touch(column.data)
		}
	}
}

// exec runs steps over the n rows at hand.
func (m *machine) exec(steps []step, n int) error {
	for i, s := range steps {
		left, err := s.run(m, n, steps[i+1:])
		if err != nil || left == 0 {
			return err
		}
		n = left
	}
	return nil
}

// pause is called between batches of pairs: one row can have millions of partners. It
// gives the processor up when the turn is over, and reports what has ended the run, or
// the launch.
func (m *machine) pause() error {
	m.fiber.look()
	m.fiber.pause()
	if err := m.state.run.Err(); err != nil {
		return err
	}
	return m.ctx.Err()
}

// register gives a value as the opcode table wants it.
func (m *machine) register(v value, n int) operators.Vector {
	s := &m.slots[v.slot]
	r := operators.Vector{Int: s.ints[:n], Float: s.floats[:n]}
	if v.null {
		r.Null = s.null[:n]
	}
	return r
}

// element is number i of a column. The caller knows that the column has it: positions
// come from a selection of the same vector.
func element[T unsigned](base unsafe.Pointer, i uint16) T {
	return *(*T)(unsafe.Add(base, uintptr(i)*unsafe.Sizeof(T(0))))
}

// compress keeps the rows whose positions are in kept, ascending: their places in the
// vector and the registers that are still needed.
func (m *machine) compress(level int, live []value, kept []uint16) {
	rows := m.levels[level]
	for i, k := range kept {
		rows[i] = rows[k]
	}
	m.levels[level] = rows[:len(kept)]
	for _, v := range live {
		s := &m.slots[v.slot]
		for i, k := range kept {
			s.ints[i] = s.ints[k]
		}
		if v.null {
			for i, k := range kept {
				s.null[i] = s.null[k]
			}
		}
	}
}
