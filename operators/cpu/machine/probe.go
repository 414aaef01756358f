package machine

import (
	"fmt"
	"unsafe"

	"gsdms/operators"
	"gsdms/plan"
)

// probeStep repeats every row for each of its partners in an index, and runs the rest
// of the body on batches of such pairs, so that a row with many partners makes no
// vector longer than a batch.
type probeStep struct {
	index *operators.Index
	match []matcher
	keys  []Value
	outer bool
	pairs []move // what the pairs carry over, for the condition and the rest
	dst   int    // the partner's row number, in the pairs
	once  bool   // a second partner is an error
	on    []Step
	cond  Value
	conds bool
	level int // of the rows that come in; the pairs are one level above
	count int
}

// move is a register that the pairs repeat: its slot among the rows that come in and
// its slot among the pairs.
type move struct {
	from, to int
	null     bool
}

// probeScratch is the pairs of one level that wait for the rest of the body. An entry
// without a partner stands for the end of a row of an outer join.
type probeScratch struct {
	row     []uint16 // position among the rows that come in
	partner []uint32 // 1 + row of the index's table; 0 at the end of a row
	matched []bool   // by row that comes in
	first   []uint32 // by row that comes in: 1 + the row of its first partner that is not in a pair yet, 0 for none
	hashes  []uint64 // by row that comes in
	active  []uint16 // rows whose chains are being walked, or that have no partner yet
	differs []byte   // by active row
	ends    int      // entries without a partner
}

func newProbeScratch(batch int) probeScratch {
	return probeScratch{
		row: make([]uint16, 0, batch), partner: make([]uint32, 0, batch),
		matched: make([]bool, batch), first: make([]uint32, batch), hashes: make([]uint64, batch),
		active: make([]uint16, 0, batch), differs: make([]byte, batch),
	}
}

// probe makes the step of a Probe and moves what is live to slots of the pairs.
func (l *Lowering) probe(p operators.Probe, after []int) error {
	s := &probeStep{index: l.Program.Indexes[p.Index], outer: p.Kind.Keeps(), once: p.Kind == plan.SingleJoin, level: l.Level}
	var err error
	if s.keys, err = l.Values(p.Keys); err != nil {
		return err
	}
	if keys := len(s.index.Keys); len(p.Keys) != keys && !s.index.Spans {
		return fmt.Errorf("index %s has %d keys, the probe %d", s.index.Name, keys, len(p.Keys))
	}
	for _, k := range s.index.Keys {
		s.match = append(s.match, newMatcher(k))
	}
	if !p.Kind.Shows() {
		return l.exists(s, p, after)
	}
	if err := l.above(s, p, after); err != nil {
		return err
	}
	s.count = l.Counted("probe " + s.index.Name)
	l.Add(s)
	return nil
}

// above begins the level of the pairs: it moves there what they need, and makes the steps
// of the condition.
func (l *Lowering) above(s *probeStep, p operators.Probe, after []int) error {
	l.Level++
	l.deepest = max(l.deepest, l.Level)
	l.carry(s, p, after)
	return l.condition(s, p)
}

// carry gives every register that the pairs need a new slot.
func (l *Lowering) carry(s *probeStep, p operators.Probe, after []int) {
	moved := map[int]bool{p.Dst: true}
	need := append(l.readBy(neededOn(p)), after...)
	if p.Cond >= 0 {
		need = append(need, p.Cond)
	}
	for _, r := range need {
		if !moved[r] && l.slot[r] >= 0 {
			moved[r] = true
			from := l.slot[r]
			s.pairs = append(s.pairs, move{from: from, to: l.place(r), null: l.Program.Regs[r].Nullable})
		}
	}
	s.dst = l.place(p.Dst)
}

// condition makes the steps of On.
func (l *Lowering) condition(s *probeStep, p operators.Probe) error {
	if p.Cond < 0 {
		return nil
	}
	body := l.Code.steps
	l.Code.steps = nil
	defer func() { l.Code.steps = body }()
	for i, in := range neededOn(p) {
		switch in.(type) {
		case operators.Keep, operators.Test, operators.Probe:
			return fmt.Errorf("condition of the probe of %s: %T drops or repeats rows", s.index.Name, in)
		}
		if err := l.instruction(in, nil); err != nil {
			return fmt.Errorf("condition of the probe of %s, instruction %d: %w", s.index.Name, i, err)
		}
	}
	s.on, s.conds = l.Code.steps, true
	var err error
	s.cond, err = l.At(p.Cond)
	return err
}

// newMatcher reads the numbers of a key; an index without rows has none.
func newMatcher(k *operators.Array) matcher {
	m := matcher{storage: k.Storage, rows: k.Len}
	if k.Len > 0 {
		_ = k.Data[k.Len*k.Storage.Width-1]
		m.numbers = unsafe.Pointer(&k.Data[0])
	}
	return m
}
