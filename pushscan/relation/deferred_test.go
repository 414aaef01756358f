package relation

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/operators/spill"
	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// fakeParts has a number, a double and a text for each row, and counts what is read.
type fakeParts struct {
	rows []int64
	lie  int64 // what its bounds leave out
	fail error

	placed []int64 // numbers that no row has and that lie behind those of which the rows are places; nil: they are none

	unbounded              bool // nothing is said of the numbers
	worded, noText, beside bool // texts: in dictionaries, in one that is no text, beside it

	mu    sync.Mutex
	read  map[[2]int]int // part, column
	words int            // dictionaries that were read
}

func (f *fakeParts) Rows() []int64 { return f.rows }

func (f *fakeParts) begin(part int) (first int64) {
	for _, n := range f.rows[:part] {
		first += n
	}
	return first
}

// isNull reports whether the number and the double of a row are NULL.
func isNull(row int64) bool { return row%7 == 3 }

func (f *fakeParts) Bounds(part, column int) (low, high int64, nulls, known bool) {
	first := f.begin(part)
	if column == 1 {
		return plan.RankOf(float64(first) / 4), plan.RankOf(float64(first+f.rows[part]-1-f.lie) / 4), true, !f.unbounded
	}
	return 1000 + first, 1000 + first + f.rows[part] - 1 - f.lie, true, column == 0 && !f.unbounded
}

func (f *fakeParts) Read(ctx context.Context, part, column int, put func(at int, values *ingest.Column, rows int) error) error {
	f.mu.Lock()
	f.read[[2]int{part, column}]++
	err := f.fail
	f.mu.Unlock()
	if err != nil {
		return err
	}
	first, rows := f.begin(part), int(f.rows[part])
	for at := 0; at < rows; at += 1000 {
		n := min(1000, rows-at)
		c := ingest.Column{Ints: make([]int64, n), Floats: make([]float64, n), Nulls: make([]bool, n)}
		for i := range n {
			row := first + int64(at+i)
			c.Ints[i], c.Floats[i], c.Nulls[i] = 1000+row, float64(row)/4, isNull(row)
		}
		if f.placed != nil {
			c.Ints, c.Codes = f.places(first, rows, at, n)
		}
		if f.placed != nil && column == 1 {
			c.Floats = doublesOf(c.Ints)
			c.Ints = nil
		}
		if err := put(at, &c, n); err != nil {
			return err
		}
	}
	return nil
}

// places gives rows as places of the numbers of their part, which lie there from the last to the
// first.
func (f *fakeParts) places(first int64, rows, at, n int) (numbers []int64, places []uint32) {
	for row := rows - 1; row >= 0; row-- {
		numbers = append(numbers, 1000+first+int64(row))
	}
	for i := range n {
		places = append(places, uint32(rows-1-at-i))
		if isNull(first + int64(at+i)) {
			places[i] = 0
		}
	}
	return append(numbers, f.placed...), places
}

// doublesOf gives the doubles of the rows that have some numbers.
func doublesOf(numbers []int64) (out []float64) {
	for _, n := range numbers {
		out = append(out, float64(n-1000)/4)
	}
	return out
}

// fakeWords are the texts of each part's dictionary.
var fakeWords = []string{"b", "unused", "a"}

// TextBounds says nothing.
func (f *fakeParts) TextBounds(int, int) (low, high string, ok bool) { return "", "", false }

func (f *fakeParts) Worded(int) bool { return f.worded }

func (f *fakeParts) Words(_ context.Context, part, column int, take func(texts []string) error) (bool, error) {
	f.mu.Lock()
	f.words++
	f.mu.Unlock()
	if f.noText && part == 1 {
		return false, nil
	}
	return true, take(slices.Clone(fakeWords))
}

func (f *fakeParts) Texts(_ context.Context, part, column int, number func([]string, bool) ([]uint32, error), put func(int, ingest.Numbered) error) error {
	f.mu.Lock()
	f.read[[2]int{part, column}]++
	f.mu.Unlock()
	first, rows := f.begin(part), int(f.rows[part])
	of, err := number(slices.Clone(fakeWords), true)
	if err != nil {
		return err
	}
	if f.beside {
		_, err = number([]string{"other"}, false)
	}
	for at := 0; at < rows && err == nil; at += 1000 {
		n := min(1000, rows-at)
		numbers, nulls := make([]uint32, n), make([]bool, n)
		for i := range numbers {
			row := first + int64(at+i)
			if numbers[i], nulls[i] = uint32(row%2*2), isNull(row); nulls[i] {
				numbers[i] = 0
			}
		}
		err = put(at, ingest.Numbered{Rows: numbers, Words: of, Nulls: nulls})
	}
	return err
}

func (f *fakeParts) Bytes(part, _ int) int64 { return 5 * f.rows[part] }

// inOrder wants all texts in order.
func inOrder(int) Order { return Whole }

