package gen

const (
	modulus    = 1<<31 - 1
	multiplier = 16807
)

// stream is a Lehmer generator, x = 16807 x mod (2^31 - 1). It belongs to one goroutine.
type stream struct{ x uint64 }

// streamAt is the stream that started at seed and has made n draws since.
func streamAt(seed, n int64) stream {
	s := stream{uint64(seed)}
	s.skip(n)
	return s
}

// next advances the stream. The product has 46 bits: folding its high bits onto the
// low 31 is the remainder by 2^31 - 1, up to one subtraction.
func (s *stream) next() uint64 {
	p := s.x * multiplier
	x := p&modulus + p>>31
	if x >= modulus {
		x -= modulus
	}
	s.x = x
	return x
}

// draw gives a number in [lo, hi]. It divides before it multiplies, in float64, as the
// reference does: any other order gives other data.
func (s *stream) draw(lo, hi int64) int64 {
	return lo + int64(float64(s.next())/modulus*float64(hi-lo+1))
}

// skip makes n draws at once: x 16807^n.
func (s *stream) skip(n int64) {
	s.x = s.x * power(multiplier, n) % modulus
}

// power is base^n mod 2^31 - 1.
func power(base uint64, n int64) uint64 {
	result := uint64(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = result * base % modulus
		}
		base = base * base % modulus
	}
	return result
}
