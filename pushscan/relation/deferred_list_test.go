package relation

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"gsdms/operators/spill"
	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// anyOrder wants no texts in order.
func anyOrder(int) Order { return Nothing }

// Texts in no order are those of the rows, wherever parts end and whoever asks first: a part is read
// once, by its texts or its rows, and not before.
func TestDeferredUnsorted(t *testing.T) {
	f := &fakeParts{rows: []int64{5, 0, segmentRows, 70000, 1}, read: map[[2]int]int{}}
	table, err := Deferred(t.Context(), "t", deferredColumns, anyOrder, f, 1<<30, nil)
	if err != nil {
		t.Fatal(err)
	}
	u, last := table.Columns[2].Unsorted, int(f.rows[0]+f.rows[2]+f.rows[3])
	if u == nil || u.Len() != table.Rows || u.Parts() != len(f.rows) || len(f.read) != 0 {
		t.Fatalf("%+v after reading %v", u, f.read)
	}
	if texts, first, err := u.Part(t.Context(), 4); err != nil || first != last || f.read[[2]int{4, 2}] != 1 || len(f.read) != 1 {
		t.Fatalf("part 4 has %v from %d on: %v, after reading %v", texts, first, err, f.read)
	}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for lo := 0; lo < table.Rows; lo += 64 * 501 {
				checkUnsorted(t, table, lo, min(lo+64*501, table.Rows))
			}
		})
	}
	wait.Wait()
	for part, rows := range f.rows {
		if reads := f.read[[2]int{part, 2}]; reads > 1 || reads == 0 && rows > 0 {
			t.Errorf("part %d is read %d times", part, reads)
		}
	}
}

// checkUnsorted holds rows [lo, hi) of the texts against what fakeParts gives.
func checkUnsorted(t *testing.T, table *plan.Table, lo, hi int) {
	var codes []int64
	var nulls []bool
	for _, number := range numbersOf(t, table, 2, lo, hi) {
		code := int64(-1)
		if number != "NULL" {
			fmt.Sscan(number, &code)
		}
		codes, nulls = append(codes, code), append(nulls, code < 0)
	}
	texts := make([]string, hi-lo)
	table.Columns[2].Unsorted.Texts(texts, codes, nulls)
	for i, text := range texts {
		if row := int64(lo + i); nulls[i] != isNull(row) || !nulls[i] && text != fakeWords[row%2*2] {
			t.Errorf("row %d is %q, NULL %v", row, text, nulls[i])
			return
		}
		if z := table.Data.(*data).columns[2].zones[(lo+i)/segmentRows]; !nulls[i] && (uint64(codes[i]+1) < z.lo || uint64(codes[i]+1) > z.hi) {
			t.Errorf("row %d has code %d beyond its zone %v", lo+i, codes[i], z)
			return
		}
	}
}

// Texts in no order that have no room are put in order, of which each is kept once, and lie in files
// where that has none either; those that turn out to be more than they were said to be have none.
func TestDeferredUnsortedWithinMemory(t *testing.T) {
	f := &fakeParts{rows: []int64{5, 70000}, read: map[[2]int]int{}}
	table, err := Deferred(t.Context(), "t", deferredColumns, anyOrder, f, 600_000, spill.NewSpace(t.TempDir()))
	if err != nil || table.Columns[2].Unsorted != nil || table.Columns[2].Dict == nil {
		t.Errorf("%+v: %v", table, err)
	}
	f = &fakeParts{rows: []int64{5, 70000}, read: map[[2]int]int{}}
	table, err = Deferred(t.Context(), "t", deferredColumns, inOrder, f, 1000, spill.NewSpace(t.TempDir()))
	if err != nil || table.Columns[2].Unsorted == nil || !table.Columns[2].Unsorted.Filed() {
		t.Fatalf("%+v: %v", table, err)
	}
	checkUnsorted(t, table, 0, table.Rows)
	long := &list{rows: 3, of: &lists{left: 10, in: &room{limit: 10}}, ends: make([]uint32, 1)}
	_, err = long.number([]string{"0123456", "789"}, false)
	if err == nil {
		_, err = long.number([]string{"a"}, false)
	}
	var large *TooLargeError
	if !errors.As(err, &large) || len(long.bytes) != 11 {
		t.Errorf("%d bytes of 10 that they may have: %v", len(long.bytes), err)
	}
}

// onlyTexts gives a column of texts, so many of each part.
type onlyTexts struct {
	*fakeParts
	of func(row int) string
}

func (o onlyTexts) Texts(_ context.Context, part, _ int, number func([]string, bool) ([]uint32, error), put func(int, ingest.Numbered) error) error {
	texts := make([]string, o.rows[part])
	for i := range texts {
		texts[i] = o.of(int(o.begin(part)) + i)
	}
	numbers, err := number(texts, false)
	if err != nil {
		return err
	}
	return put(0, ingest.Numbered{Rows: numbers})
}

// Texts of which some are computed are put in order where they come several times in a part, and not
// where most come once.
func TestDeferredOften(t *testing.T) {
	for _, c := range []struct {
		name   string
		of     func(row int) string
		sorted bool
	}{
		{"differ", func(row int) string { return fmt.Sprint("text ", row) }, false},
		{"one in ten twice", func(row int) string { return fmt.Sprint("text ", row-row%10/9) }, false},
		{"twice", func(row int) string { return fmt.Sprint("text ", row/2) }, true},
		{"few", func(row int) string { return fmt.Sprint("text ", row%7) }, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			parts := onlyTexts{&fakeParts{rows: []int64{10, 20000, 0, 3000}, read: map[[2]int]int{}}, c.of}
			table, err := Deferred(t.Context(), "t", deferredColumns, func(int) Order { return Often }, parts, 1<<30, nil)
			if err != nil {
				t.Fatal(err)
			}
			if s := &table.Columns[2]; (s.Dict != nil) != c.sorted || (s.Unsorted == nil) != c.sorted {
				t.Errorf("%+v", s)
			}
		})
	}
}
