package snapshot

import (
	"fmt"
	"runtime"
	"sync/atomic"

	"gsdms/pushscan/store/coding"
)

// Room is where the versions of a folder charge the memory of texts that they unpack or put in
// order: from when it is taken until the collector finds that nobody refers to it. Until Bill is
// called, and for nil, there is room for anything. Safe for concurrent use.
//
// So it does with the memory of columns that are unpacked. That may be a share of the memory at most,
// since a query needs some as well. When that is used up, what nobody has read lately is given up, and
// where that does not do, rows are unpacked for who asks and charged until he has released them.
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

// loan is memory that counts until it is given back, once, or until nobody refers to it. It is the
// allocator of one buffer of Arrow's, which gives it back with the buffer.
type loan struct {
	given  atomic.Bool
	charge func(bytes int64) error
	bytes  int64
}

// lend makes memory that is charged; the loan is nil where nobody counts.
func (r *Room) lend(bytes int) ([]byte, *loan, error) {
	charge := r.billed()
	if charge == nil {
		return coding.AlignedBytes(bytes), nil, nil
	}
	if err := charge(int64(bytes)); err != nil {
		return nil, nil, fmt.Errorf("unpack rows: %w", err)
	}
	memory, of := coding.AlignedBytes(bytes), &loan{charge: charge, bytes: int64(bytes)}
	runtime.AddCleanup(&memory[0], func(of *loan) { of.giveBack() }, of)
	return memory, of, nil
}

// giveBack has the memory no longer count. Nil loans are of no memory.
func (l *loan) giveBack() {
	if l != nil && !l.given.Swap(true) {
		_ = l.charge(-l.bytes) // giving back succeeds
	}
}

// Free is of memory.Allocator.
func (l *loan) Free([]byte) { l.giveBack() }

// Allocate is of memory.Allocator; a buffer that is not resized asks for nothing.
func (*loan) Allocate(int) []byte { panic("store: rows cannot grow") }

// Reallocate is of memory.Allocator, too.
func (*loan) Reallocate(int, []byte) []byte { panic("store: rows cannot grow") }

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
