package relation

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// pickedParts are fakeParts that give the texts of single rows, and note of how many.
type pickedParts struct {
	*fakeParts
	asked []int
	wrong bool // all are NULL
}

// SomeTexts is of somewhere.
func (f *pickedParts) SomeTexts(_ context.Context, part, _ int, rows []int, take func(string, bool)) (bool, error) {
	if !slices.IsSorted(rows) || len(slices.Compact(slices.Clone(rows))) < len(rows) {
		return false, fmt.Errorf("rows %v are asked for", rows)
	}
	first := int64(0)
	for _, n := range f.rows[:part] {
		first += n
	}
	f.asked = append(f.asked, len(rows))
	for _, row := range rows {
		at := first + int64(row)
		take(fmt.Sprint("text ", at), f.wrong || isNull(at))
	}
	return true, nil
}

// SomeNumbers is of somewhere.
func (f *pickedParts) SomeNumbers(_ context.Context, part, column int, rows []int, take func(*ingest.Column) error) (bool, error) {
	first := f.begin(part)
	for _, row := range rows {
		at := first + int64(row)
		c := ingest.Column{Floats: []float64{float64(at) / 4}, Nulls: []bool{f.wrong || isNull(at)}}
		if column == 0 {
			c = ingest.Column{Ints: []int64{-1, 1000 + at + f.lie}, Codes: []uint32{1}, Nulls: c.Nulls}
		}
		if err := take(&c); err != nil {
			return true, err
		}
	}
	return true, nil
}

// Texts of few rows are read without the others, once each, and where they were asked for often all are.
func TestPick(t *testing.T) {
	f := &pickedParts{fakeParts: &fakeParts{rows: []int64{5, 0, segmentRows, 70000, 1}, read: map[[2]int]int{}}}
	table, err := Deferred(t.Context(), "t", deferredColumns, anyOrder, f, 1<<30, nil)
	if err != nil {
		t.Fatal(err)
	}
	d, last := table.Data.(plan.Picker), int64(table.Rows-1)
	rows := []int64{70001, 4, last, 5, 0, 4, 65540, 65541}
	for range 3 {
		v, ok, err := d.Pick(t.Context(), 2, rows)
		if err != nil || !ok || len(f.read) > 0 {
			t.Fatalf("%v, %v, after reading %v", ok, err, f.read)
		}
		for i, row := range rows {
			null := v.Nulls != nil && v.Nulls[i]
			if null != isNull(row) || !null && v.Texts[i] != fmt.Sprint("text ", row) {
				t.Errorf("row %d is %q, NULL %v", row, v.Texts[i], null)
			}
		}
	}
	if want := []int{2, 2, 2, 1}; !slices.Equal(slices.Sorted(slices.Values(f.asked)), []int{1, 2, 2, 2}) {
		t.Errorf("%v rows of parts are asked for, want %v in some order", f.asked, want)
	}
	if _, ok, err := d.Pick(t.Context(), 2, make([]int64, 200)); ok || err != nil {
		t.Errorf("many rows are picked: %v", err)
	}
	times := 1
	for ; times < 100; times++ {
		if _, ok, err := d.Pick(t.Context(), 2, []int64{int64(100 + times)}); err != nil {
			t.Fatal(err)
		} else if !ok {
			break
		}
	}
	if times != mostTimes {
		t.Errorf("rows are picked %d times", times)
	}
	if _, ok, err := d.Pick(t.Context(), 2, rows); !ok || err != nil {
		t.Errorf("what was picked before is there: %v, %v", ok, err)
	}
}

// So are numbers, which are held against the file's statistics.
func TestPickNumbers(t *testing.T) {
	f := &pickedParts{fakeParts: &fakeParts{rows: []int64{5, 0, segmentRows, 70000, 1}, read: map[[2]int]int{}}}
	table, err := Deferred(t.Context(), "t", deferredColumns, anyOrder, f, 1<<30, nil)
	if err != nil {
		t.Fatal(err)
	}
	d, rows := table.Data.(plan.Picker), []int64{70001, 4, int64(table.Rows - 1), 5, 0, 4, 65540, 65541, 3}
	for column := range 2 {
		v, ok, err := d.Pick(t.Context(), column, rows)
		if err != nil || !ok || len(f.read) > 0 {
			t.Fatalf("%v, %v, after reading %v", ok, err, f.read)
		}
		for i, row := range rows {
			switch {
			case v.Nulls[i] != isNull(row):
				t.Errorf("row %d of column %d: NULL %v", row, column, v.Nulls[i])
			case v.Nulls[i]:
			case column == 0 && v.Ints[i] != 1000+row, column == 1 && v.Floats[i] != float64(row)/4:
				t.Errorf("row %d of column %d: %v, %v", row, column, v.Ints, v.Floats)
			}
		}
	}
	if f.lie = 1; table.Data.(*data).columns[0].pending.bounds[4].hi != 1000+int64(table.Rows-1) {
		t.Fatal("the last row is not the greatest")
	}
	if _, _, err := d.Pick(t.Context(), 0, []int64{int64(table.Rows - 1)}); err != nil {
		t.Errorf("what was picked before is there: %v", err)
	}
	table.Data.(*data).columns[0].pending.picked.values = nil
	if _, _, err := d.Pick(t.Context(), 0, []int64{int64(table.Rows - 1)}); err == nil {
		t.Error("a number is given that the file denies")
	}
}

// A NULL where the file says that there is none is an error, as it is when all rows are read.
func TestPickUnstatedNull(t *testing.T) {
	f := &pickedParts{fakeParts: &fakeParts{rows: []int64{70000}, read: map[[2]int]int{}}, wrong: true}
	table, err := Deferred(t.Context(), "t", deferredColumns, anyOrder, f, 1<<30, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := table.Data.(*data).columns[2].pending
	for i := range p.bounds {
		p.bounds[i].hasNull = false
	}
	if _, _, err := table.Data.(plan.Picker).Pick(t.Context(), 2, []int64{3}); err == nil {
		t.Error("NULLs are given that the file denies")
	}
}
