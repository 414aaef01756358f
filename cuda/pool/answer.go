package pool

import (
	"math/bits"
	"runtime"
	"sync"
)

// span is the items from first to before end, whole grains.
type span struct{ first, end uint64 }

// period is the words after which a kernel's input begins anew.
const period = 1 << 20

func mixed(x uint32) uint32 {
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	return x ^ x>>16
}

// word is number i of every kernel's input.
func word(i uint64) uint32 { return mixed(uint32(i % period)) }

// Answer is the sum that the kernel must give, computed here by all processors.
func (k *Kind) Answer(s Size) uint64 {
	items := k.items(s)
	workers := uint64(4 * runtime.GOMAXPROCS(0))
	share := (items/workers/k.grain + 1) * k.grain
	var wg sync.WaitGroup
	sums := make([]uint64, workers)
	for w := range workers {
		wg.Go(func() {
			if first := w * share; first < items {
				sums[w] = k.answer(s, span{first, min(items, first+share)})
			}
		})
	}
	wg.Wait()
	total := uint64(0)
	for _, n := range sums {
		total += n
	}
	return total
}

func answerAtomic(_ Size, s span) (sum uint64) {
	for i := s.first; i < s.end; i++ {
		sum += uint64(mixed(uint32(i)))
	}
	return sum
}

func answerClock(_ Size, s span) (sum uint64) {
	const grain = 2048
	for first := s.first; first < s.end; first += grain {
		least := ^uint32(0)
		for i := first; i < min(s.end, first+grain); i++ {
			x := uint32(i)
			for range chain {
				x = (x ^ x>>13) * 0x5bd1e995
			}
			least = min(least, x)
		}
		sum += uint64(least)
	}
	return sum
}

// coordinates are three of 10 bits.
func coordinates(w uint32) [3]int {
	return [3]int{int(w & 1023), int(w >> 10 & 1023), int(w >> 20 & 1023)}
}

func distance(a, b [3]int) int {
	x, y, z := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return x*x + y*y + z*z
}

func answerNear(s Size, of span) (sum uint64) {
	for i := of.first; i < of.end; i++ {
		a := coordinates(word(i % s.Points))
		for k := range uint64(64) {
			if distance(a, coordinates(word(i/s.Points*64+k))) < 400*400 {
				sum++
			}
		}
	}
	return sum
}

func answerHistogram(s Size, of span) (sum uint64) {
	sides := s.Points / 512
	var right [512][3]int
	for i := of.first; i < of.end; i++ {
		for k := range right {
			right[k] = coordinates(word(i%sides*512 + uint64(k)))
		}
		for k := range uint64(512) {
			a := coordinates(word(i/sides*512 + k))
			for _, b := range right {
				sum += uint64(distance(a, b) >> 10)
			}
		}
	}
	return sum
}

// eachWord sums what f gives for the words of a span of items of 4 words.
func eachWord(s span, f func(i uint64, w uint32) uint32) (sum uint64) {
	for i := 4 * s.first; i < 4*s.end; i++ {
		sum += uint64(f(i, word(i)))
	}
	return sum
}

func answerIncrement(_ Size, s span) uint64 {
	return eachWord(s, func(_ uint64, w uint32) uint32 { return w + 1 })
}

func answerSquare(_ Size, s span) uint64 {
	return eachWord(s, func(_ uint64, w uint32) uint32 { return w * w })
}

func answerVectors(s Size, of span) uint64 {
	return eachWord(of, func(i uint64, w uint32) uint32 { return w + word(s.Words/2+i) })
}

// answerSteps takes n steps of a linear congruence at once, by squaring.
func answerSteps(s span, n uint64) uint64 {
	factor, offset := uint32(1), uint32(0)
	for b := bits.Len64(n) - 1; b >= 0; b-- {
		offset = factor*offset + offset
		factor *= factor
		if n>>b&1 == 1 {
			factor, offset = factor*1664525, offset*1664525+1013904223
		}
	}
	return eachWord(s, func(_ uint64, w uint32) uint32 { return w*factor + offset })
}

func weight(w uint32) int { return int(w&15) - 8 }

func answerLayer(_ Size, s span) (sum uint64) {
	var inputs [4][weights]int8
	for b := range inputs {
		for k := range inputs[b] {
			inputs[b][k] = int8(weight(word(uint64(b*weights + k))))
		}
	}
	for row := s.first; row < s.end; row++ {
		var at [4]int
		for k := range uint64(weights) {
			w := weight(word(row*weights + k))
			for b := range at {
				at[b] += w * int(inputs[b][k])
			}
		}
		for _, a := range at {
			sum += uint64(max(0, a))
		}
	}
	return sum
}

func answerProduct(s Size, of span) (sum uint64) {
	n := s.Side
	row := make([]uint32, n)
	for first := of.first; first < of.end; {
		i, from := first/n, first%n
		to := min(n, from+of.end-first)
		clear(row)
		for k := range n {
			a := word(i*n + k)
			for j := from; j < to; j++ {
				row[j] += a * word(n*n+k*n+j)
			}
		}
		for j := from; j < to; j++ {
			sum += uint64(row[j])
		}
		first += to - from
	}
	return sum
}

// fold is what a reduction has so far.
type fold uint32

func addWords(f fold, w uint32) fold   { return f + fold(w) }
func mostOf(f fold, w uint32) fold     { return max(f, fold(w)) }
func xorOf(f fold, w uint32) fold      { return f ^ fold(w) }
func addSquares(f fold, w uint32) fold { return f + fold(w*w) }

func answerReduction(s span, grain uint64, of func(fold, uint32) fold) (sum uint64) {
	for first := s.first; first < s.end; first += grain {
		var f fold
		for i := 4 * first; i < 4*min(s.end, first+grain); i++ {
			f = of(f, word(i))
		}
		sum += uint64(f)
	}
	return sum
}
