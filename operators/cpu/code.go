package cpu

import (
	"fmt"
	"slices"

	"gsdms/operators"
	"gsdms/operators/simd"
)

// code is a program as the workers run it: filters as atoms, the body as steps over
// slots. Immutable.
type code struct {
	clauses []operators.Clause // the program's, in the order that they are tested in
	filters [][]rangedAtom     // by clause
	steps   []step
	names   []string // of the steps that are counted: the scan, the clauses, the body's, the sink
	slots   int
	levels  int   // 1 + the most probes whose pairs wait at once
	loads   []int // the program's columns that steps read
	groups  *groups
	emit    *operators.Emit
	ranking *ranking // of the emitted rows; nil: all are wanted
}

// step is one instruction of the body over n rows. It returns how many rows go on to
// the next step; rest is the steps behind it, for those that run them themselves.
type step interface {
	run(m *machine, n int, rest []step) (int, error)
}

// groupWords is the size of a worker's accumulators.
func (c *code) groupWords() int {
	if c.groups == nil || !c.groups.dense {
		return 0
	}
	return c.groups.size * c.groups.width
}

// lower makes the code of a program. It costs microseconds.
func lower(p *operators.Program, o Options, k *simd.Kernels) (c *code, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the program is not well formed: %w", panicError(r))
		}
	}()
	l := newLowering(p, o)
	l.filters(order(p, k))
	l.sinkNeeds()
	l.needs(p.Body)
	if err := l.body(p.Body); err != nil {
		return nil, err
	}
	if err := l.sink(); err != nil {
		return nil, err
	}
	l.code.slots, l.code.levels = l.next, l.deepest+1
	return l.code, nil
}

// lowering is the state of making one code. The instructions are walked backward, to
// learn which registers are needed and where (needs), and then forward, to make the
// steps (body).
type lowering struct {
	p       *operators.Program
	options Options
	code    *code
	set     []operators.Instr // by register: the instruction of the body that sets it
	live    []bool            // by register, at the place that needs has come to
	after   [][]int           // by number of an instruction that drops or repeats rows: what is live behind it
	dead    []bool            // by number of an instruction of the body: nobody needs its result
	slot    []int             // by register: where it is; -1 before it is set
	level   int
	deepest int // of the levels so far
	next    int
	loaded  []bool
}

func newLowering(p *operators.Program, o Options) *lowering {
	l := &lowering{
		p: p, options: o, code: &code{names: []string{"scan"}},
		set: make([]operators.Instr, len(p.Regs)), live: make([]bool, len(p.Regs)),
		after: make([][]int, len(p.Body)), dead: make([]bool, len(p.Body)),
		slot: make([]int, len(p.Regs)), loaded: make([]bool, len(p.Columns)),
	}
	for i := range l.slot {
		l.slot[i] = -1
	}
	for _, in := range p.Body {
		if d, ok := target(in); ok {
			l.set[d] = in
		}
	}
	return l
}

func (l *lowering) filters(filters []priced) {
	for _, c := range filters {
		l.code.clauses = append(l.code.clauses, c.Clause)
		l.code.filters = append(l.code.filters, atomsOf(l.p, c.Clause))
		l.code.names = append(l.code.names, l.clauseName(c.Clause))
	}
}

func (l *lowering) clauseName(c operators.Clause) string {
	name := "filter"
	last := -1
	for _, leaf := range c.Any {
		column := -1
		switch f := leaf.(type) {
		case operators.Ranges:
			column = f.Column
		case operators.Member:
			column = f.Column
		}
		if column != last {
			name += " " + l.p.Table.Columns[l.p.Columns[column].Ordinal].Name
			last = column
		}
	}
	return name
}

// target is the register that an instruction sets.
func target(in operators.Instr) (int, bool) {
	switch i := in.(type) {
	case operators.Load:
		return i.Dst, true
	case operators.Const:
		return i.Dst, true
	case operators.Compute:
		return i.Dst, true
	case operators.Lookup:
		return i.Dst, true
	case operators.Probe:
		return i.Sets()
	}
	return 0, false
}

