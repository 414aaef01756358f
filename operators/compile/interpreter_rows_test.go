package compile_test

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/value"
)

// texts gives the result's rows as texts, in no order for groups.
func (in *interpreter) texts(t testing.TB) []string {
	t.Helper()
	switch s := in.p.Sink.(type) {
	case *operators.Emit:
		return in.emitted(s)
	case *operators.Groups:
		return in.grouped(t, s)
	}
	t.Fatalf("sink %T", in.p.Sink)
	return nil
}

func (in *interpreter) emitted(s *operators.Emit) []string {
	var out []string
	for _, regs := range in.rows {
		text := ""
		for _, c := range s.Out {
			text += cellText(regs[c.Reg], c.Type, c.Dict) + "|"
		}
		out = append(out, text)
		if in.p.Limit >= 0 && int64(len(out)) >= in.p.Limit {
			break
		}
	}
	return out[min(int64(len(out)), in.p.Offset):]
}

func cellText(c cell, t plan.Type, d *plan.Dictionary) string {
	switch {
	case c.null:
		return "NULL"
	case t.Kind == plan.Double:
		return floatText(c.f)
	case t.Kind == plan.String:
		return "'" + d.At(int(c.n)) + "'"
	case t.Kind == plan.Decimal:
		return value.OfDecimal(c.n, t.Scale).String()
	}
	return value.OfNumber(t, c.n).String()
}

func (in *interpreter) grouped(t testing.TB, s *operators.Groups) []string {
	groups := map[string][][]cell{}
	if len(s.Keys) == 0 {
		groups[""] = nil
	}
	for _, regs := range in.rows {
		text := ""
		number := 0
		for _, k := range s.Keys {
			c := regs[k.Reg]
			number = number*k.Size + slot(t, k, c, s.Dense)
			if !c.null && !k.Float {
				c.n = k.Value(c.n)
			}
			if k.Values != nil && k.Values.Storage.Float {
				c.f = math.Float64frombits(uint64(c.n))
			}
			text += cellText(c, k.Type, k.Dict) + "|"
		}
		if s.Dense && (number < 0 || number >= s.Size) {
			t.Fatalf("group number %d of %d", number, s.Size)
		}
		groups[text] = append(groups[text], regs)
	}
	var out []string
	for text, rows := range groups {
		for _, f := range s.Aggs {
			text += in.folded(f, rows) + "|"
		}
		out = append(out, text)
	}
	return out
}

func slot(t testing.TB, k operators.Key, c cell, dense bool) int {
	if !dense {
		return 0
	}
	at := int(c.n - k.Lo)
	if k.Nullable {
		at++
	}
	if c.null {
		at = 0
	}
	if at < 0 || at >= k.Size {
		t.Fatalf("key %d is slot %d of %+v", c.n, at, k)
	}
	return at
}

// folded computes an aggregate over the rows of a group.
func (in *interpreter) folded(f operators.Fold, rows [][]cell) string {
	if f.Func == operators.CountRows {
		return fmt.Sprint(len(rows))
	}
	var values []cell
	for _, r := range rows {
		if !slices.ContainsFunc(append([]int{f.Arg}, f.More...), func(at int) bool { return r[at].null }) {
			values = append(values, r[f.Arg])
		}
	}
	byNumber := func(a, b cell) int { return cmp.Compare(a.n, b.n) }
	byFloat := func(a, b cell) int { return cmp.Compare(a.f, b.f) }
	switch {
	case f.Func == operators.CountValues:
		return fmt.Sprint(len(values))
	case f.Func == operators.CountDistinct && len(f.More) > 0:
		return strconv.Itoa(in.tuples(f, rows))
	case f.Func == operators.CountDistinct:
		slices.SortFunc(values, func(a, b cell) int { return cmp.Or(byNumber(a, b), byFloat(a, b)) })
		return fmt.Sprint(len(slices.Compact(values)))
	case len(values) == 0:
		return "NULL"
	case f.Func == operators.SumDistinct || f.Func == operators.SumDistinctFloat:
		slices.SortFunc(values, func(a, b cell) int { return cmp.Or(byNumber(a, b), byFloat(a, b)) })
		values = slices.CompactFunc(values, func(a, b cell) bool { return a.n == b.n && a.f == b.f })
	}
	switch f.Func {
	case operators.Sum64, operators.Sum128, operators.SumDistinct:
		sum := new(big.Int)
		for _, v := range values {
			sum.Add(sum, big.NewInt(v.n))
		}
		if f.Func == operators.Sum64 && !sum.IsInt64() {
			return "a sum of 64 bits that needs more"
		}
		return value.OfWide(sum, f.Type.Scale).String()
	case operators.SumFloat, operators.SumDistinctFloat:
		return exactSum(values)
	case operators.VarianceInt, operators.VarianceFloat:
		return in.variance(f, values)
	case operators.MinInt:
		return cellText(slices.MinFunc(values, byNumber), f.Type, f.Dict)
	case operators.MaxInt:
		return cellText(slices.MaxFunc(values, byNumber), f.Type, f.Dict)
	case operators.MinFloat:
		return cellText(slices.MinFunc(values, byFloat), f.Type, f.Dict)
	}
	return cellText(slices.MaxFunc(values, byFloat), f.Type, f.Dict)
}

// tuples counts the lists of arguments that differ, without those that have a NULL.
func (in *interpreter) tuples(f operators.Fold, rows [][]cell) int {
	seen := map[string]bool{}
	for _, r := range rows {
		name, null := "", false
		for _, at := range append([]int{f.Arg}, f.More...) {
			name += fmt.Sprint(r[at].n, r[at].f+0, " ")
			null = null || r[at].null
		}
		if !null {
			seen[name] = true
		}
	}
	return len(seen)
}

// variance goes by the definition, in rational numbers.
func (in *interpreter) variance(f operators.Fold, values []cell) string {
	var all []*big.Rat
	for _, v := range values {
		x := new(big.Rat).SetFloat64(v.f)
		if f.Func == operators.VarianceInt {
			x.SetFrac(big.NewInt(v.n), new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(f.Scale)), nil))
		}
		all = append(all, x)
	}
	return varianceText(all, f.Sample)
}

// varianceText is a variance to nine digits.
func varianceText(all []*big.Rat, sample bool) string {
	by := int64(len(all))
	if sample {
		by--
	}
	if by <= 0 {
		return "NULL"
	}
	mean, sum := new(big.Rat), new(big.Rat)
	for _, x := range all {
		mean.Add(mean, x)
	}
	mean.Quo(mean, big.NewRat(int64(len(all)), 1))
	for _, x := range all {
		d := new(big.Rat).Sub(x, mean)
		sum.Add(sum, d.Mul(d, d))
	}
	v, _ := sum.Quo(sum, big.NewRat(by, 1)).Float64()
	return fmt.Sprintf("%.9g", v)
}

func exactSum(values []cell) string {
	sum := new(big.Rat)
	for _, v := range values {
		sum.Add(sum, new(big.Rat).SetFloat64(v.f))
	}
	f, _ := sum.Float64()
	return floatText(f)
}

// floatText spells a double; the two zeros are one value.
func floatText(f float64) string { return value.FormatFloat(f + 0) }
