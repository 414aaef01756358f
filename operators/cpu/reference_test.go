package cpu

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"gsdms/operators"
	"gsdms/plan"
)

// The reference: programs row by row, in the plainest way, with big numbers.

type reference struct {
	p      *operators.Program
	table  *memTable
	side   *memTable // what the index finds rows of
	needed []bool    // by register
	failed bool      // error 1690
	groups map[string]*refGroup
	rows   []string
}

type refGroup struct {
	keys []cell
	aggs []refAgg
}

type refAgg struct {
	rows, values int64
	sum          *big.Int
	exact        *big.Float
	least, most  cell
	distinct     map[string]bool
}

// refAnswer is what a program gives, as text, one line a row; or failed.
func refAnswer(p *operators.Program, table, side *memTable) (lines []string, failed bool) {
	r := &reference{p: p, table: table, side: side, groups: map[string]*refGroup{}}
	r.findNeeded()
	for row := range table.rows {
		if r.passes(row) {
			r.body(p.Body, row, make([]cell, len(p.Regs)), func(regs []cell) { r.sink(regs) })
		}
	}
	return r.lines(), r.failed
}

// findNeeded closes the registers that the sink and the dropping instructions read
// under what they are computed from.
func (r *reference) findNeeded() {
	r.needed = make([]bool, len(r.p.Regs))
	switch s := r.p.Sink.(type) {
	case *operators.Groups:
		for _, k := range s.Keys {
			r.needed[k.Reg] = true
		}
		for _, a := range s.Aggs {
			if a.Arg >= 0 {
				r.needed[a.Arg] = true
			}
		}
	case *operators.Emit:
		for _, c := range s.Out {
			r.needed[c.Reg] = true
		}
	}
	for range len(r.p.Body) + 1 {
		r.markNeeded(r.p.Body)
	}
}

func (r *reference) markNeeded(body []operators.Instr) {
	for _, in := range body {
		switch i := in.(type) {
		case operators.Compute:
			for _, a := range i.Args {
				r.needed[a] = r.needed[a] || r.needed[i.Dst]
			}
		case operators.Lookup:
			r.needed[i.At] = r.needed[i.At] || r.needed[i.Dst]
		case operators.Test:
			r.needed[i.At] = true
		case operators.Keep:
			r.needed[i.Cond] = true
		case operators.Probe:
			for _, k := range i.Keys {
				r.needed[k] = true
			}
			if i.Cond >= 0 {
				r.needed[i.Cond] = true
			}
			r.markNeeded(i.On)
		}
	}
}

func (r *reference) passes(row int) bool {
	for _, c := range r.p.Filters {
		if !slices.ContainsFunc(c.Any, func(l operators.Leaf) bool { return r.leaf(l, row) }) {
			return false
		}
	}
	return true
}

func (r *reference) leaf(l operators.Leaf, row int) bool {
	switch f := l.(type) {
	case operators.Ranges:
		v := r.table.stored(r.p.Columns[f.Column].Ordinal, row)
		return slices.ContainsFunc(f.In, func(in operators.Range) bool { return in.Lo <= v && v <= in.Hi })
	case operators.Member:
		v := r.table.stored(r.p.Columns[f.Column].Ordinal, row)
		set := r.p.Bits[f.Set]
		return v < uint64(set.Len) && set.Bits[v/64]>>(v%64)&1 == 1
	}
	panic("unknown leaf")
}

// body runs instructions on one row and calls done for each row that comes out.
func (r *reference) body(body []operators.Instr, row int, regs []cell, done func([]cell)) {
	for k, in := range body {
		switch i := in.(type) {
		case operators.Load:
			regs[i.Dst] = r.table.cells[r.p.Columns[i.Column].Ordinal][row]
		case operators.Const:
			regs[i.Dst] = cell{i.Null, i.Int, i.Float}
		case operators.Compute:
			if r.needed[i.Dst] {
				regs[i.Dst] = r.compute(i, regs)
			}
		case operators.Lookup:
			regs[i.Dst] = r.lookup(i, regs)
		case operators.Test:
			at, set := regs[i.At], r.p.Bits[i.Set]
			if at.null || at.n < 0 || at.n >= int64(set.Len) || set.Bits[at.n/64]>>(at.n%64)&1 == 0 {
				return
			}
		case operators.Keep:
			if regs[i.Cond].null || regs[i.Cond].n == 0 {
				return
			}
		case operators.Probe:
			r.probe(i, body[k+1:], row, regs, done)
			return
		}
	}
	done(regs)
}

