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
	"testing"

	"gsdms/pushscan/store/ingest"
	"gsdms/ssb/pieces"
)

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
	if len(sums) != 5 {
		t.Fatalf("%d sums for scale factor %s, want 5", len(sums), sf)
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

// scales are those that the sums are checked at; GSDMS_SSB_SF1=1 adds 1, which writes 0.6 GB.
func scales() []string {
	if os.Getenv("GSDMS_SSB_SF1") != "" {
		return []string{"0.01", "0.1", "1"}
	}
	return []string{"0.01", "0.1"}
}

func TestFilesHaveThePublishedSums(t *testing.T) {
	for _, sf := range scales() {
		dir := t.TempDir()
		factor, _ := strconv.ParseFloat(sf, 64)
		if err := WriteFiles(t.Context(), dir, factor, 3, nil); err != nil {
			t.Fatal(err)
		}
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

// cell is the text of a batch's value.
func cell(c *ingest.Column, row int) string {
	if c.Ints != nil {
		return strconv.FormatInt(c.Ints[row], 10)
	}
	return c.Dict[c.Codes[row]]
}

func TestBatchesHoldWhatTheFilesHold(t *testing.T) {
	for _, name := range Tables() {
		t.Run(name, func(t *testing.T) {
			source, err := Source(name, 0.1)
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
				writeBatch(h, b)
			}
			if got, want := hex.EncodeToString(h.Sum(nil)), published(t, "0.1")[name+".tbl"]; got != want {
				t.Errorf("md5 of the rows is %s, want %s", got, want)
			}
		})
	}
}

func writeBatch(w io.Writer, b *ingest.Batch) {
	var text []byte
	for row := range b.Rows {
		for i := range b.Columns {
			text = pieces.AppendField(text, cell(&b.Columns[i], row))
		}
		text = append(text, '\n')
	}
	w.Write(text)
}

func TestBatchDictionariesAreDistinctAndUsed(t *testing.T) {
	for _, name := range Tables() {
		source, err := Source(name, 0.01)
		if err != nil {
			t.Fatal(err)
		}
		b, err := source.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range b.Columns {
			used := map[string]bool{}
			for _, code := range c.Codes {
				used[c.Dict[code]] = true
			}
			if len(used) != len(c.Dict) {
				t.Errorf("%s, column %d: %d texts used, %d in the dictionary", name, i, len(used), len(c.Dict))
			}
		}
	}
}

func TestRowCounts(t *testing.T) {
	for _, c := range []struct {
		sf                                           float64
		customers, suppliers, parts, orders, partKey int64
	}{
		{0.01, 300, 20, 2000, 15000, 2000},
		{0.29, 8700, 580, 58000, 435000, 58000},
		{1, 30000, 2000, 200000, 1500000, 200000},
		{1.9, 30000, 2000, 200000, 1500000, 200000},
		{10, 300000, 20000, 800000, 15000000, 600000},
		{100, 3000000, 200000, 1400000, 150000000, 1000000},
	} {
		s, err := NewScale(c.sf)
		if err != nil {
			t.Fatal(err)
		}
		got := [5]int64{s.Customers, s.Suppliers, s.Parts, s.Orders, s.partKeys}
		if want := [5]int64{c.customers, c.suppliers, c.parts, c.orders, c.partKey}; got != want {
			t.Errorf("sf %v: %v, want %v", c.sf, got, want)
		}
	}
	s, _ := NewScale(1)
	if n := s.Lines(0, s.Orders); n != 6001215 {
		t.Errorf("%d lineorder rows at 1, want 6001215", n)
	}
}

func TestBadScaleFactors(t *testing.T) {
	for _, sf := range []float64{-1, 0, 0.009, 1e6, math.NaN(), math.Inf(1)} {
		dir := filepath.Join(t.TempDir(), "out")
		if err := WriteFiles(t.Context(), dir, sf, 1, nil); err == nil || !strings.Contains(err.Error(), "from 0.01 to") {
			t.Errorf("scale factor %v: error %v, want the allowed range", sf, err)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("scale factor %v made the folder", sf)
		}
	}
	if _, err := Source("orders", 1); err == nil || !strings.Contains(err.Error(), "lineorder") {
		t.Errorf("unknown table: error %v, want the names of the tables", err)
	}
}

func TestCancelledWriteLeavesNoPartialFile(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	progress := func(table string, _, _ int64) {
		if table == "lineorder" {
			cancel()
		}
	}
	err := WriteFiles(ctx, dir, 0.1, 2, progress)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want a cancellation", err)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, n := range names {
		if base := filepath.Base(n); base == "lineorder.tbl" || strings.HasSuffix(base, ".partial") {
			t.Errorf("%s is there after a cancelled run", base)
		}
	}
}

func TestProgressEndsAtTheTotal(t *testing.T) {
	last := map[string][2]int64{}
	err := WriteFiles(t.Context(), t.TempDir(), 0.01, 2, func(table string, done, total int64) {
		last[table] = [2]int64{max(done, last[table][0]), total}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(last) != 5 {
		t.Errorf("progress of %d tables, want 5", len(last))
	}
	for name, p := range last {
		if p[0] != p[1] {
			t.Errorf("%s ended at %d of %d", name, p[0], p[1])
		}
	}
}

func BenchmarkWriteFiles(b *testing.B) {
	for b.Loop() {
		if err := WriteFiles(b.Context(), b.TempDir(), 0.1, 2, nil); err != nil {
			b.Fatal(err)
		}
	}
}
