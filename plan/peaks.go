package plan

import (
	"encoding/binary"
	"math"
	"sync/atomic"
)

// Peaks tells how far the texts of some codes side by side go by their first bytes, so that most need
// not be read where the least or the greatest is looked for. Safe for concurrent use.
type Peaks struct {
	ranks []atomic.Uint64 // of each few codes the greatest first bytes, and the least with all bits turned; 0: not known
}

// PeakCodes is how many codes have a peak together.
const PeakCodes = 32

// Peaks gives the peaks of the texts, which all who ask have in common.
func (u *Unsorted) Peaks() *Peaks {
	if p := u.peaks.Load(); p != nil {
		return p
	}
	u.peaks.CompareAndSwap(nil, &Peaks{make([]atomic.Uint64, 2*(u.Len()/PeakCodes+1))})
	return u.peaks.Load()
}

// PeakOf numbers the few codes that have a peak with a code.
func PeakOf(code int64) int64 { return int64(uint64(code) / PeakCodes) }

// Rank is no less than the first bytes of the text of a code, or than these with all bits turned where
// turned is 1 and not 0; 0 where nothing is known.
func (p *Peaks) Rank(code int64, turned int) uint64 {
	return p.ranks[2*int(PeakOf(code))+turned].Load()
}

// Find is Rank of what is not known, which it finds if the texts are of one part, which has been loaded,
// or a function gives all of them without an error: NULL goes nowhere.
func (p *Peaks) Find(r *Reading, code int64, turned int) uint64 {
	block := int(code) / PeakCodes
	if r.Of.Computed() {
		return p.findComputed(r, block, turned)
	}
	r.At(code)
	lo, hi := block*PeakCodes-r.first, (block+1)*PeakCodes-r.first
	if lo < 0 || hi > r.part.Len() {
		return 0
	}
	least, greatest := uint64(math.MaxUint64), uint64(0)
	for i := lo; i < hi; i++ {
		first := FirstBytes(r.part.Bytes(i))
		least, greatest = min(least, first), max(greatest, first)
	}
	return p.found(block, least, greatest, turned)
}

// findComputed is Find of texts that a function gives. Its error is that of no row yet.
func (p *Peaks) findComputed(r *Reading, block, turned int) uint64 {
	least, greatest, was := uint64(math.MaxUint64), uint64(0), r.Err
	for code := block * PeakCodes; code < min((block+1)*PeakCodes, r.Of.Len()); code++ {
		first := r.First(int64(code))
		if r.Err != was {
			r.Err = was
			return 0
		}
		if !r.Null {
			least, greatest = min(least, first), max(greatest, first)
		}
	}
	return p.found(block, least, greatest, turned)
}

// found notes the ranks of a block and gives one of them.
func (p *Peaks) found(block int, least, greatest uint64, turned int) uint64 {
	p.ranks[2*block].Store(greatest)
	p.ranks[2*block+1].Store(^least)
	return p.ranks[2*block+turned].Load()
}

// FirstBytes is the first eight bytes of a text as a number that is in their order, zeros behind a
// shorter one.
func FirstBytes(text []byte) uint64 {
	if len(text) >= 8 {
		return binary.BigEndian.Uint64(text)
	}
	var first uint64
	for i, b := range text {
		first |= uint64(b) << (56 - 8*i)
	}
	return first
}
