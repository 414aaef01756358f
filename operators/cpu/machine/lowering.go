package machine

import (
	"fmt"
	"gsdms/operators"
	"math"
	"slices"
)

// Code is the body of a program, and what its sink makes of it, as steps over slots.
// Immutable.
type Code struct {
	steps  []Step
	Names  []string // of the steps that are counted: the scan, the clauses, the body's, the sink
	Slots  int
	Levels int                // 1 + the most probes whose pairs wait at once
	parts  []*Code            // by partner: what is done with it, where all rows have the same few; nil: the steps do
	join   int                // parts: the count of the pairs
	lists  int                // of rows that blocks in each other need
	loads  []int              // the program's columns that steps read
	kept   []*operators.Array // with an element for each row of the table, which steps read like columns
}

// Step is one instruction of the body over n rows. It returns how many rows go on to
// the next step; rest is the steps behind it, for those that run them themselves.
type Step interface {
	Run(m *Machine, n int, rest []Step) (int, error)
}

// Lowering is the state of making the steps of a program. The instructions are walked backward, to
// learn which registers are needed and where (needs), and then forward, to make the
// steps (body).
type Lowering struct {
	Program *operators.Program
	noFuse  bool               // no step does the work of several instructions
	Then    func(at int) error // called behind the step of each instruction
	Code    *Code
	Set     []operators.Instr // by register: the instruction of the body that sets it
	live    []bool            // by register, at the place that needs has come to
	After   [][]int           // by number of an instruction that drops or repeats rows: what is live behind it
	dead    []bool            // by number of an instruction of the body: nobody needs its result
	dies    [][]int           // by number of an instruction of the body: the registers that are read there last
	at      int               // the number of the instruction that Needs has come to
	slot    []int             // by register: where it is; -1 before it is set, and when it is read no more
	free    []int             // slots that no register has any more
	lasting bool              // constants have slots of their own
	Level   int
	deepest int // of the levels so far
	next    int
	loaded  []bool
	order   []operators.Instr // the body as it is run
	was     []int             // by place in order: the number in the body; nil: the same
	blocks  []*block
	last    []int        // by register: the place in order of who reads it last, -1 for nobody
	depth   int          // of the blocks around
	foreign map[int]bool // registers that come into the block at hand
}

// NewLowering begins the code of a program. noFuse: no step does the work of several
// instructions.
func NewLowering(p *operators.Program, noFuse bool) *Lowering {
	l := &Lowering{
		Program: p, noFuse: noFuse, Code: &Code{Names: []string{"scan"}},
		Set: make([]operators.Instr, len(p.Regs)), live: make([]bool, len(p.Regs)),
		After: make([][]int, len(p.Body)), dead: make([]bool, len(p.Body)), dies: make([][]int, len(p.Body)),
		at:   len(p.Body),
		slot: make([]int, len(p.Regs)), loaded: make([]bool, len(p.Columns)), last: make([]int, len(p.Regs)),
	}
	for i := range l.slot {
		l.slot[i], l.last[i] = -1, -1
	}
	constants := 0
	for _, in := range p.Body {
		if d, ok := operators.Sets(in); ok {
			l.Set[d] = in
		}
		if _, ok := in.(operators.Const); ok {
			constants++
		}
	}
	l.lasting = constants <= lastingConstants
	return l
}

// lastingConstants is how many constants of a program have slots of their own, which are filled
// once. Where there are more, they are filled for each batch.
const lastingConstants = 64

// Finish settles what the machine needs for the steps.
func (l *Lowering) Finish() { l.Code.Slots, l.Code.Levels = l.next, l.deepest+1 }

// Needs puts the instructions of a body in the order in which they are run, and walks them
// backward. What is read behind them is marked.
func (l *Lowering) Needs(body []operators.Instr) {
	l.order = body
	if !l.noFuse {
		l.order, l.was, l.blocks = arrange(body, l.live, l.Program.TopSet())
	}
	body = l.order
	for i := len(body) - 1; i >= 0; i-- {
		l.at = i
		d, sets := operators.Sets(body[i])
		switch in := body[i].(type) {
		case operators.Keep, operators.Test:
			l.After[i] = l.alive()
		case operators.Probe:
			if sets {
				l.live[d] = false
			}
			l.After[i] = l.alive()
			l.onNeeds(in)
		default:
			l.dead[i] = sets && !l.live[d]
			if l.IsCut(i) {
				l.After[i] = l.alive()
			}
		}
		if sets {
			l.live[d] = false
		}
		if !l.dead[i] {
			l.Mark(l.reads(body[i])...)
		}
	}
}

// IsCut reports whether all keys of the sink's top are known behind an instruction.
func (l *Lowering) IsCut(at int) bool {
	if l.was != nil {
		at = l.was[at]
	}
	return at == l.Program.TopSet()
}

