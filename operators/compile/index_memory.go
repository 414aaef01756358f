package compile

import (
	"context"
	"runtime"

	"gsdms/operators"
	"gsdms/plan"
)

// rowBytes is what a row of an index takes while that is built, before it is known how many
// heads there will be.
const rowBytes = 8

// smallIndex is the bytes of an index that is not counted.
const smallIndex = 64 << 10

// index builds an index whose memory is charged: of a stored table until nothing refers to
// the index, of another until the account of its query is emptied.
func (c *Cache) index(ctx context.Context, name string, t *plan.Table, keys []*operators.Array, in *operators.BitSet) (*joinIndex, error) {
	account := c.account
	if c.stored != nil && !t.Passing {
		account = c.stored.account
	}
	expected := rowBytes * int64(t.Rows)
	if err := account.Charge(expected); err != nil {
		return nil, err
	}
	x, err := newIndex(ctx, name, t, keys, in, c.most)
	counted := int64(0)
	if err == nil && x.bytes() >= smallIndex {
		counted = x.bytes()
	}
	if more := account.Charge(counted - expected); more != nil {
		_ = account.Charge(-expected) // giving back succeeds
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
