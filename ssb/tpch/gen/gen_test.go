package gen

import (
	"bufio"
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gsdms/pushscan/store/ingest"
	"gsdms/ssb/pieces"
)

// pool makes the text of comments once for all tests.
var pool = sync.OnceValue(func() string {
	d, err := New(context.Background(), MinScale, 2)
	if err != nil {
		panic(err)
	}
	return d.pool
})

// dataAt is the data of a scale factor.
func dataAt(t testing.TB, sf float64) *Data {
	t.Helper()
	scale, err := NewScale(sf)
	if err != nil {
		t.Fatal(err)
	}
	return &Data{scale, pool()}
}

// published reads testdata/md5.txt: the sums of the reference files of a scale factor.
func published(t *testing.T, sf string) map[string]string {
	t.Helper()
	f, err := os.Open("testdata/md5.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sums := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		sum, name, _ := strings.Cut(lines.Text(), "  ")
		if file, ok := strings.CutPrefix(name, "sf"+sf+"/"); ok {
			sums[file] = sum
		}
	}
	if len(sums) != 8 {
		t.Fatalf("%d sums for scale factor %s, want 8", len(sums), sf)
	}
	return sums
}

func sumOf(t *testing.T, path string) string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h := md5.New()
	if _, err := io.Copy(h, f); err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// scales are those that the sums are checked at; GSDMS_TPCH_SF1=1 adds 1, which writes 1.1 GB.
func scales() []string {
	if os.Getenv("GSDMS_TPCH_SF1") != "" {
		return []string{"0.01", "0.1", "1"}
	}
	return []string{"0.01", "0.1"}
}

func TestPoolHasThePublishedSum(t *testing.T) {
	sum := md5.Sum([]byte(pool()))
	if got, want := hex.EncodeToString(sum[:]), "0f85e3af02482a7035e80b448c795a4c"; got != want {
		t.Errorf("md5 of the text is %s, want %s", got, want)
	}
}

func TestFilesHaveThePublishedSums(t *testing.T) {
	for _, sf := range scales() {
		dir := t.TempDir()
		factor, _ := strconv.ParseFloat(sf, 64)
		began := time.Now()
		if err := dataAt(t, factor).WriteFiles(t.Context(), dir, 3, nil); err != nil {
			t.Fatal(err)
		}
		t.Logf("scale factor %s: %s", sf, time.Since(began))
		for file, want := range published(t, sf) {
			if got := sumOf(t, filepath.Join(dir, file)); got != want {
				t.Errorf("sf %s: md5 of %s is %s, want %s", sf, file, got, want)
			}
		}
		left, _ := filepath.Glob(filepath.Join(dir, "*.partial"))
		if len(left) > 0 {
			t.Errorf("left over: %v", left)
		}
	}
}

// kinds says how each table's columns print: a number, a text, an amount of hundredths,
// hundredths that the file has as a whole number, or a date.
var kinds = map[string]string{
	"region": "ntt", "nation": "ntnt", "supplier": "nttntat", "customer": "nttntatt", "part": "nttttntat",
	"partsupp": "nnnat", "orders": "nntadttnt", "lineitem": "nnnnwaaattdddttt",
}

// cell is the text of a batch's value, printed by its kind.
func cell(c *ingest.Column, row int, kind byte) string {
	switch kind {
	case 't':
		return c.Dict[c.Codes[row]]
	case 'a':
		return strconv.FormatFloat(float64(c.Ints[row])/100, 'f', 2, 64)
	case 'w':
		return strconv.FormatInt(c.Ints[row]/100, 10)
	case 'd':
		return time.Unix(86400*c.Ints[row], 0).UTC().Format(time.DateOnly)
	default:
		return strconv.FormatInt(c.Ints[row], 10)
	}
}

func TestBatchesHoldWhatTheFilesHold(t *testing.T) {
	for _, name := range Tables() {
		t.Run(name, func(t *testing.T) {
			source, err := dataAt(t, 0.1).Source(name)
			if err != nil {
				t.Fatal(err)
			}
			h := md5.New()
			for {
				b, err := source.Next(t.Context())
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatal(err)
				}
				writeBatch(h, b, kinds[name])
			}
			if got, want := hex.EncodeToString(h.Sum(nil)), published(t, "0.1")[name+".tbl"]; got != want {
				t.Errorf("md5 of the rows is %s, want %s", got, want)
			}
		})
	}
}

func writeBatch(w io.Writer, b *ingest.Batch, kinds string) {
	var text []byte
	for row := range b.Rows {
		for i := range b.Columns {
			text = pieces.AppendField(text, cell(&b.Columns[i], row, kinds[i]))
		}
		text = append(text, '\n')
	}
	w.Write(text)
}

// The suppliers that customers are known to complain of or recommend at scale factor 1;
// the small scales have none.
func TestRemarks(t *testing.T) {
	found := map[string]int{}
	dataAt(t, 1).eachSupplier(0, 10000, func(p *person) {
		_, after, ok := strings.Cut(p.comment, "Customer ")
		if !ok {
			return
		}
		for _, remark := range []string{"Complaints", "Recommends"} {
			if strings.Contains(after, remark) {
				found[remark]++
				if p.key == 358 && remark != "Complaints" || p.key == 852 && remark != "Recommends" {
					t.Errorf("supplier %d: %s", p.key, p.comment)
				}
			}
		}
	})
	if n := found["Complaints"] + found["Recommends"]; n != 9 {
		t.Errorf("%d suppliers with a remark, want 9: %v", n, found)
	}
}

func TestRowCounts(t *testing.T) {
	for _, c := range []struct {
		sf                                 float64
		suppliers, customers, parts, order int64
	}{
		{0.01, 100, 1500, 2000, 15000},
		{0.029, 290, 4350, 5800, 43500},
		{0.57, 5700, 85500, 114000, 855000},
		{1, 10000, 150000, 200000, 1500000},
		{2.7, 20000, 300000, 400000, 3000000},
		{100, 1000000, 15000000, 20000000, 150000000},
	} {
		s, err := NewScale(c.sf)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := [4]int64{s.Suppliers, s.Customers, s.Parts, s.Orders}, [4]int64{c.suppliers, c.customers, c.parts, c.order}; got != want {
			t.Errorf("sf %v: %v, want %v", c.sf, got, want)
		}
	}
	for sf, want := range map[float64]int64{0.01: 60175, 0.1: 600572, 1: 6001215, 10: 59986052} {
		s, _ := NewScale(sf)
		if n := s.Rows()["lineitem"]; n != want {
			t.Errorf("%d rows of lineitem at %v, want %d", n, sf, want)
		}
	}
}

func TestBadScaleFactors(t *testing.T) {
	for _, sf := range []float64{-1, 0, 0.009, 30000, math.NaN(), math.Inf(1)} {
		if _, err := New(t.Context(), sf, 1); err == nil || !strings.Contains(err.Error(), "from 0.01 to 10000") {
			t.Errorf("scale factor %v: error %v, want the allowed range", sf, err)
		}
	}
	if _, err := dataAt(t, 1).Source("lineorder"); err == nil || !strings.Contains(err.Error(), "lineitem") {
		t.Errorf("unknown table: error %v, want the names of the tables", err)
	}
}

func TestCancelledPool(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(ctx, 1, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want a cancellation", err)
	}
}
