package cpu

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"gsdms/operators"
	"gsdms/operators/exact"
	"gsdms/plan"
)

// The reference's groups and rows, and how answers are written to compare them.

type refGroup struct {
	keys []cell
	aggs []refAgg
}

type refAgg struct {
	rows, values int64
	sum          *big.Int
	exact        *big.Float
	least, most  cell
	all          []cell
	distinct     map[string]cell
}

func (r *reference) sink(regs []cell) {
	switch s := r.p.Sink.(type) {
	case *operators.Groups:
		r.fold(s, regs)
	case *operators.Emit:
		var line []string
		for _, c := range s.Out {
			line = append(line, text(regs[c.Reg], r.p.Regs[c.Reg].Float))
		}
		r.rows = append(r.rows, strings.Join(line, " "))
	}
}

func (r *reference) fold(s *operators.Groups, regs []cell) {
	var keys []cell
	var name string
	for _, k := range s.Keys {
		keys = append(keys, regs[k.Reg])
		name += text(regs[k.Reg], k.Float) + " "
	}
	g := r.groups[name]
	if g == nil {
		g = newRefGroup(keys, len(s.Aggs))
		r.groups[name] = g
	}
	for i, a := range s.Aggs {
		g.aggs[i].rows++
		if a.Arg >= 0 && !regs[a.Arg].null {
			g.aggs[i].add(regs[a.Arg], r.p.Regs[a.Arg].Float)
			g.aggs[i].addDistinct(r.values(a, regs), regs[a.Arg])
		}
	}
}

// values writes the arguments of a fold, "" where one is NULL.
func (r *reference) values(f operators.Fold, regs []cell) string {
	out := ""
	for _, at := range append([]int{f.Arg}, f.More...) {
		if regs[at].null {
			return ""
		}
		out += text(regs[at], r.p.Regs[at].Float) + " "
	}
	return out
}

func (a *refAgg) addDistinct(name string, c cell) {
	if name != "" {
		a.distinct[name] = c
	}
}

func newRefGroup(keys []cell, aggs int) *refGroup {
	g := &refGroup{keys: keys, aggs: make([]refAgg, aggs)}
	for i := range g.aggs {
		g.aggs[i] = refAgg{sum: new(big.Int), exact: new(big.Float).SetPrec(3000), distinct: map[string]cell{}}
	}
	return g
}

func (a *refAgg) add(c cell, float bool) {
	a.all = append(a.all, c)
	if float {
		a.exact.Add(a.exact, big.NewFloat(c.f))
	} else {
		a.sum.Add(a.sum, big.NewInt(c.n))
	}
	if a.values == 0 {
		a.least, a.most = c, c
	}
	if c.n < a.least.n || c.f < a.least.f {
		a.least = c
	}
	if c.n > a.most.n || c.f > a.most.f {
		a.most = c
	}
	a.values++
}

func (r *reference) lines() []string {
	s, ok := r.p.Sink.(*operators.Groups)
	if !ok {
		rows := r.rows
		if r.p.Limit >= 0 {
			rows = rows[:min(int64(len(rows)), r.p.Limit)]
		}
		return rows[min(int64(len(rows)), r.p.Offset):]
	}
	if len(s.Keys) == 0 && len(r.groups) == 0 {
		r.groups[""] = newRefGroup(nil, len(s.Aggs))
	}
	var groups []*refGroup
	for _, g := range r.groups {
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b *refGroup) int { return compareKeys(a.keys, b.keys) })
	var lines []string
	for _, g := range groups {
		lines = append(lines, r.line(s, g))
	}
	return wanted(s, lines)
}

func compareKeys(a, b []cell) int {
	for i := range a {
		switch x, y := a[i], b[i]; {
		case x.null && y.null:
		case x.null:
			return -1
		case y.null:
			return 1
		case x.n < y.n || x.f < y.f:
			return -1
		case x.n > y.n || x.f > y.f:
			return 1
		}
	}
	return 0
}

func (r *reference) line(s *operators.Groups, g *refGroup) string {
	var out []string
	for i, k := range s.Keys {
		out = append(out, text(g.keys[i], k.Float))
	}
	for i, a := range s.Aggs {
		out = append(out, r.result(a, &g.aggs[i]))
	}
	return strings.Join(out, " ")
}

