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

// groupRows makes the index a hash table of keys, and puts the rows of each key side by side.
func (x *Join) groupRows(ctx context.Context, d *hashed, from room) error {
	starts, err := from.dirtyWords(d.distinct + 1)
	if err != nil {
		return err
	}
	order, err := from.dirtyWords(len(d.row))
	if err != nil {
		return err
	}
	firsts, err := from.dirtyWords(d.distinct)
	if err != nil {
		return err
	}
	before := make([]int, len(d.keys)) // keys of the parts before
	for p := 1; p < len(before); p++ {
		before[p] = before[p-1] + d.keys[p-1]
	}
	err = d.each(ctx, func(p int, _ *scratch) {
		to := before[p] + d.keys[p]
		d.group(p, starts[before[p]:to], firsts[before[p]:to], order)
	})
	if err != nil {
		return err
	}
	starts[d.distinct] = uint32(len(d.row))
	keys, err := newKeyTable(ctx, x.Index, firsts, from)
	if err != nil {
		return err
	}
	x.Index, x.Distinct, x.Placed = keys, d.distinct, len(d.row)
	x.Starts, x.Order = Words(x.Name, starts), Words(x.Name+" in order", order)
	return nil
}

// group puts the rows of each key of a part side by side, and gives for each key where they begin and
// the first one.
func (d *hashed) group(p int, starts, firsts, order []uint32) {
	from, to := d.places(p)
	clear(starts)
	for _, k := range d.number[from:to] {
		starts[k]++
	}
	end := uint32(from)
	for k, n := range starts {
		starts[k] = end // and then, row by row, where the next one goes
		end += n
	}
	for at := from; at < to; at++ {
		k := d.number[at]
		order[starts[k]] = d.row[at]
		starts[k]++
	}
	before := uint32(from)
	for k, end := range starts {
		starts[k], firsts[k] = before, order[before]
		before = end
	}
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
	d, err := hashRows(ctx, out, nil, from)
	if err != nil {
		return nil, err
	}
	return out, d.chain(ctx, from)
}
