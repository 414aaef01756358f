package sql

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"
	"github.com/apache/arrow/go/v15/parquet"
	"github.com/apache/arrow/go/v15/parquet/pqarrow"

	"gsdms/pushscan"
)

// precise is a record of numbers k, of moments and times t and u in nanoseconds, and of doubles d, some
// of which are not finite, from the second segment on.
func precise(rows int) (rec arrow.Record, moments []int64, doubles []float64) {
	r := rand.New(rand.NewPCG(11, 3))
	b := array.NewRecordBuilder(memory.DefaultAllocator, arrow.NewSchema([]arrow.Field{
		{Name: "k", Type: arrow.PrimitiveTypes.Int64}, {Name: "t", Type: arrow.FixedWidthTypes.Timestamp_ns},
		{Name: "u", Type: arrow.FixedWidthTypes.Time64ns}, {Name: "d", Type: arrow.PrimitiveTypes.Float64},
	}, nil))
	defer b.Release()
	for k := range rows {
		moment, d := int64(k-rows/2)*1_000_000_000+r.Int64N(2000)-1000, float64(k)/4
		if k > 70000 && k%1000 == 7 {
			d = []float64{math.NaN(), math.Inf(1), math.Inf(-1)}[k%3]
		}
		b.Field(0).(*array.Int64Builder).Append(int64(k))
		b.Field(1).(*array.TimestampBuilder).Append(arrow.Timestamp(moment))
		b.Field(2).(*array.Time64Builder).Append(arrow.Time64(1_000_000_500))
		b.Field(3).(*array.Float64Builder).Append(d)
		moments, doubles = append(moments, moment), append(doubles, d)
	}
	return b.NewRecord(), moments, doubles
}

// writePrecise writes a record as Parquet.
func writePrecise(t *testing.T, rec arrow.Record) (path string) {
	var out bytes.Buffer
	props := parquet.NewWriterProperties(parquet.WithMaxRowGroupLength(65536), parquet.WithVersion(parquet.V2_LATEST))
	w, err := pqarrow.NewFileWriter(rec.Schema(), &out, props, pqarrow.DefaultWriterProps())
	path = filepath.Join(t.TempDir(), "p.parquet")
	if err = errors.Join(err, w.Write(rec), w.Close(), os.WriteFile(path, out.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	return path
}

// Times are rounded to microseconds, doubles that are not finite are NULL, and both are told of the
// columns that a statement reads, each time.
func TestLostOfFiles(t *testing.T) {
	const rows = 3*65536 + 10
	rec, moments, doubles := precise(rows)
	defer rec.Release()
	rounded, endless, sum, least := 0, 0, 0.0, rows
	micros := make([]int64, rows)
	for k, n := range moments {
		if micros[k] = int64(math.Floor((float64(n%1_000_000_000)+500)/1000)) + n/1_000_000_000*1_000_000; n%1000 != 0 {
			rounded++
		}
		if d := doubles[k]; d-d != 0 {
			endless, least = endless+1, min(least, k)
		} else {
			sum += d
		}
	}
	at := rows/2 + 3
	path := writePrecise(t, rec)
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	ofTimes, ofDoubles := fmt.Sprintf("rounded, %d of them", rounded), fmt.Sprintf("NULL, %d of them", endless)
	later := time.UnixMicro(micros[at]).UTC().Format("2006-01-02 15:04:05.000000")
	for range 3 { // the second time the columns are settled
		for _, c := range []struct{ ask, want, told string }{
			{"COUNT(*), MAX(k) FROM", fmt.Sprint(rows, "\t", rows-1), ""},
			{"k FROM %s WHERE t = '" + later + "'", fmt.Sprint(at), "rounded"},
			{"COUNT(*) FROM %s WHERE t >= '" + later + "'", fmt.Sprint(rows - at), "rounded"},
			{"MIN(u), MAX(u) FROM", "00:00:01.000001\t00:00:01.000001", "rounded"},
			{"COUNT(*), SUM(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', t)) FROM", fmt.Sprint(rows, "\t", total(micros)), ofTimes},
			{"SUM(d), COUNT(d) FROM", fmt.Sprint(int64(sum), "\t", rows-endless), ofDoubles},
			{"COUNT(*), MIN(k) FROM %s WHERE d IS NULL", fmt.Sprint(endless, "\t", least), ofDoubles},
			{"COUNT(*) FROM %s WHERE NOT d < 10", fmt.Sprint(rows - endless - 40), "NULL"},
			{"MAX(k) FROM %s WHERE d < 10", "39", "*"},
		} {
			ask := strings.Replace(c.ask, "FROM", "FROM '"+path+"'", 1)
			ask = strings.Replace(ask, "%s ", "", 1)
			checkLost(t, s, ask, c.want, c.told)
		}
	}
	mustRun(t, s, "CREATE TABLE c AS SELECT * FROM '"+path+"'")
	if got := strings.Join(notes(t, s), "\n"); strings.Count(got, "\n") != 2 || !strings.Contains(got, ofDoubles) {
		t.Errorf("of a new table: %s", got)
	}
	checkLost(t, s, "SUM(d), COUNT(d), MIN(u) FROM c", fmt.Sprint(int64(sum), "\t", rows-endless, "\t00:00:01.000001"), "")
}

func total(all []int64) (sum int64) {
	for _, n := range all {
		sum += n
	}
	return sum
}

// checkLost checks what SELECT gives, and what SHOW WARNINGS says then: nothing for "", anything for *.
func checkLost(t *testing.T, s *Session, ask, want, told string) {
	t.Helper()
	checkFact(t, s, [2]string{ask, want})
	if got := strings.Join(notes(t, s), "\n"); told == "" && got != "" || told != "*" && !strings.Contains(got, told) {
		t.Errorf("%s: told %q, want %q", ask, got, told)
	}
}

// Whole numbers that 64 bits do not hold are those of the file, and zeros before numbers are told of where
// a statement reads them.
func TestLargeNumbersOfFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "u.csv", "a,b\n18446744073709551615,-1\n9223372036854775808,9223372036854775808\n")
	write(t, "z.csv", "zip,n\n"+strings.Repeat("12345,1\n", 40000)+"01234,2\n00012,9223372036854775808\n")
	s := openEngine(t, t.TempDir(), pushscan.Options{}).NewSession()
	checkLost(t, s, "SUM(a), MAX(a), SUM(b), MIN(b) FROM 'u.csv'", "27670116110564327423\t18446744073709551615\t9223372036854775807\t-1", "")
	checkLost(t, s, "MIN(zip), COUNT(*) FROM 'z.csv'", "12\t40002", "Column zip of 'z.csv': numbers that begin with a zero have lost it, 2 of them")
	checkLost(t, s, "SUM(n) FROM 'z.csv'", "9223372036854815810", "")
	mustRun(t, s, "CREATE TABLE c AS SELECT * FROM 'z.csv'")
	if got := strings.Join(notes(t, s), "\n"); strings.Count(got, "\n") != 0 || !strings.Contains(got, "lost it, 2 of them") {
		t.Errorf("of a new table: %s", got)
	}
	checkLost(t, s, "MAX(n) FROM c", "9223372036854775808", "")
}
