package machine

import "gsdms/operators"

// someStep runs steps for the rows at hand in which a test says that they count. Where these are
// most of them, the steps are run for all: what is computed of other rows, nobody reads. Which of
// the two depends on the test alone, so that what such a step leaves can be read by another of the
// same test.
type someStep struct {
	test  Value
	when  when
	level int
	depth int     // how many such steps are around
	in    []move  // what the steps read
	out   []Value // what others read of theirs
	steps []Step
}

// sampled is how many of the first rows tell, where most of them count, that most of all do.
const sampled = 64

// some makes the step of a block.
func (l *Lowering) some(b *block) error {
	test, err := l.At(b.test)
	if err != nil {
		return err
	}
	s := &someStep{test: test, when: b.when, level: l.Level, depth: l.depth}
	outer, around := l.Code.steps, l.foreign
	read := l.enter(s, b)
	l.Code.steps = nil
	l.depth++
	l.Code.lists = max(l.Code.lists, l.depth)
	err = l.run(b.lo, b.hi, b.inner)
	l.depth--
	s.steps, l.Code.steps, l.foreign = l.Code.steps, outer, around
	l.leave(s, b, read)
	l.Add(s)
	return err
}

// enter gives the registers that come into a block slots of its own, for the rows that count.
// Constants are there for any rows.
func (l *Lowering) enter(s *someStep, b *block) (registers []int) {
	l.foreign = map[int]bool{}
	for i := b.lo; i < b.hi; i++ {
		if l.dead[i] {
			continue
		}
		for _, r := range l.reads(l.order[i]) {
			if _, constant := l.Set[r].(operators.Const); constant || l.foreign[r] || l.slot[r] < 0 {
				continue
			}
			from := l.slot[r]
			l.foreign[r] = true
			s.in = append(s.in, move{from: from, to: l.place(r), null: l.Program.Regs[r].Nullable})
			registers = append(registers, r)
		}
	}
	return registers
}

// leave puts the registers back that came into a block, and notes which of its own are read behind
// it.
func (l *Lowering) leave(s *someStep, b *block, registers []int) {
	for i, r := range registers {
		l.free = append(l.free, s.in[i].to)
		l.slot[r] = s.in[i].from
		if l.last[r] < b.hi {
			l.releaseRegister(r)
		}
	}
	for i := b.lo; i < b.hi; i++ {
		if d, _ := operators.Sets(l.order[i]); l.last[d] >= b.hi && l.slot[d] >= 0 {
			s.out = append(s.out, Value{Slot: l.slot[d], Null: l.Program.Regs[d].Nullable})
		}
	}
}

func (s *someStep) Run(m *Machine, n int, _ []Step) (int, error) {
	list := &m.some[s.depth]
	if n >= sampled && s.choose(m, list.at, sampled) > sampled*3/4 {
		return n, s.all(m, n)
	}
	count := s.choose(m, list.at, n)
	switch {
	case count == 0:
		return n, nil
	case count > n/2:
		return n, s.all(m, n)
	}
	rows, around := list.rows[:count], m.Levels[s.level]
	for i, at := range list.at[:count] {
		rows[i] = around[at]
	}
	m.Levels[s.level] = rows
	for _, in := range s.in {
		m.pick(in, list.at[:count])
	}
	err := m.exec(s.steps, count)
	for _, out := range s.out {
		m.spread(out, list.at[:count])
	}
	m.Levels[s.level] = around
	return n, err
}

// choose lists the rows that count among the first n.
func (s *someStep) choose(m *Machine, at []uint16, n int) (count int) {
	test := m.Register(s.test, n)
	null := test.Null
	if null == nil {
		null = m.zero[:n]
	}
	at, null = at[:n], null[:n]
	unless, unsure := byte(0), byte(0) // a row counts if it is (true xor unless), and not NULL, or unsure
	switch s.when {
	case whenNotTrue:
		unless, unsure = 1, 1
	case whenNotFalse:
		unsure = 1
	}
	for i, x := range test.Int {
		at[count] = uint16(i)
		is := byte(0)
		if x != 0 {
			is = 1
		}
		count += int((is^unless)&^null[i] | null[i]&unsure)
	}
	return count
}

// all runs the steps for all rows: what they read stays where it is, under another name.
func (s *someStep) all(m *Machine, n int) error {
	for _, in := range s.in {
		m.Slots[in.from], m.Slots[in.to] = m.Slots[in.to], m.Slots[in.from]
	}
	err := m.exec(s.steps, n)
	for _, in := range s.in {
		m.Slots[in.from], m.Slots[in.to] = m.Slots[in.to], m.Slots[in.from]
	}
	return err
}

// pick copies the rows of a register at some places side by side.
func (m *Machine) pick(v move, at []uint16) {
	from, to := &m.Slots[v.from], &m.Slots[v.to]
	ints := to.Ints[:len(at)]
	for i, a := range at {
		ints[i] = from.Ints[a]
	}
	if !v.null {
		return
	}
	null := to.Null[:len(at)]
	for i, a := range at {
		null[i] = from.Null[a]
	}
}

// spread puts rows that are side by side to their places, which ascend, the last one first.
func (m *Machine) spread(v Value, at []uint16) {
	s := &m.Slots[v.Slot]
	for i := len(at) - 1; i >= 0; i-- {
		s.Ints[at[i]] = s.Ints[i]
	}
	if !v.Null {
		return
	}
	for i := len(at) - 1; i >= 0; i-- {
		s.Null[at[i]] = s.Null[i]
	}
}
