// Package selection finds a value by its place in the order of all, which are not sorted: of few
// values by parting them, of more by counting digits, which several goroutines can do.
package selection

import (
	"math"
	"math/bits"
	"slices"
)

// fewKeys are selected from by parting them; of more, those are counted first that have the
// same leading digit.
const fewKeys = 256

// Neighbours gives the key at a place in the order of keys, and the one behind it, or the same where
// it is the last. It moves the keys about.
func Neighbours(keys []uint64, place int) (at, next uint64) {
	if len(keys) <= fewKeys {
		return parted(keys, place)
	}
	s := New(1, 1, inTurn)
	s.Take(0, keys)
	at, next, _ = s.Neighbours(place) // nothing stops what runs in turn
	return at, next
}

// Selection finds keys by their places in the order of all, a digit at a time: the keys are
// counted by the first bits in which they differ, and those that have them as the one at the
// place does are kept. Whoever fills it calls Take for every part, then Neighbours.
type Selection struct {
	parts       [][]uint64
	bounds      [][2]uint64 // by part: the least and the most
	place       int         // among the keys that are left
	least, most uint64      // no key left is outside
	threads     int         // of spread
	spread      Spread
}

// Spread calls work for tasks 0 … n-1, each on one of some goroutines, worker being the number of
// that one. The first error ends it.
type Spread func(n int, work func(worker, task int) error) error

// New is of keys in so many parts, which so many goroutines visit.
func New(parts, threads int, spread Spread) *Selection {
	return &Selection{parts: make([][]uint64, parts), bounds: make([][2]uint64, parts), threads: threads, spread: spread}
}

// inTurn does one task after another.
func inTurn(n int, work func(worker, task int) error) error {
	for task := range n {
		if err := work(0, task); err != nil {
			return err
		}
	}
	return nil
}

// Take gives the selection the keys of one part, several parts at a time. It moves them
// about.
func (s *Selection) Take(part int, keys []uint64) {
	s.parts[part] = keys
	least, most := uint64(math.MaxUint64), uint64(0)
	for _, k := range keys {
		least, most = min(least, k), max(most, k)
	}
	s.bounds[part] = [2]uint64{least, most}
}

// Count is how many keys are left.
func (s *Selection) Count() (n int) {
	for _, p := range s.parts {
		n += len(p)
	}
	return n
}

// Neighbours gives the key at a place below the number of keys, and the one behind it, or the
// same where it is the last.
func (s *Selection) Neighbours(place int) (at, next uint64, err error) {
	s.place, s.least = place, math.MaxUint64
	for _, b := range s.bounds {
		s.least, s.most = min(s.least, b[0]), max(s.most, b[1])
	}
	for n := s.Count(); n > fewKeys; n = s.Count() {
		shift := max(0, bits.Len64(s.most-s.least)-digitBits)
		counts, err := s.counts(shift)
		if err != nil {
			return 0, 0, err
		}
		digit, before := digitAt(counts, s.place)
		behind, _ := digitAt(counts, min(s.place+1, n-1))
		if shift == 0 {
			return s.least + uint64(digit), s.least + uint64(behind), nil
		}
		if err := s.keep(shift, digit, behind); err != nil {
			return 0, 0, err
		}
		s.place -= before
		if digit != behind {
			break // keys of two digits do not come closer
		}
		s.least += uint64(digit) << shift
		s.most = s.least + 1<<shift - 1
	}
	at, next = parted(slices.Concat(s.parts...), s.place)
	return at, next, nil
}

// digitBits is how many bits are counted by at once.
const digitBits = 11

// digits are how many keys have which digit.
type digits [1 << digitBits]int32

// counts counts the keys by the digit above shift.
func (s *Selection) counts(shift int) (*digits, error) {
	of := make([]digits, s.threads)
	err := s.spread(len(s.parts), func(worker, part int) error {
		c := &of[worker]
		for _, k := range s.parts[part] {
			c[(k-s.least)>>shift&(1<<digitBits-1)]++
		}
		return nil
	})
	return summed(of), err
}

// summed adds counts up in the first.
func summed(of []digits) *digits {
	for i := range of[1:] {
		for d, n := range of[i+1] {
			of[0][d] += n
		}
	}
	return &of[0]
}

// digitAt gives the digit of the key at a place, and how many keys have lower ones.
func digitAt(counts *digits, place int) (digit, before int) {
	for before+int(counts[digit]) <= place {
		before += int(counts[digit])
		digit++
	}
	return digit, before
}

// keep keeps the keys of two digits.
func (s *Selection) keep(shift, digit, other int) error {
	return s.spread(len(s.parts), func(_, part int) error {
		keys := s.parts[part]
		n := 0
		for _, k := range keys {
			keys[n] = k
			if d := int((k - s.least) >> shift); d == digit || d == other {
				n++
			}
		}
		s.parts[part] = keys[:n]
		return nil
	})
}