func (r *reference) result(f operators.Fold, a *refAgg) string {
	switch f.Func {
	case operators.CountRows:
		return fmt.Sprint(a.rows)
	case operators.CountValues:
		return fmt.Sprint(a.values)
	case operators.CountDistinct:
		return fmt.Sprint(len(a.distinct))
	}
	if f.Func.Bits() {
		return fmt.Sprint(bitsOf(f.Func, a.all))
	}
	if a.values == 0 {
		return "NULL"
	}
	switch f.Func {
	case operators.Sum64, operators.Sum128:
		return a.sum.String()
	case operators.SumFloat:
		f, _ := a.exact.Float64()
		r.ends(f)
		return text(cell{f: f}, true)
	case operators.SumDistinct, operators.SumDistinctFloat:
		once := newRefGroup(nil, 1).aggs[0]
		for _, c := range a.distinct {
			once.add(c, f.Func == operators.SumDistinctFloat)
		}
		return r.result(operators.Fold{Func: map[bool]operators.FoldFunc{false: operators.Sum128, true: operators.SumFloat}[f.Func == operators.SumDistinctFloat]}, &once)
	case operators.VarianceInt, operators.VarianceFloat:
		return r.variance(f, a.all)
	case operators.MinPair, operators.MaxPair:
		return r.pair(f, a.distinct)
	case operators.MinText, operators.MaxText:
		return extremeText(f, a.all)
	case operators.MinInt, operators.MinFloat:
		return text(a.least, f.Func == operators.MinFloat)
	}
	return text(a.most, f.Func == operators.MaxFloat)
}

// pair finds the least or the greatest of the numbers of pairs that differ.
func (r *reference) pair(f operators.Fold, pairs map[string]cell) string {
	var found *big.Int
	for name := range pairs {
		var high, low int64
		fmt.Sscan(name, &high, &low)
		n := new(big.Int).Mul(big.NewInt(high), big.NewInt(f.Unit))
		n.Add(n, big.NewInt(low))
		if found == nil || n.Cmp(found) == map[bool]int{false: -1, true: 1}[f.Func == operators.MaxPair] {
			found = n
		}
	}
	return found.String()
}

// ends notes what a group ends with. Of groups that are chosen from, only those that are
// wanted need to have an end.
func (r *reference) ends(f float64) {
	if math.IsInf(f, 0) && r.p.Sink.(*operators.Groups).Top != nil {
		r.perhaps = true
	} else {
		r.failed = r.failed || math.IsInf(f, 0)
	}
}

// bitsOf counts, bit by bit, how many values have it.
func bitsOf(f operators.FoldFunc, all []cell) (out int64) {
	for bit := range 64 {
		have := 0
		for _, c := range all {
			have += int(c.n >> bit & 1)
		}
		if f == operators.BitAnd && have == len(all) || f == operators.BitOr && have > 0 || f == operators.BitXor && have%2 == 1 {
			out |= 1 << bit
		}
	}
	return out
}

// variance computes with the moments of all values, one after another, whose own test holds
// them against rational numbers.
func (r *reference) variance(f operators.Fold, all []cell) string {
	var m exact.Moments
	var far exact.Far
	n := int64(len(all))
	by := n
	if f.Sample {
		by--
	}
	if by == 0 {
		return "NULL"
	}
	outside := false
	for _, c := range all {
		switch {
		case f.Func == operators.VarianceInt:
			m.AddInt(c.n)
		case !m.AddFloat(c.f):
			far.Add(c.f)
			outside = true
		}
	}
	var v float64
	switch {
	case f.Func == operators.VarianceInt:
		v = m.Variance(n, by)
	case outside:
		v = m.VarianceFloat(n, by, &far)
	default:
		v = m.VarianceFloat(n, by, nil)
	}
	if f.Root {
		v = math.Sqrt(v)
	}
	r.ends(v)
	return text(cell{f: v}, true)
}

func text(c cell, float bool) string {
	switch {
	case c.null:
		return "NULL"
	case float:
		return fmt.Sprint(c.f + 0) // one zero
	}
	return fmt.Sprint(c.n)
}

// rowLines is the engine's answer in the same form.
func rowLines(rows *plan.Rows) []string {
	lines := make([]string, rows.Len)
	for i := range lines {
		var out []string
		for _, c := range rows.Columns {
			switch {
			case c.Nulls != nil && c.Nulls[i]:
				out = append(out, "NULL")
			case c.Floats != nil:
				out = append(out, text(cell{f: c.Floats[i]}, true))
			case c.Wide != nil:
				out = append(out, c.Wide[i].String())
			default:
				out = append(out, fmt.Sprint(c.Ints[i]))
			}
		}
		lines[i] = strings.Join(out, " ")
	}
	return lines
}

// printed shows a program where a test fails.
func printed(p *operators.Program) string {
	out := ""
	for _, c := range p.Columns {
		out += fmt.Sprintf("column %+v\n", c)
	}
	for _, f := range p.Filters {
		out += fmt.Sprintf("filter %+v\n", f)
	}
	for _, in := range p.Body {
		out += fmt.Sprintf("%T%+v\n", in, in)
	}
	return out + fmt.Sprintf("registers %+v\nsink %+v limit %d offset %d", p.Regs, p.Sink, p.Limit, p.Offset)
}
