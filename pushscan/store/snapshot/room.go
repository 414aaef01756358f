package snapshot

import (
	"runtime"
	"sync/atomic"
)

// Room is where the versions of a folder charge the memory of texts that they unpack or put in
// order: from when it is taken until the collector finds that nobody refers to it. Until Bill is
// called, and for nil, there is room for anything. Safe for concurrent use.
//
// So it does with the memory of columns that are unpacked. That may be a share of the memory at most,
// since a query needs some as well. When that is used up, what nobody has read lately is given up.
type Room struct {
	charge  atomic.Pointer[func(bytes int64) error]
	columns columns
}

// Bill has a function charged with bytes from now on, or given them back where there are less than
// none, which does not fail.
func (r *Room) Bill(charge func(bytes int64) error) { r.charge.Store(&charge) }

// take charges bytes that are to be held; nothing is charged after an error.
func (r *Room) take(bytes int) error {
	if charge := r.billed(); charge != nil {
		return charge(int64(bytes))
	}
	return nil
}

// hold has bytes that were taken given back once nobody refers to what begins with the array, or
// at once after an error.
func (r *Room) hold(array []uint32, bytes int, err error) {
	charge := r.billed()
	switch {
	case charge == nil:
	case err != nil:
		_ = charge(-int64(bytes))
	default:
		runtime.AddCleanup(&array[0], func(n int64) { _ = charge(-n) }, int64(bytes))
	}
}

func (r *Room) billed() func(int64) error {
	if r == nil {
		return nil
	}
	if charge := r.charge.Load(); charge != nil {
		return *charge
	}
	return nil
}

// Forget gives up the texts and rows that can be unpacked, or put in order, again.
func (v *Version) Forget() {
	for i := range v.Columns {
		c := &v.Columns[i]
		if c.Dict != nil {
			c.Dict.Forget()
		}
		if c.late != nil {
			c.late.base.Forget()
			c.late.codes.Store(nil)
		}
		if c.packed != nil {
			c.packed.plain.held.Store(nil)
		}
	}
}
