package store_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

// sortedTexts gives the texts of its batches as codes of sorted dictionaries: of its own one where
// a batch has only texts of that, else of one of the batch's texts and others.
type sortedTexts struct {
	batches []*ingest.Batch
	own     *plan.Dictionary
}

// Next implements ingest.Source.
func (s *sortedTexts) Next(context.Context) (*ingest.Batch, error) {
	if len(s.batches) == 0 {
		return nil, io.EOF
	}
	b := s.batches[0]
	s.batches = s.batches[1:]
	for i := range b.Columns {
		if c := &b.Columns[i]; c.Codes != nil {
			s.sort(c)
		}
	}
	return b, nil
}

func (s *sortedTexts) sort(c *ingest.Column) {
	d := s.own
	if slices.ContainsFunc(c.Dict, func(text string) bool { _, exact := d.Find(text); return !exact }) {
		d = dictionaryOf(append([]string{"b2", "zzz", strings.Repeat("long ", 9)}, c.Dict...))
	}
	for i, code := range c.Codes {
		if c.Nulls == nil || !c.Nulls[i] {
			at, _ := d.Find(c.Dict[code])
			c.Codes[i] = uint32(at)
		}
	}
	c.Dict, c.Sorted = nil, d
}

func dictionaryOf(texts []string) *plan.Dictionary {
	slices.Sort(texts)
	offsets, all := []uint32{0}, ""
	for _, t := range slices.Compact(texts) {
		all += t
		offsets = append(offsets, uint32(len(all)))
	}
	return plan.NewDictionary(offsets, []byte(all))
}

// Rows whose texts are codes of sorted dictionaries are those that they are with texts one by one,
// in a table that is empty or not, and the table has the texts of its rows alone.
func TestSortedTexts(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 5))
		dir := t.TempDir()
		c := open(t, dir)
		d := store.Definition{Name: "t", Columns: columns("n", "#text"), PrimaryKey: []int{0}}
		d.Columns[1].Nullable, d.Columns[1].Type.Precision = true, 40
		define(t, c, d)
		own := dictionaryOf([]string{"a", "c", "e", "g", "i", strings.Repeat("é", 40), strings.Repeat("x", 41)})
		var want rows
		for range 1 + r.IntN(3) {
			s := &sortedTexts{own: own}
			for range 1 + r.IntN(3) {
				var some rows
				for range 1 + r.IntN(20) {
					some = append(some, []any{int64(len(want)), someText(r, r.IntN(2) == 0)})
					want = append(want, some[len(some)-1])
				}
				b, err := source(d, some).Next(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				s.batches = append(s.batches, b)
			}
			if _, err := c.Load(context.Background(), "t", s); err != nil {
				t.Fatal(err)
			}
		}
		c.Close()
		c, err := store.Open(dir, store.Options{Verify: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := read(t, table(t, c, "t")); !same(sortedByKey(got), want) {
			t.Fatalf("seed %d: %v, want %v", seed, got, want)
		}
		checkDictionary(t, table(t, c, "t").Columns[1].Dict, want)
		c.Close()
	}
}

// someText is a text or NULL, of those that all sources have, or of others.
func someText(r *rand.Rand, other bool) any {
	switch n := r.IntN(8); {
	case n == 0:
		return nil
	case n == 1:
		return strings.Repeat("é", 40)
	case other:
		return fmt.Sprint("f", r.IntN(5))
	default:
		return string(rune('a' + 2*(n%4)))
	}
}

func checkDictionary(t *testing.T, d *plan.Dictionary, want rows) {
	t.Helper()
	has := map[any]bool{}
	for _, row := range want {
		if row[1] != nil {
			has[row[1]] = true
		}
	}
	if d == nil {
		if len(has) > 0 {
			t.Errorf("no dictionary of %d texts", len(has))
		}
		return
	}
	for i := range d.Len() {
		if !has[d.At(i)] {
			t.Errorf("no row has text %q", d.At(i))
		}
	}
	if d.Len() != len(has) {
		t.Errorf("%d texts, want %d", d.Len(), len(has))
	}
}

// A text that is too long is refused where a row has it, with the row's number.
func TestSortedTextTooLong(t *testing.T) {
	c := open(t, t.TempDir())
	d := store.Definition{Name: "t", Columns: columns("n", "#text"), PrimaryKey: []int{0}}
	d.Columns[1].Type.Precision = 5
	define(t, c, d)
	own := dictionaryOf([]string{"a", "ééééé", "éééééé"})
	for _, already := range []bool{false, true} {
		if already {
			load(t, c, d, rows{{int64(100), "a"}})
		}
		b, err := source(d, rows{{int64(1), "ééééé"}, {int64(2), "a"}, {int64(3), "éééééé"}}).Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Load(context.Background(), "t", &sortedTexts{batches: []*ingest.Batch{b}, own: own})
		var refused *store.RowError
		if !errors.As(err, &refused) || refused.Row != 2 {
			t.Errorf("with rows: %t: %v, want row 2 refused", already, err)
		}
	}
}
