package index

import (
	"context"
	"fmt"

	"gsdms/operators"
	"gsdms/plan"
)

// maxIndexRows is how many rows an index can number.
const maxIndexRows = 1<<32 - 2

// Join is an index with what programs make of one that is direct.
type Join struct {
	*operators.Index
	Text   string           // tells it from the table's other indexes
	Packed Packed           // how several keys make the one that it is over; nil: they do not
	Firsts *operators.Array // Direct: Heads, as row numbers that are NULL where there is none

	// InOrder says that each place of a direct index has the row of its number, as where rows are all
	// groups that there can be, in the order of their keys: nobody need look it up.
	InOrder bool

	// Rows is which row of the table each of its own is, where it is no direct one and of few rows; nil: they are
	// the table's.
	Rows *operators.Array

	// Where keys have several rows, which are not in its chains: of a direct index by bucket, of
	// a hash table, which is one of the keys alone, by number of a key.
	Starts   *operators.Array // where its rows begin in order; nil: keys have no several rows, or chains
	Order    *operators.Array // the rows of each side by side; nil: they lie so in the table
	Placed   int              // rows in order
	Distinct int              // keys that have rows
}

// newJoin builds the index of a table over key arrays of its length: without keys,
// one chain of all rows. Only the rows of a set, nil for all, are in it. One that would be direct and take more than
// most bytes is hashed.
func newJoin(ctx context.Context, name string, t *plan.Table, keys []*operators.Array, in *operators.BitSet, most int64, from room) (*Join, error) {
	return newJoinFor(ctx, name, t, keys, in, t.Rows, most, from)
}

// newJoinFor is newJoin where keys are dense that are so for a number of rows.
func newJoinFor(ctx context.Context, name string, t *plan.Table, keys []*operators.Array, in *operators.BitSet, dense int, most int64, from room) (*Join, error) {
	if t.Rows > maxIndexRows {
		return nil, fmt.Errorf("build index %s: %d rows, at most %d can be joined by hash", name, t.Rows, maxIndexRows)
	}
	packed, keys, err := packKeys(ctx, keys, in, from)
	if err != nil {
		return nil, err
	}
	x := &operators.Index{Name: name, Table: t, Keys: keys}
	if len(keys) == 1 && !keys[0].Storage.Float {
		if direct, err := newDirect(ctx, x, in, dense, most, from); direct != nil || err != nil {
			return direct.of(packed), err
		}
	}
	rows := t.Rows
	if in != nil {
		rows = Members(in)
	}
	if bytes := int64(bucketsOf(rows, len(keys)))*5 + int64(t.Rows)*4; bytes > most {
		return nil, fmt.Errorf("the join needs an index of %d bytes of %s, more than --memory %d: raise that, or declare a foreign key",
			bytes, name, most)
	}
	d, err := hashRows(ctx, x, in, from)
	if err != nil {
		return nil, err
	}
	out := (&Join{Index: x}).of(packed)
	if len(keys) > 0 && len(d.row) > fewRowsPerKey*d.distinct {
		return out, out.groupRows(ctx, d, from)
	}
	return out, d.chain(ctx, from)
}

// of notes what the index is over.
func (x *Join) of(packed Packed) *Join {
	if x == nil || packed == nil {
		return x
	}
	x.Packed = packed
	if x.Direct {
		x.Keys = nil // found by their numbers, and not compared
	}
	return x
}

// Full reports whether each bucket of a direct index has a row.
func (x *Join) Full() bool { return x.Direct && x.Distinct == len(x.Heads) }

// Bytes is the memory that the index takes.
func (x *Join) Bytes() int64 {
	bytes := int64(len(x.Heads)+len(x.Next))*4 + int64(len(x.Filter)) + 256
	if x.Starts != nil {
		bytes += int64(len(x.Starts.Data))
	}
	if x.Order != nil {
		bytes += int64(len(x.Order.Data))
	}
	if x.Rows != nil {
		bytes += int64(len(x.Rows.Data))
	}
	if x.Packed != nil || x.Rows != nil || x.Order != nil && !x.Direct {
		for _, k := range x.Keys {
			bytes += int64(len(k.Data))
		}
	}
	return bytes
}

// bucketsOf is how many buckets a hash table of so many rows over so many columns has.
func bucketsOf(rows, keys int) int {
	buckets := 1
	for keys > 0 && buckets < rows {
		buckets *= 2
	}
	return buckets
}

// NumberOf gives element number i of an array as it is hashed and compared, and whether it is NULL.
func NumberOf(a *operators.Array, i int) (n int64, null bool) {
	stored := Stored(a, i)
	if a.Storage.Float {
		return operators.FloatKey(Double(stored)), a.Storage.Nullable && stored == plan.NullBits
	}
	return a.Storage.Load(stored)
}

// sameKeys compares the keys of two rows that have no NULL among them.
func sameKeys(keys []*operators.Array, a, b int) bool {
	for _, k := range keys {
		x, _ := NumberOf(k, a)
		y, _ := NumberOf(k, b)
		if x != y {
			return false
		}
	}
	return true
}