// onNeeds marks what a probe's condition reads of the rows that come in.
func (l *Lowering) onNeeds(p operators.Probe) {
	if p.Cond < 0 {
		return
	}
	own := map[int]bool{p.Dst: true}
	on := neededOn(p)
	for _, in := range on {
		if d, ok := operators.Sets(in); ok {
			own[d] = true
		}
	}
	for _, r := range append(l.readBy(on), p.Cond) {
		if !own[r] {
			l.Mark(r)
		}
	}
}

// neededOn is the instructions of a probe's condition that it depends on.
func neededOn(p operators.Probe) []operators.Instr {
	if p.Cond < 0 {
		return nil
	}
	needed := map[int]bool{p.Cond: true}
	var on []operators.Instr
	for _, in := range slices.Backward(p.On) {
		if d, sets := operators.Sets(in); sets && !needed[d] {
			continue
		}
		on = append(on, in)
		for _, r := range allReads(in) {
			needed[r] = true
		}
	}
	slices.Reverse(on)
	return on
}

// readBy is the registers that instructions read.
func (l *Lowering) readBy(body []operators.Instr) []int {
	var out []int
	for _, in := range body {
		out = append(out, allReads(in)...)
	}
	return out
}

// Mark notes that registers are read behind the instruction that Needs has come to.
func (l *Lowering) Mark(registers ...int) {
	for _, r := range registers {
		if !l.live[r] && l.at < len(l.dies) {
			l.dies[l.at] = append(l.dies[l.at], r)
		}
		l.last[r] = max(l.last[r], l.at)
		l.live[r] = true
	}
}

func (l *Lowering) alive() []int {
	var out []int
	for r, live := range l.live {
		if live {
			out = append(out, r)
		}
	}
	return out
}

// reads is the registers that the step of an instruction reads: without constants of a kernel, and those
// that the step computes itself from a column.
func (l *Lowering) reads(in operators.Instr) []int {
	switch i := in.(type) {
	case operators.Compute:
		if l.isTruth(i) {
			return l.readsTruth(i)
		}
	case operators.Lookup:
		if _, _, ok := l.columnPlace(i.At); ok || l.isRow(i.At) {
			return nil
		}
	case operators.Test:
		if l.isRow(i.At) {
			return nil
		}
	}
	return allReads(in)
}

func allReads(in operators.Instr) []int {
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

// place gives a register its slot: one that no other has any more, if there is one.
func (l *Lowering) place(register int) int {
	last := len(l.free) - 1
	if last < 0 {
		return l.ownPlace(register)
	}
	l.slot[register] = l.free[last]
	l.free = l.free[:last]
	return l.slot[register]
}

// ownPlace gives a register a slot that no other has had.
func (l *Lowering) ownPlace(register int) int {
	l.slot[register] = l.next
	l.next++
	return l.slot[register]
}

// release frees the slots of the registers that an instruction reads last. What a probe reads
// stays: it goes on with the next rows when the steps behind it have run.
func (l *Lowering) release(i int) {
	if _, probe := l.order[i].(operators.Probe); probe {
		return
	}
	for _, r := range l.dies[i] {
		l.releaseRegister(r)
	}
}

// releaseRegister frees the slot of a register that nobody reads any more. What comes into a block
// has its slot until the block ends.
func (l *Lowering) releaseRegister(r int) {
	if _, constant := l.Set[r].(operators.Const); l.slot[r] >= 0 && !(constant && l.lasting) && !l.foreign[r] {
		l.free = append(l.free, l.slot[r])
		l.slot[r] = -1
	}
}

// At is where a register is.
func (l *Lowering) At(register int) (Value, error) {
	if l.slot[register] < 0 {
		return Value{}, fmt.Errorf("register %d is read before it is set", register)
	}
	return Value{Slot: l.slot[register], Null: l.Program.Regs[register].Nullable}, nil
}

// Value is a slot and whether its Null counts.
type Value struct {
	Slot int
	Null bool
}

// Values is where registers are; an error where one has not been set.
func (l *Lowering) Values(registers []int) ([]Value, error) {
	out := make([]Value, len(registers))
	for i, r := range registers {
		v, err := l.At(r)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// Add makes a step the next one.
func (l *Lowering) Add(s Step) { l.Code.steps = append(l.Code.steps, s) }

// Counted gives the next step a name and a counter.
func (l *Lowering) Counted(name string) int {
	l.Code.Names = append(l.Code.Names, name)
	return len(l.Code.Names) - 1
}

// Column notes that a step reads a column of the program.
func (l *Lowering) Column(c int) {
	if !l.loaded[c] {
		l.loaded[c] = true
		l.Code.loads = append(l.Code.loads, c)
	}
}

// Bounds is what values a register can have, if that is known.
func (l *Lowering) Bounds(register int) (lo, hi int64, known bool) {
	if r := l.Program.Regs[register]; r.Lo < r.Hi {
		return r.Lo, r.Hi, true
	}
	return math.MinInt64, math.MaxInt64, false
}
