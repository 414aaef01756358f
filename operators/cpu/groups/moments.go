package groups

import (
	"math"

	"gsdms/operators"
	"gsdms/operators/cpu/column"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/exact"
	"gsdms/plan"
)

// A group's words of a variance are the moments of its values, and of doubles the place of
// an exact.Far for those outside of the moments' window (1 + it; 0: none).

func isVariance(f operators.FoldFunc) bool {
	return f == operators.VarianceInt || f == operators.VarianceFloat
}

// moments is those of a group.
func (f *fold) moments(a *accumulators, group int) *exact.Moments {
	return (*exact.Moments)(a.words[group*a.groups.width+f.at:])
}

// farWord is where the place of a group's Far is.
func (f *fold) farWord(a *accumulators, group int) *int64 {
	return &a.words[group*a.groups.width+f.at+exact.MomentWords]
}

// farAt is a group's Far, made at first use.
func (f *fold) farAt(a *accumulators, group int) (*exact.Far, error) {
	return a.far[f.index].of(f.farWord(a, group), a.run.budget, exact.FarBytes)
}

func addMoments(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	v := f.argument(a, m, numbers)
	for i, n := range numbers {
		if v.Null == nil || v.Null[i] == 0 {
			f.moments(a, int(n)).AddInt(v.Int[i])
		}
	}
	return nil
}

func mergeMoments(f *fold, into *accumulators, i int, from *accumulators, j int) error {
	f.moments(into, i).Merge(f.moments(from, j))
	return nil
}

func addFloatMoments(f *fold, a *accumulators, m *machine.Machine, numbers []uint32) error {
	v := f.argument(a, m, numbers)
	for i, n := range numbers {
		if v.Null != nil && v.Null[i] != 0 || f.moments(a, int(n)).AddFloat(v.Float[i]) {
			continue
		}
		far, err := f.farAt(a, int(n))
		if err != nil {
			return err
		}
		far.Add(v.Float[i])
	}
	return nil
}

func mergeFloatMoments(f *fold, into *accumulators, i int, from *accumulators, j int) error {
	f.moments(into, i).Merge(f.moments(from, j))
	other := *f.farWord(from, j)
	if other == 0 {
		return nil
	}
	far, err := f.farAt(into, i)
	if err != nil {
		return err
	}
	far.Merge(from.far[f.index].at(other - 1))
	return nil
}

// outVariance gives NULL of a sample of one value, too.
func outVariance(f *fold, a *accumulators, groups, at []uint32, to *column.Column) error {
	for i, g := range groups {
		n := a.words[int(g)*a.groups.width+f.values]
		by := n
		if f.spec.Sample {
			by--
		}
		if by <= 0 {
			to.SetNull(at[i])
			continue
		}
		variance := f.variance(a, int(g), n, by)
		if f.spec.Root {
			variance = math.Sqrt(variance)
		}
		if math.IsInf(variance, 0) {
			return &plan.RangeError{Kind: plan.Double, In: f.spec.Name}
		}
		to.Floats[at[i]] = variance
	}
	return nil
}

// variance is that of a group of n values.
func (f *fold) variance(a *accumulators, group int, n, by int64) float64 {
	m := f.moments(a, group)
	if f.spec.Func == operators.VarianceInt {
		return m.Variance(n, by) / math.Pow10(2*f.spec.Scale)
	}
	var far *exact.Far
	if word := *f.farWord(a, group); word != 0 {
		far = a.far[f.index].at(word - 1)
	}
	return m.VarianceFloat(n, by, far)
}
