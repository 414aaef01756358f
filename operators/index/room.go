package index

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/large"
	"gsdms/plan"
)

// smallIndex is the bytes of an index that is not counted.
const smallIndex = 64 << 10

// room gives memory for an index or an order: of the collector's, which is charged, or where there
// is more, zero bytes of that, more than none and aligned to words.
type room struct {
	charge *operators.Account // nil: nobody counts
	more   func(bytes int64) ([]byte, error)
}

// take charges memory of the collector, before it is made.
func (r room) take(bytes int) error { return r.charge.Charge(int64(bytes)) }

func (r room) bytes(n int) ([]byte, error) {
	if r.more != nil && n > 0 {
		return r.more(int64(n))
	}
	if err := r.take(n); err != nil {
		return nil, err
	}
	return large.Make[byte](n), nil
}

func (r room) words(n int) ([]uint32, error) {
	if r.more == nil || n == 0 {
		if err := r.take(wordBytes * n); err != nil {
			return nil, err
		}
		return large.Make[uint32](n), nil
	}
	b, err := r.more(wordBytes * int64(n))
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(b))), n), nil
}

// wordBytes is what a word of an index takes.
const wordBytes = 4

// dirtyWords is words of whatever was there, all of which the caller writes.
func (r room) dirtyWords(n int) ([]uint32, error) {
	if r.more != nil || n == 0 {
		return r.words(n)
	}
	if err := r.take(wordBytes * n); err != nil {
		return nil, err
	}
	words := operators.Uncleared((n + 1) / 2)
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(words))), n), nil
}

// clearWords is zeros, made by several goroutines where they are many.
func (r room) clearWords(ctx context.Context, n int) ([]uint32, error) {
	words, err := r.dirtyWords(n)
	if err != nil || r.more != nil {
		return words, err
	}
	return words, InParallel(ctx, workersFor(n), n, func(lo, hi int) { clear(words[lo:hi]) })
}

// entries gives memory for so many numbers with rows.
func (r room) entries(n int) ([]uint64, error) {
	if r.more == nil || n == 0 {
		if err := r.take(entryBytes * n); err != nil {
			return nil, err
		}
		return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(operators.Uncleared(n)))), n), nil
	}
	b, err := r.more(int64(entryBytes * n))
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(b))), n), nil
}

// of is where what is kept of a table counts.
func (c *Cache) of(t *plan.Table) *operators.Account {
	if c.stored != nil && !t.Passing {
		return c.stored.account
	}
	return c.account
}

// Hold charges bytes that making an entry takes beside what is kept, until release is called.
func (c *Cache) Hold(ctx context.Context, bytes int64) (release func(), err error) {
	held := c.account.Part(ctx)
	return held.Empty, held.Charge(bytes)
}

// Keep charges the memory of arrays that are kept of a table, nil ones aside: of a stored table
// until nobody refers to them, of another until the account of its query is emptied.
func (c *Cache) Keep(ctx context.Context, t *plan.Table, arrays ...*operators.Array) error {
	account := c.of(t)
	for i, a := range arrays {
		if a == nil || len(a.Data) < smallIndex || slices.Contains(arrays[:i], a) {
			continue
		}
		bytes := int64(len(a.Data))
		if err := account.Part(ctx).Charge(bytes); err != nil {
			return err
		}
		if account != nil && !t.Passing {
			runtime.AddCleanup(&a.Data[0], func(bytes int64) { _ = account.Charge(-bytes) }, bytes)
		}
	}
	return nil
}

// Build builds an index whose memory is charged: all that building takes while that goes on, and
// what is kept of a stored table until nothing refers to the index, of another until the account of
// its query is emptied.
func (c *Cache) Build(ctx context.Context, name string, t *plan.Table, keys []*operators.Array, in *operators.BitSet) (*Join, error) {
	return c.charged(ctx, t, func(most int64, from room) (*Join, error) { return newJoin(ctx, name, t, keys, in, most, from) })
}

// BuildOf is Build for stored columns of few rows, of which no more is read than has these.
func (c *Cache) BuildOf(ctx context.Context, name string, rows *Chosen, columns []int) (*Join, error) {
	return c.charged(ctx, rows.table, func(most int64, from room) (*Join, error) {
		if err := from.take(rows.bytes(columns)); err != nil {
			return nil, err
		}
		var keys []*operators.Array
		for _, column := range columns {
			a, err := rows.Column(ctx, column)
			if err != nil {
				return nil, err
			}
			keys = append(keys, a)
		}
		return rows.build(ctx, name, keys, most, from)
	})
}

// charged charges what an index takes that is built in a room, at most so many bytes.
func (c *Cache) charged(ctx context.Context, t *plan.Table, build func(most int64, from room) (*Join, error)) (*Join, error) {
	account := c.of(t)
	held := account.Part(ctx)
	x, err := build(c.most, room{charge: held})
	if err != nil {
		held.Empty()
		if c.beyond != nil && errors.As(err, new(*operators.ShortError)) {
			return build(math.MaxInt64, room{more: c.beyond})
		}
		return nil, err
	}
	kept := int64(0)
	if x.Bytes() >= smallIndex {
		kept = min(x.Bytes(), held.Used()) // the keys may be those of the table, which count as such
	}
	_ = held.Charge(kept - held.Used()) // giving back succeeds
	if account != nil && kept > 0 && !t.Passing {
		runtime.AddCleanup(&x.Heads[0], func(bytes int64) { _ = account.Charge(-bytes) }, kept)
	}
	return x, nil
}
