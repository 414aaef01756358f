package compile_test

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// cell is a register of one row.
type cell struct {
	n    int64
	f    float64
	null bool
}

// interpreter runs a program row by row, as plainly as its contract says it.
type interpreter struct {
	p      *operators.Program
	stream []*operators.Array // per Program.Columns
	rows   [][]cell           // what reached an Emit, or keys and arguments of a Groups
}

func element(t testing.TB, a *operators.Array, i int64) cell {
	t.Helper()
	if i < 0 || i >= int64(a.Len) {
		t.Fatalf("element %d of array %s of %d", i, a.Name, a.Len)
	}
	w := a.Storage.Width
	var raw [8]byte
	copy(raw[:], a.Data[int(i)*w:int(i)*w+w])
	n := binary.LittleEndian.Uint64(raw[:])
	if a.Storage.Float {
		return cell{f: math.Float64frombits(n), null: a.Storage.Nullable && n == plan.NullBits}
	}
	v, null := a.Storage.Load(n)
	return cell{n: v, null: null}
}

func storedElement(a *operators.Array, i int) uint64 {
	w := a.Storage.Width
	var raw [8]byte
	copy(raw[:], a.Data[i*w:i*w+w])
	return binary.LittleEndian.Uint64(raw[:])
}

// interpret runs the whole table through the program.
func interpret(t testing.TB, p *operators.Program) (*interpreter, error) {
	t.Helper()
	in := &interpreter{p: p}
	for _, c := range p.Columns {
		in.stream = append(in.stream, wholeColumn(t, p.Table, c.Ordinal))
	}
	for row := range p.Table.Rows {
		if !in.passes(row) {
			continue
		}
		if err := in.body(t, row, p.Body, make([]cell, len(p.Regs)), in.finish); err != nil {
			return nil, err
		}
	}
	return in, nil
}

func wholeColumn(t testing.TB, table *plan.Table, ordinal int) *operators.Array {
	t.Helper()
	a := &operators.Array{Name: "stream", Storage: table.Columns[ordinal].Storage, Len: table.Rows}
	if table.Rows > 0 {
		rec, err := table.Data.Rows(context.Background(), ordinal, 0, table.Rows)
		if err != nil {
			t.Fatal(err)
		}
		a.Data = rec.Data().Buffers()[1].Bytes()
		rec.Release()
	}
	return a
}

func (in *interpreter) passes(row int) bool {
	for _, c := range in.p.Filters {
		if !slices.ContainsFunc(c.Any, func(l operators.Leaf) bool { return in.holds(l, row) }) {
			return false
		}
	}
	return true
}

func (in *interpreter) holds(l operators.Leaf, row int) bool {
	switch l := l.(type) {
	case operators.Ranges:
		n := storedElement(in.stream[l.Column], row)
		return slices.ContainsFunc(l.In, func(r operators.Range) bool { return r.Lo <= n && n <= r.Hi })
	case operators.Member:
		return member(in.p.Bits[l.Set], storedElement(in.stream[l.Column], row))
	}
	return false
}

func member(s *operators.BitSet, n uint64) bool {
	return n < uint64(s.Len) && s.Bits[n/64]>>(n%64)&1 == 1
}

// body runs instructions and calls done for every row that comes out.
func (in *interpreter) body(t testing.TB, row int, code []operators.Instr, regs []cell, done func(testing.TB, []cell) error) error {
	for i, instr := range code {
		switch x := instr.(type) {
		case operators.Probe:
			return in.probe(t, row, x, code[i+1:], regs, done)
		case operators.Keep:
			if c := regs[x.Cond]; c.null || c.n == 0 {
				return nil
			}
		case operators.Test:
			if c := regs[x.At]; c.null || !member(in.p.Bits[x.Set], uint64(c.n)) {
				return nil
			}
		default:
			if err := in.set(t, row, instr, regs); err != nil {
				return err
			}
		}
	}
	return done(t, regs)
}

// set runs an instruction that sets a register, and holds the value against the
// bounds that the register promises.
func (in *interpreter) set(t testing.TB, row int, instr operators.Instr, regs []cell) error {
	dst := -1
	switch x := instr.(type) {
	case operators.Load:
		dst = x.Dst
		regs[dst] = element(t, in.stream[x.Column], int64(row))
	case operators.Row:
		dst = x.Dst
		regs[dst] = cell{n: int64(row)}
	case operators.Const:
		dst = x.Dst
		regs[dst] = cell{n: x.Int, f: x.Float, null: x.Null}
	case operators.Lookup:
		dst = x.Dst
		if regs[x.At].null {
			regs[dst] = cell{null: true}
		} else {
			regs[dst] = element(t, in.p.Arrays[x.Array], regs[x.At].n)
		}
	case operators.Compute:
		dst = x.Dst
		c, err := compute(in.p, x, regs)
		if err != nil {
			return err
		}
		regs[dst] = c
	default:
		t.Fatalf("instruction %T", instr)
	}
	checkBounds(t, in.p, dst, regs[dst], instr)
	return nil
}

