package index

import (
	"context"

	"gsdms/operators"
	"gsdms/plan"
)

// A hash table whose keys have several rows each is one of the keys alone: it finds a key's
// number, and the rows of the key lie side by side, as those of a bucket of a direct index do.

// fewRowsPerKey is how many rows a key has, on average, that are left in chains.
const fewRowsPerKey = 2

// groupRows makes of a hash table, whose chains have the rows of keys that come more than
// once, one of the keys, and puts the rows of each key side by side.
func (x *Join) groupRows(ctx context.Context, from room) error {
	number, err := from.words(x.Table.Rows)
	if err != nil {
		return err
	}
	firsts, rows := x.numberKeys(ctx, number)
	if ctx.Err() != nil || rows <= fewRowsPerKey*len(firsts) {
		return ctx.Err()
	}
	starts, err := from.words(len(firsts) + 1)
	if err != nil {
		return err
	}
	order, err := from.words(rows)
	if err != nil {
		return err
	}
	InBlocks(ctx, len(number), func(from, to int) {
		for _, n := range number[from:to] {
			if n != 0 && int(n) < len(firsts) {
				starts[n]++ // of the key behind it
			}
		}
	})
	for i := 1; i <= len(firsts); i++ {
		starts[i] += starts[i-1]
	}
	InBlocks(ctx, len(number), func(from, to int) {
		for row, n := range number[from:to] {
			if n != 0 {
				order[starts[n-1]] = uint32(from + row)
				starts[n-1]++
			}
		}
	})
	copy(starts[1:], starts)
	starts[0] = 0
	keys, err := newKeyTable(ctx, x.Index, firsts, from)
	if err != nil {
		return err
	}
	x.Index, x.Distinct, x.Placed = keys, len(firsts), rows
	x.Starts, x.Order = Words(x.Name, starts), Words(x.Name+" in order", order)
	return nil
}

// numberKeys gives each row in a chain the number of its key, from 1, the first row of each
// key, and how many rows there are.
func (x *Join) numberKeys(ctx context.Context, number []uint32) (firsts []uint32, rows int) {
	for b, head := range x.Heads {
		if ends(ctx, b) {
			return nil, 0
		}
		seen := len(firsts)
		for next := head; next != 0; next = x.Next[next-1] {
			row := next - 1
			rows++
			for k := seen; k < len(firsts) && number[row] == 0; k++ {
				if sameKeys(x.Keys, int(firsts[k]), int(row)) {
					number[row] = uint32(k) + 1
				}
			}
			if number[row] == 0 {
				firsts = append(firsts, row)
				number[row] = uint32(len(firsts))
			}
		}
	}
	return firsts, rows
}

// newKeyTable is a hash table of the keys of some rows, each of another one: its rows are
// their numbers.
func newKeyTable(ctx context.Context, x *operators.Index, rows []uint32, from room) (*operators.Index, error) {
	t := &plan.Table{Name: x.Table.Name, Rows: len(rows)}
	out := &operators.Index{Name: x.Name, Table: t}
	for _, k := range x.Keys {
		a := &operators.Array{Name: k.Name, Storage: k.Storage, Len: len(rows)}
		var err error
		if a.Data, err = from.bytes(a.Len * a.Storage.Width); err != nil {
			return nil, err
		}
		InBlocks(ctx, len(rows), func(from, to int) {
			for i := from; i < to; i++ {
				put(a, i, k.Stored(int(rows[i])))
			}
		})
		out.Keys = append(out.Keys, a)
	}
	return out, hashRows(ctx, out, nil, from)
}
