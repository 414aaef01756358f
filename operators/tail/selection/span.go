package selection

// Span is keys in a row of the order of all: those whose bits above the lowest shift ones are from
// first to last.
type Span struct {
	shift       int
	first, last uint64
	Before      int64 // how many of all keys are less
	Rows        int64 // how many keys it has
}

// Has reports whether a key is in the span.
func (s Span) Has(key uint64) bool { return key>>s.shift-s.first <= s.last-s.first }

// Between gives a span of keys of so many bits that has those at places lo to hi-1 of their order. It
// is found digit by digit, by counting, until it has no more than so many keys beside these, or until
// they lie on both sides of a bound between digits.
func Between(parts [][]uint64, width int, lo, hi, beside int64, threads int, spread Spread) (Span, error) {
	s := Span{shift: width}
	for _, p := range parts {
		s.Rows += int64(len(p))
	}
	for s.first == s.last && s.shift > 0 && s.Rows-(hi-lo) > beside {
		bits := min(digitBits, s.shift)
		counts, err := s.counts(parts, bits, threads, spread)
		if err != nil {
			return s, err
		}
		s = s.part(counts, bits, lo, hi)
	}
	return s, nil
}

// counts counts, of the keys in a span of one leading number, the digits of so many bits behind it.
func (s Span) counts(parts [][]uint64, bits, threads int, spread Spread) (*digits, error) {
	shift, mask := s.shift-bits, uint64(1)<<bits-1
	of := make([]digits, threads)
	err := spread(len(parts), func(worker, part int) error {
		c := &of[worker]
		for _, k := range parts[part] {
			if k>>s.shift == s.first {
				c[k>>shift&mask&(1<<digitBits-1)]++
			}
		}
		return nil
	})
	return summed(of), err
}

// part is the span within s, by the counts of its next digit of so many bits, of the keys at places lo
// to hi-1 of all.
func (s Span) part(counts *digits, bits int, lo, hi int64) Span {
	digit, before := digitAt(counts, int(lo-s.Before))
	out := Span{shift: s.shift - bits, first: s.first<<bits | uint64(digit), Before: s.Before + int64(before), Rows: int64(counts[digit])}
	for ; out.Before+out.Rows < hi; out.Rows += int64(counts[digit]) {
		digit++
	}
	out.last = s.first<<bits | uint64(digit)
	return out
}
