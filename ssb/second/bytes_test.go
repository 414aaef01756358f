package second

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"gsdms/operators/cpu"
	"gsdms/pushscan"
	"gsdms/sql"
	"gsdms/ssb"
)

// columnBytes are the bytes of the columns of a table that any of the texts names, each
// counted once, from the table's definition and number of rows.
func columnBytes(t *testing.T, e *sql.Engine, table string, texts ...string) (n int64) {
	t.Helper()
	view := e.Catalog().View()
	defer view.Close()
	fact, err := view.Table(table)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range fact.Columns {
		if regexp.MustCompile(`\b` + c.Name + `\b`).MatchString(strings.Join(texts, "\n")) {
			n += int64(fact.Rows) * int64(c.Storage.Width)
		}
	}
	return n
}

// shapes are the texts of the questions that have a shape of the benchmark's.
func (a *asked) shapes() (texts []string) {
	for i, q := range a.questions {
		if q.like != "" {
			texts = append(texts, a.texts[i])
		}
	}
	return texts
}

// together runs texts at once and gives the bytes of columns that the kernels read.
func together(t *testing.T, e *sql.Engine, texts []string) (bytes int64) {
	t.Helper()
	for i, a := range e.NewSession().Together(t.Context(), texts) {
		if a.Err != nil {
			t.Fatal(a.Err)
		}
		scan := a.Result.Report.Scan
		if i > 0 && scan.Bytes != bytes || scan.Passes() != 1 {
			t.Errorf("query %d was on a scan of %d bytes, the first on one of %d; %v passes", i, scan.Bytes, bytes, scan.Passes())
		}
		bytes = scan.Bytes
	}
	return bytes
}

// TestThirteenReadEachByteOnce counts the bytes that the kernels read: for 13 queries at
// once those of the columns that any of them names, not their sum over the queries. Nobody is
// left behind, however slow this machine is.
func TestThirteenReadEachByteOnce(t *testing.T) {
	a := ask(newWorld(3, rows(t, 300_000)))
	e := engine(t, a.world, cpu.Options{Threads: 2}, pushscan.Options{ChunkRows: 1 << 17, Patience: time.Hour})
	if _, err := ssb.Load(t.Context(), e, 0.05, ssb.LoadOptions{}); err != nil {
		t.Fatal(err)
	}
	var benchmark []string
	for _, q := range ssb.Queries() {
		benchmark = append(benchmark, q.Text)
	}
	for table, texts := range map[string][]string{"traffic": a.shapes(), "lineorder": benchmark} {
		want, alone := columnBytes(t, e, table, texts...), int64(0)
		for _, text := range texts {
			n := together(t, e, []string{text})
			if most := columnBytes(t, e, table, text); n > most {
				t.Errorf("%s: one query read %d bytes of columns that have %d: %s", table, n, most, text)
			}
			alone += n
		}
		if got := together(t, e, texts); got != want {
			t.Errorf("%s: the 13 at once read %d bytes, the columns have %d, one by one they read %d", table, got, want, alone)
		}
		if table == "lineorder" {
			crowdReadsOnce(t, e)
		}
		if alone < 2*want {
			t.Errorf("%s: the 13 one by one read %d bytes, at once %d: nothing is shared", table, alone, want)
		}
	}
}

// crowdReadsOnce does it for 104 queries of the benchmark, most of them different.
func crowdReadsOnce(t *testing.T, e *sql.Engine) {
	t.Helper()
	var texts []string
	for _, q := range ssb.Random(11, 104) {
		texts = append(texts, q.Text)
	}
	if got, want := together(t, e, texts), columnBytes(t, e, "lineorder", texts...); got != want {
		t.Errorf("104 at once read %d bytes, the columns have %d", got, want)
	}
}