// needs walks instructions backward.
func (l *lowering) needs(body []operators.Instr) {
	cut := l.topSet()
	for i := len(body) - 1; i >= 0; i-- {
		d, sets := target(body[i])
		switch in := body[i].(type) {
		case operators.Keep, operators.Test:
			l.after[i] = l.alive()
		case operators.Probe:
			if sets {
				l.live[d] = false
			}
			l.after[i] = l.alive()
			l.onNeeds(in)
		default:
			l.dead[i] = sets && !l.live[d]
			if i == cut {
				l.after[i] = l.alive()
			}
		}
		if sets {
			l.live[d] = false
		}
		if !l.dead[i] {
			l.mark(l.reads(body[i])...)
		}
	}
}

// onNeeds marks what a probe's condition reads of the rows that come in.
func (l *lowering) onNeeds(p operators.Probe) {
	if p.Cond < 0 {
		return
	}
	own := map[int]bool{p.Dst: true}
	on := l.neededOn(p)
	for _, in := range on {
		if d, ok := target(in); ok {
			own[d] = true
		}
	}
	for _, r := range append(l.readBy(on), p.Cond) {
		if !own[r] {
			l.mark(r)
		}
	}
}

// neededOn is the instructions of a probe's condition that it depends on.
func (l *lowering) neededOn(p operators.Probe) []operators.Instr {
	if p.Cond < 0 {
		return nil
	}
	needed := map[int]bool{p.Cond: true}
	var on []operators.Instr
	for _, in := range slices.Backward(p.On) {
		if d, sets := target(in); sets && !needed[d] {
			continue
		}
		on = append(on, in)
		for _, r := range l.allReads(in) {
			needed[r] = true
		}
	}
	slices.Reverse(on)
	return on
}

// readBy is the registers that instructions read.
func (l *lowering) readBy(body []operators.Instr) []int {
	var out []int
	for _, in := range body {
		out = append(out, l.allReads(in)...)
	}
	return out
}

func (l *lowering) mark(registers ...int) {
	for _, r := range registers {
		l.live[r] = true
	}
}

func (l *lowering) alive() []int {
	var out []int
	for r, live := range l.live {
		if live {
			out = append(out, r)
		}
	}
	return out
}

// reads is the registers that the step of an instruction reads: without those that the
// step computes itself from a column.
func (l *lowering) reads(in operators.Instr) []int {
	if look, ok := in.(operators.Lookup); ok {
		if _, _, ok := l.columnPlace(look.At); ok {
			return nil
		}
	}
	return l.allReads(in)
}

func (l *lowering) allReads(in operators.Instr) []int {
	switch i := in.(type) {
	case operators.Compute:
		return i.Args
	case operators.Lookup:
		return []int{i.At}
	case operators.Test:
		return []int{i.At}
	case operators.Keep:
		return []int{i.Cond}
	case operators.Probe:
		return i.Keys
	}
	return nil
}

// place gives a register its slot.
func (l *lowering) place(register int) int {
	l.slot[register] = l.next
	l.next++
	return l.slot[register]
}

// at is where a register is.
func (l *lowering) at(register int) (value, error) {
	if l.slot[register] < 0 {
		return value{}, fmt.Errorf("register %d is read before it is set", register)
	}
	return value{slot: l.slot[register], null: l.p.Regs[register].Nullable}, nil
}

// value is a slot and whether its Null counts.
type value struct {
	slot int
	null bool
}

func (l *lowering) values(registers []int) ([]value, error) {
	out := make([]value, len(registers))
	for i, r := range registers {
		v, err := l.at(r)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (l *lowering) add(s step) { l.code.steps = append(l.code.steps, s) }

// counted gives the next step a name and a counter.
func (l *lowering) counted(name string) int {
	l.code.names = append(l.code.names, name)
	return len(l.code.names) - 1
}

// column notes that a step reads a column of the program.
func (l *lowering) column(c int) {
	if !l.loaded[c] {
		l.loaded[c] = true
		l.code.loads = append(l.code.loads, c)
	}
}
