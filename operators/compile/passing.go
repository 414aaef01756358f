package compile

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// passing gives the rows of a table of the network for which a predicate over its columns
// alone is true; nil where that cannot be said before rows meet: the predicate is not
// supported, or fails for a row that may have no partner. It is kept in the cache.
func (c *compiler) passing(table int, e plan.Expr) (*operators.BitSet, error) {
	t := c.net.Tables[table].Table
	key := index.Key{Table: t, Kind: index.KeptPassing, Column: -1, Text: exprs.PredicateKey(e)}
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		p, cond, err := c.predicate(table, e)
		if err != nil {
			return nil, 0, err
		}
		set, err := evaluate(c.ctx, c.cache, p, cond)
		if err != nil {
			return nil, 0, err
		}
		return set, int64(len(set.Bits))*8 + int64(len(key.Text)) + 96, nil
	})
	if isHopeless(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("rows of %s where %s: %w", t.Name, e, err)
	}
	return v.(*operators.BitSet), nil
}

// restrictRows evaluates a conjunct over one keyed table, of which no set of a column's
// values can be made, for the rows of the table; false where it is about others, too.
func (c *compiler) restrictRows(e plan.Expr) (bool, error) {
	places := exprs.Places(e, nil)
	if len(places) == 0 || !exprs.IsAbout(places[0].Table, e) || c.tables[places[0].Table].Reach != restrict.Keyed {
		return false, nil
	}
	passing, err := c.passing(places[0].Table, e)
	if passing == nil {
		return false, err
	}
	t := &c.tables[places[0].Table]
	t.Rows = t.Rows.Intersect(sets.OfBits(passing.Bits, 0))
	return true, nil
}

// predicate compiles a predicate over one table to a body without a sink, and gives the
// register of its truth.
func (c *compiler) predicate(table int, e plan.Expr) (*operators.Program, int, error) {
	s := newCompiler(c.ctx, &plan.Pipeline{Text: c.net.Text, Tables: c.net.Tables, Root: table}, c.cache)
	o, err := s.expr(e)
	if err != nil {
		return nil, 0, err
	}
	cond := s.Boolean(o.reg, e.Type())
	s.Done()
	return s.prog, cond, nil
}

// evaluationRows is how many rows are evaluated together: their registers stay in the
// first cache.
const evaluationRows = 1024

// evaluate gives the rows of a program's table for which a register of its body, which
// drops and joins none, is true.
func evaluate(ctx context.Context, cache *index.Cache, p *operators.Program, cond int) (*operators.BitSet, error) {
	rows := p.Table.Rows
	set := &operators.BitSet{Name: p.Table.Name, Len: rows, Bits: make([]uint64, (rows+63)/64)}
	return set, overRows(ctx, cache, p, func(regs []operators.Vector, lo, n int) {
		c := &regs[cond]
		for i, is := range c.Int[:n] {
			if is != 0 && (c.Null == nil || c.Null[i] == 0) {
				set.Bits[(lo+i)/64] |= 1 << ((lo + i) % 64)
			}
		}
	})
}

// overRows runs a program's body, which drops and joins no rows, for all rows of its table,
// and gives take the registers of n rows at a time, from row lo on: of different ones by
// several goroutines.
func overRows(ctx context.Context, cache *index.Cache, p *operators.Program, take func(regs []operators.Vector, lo, n int)) error {
	rows := p.Table.Rows
	columns := make([]*operators.Array, len(p.Columns))
	for i, c := range p.Columns {
		var err error
		if columns[i], err = cache.Column(ctx, p.Table, c.Ordinal); err != nil {
			return err
		}
	}
	blocks := (rows + evaluationRows - 1) / evaluationRows
	workers := min(runtime.GOMAXPROCS(0), blocks)
	failed := make([]error, blocks) // of a part, by its first block
	err := index.InParallel(ctx, workers, blocks, func(lo, hi int) {
		v := newEvaluator(p, columns)
		for b := lo; b < hi && failed[lo] == nil && ctx.Err() == nil; b++ {
			operators.TurnsOf(ctx).Pause()
			at := b * evaluationRows
			n := min(rows-at, evaluationRows)
			if failed[lo] = v.block(at, n); failed[lo] == nil {
				take(v.regs, at, n)
			}
		}
	})
	return errors.Join(err, errors.Join(failed...))
}

// evaluator runs a body without drops and joins over blocks of rows.
type evaluator struct {
	p       *operators.Program
	columns []*operators.Array // by the program's columns
	regs    []operators.Vector
	zero    []byte
}

func newEvaluator(p *operators.Program, columns []*operators.Array) *evaluator {
	v := &evaluator{p: p, columns: columns, regs: make([]operators.Vector, len(p.Regs)), zero: make([]byte, evaluationRows)}
	for i, r := range p.Regs {
		if r.Float {
			v.regs[i].Float = make([]float64, evaluationRows)
		} else {
			v.regs[i].Int = make([]int64, evaluationRows)
		}
		if r.Nullable {
			v.regs[i].Null = make([]byte, evaluationRows)
		}
	}
	for _, in := range p.Body {
		if in, ok := in.(operators.Const); ok {
			v.constant(in, evaluationRows)
		}
	}
	return v
}

// block runs the body for n rows from row lo on.
func (v *evaluator) block(lo, n int) error {
	for _, in := range v.p.Body {
		if err := v.instruction(in, lo, n); err != nil {
			return err
		}
	}
	return nil
}

func (v *evaluator) instruction(in operators.Instr, lo, n int) error {
	switch in := in.(type) {
	case operators.Load:
		index.Read(v.columns[in.Column], lo, cut(v.regs[in.Dst], n))
	case operators.Const: // once and for all
	case operators.Lookup:
		index.Pick(v.p.Arrays[in.Array], cut(v.regs[in.At], n), cut(v.regs[in.Dst], n))
	case operators.Compute:
		return v.compute(in, n)
	default:
		return fmt.Errorf("instruction %T in a predicate", in)
	}
	return nil
}

func (v *evaluator) constant(in operators.Const, n int) {
	to := &v.regs[in.Dst]
	for i := range n {
		if to.Float != nil {
			to.Float[i] = in.Float
		} else {
			to.Int[i] = in.Int
		}
		if to.Null != nil {
			to.Null[i] = 0
			if in.Null {
				to.Null[i] = 1
			}
		}
	}
}

func (v *evaluator) compute(in operators.Compute, n int) error {
	var args [3]operators.Vector
	var refs [3]*operators.Vector
	for i, a := range in.Args {
		args[i] = cut(v.regs[a], n)
		refs[i] = &args[i]
	}
	dst := cut(v.regs[in.Dst], n)
	return in.Operation().Apply(&dst, refs[:len(in.Args)], in.Imm, v.zero[:n])
}

// cut gives the first n rows of a register.
func cut(v operators.Vector, n int) operators.Vector {
	if v.Float != nil {
		v.Float = v.Float[:n]
	} else {
		v.Int = v.Int[:n]
	}
	if v.Null != nil {
		v.Null = v.Null[:n]
	}
	return v
}
