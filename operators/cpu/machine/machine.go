package machine

import (
	"context"
	"slices"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/simd"
)

// Machine runs the body of one run at a time over batches of survivors. Its memory
// serves all runs of a worker.
type Machine struct {
	Fiber     Turn // of whom it belongs to
	Batch     int
	Kernels   *simd.Kernels
	Slots     []Slot
	zero      []byte
	State     *State
	code      *Code            // that ran last
	Ctx       context.Context  // of the launch at hand
	Columns   []unsafe.Pointer // by the program's columns: the vector's first number
	Levels    [][]uint16       // by level: positions of the rows at hand in the vector
	stores    [][]uint16       // by level above 0: memory for them
	Kept      []uint16
	Group     []uint32
	Hashes    []uint64
	KeyHashes []uint64   // of packed keys
	all       []uint16   // 0, 1, 2, ...
	Packed    [][]uint64 // by word: the packed keys of groups
	Found     []uint32   // their numbers in a worker's table
	Missed    []uint16   // the rows whose key is not in it
	Place     []uint32   // where dealt rows go
	Own       any        // what a sink keeps with it
	rows      int        // of the vector at hand
	first     int        // row of the table that it begins with
	listed    []uint32
	probes    []probeScratch
	some      []rowList // by how many someSteps are around
	operands  operands
}

// State is what one worker has of one run, as far as steps know it.
type State struct {
	Counts []int64 // rows that left each step
	Owner  Owner
	Sink   any // what the sink has
}

// Owner is whose rows a machine works on.
type Owner interface {
	// Err is what has ended the run, nil while it is well.
	Err() error
	// Full reports whether no more rows of the morsel at hand can be needed.
	Full() bool
}

// Turn is the turn of a goroutine to use a processor.
type Turn interface {
	// Look looks at the clock.
	Look()
	// Pause gives the processor up when the turn is over.
	Pause()
}

// Slot is the memory of one register: numbers and doubles are the same bytes.
type Slot struct {
	Ints   []int64
	Floats []float64
	Null   []byte

	constant  *constStep // that filled the first rows
	constants int
}

// New makes a machine for batches of so many rows.
func New(batch int, k *simd.Kernels) Machine {
	m := Machine{
		Batch: batch, Kernels: k, zero: make([]byte, batch), Kept: make([]uint16, batch), all: make([]uint16, batch),
		Group: make([]uint32, batch), Hashes: make([]uint64, batch), KeyHashes: make([]uint64, batch),
		Found: make([]uint32, batch), Missed: make([]uint16, batch), Place: make([]uint32, batch),
	}
	for i := range m.all {
		m.all[i] = uint16(i)
	}
	return m
}

// First is the positions of the first rows.
func (m *Machine) First(rows int) []uint16 { return m.all[:rows] }

// Fit makes room for the registers and levels of a code.
func (m *Machine) Fit(c *Code) {
	for len(m.Slots) < c.Slots {
		ints := make([]int64, m.Batch)
		floats := unsafe.Slice((*float64)(unsafe.Pointer(&ints[0])), m.Batch)
		m.Slots = append(m.Slots, Slot{Ints: ints, Floats: floats, Null: make([]byte, m.Batch)})
	}
	for len(m.Levels) < c.Levels {
		m.Levels = append(m.Levels, nil)
		m.stores = append(m.stores, make([]uint16, m.Batch))
		m.probes = append(m.probes, newProbeScratch(m.Batch))
	}
	for len(m.some) < c.lists {
		m.some = append(m.some, rowList{make([]uint16, m.Batch), make([]uint16, m.Batch)})
	}
}

// rowList is some of the rows at hand.
type rowList struct {
	at   []uint16 // their places among these
	rows []uint16 // in the vector
}

// forget forgets which registers hold constants, since another code writes to them.
func (m *Machine) forget() {
	for i := range m.Slots {
		m.Slots[i].constant = nil
	}
}

// keptSlots is for how many registers a machine keeps the memory when it leaves a run.
const keptSlots = 256

// Extra is the bytes of registers that a code takes beyond what a machine keeps, for batches of
// so many rows.
func (c *Code) Extra(batch int) int64 {
	const bytes = 8 + 1 // of a row
	return bytes * int64(batch) * int64(max(0, c.Slots-keptSlots))
}