func checkBounds(t testing.TB, p *operators.Program, dst int, c cell, instr operators.Instr) {
	t.Helper()
	r := p.Regs[dst]
	if c.null && !r.Nullable {
		t.Fatalf("%+v gives NULL to register %d: %+v", instr, dst, r)
	}
	if !c.null && !r.Float && (c.n < r.Lo || c.n > r.Hi) {
		t.Fatalf("%+v gives %d to register %d: %+v", instr, c.n, dst, r)
	}
}

// compute applies an opcode to vectors of one row.
func compute(p *operators.Program, x operators.Compute, regs []cell) (cell, error) {
	vector := func(float bool, c cell, nullable bool) *operators.Vector {
		v := &operators.Vector{}
		if float {
			v.Float = []float64{c.f}
		} else {
			v.Int = []int64{c.n}
		}
		if nullable {
			v.Null = []byte{0}
			if c.null {
				v.Null[0] = 1
			}
		}
		return v
	}
	var args []*operators.Vector
	for _, a := range x.Args {
		args = append(args, vector(p.Regs[a].Float, regs[a], p.Regs[a].Nullable))
	}
	dst := vector(p.Regs[x.Dst].Float, cell{}, p.Regs[x.Dst].Nullable)
	if err := x.Operation().Apply(dst, args, x.Imm, []byte{0}); err != nil {
		return cell{}, err
	}
	out := cell{null: dst.Null != nil && dst.Null[0] == 1}
	if dst.Float != nil {
		out.f = dst.Float[0]
	} else {
		out.n = dst.Int[0]
	}
	return out, nil
}

func (in *interpreter) probe(t testing.TB, row int, x operators.Probe, rest []operators.Instr, regs []cell, done func(testing.TB, []cell) error) error {
	partners, err := in.partners(t, row, x, regs)
	if err != nil {
		return err
	}
	next := slices.Clone(regs)
	switch x.Kind {
	case plan.SemiJoin, plan.AntiJoin:
		if (len(partners) > 0) == (x.Kind == plan.SemiJoin) {
			return in.body(t, row, rest, next, done)
		}
		return nil
	case plan.MarkJoin:
		next[x.Mark] = cell{n: int64(min(len(partners), 1))}
		checkBounds(t, in.p, x.Mark, next[x.Mark], x)
		return in.body(t, row, rest, next, done)
	case plan.SingleJoin:
		if len(partners) > 1 {
			return fault.Errorf(1242, "several partners")
		}
	}
	for _, partner := range partners {
		next := slices.Clone(regs)
		next[x.Dst] = cell{n: partner}
		checkBounds(t, in.p, x.Dst, next[x.Dst], x)
		if err := in.body(t, row, rest, next, done); err != nil {
			return err
		}
	}
	if len(partners) > 0 || !x.Kind.Keeps() {
		return nil
	}
	next[x.Dst] = cell{null: true}
	return in.body(t, row, rest, next, done)
}

// partners walks the chain of the keys and applies the condition to each pair.
func (in *interpreter) partners(t testing.TB, row int, x operators.Probe, regs []cell) ([]int64, error) {
	index := in.p.Indexes[x.Index]
	var keys []int64
	for i, k := range x.Keys {
		if regs[k].null {
			return nil, nil
		}
		keys = append(keys, hashed(!index.Spans && index.Keys[i].Storage.Float, regs[k]))
	}
	first := func() uint32 { return index.First(keys...) }
	after := func(at uint32) uint32 { return index.After(at - 1) }
	if index.Spans {
		place := func(at int64) uint32 {
			if at < keys[1] {
				return uint32(at) + 1
			}
			return 0
		}
		first, after = func() uint32 { return place(keys[0]) }, func(at uint32) uint32 { return place(int64(at)) }
	}
	var out []int64
	for at := first(); at != 0; at = after(at) {
		ok, err := in.pair(t, row, x, int64(at-1), regs)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, int64(at-1))
		}
		if ok && (x.Kind == plan.SemiJoin || x.Kind == plan.AntiJoin || x.Kind == plan.MarkJoin) {
			break
		}
	}
	return out, nil
}

func hashed(float bool, c cell) int64 {
	if float {
		return operators.FloatKey(c.f)
	}
	return c.n
}

func (in *interpreter) pair(t testing.TB, row int, x operators.Probe, partner int64, regs []cell) (bool, error) {
	index := in.p.Indexes[x.Index]
	for i, key := range index.Keys {
		c := element(t, key, partner)
		if c.null || hashed(key.Storage.Float, c) != hashed(key.Storage.Float, regs[x.Keys[i]]) {
			return false, nil
		}
	}
	if x.Cond < 0 {
		return true, nil
	}
	pair := slices.Clone(regs)
	pair[x.Dst] = cell{n: partner}
	for _, instr := range x.On {
		if err := in.set(t, row, instr, pair); err != nil {
			return false, err
		}
	}
	c := pair[x.Cond]
	return !c.null && c.n != 0, nil
}

func (in *interpreter) finish(_ testing.TB, regs []cell) error {
	in.rows = append(in.rows, slices.Clone(regs))
	return nil
}
