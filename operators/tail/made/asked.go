package made

import (
	"math"
	"math/bits"
)

// What nobody wants tells of other texts that nobody wants them: of those behind it, say. Where a column's codes, or
// its numbers of as many digits, have the order of the texts, two numbers tell it, and the texts of most rows are
// not even made.

// Beyond is of which other texts a chooser wants none, now and later, where it drops some.
type Beyond uint8

const (
	Nothing Beyond = iota // of none that is known
	Between               // of those between two that it drops
	Behind                // of those, and of those behind one
	Before                // of those, and of those before one
)

// span is the numbers of texts that nobody wants, once there are some.
type span struct {
	lo, hi int64
	known  bool
}

// spans is these for each class of numbers.
type spans [2 + mostDecimal]span

// mostDecimal is how many digits a number of 64 bits has at most.
const mostDecimal = 19

// ordered is a step whose texts are in the order of numbers, those of a class each.
type ordered interface {
	rows(t *tile) (base int, numbers []int32)
	present(t *tile, rows []int32) []int32
	// class is -1 for a number that is in no order with others.
	class(row int) (class int, n int64)
}

func (s codes) class(row int) (int, int64) { return 0, s.v.Ints[row] }

func (s number) class(row int) (int, int64) {
	n := s.v.Ints[row]
	if n < 0 {
		return -1, n
	}
	return 1 + digitsOf(uint64(n)), n
}

// digitsOf is how many decimal digits a number has.
func digitsOf(n uint64) int {
	d := bits.Len64(n|1) * 1233 >> 12
	if n >= powers[d] {
		d++
	}
	return d
}

var powers = func() (out [mostDecimal + 1]uint64) {
	n := uint64(1)
	for i := range out {
		out[i] = n
		n *= 10
	}
	return out
}()

// orderedOf gives a piece whose texts are in the order of numbers.
func orderedOf(p piece) (ordered, bool) {
	if n, is := p.step.(number); is {
		return n, n.digits
	}
	s, is := p.step.(codes)
	return s, is
}

// asked is a chooser that is asked about the rows of a tile, which begins somewhere in the chunk.
type asked struct {
	Chooser
	at    int
	spans *spans
}

// within gives those of some rows whose texts may be wanted by the numbers that they begin with.
func (a asked) within(p piece, t *tile, rows []int32) []int32 {
	s, is := orderedOf(p)
	if !is || a.Beyond() == Nothing {
		return rows
	}
	rows = s.present(t, rows)
	base, numbers := s.rows(t)
	left, dropped := t.lists.get()[:0], t.lists.get()[:0]
	for _, i := range rows {
		class, n := s.class(place(base, numbers, i))
		if class >= 0 && a.spans[class].has(n) {
			dropped = append(dropped, i)
		} else {
			left = append(left, i)
		}
	}
	a.Drop(a.at, dropped)
	return left
}

// left gives those of some rows that may be wanted, as a method of the chooser says, by what their texts are or begin
// with, and notes what follows from the others.
func (a asked) left(p piece, t *tile, rows []int32, texts []string, says func(tile int, rows []int32, texts []string) []int32) []int32 {
	left := says(a.at, append(t.lists.get()[:0], rows...), texts)
	s, is := orderedOf(p)
	beyond := a.Beyond()
	if !is || beyond == Nothing || len(left) == len(rows) {
		return left
	}
	base, numbers := s.rows(t)
	for _, i := range t.without(rows, left) {
		if class, n := s.class(place(base, numbers, i)); class >= 0 {
			a.spans[class].add(n, beyond)
		}
	}
	return left
}

func (s span) has(n int64) bool { return s.known && n >= s.lo && n <= s.hi }

// add notes that nobody wants the text of a number.
func (s *span) add(n int64, beyond Beyond) {
	if !s.known {
		*s = span{n, n, true}
	}
	s.lo, s.hi = min(s.lo, n), max(s.hi, n)
	switch beyond {
	case Behind:
		s.hi = math.MaxInt64
	case Before:
		s.lo = math.MinInt64
	}
}
