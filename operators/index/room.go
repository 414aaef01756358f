package index

import (
	"context"
	"math"
	"runtime"
	"unsafe"

	"gsdms/operators"
	"gsdms/plan"
)

// rowBytes is what a row of an index takes while that is built, before it is known how many
// heads there will be.
const rowBytes = 8

// smallIndex is the bytes of an index that is not counted.
const smallIndex = 64 << 10

// room gives so many zero bytes, more than none, for an index, aligned to words; nil rooms take
// them of the collector's memory.
type room func(bytes int64) ([]byte, error)

func (r room) bytes(n int) ([]byte, error) {
	if r == nil || n == 0 {
		return make([]byte, n), nil
	}
	return r(int64(n))
}

func (r room) words(n int) ([]uint32, error) {
	if r == nil || n == 0 {
		return make([]uint32, n), nil
	}
	b, err := r(4 * int64(n))
	if err != nil {
		return nil, err
	}
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(b))), n), nil
}

// dirtyWords is words of whatever was there, all of which the caller writes.
func (r room) dirtyWords(n int) ([]uint32, error) {
	if r != nil || n == 0 {
		return r.words(n)
	}
	words := operators.Uncleared((n + 1) / 2)
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(words))), n), nil
}

// clearWords is zeros, made by several goroutines where they are many.
func (r room) clearWords(ctx context.Context, n int) ([]uint32, error) {
	words, err := r.dirtyWords(n)
	if err != nil || r != nil {
		return words, err
	}
	return words, InParallel(ctx, workersFor(n), n, func(lo, hi int) { clear(words[lo:hi]) })
}

// Build builds an index whose memory is charged: of a stored table until nothing refers to
// the index, of another until the account of its query is emptied.
func (c *Cache) Build(ctx context.Context, name string, t *plan.Table, keys []*operators.Array, in *operators.BitSet) (*Join, error) {
	account := c.account
	if c.stored != nil && !t.Passing {
		account = c.stored.account
	}
	expected := rowBytes * int64(t.Rows)
	if err := account.Charge(expected); err != nil {
		if c.beyond == nil {
			return nil, err
		}
		return newJoin(ctx, name, t, keys, in, math.MaxInt64, c.beyond)
	}
	x, err := newJoin(ctx, name, t, keys, in, c.most, nil)
	counted := int64(0)
	if err == nil && x.Bytes() >= smallIndex {
		counted = x.Bytes()
	}
	if more := account.Charge(counted - expected); more != nil {
		_ = account.Charge(-expected) // giving back succeeds
		if c.beyond != nil {
			return newJoin(ctx, name, t, keys, in, math.MaxInt64, c.beyond)
		}
		return nil, more
	}
	if err != nil {
		return nil, err
	}
	if account != nil && counted > 0 && !t.Passing {
		runtime.AddCleanup(&x.Heads[0], func(bytes int64) { _ = account.Charge(-bytes) }, counted)
	}
	return x, nil
}
