package cpu

import (
	"math"
	"slices"

	"gsdms/operators"
	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/machine"
)

// Where the first rows of each part of the rows are wanted, each worker keeps the places of the
// first that it has seen of each part, in a heap whose last one is on top: what lies behind that
// is not emitted. The operators behind the scan drop what is too much of several workers, and of
// the rows that came before those that are wanted.

// firstOfParts is the step that drops rows behind the first of their part.
type firstOfParts struct {
	live     []machine.Value
	level    int
	count    int
	by       *ranking
	parts    keys.Packing
	number   int // of parts
	rows     int // that are wanted of each
	distinct bool
}

func (l *lowering) firstOfParts(top *operators.Top, live []machine.Value) error {
	s := &firstOfParts{live: live, level: l.Level, count: l.Counted("first"), rows: int(top.Rows), distinct: top.Distinct}
	for _, k := range top.Within {
		v, err := l.At(k.Reg)
		if err != nil {
			return err
		}
		values := k.Size
		if k.Nullable {
			values--
		}
		s.parts.Add(keys.Key{Value: v, Lo: k.Lo, Hi: k.Lo + int64(values) - 1})
	}
	s.parts.Settle()
	s.number = 1 << s.parts.Bits()
	var err error
	if s.by, err = l.ranking(top); err != nil {
		return err
	}
	l.code.parts = s
	l.Add(s)
	return nil
}

// bytes is what a worker takes for the first rows of parts.
func (s *firstOfParts) bytes() int64 {
	if s == nil {
		return 0
	}
	return 8 * int64(s.number*s.rows)
}

func (s *firstOfParts) Run(m *machine.Machine, n int, _ []machine.Step) (int, error) {
	own := m.State.Sink.(*state)
	if own.parts == nil {
		own.parts = slices.Repeat([]uint64{math.MaxUint64}, s.number*s.rows)
	}
	places := m.Hashes[:n]
	s.by.places(m, n, places)
	kept := 0
	for i, part := range s.parts.Pack(m, n)[0][:n] {
		first := heap(own.parts[int(part)*s.rows:][:s.rows])
		m.Kept[kept] = uint16(i)
		if places[i] <= first[0] {
			kept++
			s.take(first, places[i])
		}
	}
	return m.Keep(n, kept, s.level, s.live, s.count), nil
}

// take puts a place among the first of a part.
func (s *firstOfParts) take(first heap, place uint64) {
	if place == first[0] || s.distinct && slices.Contains(first, place) {
		return
	}
	first[0] = place
	first.down(0)
}