var deferredColumns = []plan.Column{{Name: "n", Type: plan.Type{Kind: plan.Int}}, {Name: "f", Type: plan.Type{Kind: plan.Double}}, {Name: "s", Type: plan.Type{Kind: plan.String}}}

func deferred(t *testing.T, f *fakeParts) *plan.Table {
	t.Helper()
	return deferredIn(t, f, 1<<30, nil)
}

func deferredIn(t *testing.T, f *fakeParts, limit int64, space *spill.Space) *plan.Table {
	t.Helper()
	f.read = map[[2]int]int{}
	table, err := Deferred(context.Background(), "t", deferredColumns, inOrder, f, limit, space)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// numberAt is the number of a row in a table.
func numbersOf(t *testing.T, table *plan.Table, column, lo, hi int) (out []string) {
	t.Helper()
	a, err := table.Data.Rows(context.Background(), column, lo, hi)
	if err != nil {
		t.Fatal(err)
	}
	c := &table.Columns[column]
	for i := range a.Len() {
		out = append(out, shownNumber(a.(interface{ ValueStr(int) string }).ValueStr(i), a, i, c))
	}
	return out
}

func shownNumber(text string, a any, i int, c *plan.Column) string {
	if f, ok := a.(*array.Float64); ok {
		if math.Float64bits(f.Value(i)) == plan.NullBits {
			return "NULL"
		}
		return fmt.Sprint(f.Value(i))
	}
	var stored uint64
	if _, err := fmt.Sscan(text, &stored); err != nil || stored == 0 && c.Storage.Nullable {
		return "NULL"
	}
	n := int64(stored) + c.Storage.Bias
	if c.Dict != nil {
		return c.Dict.At(int(n))
	}
	return fmt.Sprint(n)
}

// All rows are those of the parts, wherever these end, and within what the zones say; in files as in
// memory.
func TestDeferredRows(t *testing.T) {
	if !testing.Short() { // both are read by the steps of the third
		checkDeferredRows(t, &fakeParts{rows: []int64{5, 0, segmentRows, 70000, 1}})
		checkDeferredRows(t, &fakeParts{rows: []int64{5, 0, segmentRows, 70000, 1}, worded: true})
	}
	checkDeferredRows(t, &fakeParts{rows: []int64{5, 0, segmentRows, 70000, 1}, worded: true, noText: true})
	for _, placed := range [][]int64{{}, {1, 1 << 60}} {
		checkDeferred(t, deferred(t, &fakeParts{rows: []int64{5, 0, 3000, 7000, 1}, placed: placed}))
	}
	for _, placed := range [][]int64{nil, {}} {
		checkDeferred(t, deferred(t, &fakeParts{rows: []int64{5, 0, 3000, 7000, 1}, unbounded: true, placed: placed}))
	}
}

func checkDeferredRows(t *testing.T, f *fakeParts) {
	t.Helper()
	table := deferred(t, f)
	if held := Held(table); held != Bytes(table) {
		t.Errorf("%d bytes of %d are in memory", held, Bytes(table))
	}
	checkDeferred(t, table)
	space := spill.NewSpace(t.TempDir())
	filed := deferredIn(t, f, 100_000, space)
	if held := Held(filed); held != 0 || space.Used() < Bytes(filed) || space.Used() > Bytes(filed)+1<<16 {
		t.Errorf("%d bytes of %d are in memory, %d in files", held, Bytes(filed), space.Used())
	}
	checkDeferred(t, filed)
	array := filed.Data.(*data).columns[0].array(0, 10, nil)
	filed = nil
	for range 100 {
		if runtime.GC(); space.Used() < 1<<20 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if used := space.Used(); used == 0 || used > 1<<20 {
		t.Errorf("the files have %d bytes where only an array of one column is left", used)
	}
	runtime.KeepAlive(array)
}

func checkDeferred(t *testing.T, table *plan.Table) {
	t.Helper()
	for column := range table.Columns {
		got := numbersOf(t, table, column, 0, table.Rows)
		for row := range int64(table.Rows) {
			want := []string{fmt.Sprint(1000 + row), fmt.Sprint(float64(row) / 4), []string{"b", "a"}[row%2]}[column]
			if isNull(row) {
				want = "NULL"
			}
			if got[row] != want {
				t.Fatalf("column %d, row %d: %s, want %s", column, row, got[row], want)
			}
		}
	}
	c := table.Columns[0]
	for s := range table.Segments() {
		last := int64(min(table.Rows, (s+1)*segmentRows) - 1)
		for isNull(last) {
			last--
		}
		if lo, hi := table.Data.Zone(0, s); lo != 0 || hi < c.Storage.Store(1000+last) {
			t.Errorf("segment %d: from %d to %d", s, lo, hi)
		}
		if lo, hi := table.Data.Zone(1, s); lo != 0 || hi < plan.RankStorage(true).Store(plan.RankOf(float64(last)/4)) {
			t.Errorf("segment %d of doubles: from %d to %d", s, lo, hi)
		}
	}
}

// Only what somebody needs is read, once, however many ask.
func TestDeferredNeed(t *testing.T) {
	f := &fakeParts{rows: []int64{segmentRows, segmentRows / 2, segmentRows / 2, segmentRows, segmentRows}}
	table := deferred(t, f)
	d := table.Data.(plan.Deferred)
	if want := map[[2]int]int{{0, 2}: 1, {1, 2}: 1, {2, 2}: 1, {3, 2}: 1, {4, 2}: 1}; len(f.read) != len(want) {
		t.Errorf("%v is read before somebody asks", f.read)
	}
	clear(f.read)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := d.Need(context.Background(), []int{0, 1, 2}, []int{1, 3}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for part := range f.rows {
		for column := range 2 {
			want := 0
			if slices.Contains([]int{1, 2, 4}, part) {
				want = 1
			}
			if got := f.read[[2]int{part, column}]; got != want {
				t.Errorf("part %d of column %d is read %d times, want %d", part, column, got, want)
			}
		}
	}
}

// Texts of which parts have dictionaries are read where somebody needs them; their zones are those of
// the dictionaries.
func TestDeferredWords(t *testing.T) {
	f := &fakeParts{rows: []int64{segmentRows, segmentRows, 10}, worded: true}
	table := deferred(t, f)
	if len(f.read) != 0 || f.words != 3 {
		t.Errorf("%v is read before somebody asks, and %d dictionaries", f.read, f.words)
	}
	if c := table.Columns[2]; c.Dict.Len() != 3 || c.Storage.Width != 1 || !c.Storage.Nullable {
		t.Errorf("the column has %d texts and is stored as %+v", c.Dict.Len(), c.Storage)
	}
	if lo, hi := table.Data.Zone(2, 1); lo != 0 || hi != 3 {
		t.Errorf("a segment's codes are said to be from %d to %d", lo, hi)
	}
	numbersOf(t, table, 2, segmentRows, segmentRows+5)
	if want := map[[2]int]int{{1, 2}: 1}; !maps.Equal(f.read, want) {
		t.Errorf("%v is read, want %v", f.read, want)
	}
	f.beside = true
	_, err := table.Data.Rows(context.Background(), 2, 0, 10)
	if err == nil || !strings.Contains(err.Error(), "there are texts beside the dictionary, but the file's metadata say that it has all") {
		t.Error(err)
	}
	f = &fakeParts{rows: []int64{segmentRows, 10}, worded: true, noText: true}
	if deferred(t, f); !maps.Equal(f.read, map[[2]int]int{{0, 2}: 1, {1, 2}: 1}) {
		t.Errorf("%v is read where a dictionary is not of texts", f.read)
	}
	var large *TooLargeError
	if _, err := Deferred(context.Background(), "t", deferredColumns, inOrder, &fakeParts{rows: []int64{10}, worded: true, read: map[[2]int]int{}}, 200, nil); !errors.As(err, &large) {
		t.Errorf("a dictionary that has no room: %v", err)
	}
}

// Parts that are not what was said of them are errors, and so is one that cannot be read, as long
// as it cannot.
func TestDeferredErrors(t *testing.T) {
	for _, placed := range [][]int64{nil, {}} {
		table := deferred(t, &fakeParts{rows: []int64{100}, lie: 5, placed: placed})
		_, err := table.Data.Rows(context.Background(), 0, 0, 100)
		if err == nil || !strings.Contains(err.Error(), "values from 1000 to 1099, but the file's statistics say that they are from 1000 to 1094") {
			t.Error(err)
		}
		_, err = table.Data.Rows(context.Background(), 1, 0, 100)
		if err == nil || !strings.Contains(err.Error(), "values that are not from 0 to 23.5, but the file's statistics say that all are") {
			t.Error(err)
		}
	}
	f := &fakeParts{rows: []int64{100}}
	table := deferred(t, f)
	f.fail = errors.New("the disk is gone")
	if _, err := table.Data.Rows(context.Background(), 1, 0, 100); !errors.Is(err, f.fail) {
		t.Error(err)
	}
	f.fail = nil
	if got := numbersOf(t, table, 1, 0, 2); got[1] != "0.25" {
		t.Error(got)
	}
	var large *TooLargeError
	for _, rows := range [][]int64{{1 << 40}, {math.MaxInt64, math.MaxInt64}, {400}} {
		if _, err := Deferred(context.Background(), "t", deferredColumns, inOrder, &fakeParts{rows: rows, read: map[[2]int]int{}}, 1000, nil); !errors.As(err, &large) {
			t.Errorf("%v rows: %v", rows, err)
		}
	}
	for _, rows := range [][]int64{{1 << 40}, {math.MaxInt64, math.MaxInt64}} {
		if _, err := Deferred(context.Background(), "t", deferredColumns, inOrder, &fakeParts{rows: rows, read: map[[2]int]int{}}, 1000, spill.NewSpace(t.TempDir())); !errors.As(err, &large) {
			t.Errorf("%v rows in files: %v", rows, err)
		}
	}
}
