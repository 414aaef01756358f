package groups

import (
	"gsdms/operators"
	"gsdms/operators/cpu/column"
	"gsdms/operators/cpu/keys"
)

// outFunc writes what comes out of a fold: of groups[i] at place at[i].
type outFunc func(f *fold, a *accumulators, groups, at []uint32, to *column.Column) error

// column makes the column of a fold.
func (f *fold) column(r *Run, n int) (*column.Column, error) {
	return column.New(r.budget, n, f.outFloat(), f.canBeNull(r.of), f.row.wide)
}

// outFloat reports whether doubles come out.
func (f *fold) outFloat() bool {
	switch f.spec.Func {
	case operators.SumFloat, operators.SumDistinctFloat, operators.MinFloat, operators.MaxFloat:
		return true
	}
	return isVariance(f.spec.Func)
}

// canBeNull reports whether there may be groups without a value for the fold.
func (f *fold) canBeNull(g *Groups) bool {
	switch f.spec.Func {
	case operators.CountRows, operators.CountValues, operators.CountDistinct, operators.BitAnd, operators.BitOr, operators.BitXor:
		return false
	case operators.VarianceInt, operators.VarianceFloat: // of one value, too
		return true
	}
	return f.arg.Null || g.shared || f.spec.Func.OfTexts() && f.spec.Unsorted.Computed()
}

// write writes the fold's results of groups, NULL where it saw no value.
func (f *fold) write(a *accumulators, groups, at []uint32, to *column.Column) error {
	if to.Nulls != nil {
		for i, g := range groups {
			if a.words[int(g)*a.groups.width+f.values] == 0 {
				to.SetNull(at[i])
			}
		}
	}
	return f.row.out(f, a, groups, at, to)
}

func outCount(f *fold, a *accumulators, groups, at []uint32, to *column.Column) error {
	return out(a, f.values, groups, at, to.Ints)
}

func outWord(f *fold, a *accumulators, groups, at []uint32, to *column.Column) error {
	return out(a, f.at, groups, at, to.Ints)
}

// out copies a word of every group.
func out(a *accumulators, word int, groups, at []uint32, to []int64) error {
	width := a.groups.width
	for i, g := range groups {
		to[at[i]] = a.words[int(g)*width+word]
	}
	return nil
}

func outSum128(f *fold, a *accumulators, groups, at []uint32, to *column.Column) error {
	width := a.groups.width
	for i, g := range groups {
		sum := a.words[int(g)*width+f.at:]
		to.SetWide(at[i], sum[0], sum[1])
	}
	return nil
}

func outRanked(value func(rank uint64) int64) outFunc {
	return func(f *fold, a *accumulators, groups, at []uint32, to *column.Column) error {
		width := a.groups.width
		for i, g := range groups {
			if to.Nulls == nil || !to.Nulls[at[i]] {
				to.Ints[at[i]] = value(uint64(a.words[int(g)*width+f.at]))
			}
		}
		return nil
	}
}

// outRankedFloat turns ranks back into doubles; turn gives the rank of a largest value.
func outRankedFloat(turn func(rank uint64) uint64) outFunc {
	return func(f *fold, a *accumulators, groups, at []uint32, to *column.Column) error {
		width := a.groups.width
		for i, g := range groups {
			if to.Nulls == nil || !to.Nulls[at[i]] {
				to.Floats[at[i]] = keys.RankFloat(turn(uint64(a.words[int(g)*width+f.at])))
			}
		}
		return nil
	}
}