// Leave lets go of the run that was worked on, whose tables may be the last of a query.
func (m *Machine) Leave() {
	m.forget()
	if len(m.Slots) > keptSlots {
		m.Slots = slices.Clone(m.Slots[:keptSlots])
	}
	m.State, m.code, m.Ctx = nil, nil, nil
	clear(m.Columns)
}

// Run takes the selected rows of a vector through the body of a program.
func (m *Machine) Run(s *State, c *Code, p *operators.Program, v *Vector, sel []uint16) error {
	if len(sel) == 0 {
		return nil
	}
	m.State = s
	m.Fit(c)
	steps := c
	if len(c.parts) > 0 && len(sel) >= fewAlike {
		steps = c.parts[0]
	}
	if m.code != steps {
		m.forget()
		m.code = steps
	}
	m.rows, m.first = v.Rows, v.First
	m.point(p, c.loads, v, len(sel))
	m.pointKept(c.kept, len(p.Columns))
	if steps != c {
		return m.runParts(c, sel)
	}
	for len(sel) > 0 {
		n := min(m.Batch, len(sel))
		m.Levels[0] = append(m.stores[0][:0], sel[:n]...)
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
	TouchAlone  = 40
	TouchShared = 400
	Sharing     = 8
)

// point finds the columns that the steps read, and has them come into the cache in
// order, line by line, where enough of their rows are going to be read.
func (m *Machine) point(p *operators.Program, loads []int, v *Vector, survivors int) {
	for len(m.Columns) < len(p.Columns) {
		m.Columns = append(m.Columns, nil)
	}
	for _, c := range loads {
		ordinal := p.Columns[c].Ordinal
		fresh := !v.Read[ordinal]
		column := v.Column(ordinal)
		m.Columns[c] = unsafe.Pointer(&column.Data[0])
		if fresh && survivors*v.Touch > v.Rows {
			m.Kernels.Touch(column.Data)
		}
	}
}

// pointKept finds the vector's rows in arrays that have an element for each row of the table, which
// are read as columns behind those of the program.
func (m *Machine) pointKept(kept []*operators.Array, columns int) {
	for i, a := range kept {
		if len(m.Columns) == columns+i {
			m.Columns = append(m.Columns, nil)
		}
		m.Columns[columns+i] = unsafe.Pointer(&a.Data[m.first*a.Storage.Width : (m.first+m.rows)*a.Storage.Width][0])
	}
}

// exec runs steps over the n rows at hand.
func (m *Machine) exec(steps []Step, n int) error {
	for i, s := range steps {
		left, err := s.Run(m, n, steps[i+1:])
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
func (m *Machine) pause() error {
	m.Fiber.Look()
	m.Fiber.Pause()
	if err := m.State.Owner.Err(); err != nil {
		return err
	}
	return m.Ctx.Err()
}

// Register gives a value as the opcode table wants it.
func (m *Machine) Register(v Value, n int) operators.Vector {
	s := &m.Slots[v.Slot]
	r := operators.Vector{Int: s.Ints[:n], Float: s.Floats[:n]}
	if v.Null {
		r.Null = s.Null[:n]
	}
	return r
}

// Element is number i of a column. The caller knows that the column has it: positions
// come from a selection of the same vector.
func Element[T Unsigned](base unsafe.Pointer, i uint16) T {
	return *(*T)(unsafe.Add(base, uintptr(i)*unsafe.Sizeof(T(0))))
}

// compress keeps the rows whose positions are in kept, ascending: their places in the
// vector and the registers that are still needed.
func (m *Machine) compress(level int, live []Value, kept []uint16) {
	rows := m.Levels[level]
	for i, k := range kept {
		rows[i] = rows[k]
	}
	m.Levels[level] = rows[:len(kept)]
	for _, v := range live {
		s := &m.Slots[v.Slot]
		for i, k := range kept {
			s.Ints[i] = s.Ints[k]
		}
		if v.Null {
			for i, k := range kept {
				s.Null[i] = s.Null[k]
			}
		}
	}
}
