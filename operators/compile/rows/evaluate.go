package rows

import (
	"context"
	"errors"
	"runtime"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/index"
)

// Array gives a register of a body, which drops and joins no rows, for all rows of the
// program's table.
func Array(ctx context.Context, cache *index.Cache, p *operators.Program, reg int, name string) (*operators.Array, error) {
	rows, r := p.Table.Rows, p.Regs[reg]
	release, err := cache.Hold(ctx, WideBytes*int64(rows))
	if err != nil {
		return nil, err
	}
	defer release()
	if a := index.RoomFor(name, r, rows); a != nil {
		return a, Into(ctx, cache, p, reg, a)
	}
	numbers, null := make([]int64, rows), []bool(nil)
	if r.Nullable {
		null = make([]bool, rows)
	}
	err = Run(ctx, cache, p, func(regs []operators.Vector, lo, n int) {
		copy(numbers[lo:], regs[reg].Int[:n])
		if null == nil {
			return
		}
		for i, is := range regs[reg].Null[:n] {
			null[lo+i] = is != 0
		}
	})
	if err != nil {
		return nil, err
	}
	a, _, err := emit.NullableNumbers(ctx, name, numbers, null)
	return a, err
}

// Into sets the elements of an array, which can hold them, to those of a register of a body, which drops and
// joins no rows, for all rows of the program's table.
func Into(ctx context.Context, cache *index.Cache, p *operators.Program, reg int, a *operators.Array) error {
	return Run(ctx, cache, p, func(regs []operators.Vector, lo, n int) { index.Put(a, lo, cut(regs[reg], n)) })
}

// Where gives the rows of a program's table for which a register of its body, which
// drops and joins none, is true.
func Where(ctx context.Context, cache *index.Cache, p *operators.Program, cond int) (*operators.BitSet, error) {
	return where(p.Table.Rows, p, cond, func(take taking) error { return Run(ctx, cache, p, take) })
}

// WhereOf is Where of the chosen rows of the table, of which no others are read.
func WhereOf(ctx context.Context, p *operators.Program, cond int, of *index.Chosen) (*operators.BitSet, error) {
	places, err := where(len(of.Rows), p, cond, func(take taking) error {
		columns := make([]*operators.Array, len(p.Columns))
		for i, c := range p.Columns {
			var err error
			if columns[i], err = of.Column(ctx, c.Ordinal); err != nil {
				return err
			}
		}
		return run(ctx, p, columns, of.Rows, len(of.Rows), take)
	})
	if err != nil {
		return nil, err
	}
	return of.Set(places), nil
}

// taking gets the registers of n rows, from row lo on.
type taking func(regs []operators.Vector, lo, n int)

// where gives the rows, of so many that are evaluated, for which a register is true.
func where(rows int, p *operators.Program, cond int, evaluate func(take taking) error) (*operators.BitSet, error) {
	set := &operators.BitSet{Name: p.Table.Name, Len: rows, Bits: make([]uint64, (rows+63)/64)}
	return set, evaluate(func(regs []operators.Vector, lo, n int) {
		c := cut(regs[cond], n)
		for at := 0; at < n; at += 64 {
			set.Bits[(lo+at)/64] = trueOf(c, at, min(at+64, n))
		}
	})
}

// Run runs a program's body, which drops and joins no rows, for all rows of its table,
// and gives take the registers of n rows at a time, from row lo on: of different ones by
// several goroutines.
func Run(ctx context.Context, cache *index.Cache, p *operators.Program, take func(regs []operators.Vector, lo, n int)) error {
	columns := make([]*operators.Array, len(p.Columns))
	for i, c := range p.Columns {
		var err error
		if columns[i], err = cache.Column(ctx, p.Table, c.Ordinal); err != nil {
			return err
		}
	}
	return run(ctx, p, columns, nil, p.Table.Rows, take)
}

// run is Run for so many rows that columns have: these of the table, or where of is nil all.
func run(ctx context.Context, p *operators.Program, columns []*operators.Array, of []uint32, rows int, take taking) error {
	blocks := (rows + evaluationRows - 1) / evaluationRows
	workers := min(runtime.GOMAXPROCS(0), blocks)
	failed := make([]error, blocks) // of a part, by its first block
	err := index.InParallel(ctx, workers, blocks, func(lo, hi int) {
		v := newEvaluator(p, columns, of)
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

// trueOf gives which of the rows [lo, hi) of a register are true, a bit for each.
func trueOf(c operators.Vector, lo, hi int) (word uint64) {
	for i, is := range c.Int[lo:hi] {
		bit := uint64(0)
		if is != 0 {
			bit = 1
		}
		word |= bit << i
	}
	if c.Null == nil {
		return word
	}
	for i, null := range c.Null[lo:hi] {
		word &^= uint64(null&1) << i
	}
	return word
}
