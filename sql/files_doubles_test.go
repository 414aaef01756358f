package sql

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"

	"gsdms/pushscan"
)

// measured is a file with a number k for each row, and of doubles f and g, narrow ones, which rise with
// it and are NULL in some rows, g in all of a row group; n is k, and NULL where f is. There are row groups of a segment.
func measured(t *testing.T, rows int) (path string, f func(k int) (v float64, null bool)) {
	t.Helper()
	f = func(k int) (float64, bool) { return float64(k-rows/2) / 8, k%11 == 3 }
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{
		{Name: "k", Type: arrow.PrimitiveTypes.Int64}, {Name: "f", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
		{Name: "g", Type: arrow.PrimitiveTypes.Float32, Nullable: true}, {Name: "n", Type: arrow.PrimitiveTypes.Int64, Nullable: true},
	}, nil))
	defer b.Release()
	for k := range rows {
		v, null := f(k)
		b.Field(0).(*array.Int64Builder).Append(int64(k))
		b.Field(1).(*array.Float64Builder).AppendValues([]float64{v}, []bool{!null})
		b.Field(2).(*array.Float32Builder).AppendValues([]float32{float32(v)}, []bool{!null && k >= 65536})
		b.Field(3).(*array.Int64Builder).AppendValues([]int64{int64(k)}, []bool{!null})
	}
	rec := b.NewRecord()
	defer rec.Release()
	var out bytes.Buffer
	w, err := pqarrow.NewFileWriter(rec.Schema(), &out, parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(65536)), pqarrow.DefaultWriterProps())
	path = filepath.Join(t.TempDir(), "doubles.parquet")
	if err = errors.Join(err, w.Write(rec), w.Close(), os.WriteFile(path, out.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	return path, f
}

// Conditions on doubles leave out the row groups whose bounds say that no row passes, and no others.
func TestBoundsOfDoublesRuleOut(t *testing.T) {
	const rows = 5*65536 - 100 // from -20473.75 on
	path, f := measured(t, rows)
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	is := func(test func(v float64, k int) bool) func(int) bool {
		return func(k int) bool { v, null := f(k); return !null && test(v, k) }
	}
	for _, c := range []struct {
		where   string
		passes  func(k int) bool
		skipped int
	}{
		{"f < -30000", is(func(v float64, _ int) bool { return v < -30000 }), 5},
		{"f <= -20473.75", is(func(v float64, _ int) bool { return v <= -20473.75 }), 4},
		{"f > 12000", is(func(v float64, _ int) bool { return v > 12000 }), 3},
		{"12000 < f", is(func(v float64, _ int) bool { return v > 12000 }), 3},
		{"f >= 1e6", is(func(v float64, _ int) bool { return false }), 5},
		{"f = 0", is(func(v float64, _ int) bool { return v == 0 }), 4},
		{"f = -0e0", is(func(v float64, _ int) bool { return v == 0 }), 4},
		{"f IN (0.125, 16000.5, 3e9)", is(func(v float64, _ int) bool { return v == 0.125 || v == 16000.5 }), 3},
		{"f BETWEEN -1 AND 1", is(func(v float64, _ int) bool { return v >= -1 && v <= 1 }), 4},
		{"NOT (f < 15000 OR f > 16000)", is(func(v float64, _ int) bool { return v >= 15000 && v <= 16000 }), 4},
		{"f <> 0", is(func(v float64, _ int) bool { return v != 0 }), 0},
		{"f < -20000 OR k > 327000", func(k int) bool { v, null := f(k); return !null && v < -20000 || k > 327000 }, 3},
		{"f < -20000 OR f > 20000 AND k % 2 = 0", is(func(v float64, k int) bool { return v < -20000 || v > 20000 && k%2 == 0 }), 3},
		{"f > 0 AND f < 100 AND f + k > 3", is(func(v float64, k int) bool { return v > 0 && v < 100 && v+float64(k) > 3 }), 4},
		{"f IS NULL", func(k int) bool { _, null := f(k); return null }, 0},
		{"f <=> NULL AND k < 10", func(k int) bool { _, null := f(k); return null && k < 10 }, 4},
		{"f = NULL", func(int) bool { return false }, 5},
		{"n < 0", func(int) bool { return false }, 5},
		{"n < 7", is(func(_ float64, k int) bool { return k < 7 }), 4},
		{"(n < 7 OR n IS NULL) AND k < 9", func(k int) bool { return k < 9 && k != 7 && k != 8 }, 4},
		{"g IS NOT NULL", is(func(_ float64, k int) bool { return k >= 65536 }), 1},
		{"g < -16000", is(func(v float64, k int) bool { return k >= 65536 && v < -16000 }), 5},
		{"g >= 20473.5", is(func(v float64, k int) bool { return v >= 20473.5 }), 4},
		{"g > 20000.1", is(func(v float64, k int) bool { return v > 20000.1 }), 4},
	} {
		count, sum := 0, 0
		for k := range rows {
			if c.passes(k) {
				count, sum = count+1, sum+k
			}
		}
		query := "SELECT COUNT(*), IFNULL(SUM(k), 0) FROM '" + path + "' WHERE " + c.where
		if got, want := flat(mustRun(t, s, query)), fmt.Sprintf("%d|%d", count, sum); got != want {
			t.Errorf("%s: %s, want %s", c.where, got, want)
		}
		explained := flat(mustRun(t, s, "EXPLAIN ANALYZE "+query))
		if want := strings.Replace(fmt.Sprintf("%d segments of 5 skipped by zone maps", c.skipped), "1 segments", "1 segment", 1); c.skipped > 0 && !strings.Contains(explained, want) {
			t.Errorf("%s: not %q in\n%s", c.where, want, explained)
		}
	}
}

// The least and the greatest values of columns are found in the row groups whose bounds have them, as
// long as these are not read anyway.
func TestExtremesByBounds(t *testing.T) {
	const rows = 5*65536 - 100
	path, _ := measured(t, rows)
	for _, c := range []struct {
		query, want string
		skipped     string
	}{
		{"SELECT MIN(f) FROM '%s'", "-20473.75", "4 segments of 5"},
		{"SELECT MIN(f), MAX(f), COUNT(*), MIN(k), MAX(n), MIN(n), COUNT(k) FROM '%s'", "-20473.75|20473.625|327580|0|327579|0|327580", "3 segments of 5"},
		{"SELECT MIN(g) FROM '%s'", "-12281.75", "4 segments of 5"},
		{"SELECT MAX(f) - MIN(f) d FROM '%s' HAVING d > 0", "40947.375", "3 segments of 5"},
		{"SELECT k FROM '%[1]s' WHERE f = (SELECT MAX(f) FROM '%[1]s')", "327579", "4 segments of 5"},
		{"SELECT MIN(k), SUM(k) FROM '%s'", "0|53654164410", ""},
		{"SELECT MAX(k), COUNT(f) FROM '%s'", "327579|297800", ""},
		{"SELECT MAX(k) FROM '%s' WHERE k % 2 = 0", "327578", ""},
		{"SELECT MAX(k + 1) FROM '%s'", "327580", ""},
		{"SELECT k % 2 p, MAX(k) FROM '%s' GROUP BY p", "0|327578\n1|327579", ""},
	} {
		query := strings.ReplaceAll(strings.ReplaceAll(c.query, "%s", path), "%[1]s", path)
		s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
		explained := flat(mustRun(t, s, "EXPLAIN ANALYZE "+query))
		if strings.Contains(explained, "skipped") != (c.skipped != "") || !strings.Contains(explained, c.skipped) {
			t.Errorf("%s: not %q skipped in\n%s", query, c.skipped, explained)
		}
		for range 2 { // the second time all may be there
			if got := flat(mustRun(t, s, query)); got != c.want {
				t.Errorf("%s: %s, want %s", query, got, c.want)
			}
			mustRun(t, s, "SELECT SUM(f), SUM(g), SUM(k), SUM(n) FROM '"+path+"'")
		}
	}
}

// conditionOn is a random condition on the columns of measured: literals are of all kinds of numbers.
func conditionOn(r *rand.Rand, depth int) string {
	number := func() string {
		n := r.IntN(45000) - 22500
		return []string{fmt.Sprint(n), fmt.Sprintf("%d.%d", n, r.IntN(1000)), fmt.Sprintf("%de0", n), fmt.Sprintf("'%d'", n), "-0.0", fmt.Sprintf("%d.125e0", n)}[r.IntN(6)]
	}
	if depth > 0 && r.IntN(4) > 0 {
		a, b := conditionOn(r, depth-1), conditionOn(r, depth-1)
		return []string{"(" + a + " AND " + b + ")", "(" + a + " OR " + b + ")", "NOT " + a, "(" + a + " XOR " + b + ")"}[r.IntN(4)]
	}
	column := []string{"f", "g", "f", "g", "k", "n", "-f", "f + 1"}[r.IntN(8)]
	switch r.IntN(6) {
	case 0:
		return "(" + column + " BETWEEN " + number() + " AND " + number() + ")"
	case 1:
		return "(" + column + " IN (" + number() + ", " + number() + ", " + number() + "))"
	case 2:
		return "(" + column + " IS " + []string{"", "NOT "}[r.IntN(2)] + "NULL)"
	}
	return "(" + column + " " + []string{"=", "<>", "<", "<=", ">", ">=", "<=>"}[r.IntN(7)] + " " + number() + ")"
}

// Conditions leave the rows of a file that they leave of a table, whose doubles have no bounds, and so do
// the extremes of what they leave.
func TestConditionsOnDoublesOfFiles(t *testing.T) {
	path, _ := measured(t, 5*65536-100)
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	mustRun(t, s, "CREATE TABLE measured AS SELECT * FROM '"+path+"'")
	r := rand.New(rand.NewPCG(11, 28))
	for range tries(150) {
		query := "SELECT COUNT(*), SUM(k), MIN(f), MAX(g), MAX(n) FROM %s WHERE " + conditionOn(r, r.IntN(4))
		want := flat(mustRun(t, s, fmt.Sprintf(query, "measured")))
		if got := flat(mustRun(t, s, fmt.Sprintf(query, "'"+path+"'"))); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}