func (r *reference) lookup(i operators.Lookup, regs []cell) cell {
	if regs[i.At].null || !r.needed[i.Dst] {
		return cell{null: true}
	}
	a := r.p.Arrays[i.Array]
	var v uint64
	for b := range a.Storage.Width {
		v |= uint64(a.Data[int(regs[i.At].n)*a.Storage.Width+b]) << (8 * b)
	}
	if a.Storage.Float {
		return cell{null: v == plan.NullBits, f: math.Float64frombits(v)}
	}
	n, null := a.Storage.Load(v)
	return cell{null: null, n: n}
}

func (r *reference) probe(p operators.Probe, rest []operators.Instr, row int, regs []cell, done func([]cell)) {
	found := false
	for partner := range r.side.rows {
		if !r.matches(p, regs, partner) {
			continue
		}
		pair := slices.Clone(regs)
		pair[p.Dst] = cell{n: int64(partner)}
		holds := true
		if p.Cond >= 0 {
			r.body(p.On, row, pair, func([]cell) {})
			holds = !pair[p.Cond].null && pair[p.Cond].n != 0
		}
		if holds {
			found = true
			r.body(rest, row, pair, done)
		}
	}
	if p.Outer && !found {
		alone := slices.Clone(regs)
		alone[p.Dst] = cell{null: true}
		r.body(rest, row, alone, done)
	}
}

// matches compares the keys: the side's key column k is its column k.
func (r *reference) matches(p operators.Probe, regs []cell, partner int) bool {
	for k, reg := range p.Keys {
		a, b := regs[reg], r.side.cells[k][partner]
		if a.null || b.null || a.n != b.n && !r.p.Regs[reg].Float || r.p.Regs[reg].Float && a.f != b.f {
			return false
		}
	}
	return true
}

func (r *reference) compute(i operators.Compute, regs []cell) cell {
	args := make([]cell, len(i.Args))
	null := false
	for k, a := range i.Args {
		args[k] = regs[a]
		null = null || args[k].null
	}
	switch i.Op {
	case operators.IsNullInt:
		return cell{n: one(args[0].null)}
	case operators.IfInt:
		if !args[0].null && args[0].n != 0 {
			return args[1]
		}
		return args[2]
	}
	if null {
		return cell{null: true}
	}
	return r.strict(i.Op, args)
}

func one(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (r *reference) strict(op operators.Opcode, a []cell) cell {
	x := big.NewInt(a[0].n)
	y := new(big.Int)
	if len(a) > 1 {
		y.SetInt64(a[1].n)
	}
	switch op {
	case operators.AddChecked, operators.AddInt:
		return r.narrow(x.Add(x, y))
	case operators.SubChecked, operators.SubInt:
		return r.narrow(x.Sub(x, y))
	case operators.MulChecked, operators.MulInt:
		return r.narrow(x.Mul(x, y))
	case operators.ModInt:
		if y.Sign() == 0 {
			return cell{null: true}
		}
		return r.narrow(x.Rem(x, y))
	case operators.LtInt:
		return cell{n: one(x.Cmp(y) < 0)}
	case operators.NeInt:
		return cell{n: one(x.Cmp(y) != 0)}
	case operators.MulFloat:
		return r.finite(a[0].f * a[1].f)
	case operators.AddFloat:
		return r.finite(a[0].f + a[1].f)
	case operators.LtFloat:
		return cell{n: one(a[0].f < a[1].f)}
	case operators.ToFloat:
		return cell{f: float64(a[0].n)}
	}
	panic("the reference does not know " + op.String())
}

func (r *reference) narrow(x *big.Int) cell {
	r.failed = r.failed || !x.IsInt64()
	return cell{n: x.Int64()}
}

func (r *reference) finite(f float64) cell {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		r.failed = true
		return cell{}
	}
	return cell{f: f}
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
		}
	}
}

func newRefGroup(keys []cell, aggs int) *refGroup {
	g := &refGroup{keys: keys, aggs: make([]refAgg, aggs)}
	for i := range g.aggs {
		g.aggs[i] = refAgg{sum: new(big.Int), exact: new(big.Float).SetPrec(3000), distinct: map[string]bool{}}
	}
	return g
}

func (a *refAgg) add(c cell, float bool) {
	a.distinct[text(c, float)] = true
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
		if r.p.Limit >= 0 && int64(len(r.rows)) > r.p.Limit {
			return r.rows[:r.p.Limit]
		}
		return r.rows
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
	return lines
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
	if a.values == 0 {
		return "NULL"
	}
	switch f.Func {
	case operators.Sum64, operators.Sum128:
		return a.sum.String()
	case operators.SumFloat:
		f, _ := a.exact.Float64()
		r.failed = r.failed || math.IsInf(f, 0)
		return text(cell{f: f}, true)
	case operators.MinInt, operators.MinFloat:
		return text(a.least, f.Func == operators.MinFloat)
	}
	return text(a.most, f.Func == operators.MaxFloat)
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
	return out + fmt.Sprintf("registers %+v\nsink %+v limit %d", p.Regs, p.Sink, p.Limit)
}
