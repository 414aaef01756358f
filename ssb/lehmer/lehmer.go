// Package lehmer is the random numbers that the benchmarks' reference generators draw.
package lehmer

const (
	modulus    = 1<<31 - 1
	multiplier = 16807
)

// Stream is a Lehmer generator, x = 16807 x mod (2^31 - 1). It belongs to one goroutine.
type Stream struct{ x uint64 }

// At is the stream that started at seed and has made n draws since.
func At(seed, n int64) Stream {
	s := Stream{uint64(seed)}
	s.Skip(n)
	return s
}

// Next advances the stream. The product has 46 bits: folding its high bits onto the
// low 31 is the remainder by 2^31 - 1, up to one subtraction.
func (s *Stream) Next() uint64 {
	p := s.x * multiplier
	x := p&modulus + p>>31
	if x >= modulus {
		x -= modulus
	}
	s.x = x
	return x
}

// Draw gives a number in [lo, hi]. It divides before it multiplies, in float64, as the
// references do: any other order gives other data.
func (s *Stream) Draw(lo, hi int64) int64 {
	return lo + s.Scaled(float64(hi-lo+1))
}

// Scaled gives the next number, a fraction of one, times n, cut towards zero.
func (s *Stream) Scaled(n float64) int64 {
	return int64(float64(s.Next()) / modulus * n)
}

// Skip makes n draws at once: x 16807^n.
func (s *Stream) Skip(n int64) {
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
