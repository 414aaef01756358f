package hits

import (
	"context"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gsdms/pushscan/store/ingest"
)

// all gives the batches of a table.
func all(t *testing.T, o Options) (out []*ingest.Batch) {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	source, err := s.Tables[0].Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for {
		b, err := source.Next(context.Background())
		if errors.Is(err, io.EOF) {
			return out
		} else if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
}

// TestRowsAreAsDescribed looks at the rows: times rise, numbers are unique, few addresses
// have many hits and many have one, and each address has one title and one site.
func TestRowsAreAsDescribed(t *testing.T) {
	s, err := New(Options{Rows: 150_000, Texts: 100_000, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	columns, err := s.Tables[0].Columns()
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) int {
		for i, c := range columns {
			if c.Name == name {
				return i
			}
		}
		t.Fatalf("no column %s", name)
		return 0
	}
	address := regexp.MustCompile(`^https?://(www\.)?[a-z]+\.[a-z.]+/[a-z]+/[a-z]+-[a-z]+-[a-z]+/\d+(\.html|\?ref=\S+)$`)
	hits, ids, titles, last, long := map[string]int{}, map[int64]bool{}, map[string]string{}, int64(0), 0
	for _, b := range all(t, Options{Rows: 150_000, Texts: 100_000, Seed: 3}) {
		url, title := b.Columns[at("url")], b.Columns[at("title")]
		for row := range b.Rows {
			u, h := url.Dict[url.Codes[row]], title.Dict[title.Codes[row]]
			hits[u]++
			long += len(u)
			ids[b.Columns[at("hit_id")].Ints[row]] = true
			if known := titles[u]; known != "" && known != h {
				t.Fatalf("%s is %q and %q", u, known, h)
			}
			titles[u] = h
			now := b.Columns[at("hit_time")].Ints[row]
			if now < last || b.Columns[at("hit_date")].Ints[row] != now/86400 {
				t.Fatalf("row %d: time %d after %d", row, now, last)
			}
			last = now
		}
		for _, u := range url.Dict {
			if !address.MatchString(u) {
				t.Fatalf("address %q", u)
			}
		}
	}
	once, most := 0, 0
	for _, n := range hits {
		most = max(most, n)
		if n == 1 {
			once++
		}
	}
	if len(ids) != 150_000 || len(hits) < 30_000 || once < len(hits)/2 || most < 1000 || long/150_000 < 60 {
		t.Errorf("%d hits on %d addresses of %d bytes, %d of them once, the first %d times", len(ids), len(hits), long/150_000, once, most)
	}
}

// TestSeedsDecide makes rows twice, and others from another seed.
func TestSeedsDecide(t *testing.T) {
	a, b, c := all(t, Options{5000, 1000, 1}), all(t, Options{5000, 1000, 1}), all(t, Options{5000, 1000, 2})
	for i := range a[0].Columns {
		if x, y := a[0].Columns[i], b[0].Columns[i]; !slices.Equal(x.Ints, y.Ints) || !slices.Equal(x.Codes, y.Codes) || !slices.Equal(x.Dict, y.Dict) {
			t.Errorf("column %d differs with the same seed", i)
		}
	}
	if slices.Equal(a[0].Columns[3].Ints, c[0].Columns[3].Ints) {
		t.Error("another seed gave the same users")
	}
}

func TestQueriesHaveNamesOfTheirOwn(t *testing.T) {
	s, err := New(Defaults())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, q := range s.Queries {
		if seen[q.Name] || strings.Contains(q.Text, "%!") || strings.Contains(q.Text, " LIMIT ") && q.Order == nil {
			t.Errorf("%s: %s", q.Name, q.Text)
		}
		seen[q.Name] = true
	}
	if len(seen) < 40 {
		t.Errorf("%d queries", len(seen))
	}
}

// TestTextsFitFiles looks for what would end a field or a row of a .tbl file.
func TestTextsFitFiles(t *testing.T) {
	for _, b := range all(t, Options{Rows: 20_000, Texts: 10_000, Seed: 5}) {
		for i, c := range b.Columns {
			for _, text := range c.Dict {
				if strings.ContainsAny(text, "|\n\r") {
					t.Fatalf("column %d has %q", i, text)
				}
			}
		}
	}
}

func TestBadSizes(t *testing.T) {
	for _, o := range []Options{{Rows: 0, Texts: 1000}, {Rows: 1000, Texts: 1}} {
		if _, err := New(o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
}
