package groups

import (
	"math/bits"

	"gsdms/operators"
	"gsdms/operators/cpu/keys"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/simd"
	"gsdms/plan"
)

// Marked is a fold of a sink without keys whose rows may come as a bitmap, with their numbers
// in a column: they are neither listed nor loaded then.
type Marked struct {
	Register int // of the program: whole numbers, none of them NULL
	fold     *fold
}

// Marked gives the folds of a sink that read a register; false where one of its folds cannot
// take rows as a bitmap.
func (g *Groups) Marked() (folds []Marked, ok bool) {
	if !g.shared || len(g.distincts) > 0 {
		return nil, false
	}
	for i := range g.folds {
		f := &g.folds[i]
		if f.arg.Null {
			return nil, false
		}
		switch f.spec.Func {
		case operators.CountRows, operators.CountValues:
		case operators.Sum64, operators.MinInt, operators.MaxInt:
			folds = append(folds, Marked{f.spec.Arg, f})
		default:
			return nil, false
		}
	}
	return folds, true
}

// CountMarked counts so many rows of a state, which come as a bitmap.
func (s *Sunk) CountMarked(of *machine.State, rows int) {
	s.dense.words[0] += int64(rows)
	of.Counts[s.dense.groups.count] += int64(rows)
}

// AddMarked folds the numbers of the rows of a bitmap, count of them and one at least.
func (s *Sunk) AddMarked(m Marked, k *simd.Folds, numbers []byte, stored plan.Storage, rows []uint64, count int) {
	word, log := &s.dense.words[m.fold.at], bits.TrailingZeros(uint(stored.Width))
	switch m.fold.spec.Func {
	case operators.Sum64:
		*word += int64(k.Sum[log](numbers, rows)) + stored.Bias*int64(count)
	case operators.MinInt:
		least := int64(k.Least[log](numbers, rows)) + stored.Bias
		*word = int64(max(uint64(*word), ^(uint64(least) ^ keys.SignBit)))
	case operators.MaxInt:
		greatest := int64(k.Greatest[log](numbers, rows)) + stored.Bias
		*word = int64(max(uint64(*word), uint64(greatest)^keys.SignBit))
	}
}
