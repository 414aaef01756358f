package cpu

import (
	"math"
	"math/big"
	"slices"

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
	many   bool      // error 1242
	// perhaps: a group that nobody may want fails, by error 1690
	perhaps bool
	groups  map[string]*refGroup
	rows    []string
}

// refAnswer is what a program gives, as text, one line a row; or whether it fails by
// a number out of range, or by a second partner, or may fail.
func refAnswer(p *operators.Program, table, side *memTable) (lines []string, failed, many, perhaps bool) {
	r := &reference{p: p, table: table, side: side, groups: map[string]*refGroup{}}
	r.findNeeded()
	for row := range table.rows {
		if r.passes(row) {
			r.body(p.Body, row, make([]cell, len(p.Regs)), func(regs []cell) { r.sink(regs) })
		}
	}
	lines = r.lines()
	return lines, r.failed, r.many, r.perhaps
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
			for _, more := range a.More {
				r.needed[more] = true
			}
		}
	case *operators.Emit:
		for _, c := range s.Out {
			r.needed[c.Reg] = true
		}
	}
	for range r.p.Regs {
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
			regs[i.Dst] = cell{null: i.Null, n: i.Int}
			if r.p.Regs[i.Dst].Float {
				regs[i.Dst] = cell{null: i.Null, f: i.Float}
			}
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
	found, rows := false, [][]cell(nil)
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
			r.many = r.many || found && p.Kind == plan.SingleJoin
			found = true
			rows = append(rows, pair)
		}
		if holds && !p.Kind.Shows() {
			break
		}
	}
	for _, regs := range r.joined(p, regs, rows, found) {
		r.body(rest, row, regs, done)
	}
}

// joined is what becomes of a row with its pairs.
func (r *reference) joined(p operators.Probe, regs []cell, pairs [][]cell, found bool) [][]cell {
	alone := slices.Clone(regs)
	switch p.Kind {
	case plan.SemiJoin, plan.AntiJoin:
		if found != (p.Kind == plan.SemiJoin) {
			return nil
		}
		return [][]cell{alone}
	case plan.MarkJoin:
		alone[p.Mark] = cell{n: one(found)}
		return [][]cell{alone}
	}
	if p.Kind.Keeps() && !found {
		alone[p.Dst] = cell{null: true}
		return [][]cell{alone}
	}
	return pairs
}

// matches compares the keys: the side's key column k is its column k.
func (r *reference) matches(p operators.Probe, regs []cell, partner int) bool {
	if r.p.Indexes[p.Index].Spans {
		return int64(partner) >= regs[p.Keys[0]].n && int64(partner) < regs[p.Keys[1]].n
	}
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
	case operators.IfInt, operators.IfFloat:
		if !args[0].null && args[0].n != 0 {
			return args[1]
		}
		return args[2]
	case operators.AndBool:
		return decided(args, false)
	case operators.OrBool:
		return decided(args, true)
	}
	if null {
		return cell{null: true}
	}
	return r.strict(i.Op, args)
}

// decided is AND, or OR, of truth values: one argument that is by alone decides.
func decided(args []cell, by bool) cell {
	null := false
	for _, a := range args {
		if !a.null && (a.n != 0) == by {
			return cell{n: one(by)}
		}
		null = null || a.null
	}
	return cell{null: null, n: one(!by)}
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
	case operators.ModInt, operators.IntDiv:
		if y.Sign() == 0 {
			return cell{null: true}
		}
		if op == operators.IntDiv {
			return r.narrow(x.Quo(x, y))
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
