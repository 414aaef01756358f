package store_test

import (
	"errors"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gsdms/plan"
)

var errNoRoom = errors.New("no memory is left")

// refusing charges nothing.
func refusing(bytes int64) error {
	if bytes > 0 {
		return errNoRoom
	}
	panic("bytes are given back that were not taken")
}

// What unpacked columns take is charged, within their share, and given back when they are forgotten
// and nobody holds any; who holds some keeps it.
func TestUnpackedIsCharged(t *testing.T) {
	c := open(t, t.TempDir())
	define(t, c, packing)
	load(t, c, packing, packingRows(0, 2*plan.SegmentRows))
	var used atomic.Int64
	c.Bill(func(bytes int64) error { used.Add(bytes); return nil })
	from := table(t, c, "p")
	const rising, far = 0, 2
	held := rowBytes(t, from, rising, 0, plan.SegmentRows)
	want := slices.Clone(held)
	least := int64(2 * plan.SegmentRows * from.Columns[rising].Storage.Width)
	if n := used.Load(); n < least || n > 2*least {
		t.Errorf("%d bytes are charged for a column of %d", n, least)
	}
	c.Forget()
	if again := rowBytes(t, from, rising, 0, plan.SegmentRows); &again[0] == &held[0] || !slices.Equal(held, want) {
		t.Error("what was forgotten is there, or what somebody holds has changed")
	}
	c.Forget()
	runtime.KeepAlive(held)
	awaitNone(t, &used)
	share := int64(3 * plan.SegmentRows * from.Columns[far].Storage.Width)
	c.Share(share)
	for range 3 {
		for i := range from.Shown() {
			rowBytes(t, from, i, 0, 2*plan.SegmentRows)
			if n := used.Load(); n > share {
				t.Errorf("%d bytes are charged, and the share is %d", n, share)
			}
		}
		time.Sleep(101 * time.Millisecond) // then it is looked at again who has read what
	}
	if used.Load() == 0 {
		t.Error("nothing is kept within the share")
	}
}

// Rows that are unpacked for one reader, since there is no room for their column, are charged until they
// are released, or nobody refers to them, and so are those whose codes are made others; where they are
// refused there are none.
func TestRowsOfOneReaderAreCharged(t *testing.T) {
	c := open(t, t.TempDir())
	define(t, c, packing)
	load(t, c, packing, packingRows(0, 2*plan.SegmentRows))
	another := packingRows(0, 1)
	another[0][slices.IndexFunc(packing.Columns, func(c plan.Column) bool { return c.Name == "word" })] = "a text that is new"
	load(t, c, packing, another)
	var used atomic.Int64
	c.Bill(func(bytes int64) error { used.Add(bytes); return nil })
	c.Share(1)
	from := table(t, c, "p")
	for i, column := range from.Shown() {
		if unpackable[column.Name] {
			continue
		}
		width := int64(from.Columns[i].Storage.Width)
		a, err := from.Data.Rows(t.Context(), i, plan.SegmentRows, 2*plan.SegmentRows)
		if err != nil {
			t.Fatal(err)
		}
		before := used.Load()
		if before < plan.SegmentRows*width {
			t.Errorf("column %d: %d bytes are charged for %d", i, before, plan.SegmentRows*width)
		}
		a.Retain()
		if a.Release(); used.Load() != before {
			t.Errorf("column %d: rows that somebody has are not charged", i)
		}
		if a.Release(); before-used.Load() < plan.SegmentRows*width {
			t.Errorf("column %d: %d bytes are still charged", i, used.Load())
		}
		if _, err := from.Data.Rows(t.Context(), i, 0, plan.SegmentRows); err != nil {
			t.Fatal(err)
		}
	}
	c.Forget()
	awaitNone(t, &used)
	c.Bill(refusing)
	if _, err := from.Data.Rows(t.Context(), 0, 0, plan.SegmentRows); !errors.Is(err, errNoRoom) {
		t.Errorf("error %v", err)
	}
}

// awaitNone waits until the collector has found that nobody refers to what was charged.
func awaitNone(t *testing.T, used *atomic.Int64) {
	t.Helper()
	for begun := time.Now(); used.Load() != 0; time.Sleep(time.Millisecond) {
		if runtime.GC(); time.Since(begun) > 20*time.Second {
			t.Fatalf("%d bytes are still charged", used.Load())
		}
	}
}
