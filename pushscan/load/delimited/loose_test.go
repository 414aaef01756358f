package delimited

import (
	"encoding/csv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestLooseEqualsLazyQuotes compares texts with quotes within fields, whose blocks end at any record, with
// encoding/csv, which takes what follows the quote that ends a field as well.
func TestLooseEqualsLazyQuotes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	d := Dialect{Delimiter: ',', Quote: '"', Escape: -1, Nulls: []string{"no null"}, Loose: true}
	taken, stray := 0, 0
	for range 40_000 {
		text := looseRecords(r)
		got, err := rowsOf([]byte(text), d, 16)
		if err != nil {
			continue
		}
		lazy := csv.NewReader(strings.NewReader(text))
		lazy.LazyQuotes, lazy.FieldsPerRecord = true, 2
		want, err := lazy.ReadAll()
		if err != nil || !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%q: got %q, want %q, %v", text, got, want, err)
		}
		taken++
		if HasStrayQuote(Dialect{Delimiter: ',', Quote: '"', Escape: -1}, []byte(text)) {
			stray++
		}
	}
	if taken < 10_000 || stray < 5_000 {
		t.Errorf("too few of the texts say anything: %d, with quotes within fields %d", taken, stray)
	}
}

// looseRecords gives some records of two fields, most of them right.
func looseRecords(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(6) {
		for _, end := range []string{",", "\n"} {
			field := make([]byte, r.IntN(7))
			for k := range field {
				field[k] = "abc\"\",\n"[r.IntN(7)]
			}
			switch text := string(field); {
			case r.IntN(2) == 0:
				b.WriteString(`"` + strings.ReplaceAll(text, `"`, `""`) + `"`)
			case r.IntN(20) == 0:
				b.WriteString(text)
			default:
				b.WriteString(strings.NewReplacer(",", "", "\n", "").Replace("x" + text))
			}
			b.WriteString(end)
		}
	}
	return b.String()
}
