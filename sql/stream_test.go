package sql

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"gsdms/operators/cpu"
	"gsdms/pushscan"
	"gsdms/sql/export"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// parts has the rows of queries come in parts of some thousand.
var parts = pushscan.Options{Part: 64 << 10}

// streamed is n rows of a table t with NULLs, texts and decimals, and a table u that joins
// each of its keys with three rows.
func streamed(t testing.TB, n int) *Engine {
	t.Helper()
	e := openEngine(t, t.TempDir(), parts)
	fillStreamed(t, e.NewSession(), n)
	return e
}

// fillStreamed makes the tables of streamed.
func fillStreamed(t testing.TB, s *Session, n int) {
	t.Helper()
	mustRun(t, s, "CREATE TABLE t (i INT NOT NULL, k INT, s VARCHAR(20), d DECIMAL(10,2), f DOUBLE); CREATE TABLE u (k INT, w INT)")
	path := filepath.Join(t.TempDir(), "t.csv")
	var b strings.Builder
	for i := range n {
		k, text := fmt.Sprint(i%7), fmt.Sprintf("text %d", i%1000)
		if i%11 == 0 {
			k = `\N`
		}
		if i%13 == 0 {
			text = `\N`
		}
		fmt.Fprintf(&b, "%d,%s,%s,%d.%02d,%d.5\n", i, k, text, i, i%100, i)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRun(t, s, "LOAD DATA INFILE '"+path+"' INTO TABLE t FIELDS TERMINATED BY ','")
	mustRun(t, s, "INSERT INTO u VALUES (1,1),(1,2),(1,3),(3,10),(3,20),(3,30),(NULL,0)")
}

// read gives the rows of a stream as CSV, and how many batches they came in.
func read(t testing.TB, s *Session, text string) (rows string, batches int) {
	t.Helper()
	r, err := s.Stream(t.Context(), text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var b strings.Builder
	for rows, err := range r.Batches() {
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		batches++
		for row := range rows.Len {
			for i := range rows.Columns {
				text, null := result.Text(&rows.Columns[i], row)
				if null {
					text = "NULL"
				}
				b.WriteString(text + "|")
			}
			b.WriteByte('\n')
		}
	}
	return b.String(), batches
}

// whole gives the rows of a query that are all there.
func whole(t testing.TB, s *Session, text string) string {
	t.Helper()
	r, err := s.Query(t.Context(), text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	var b strings.Builder
	for row := range r.Rows.Len {
		for i := range r.Columns {
			text, null := r.Text(row, i)
			if null {
				text = "NULL"
			}
			b.WriteString(text + "|")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// streams are queries whose rows come in many parts, and some whose come at once.
var streams = []string{
	"SELECT * FROM t",
	"SELECT i, s FROM t WHERE k = 3",
	"SELECT i + 1, CONCAT(s, '-', k), d * 2 FROM t WHERE i % 3 = 1",
	"SELECT i FROM t WHERE i >= 60000 AND i < 140000",
	"SELECT i FROM t WHERE i < 0",
	"SELECT i, s FROM t LIMIT 50000",
	"SELECT i, s FROM t LIMIT 50000 OFFSET 70001",
	"SELECT i, s FROM t LIMIT 10 OFFSET 149995",
	"SELECT i FROM (SELECT i, k FROM t LIMIT 90000) x WHERE k = 1 LIMIT 7000",
	"SELECT t.i, u.w FROM t JOIN u ON t.k = u.k",
	"SELECT t.i, u.w FROM t LEFT JOIN u ON t.k = u.k AND u.w > 5",
	"SELECT i FROM t WHERE k IN (SELECT k FROM u) AND s IS NOT NULL",
	"SELECT t.i, x.n FROM t JOIN (SELECT k, COUNT(*) AS n FROM t GROUP BY k) x ON t.k = x.k",
	"SELECT i, k FROM t ORDER BY i DESC LIMIT 5",
	"SELECT k, COUNT(*) FROM t GROUP BY k",
	"SELECT DISTINCT s FROM t",
	"SELECT i FROM t WHERE k = 1 UNION ALL SELECT w FROM u",
	"SELECT 1 FROM t WHERE i % 2 = 0",
}

func TestRowsOfAStreamAreThoseOfTheQuery(t *testing.T) {
	e := streamed(t, 150_000)
	for _, q := range streams {
		s := e.NewSession()
		want := whole(t, s, q)
		got, batches := read(t, s, q)
		if got != want {
			t.Errorf("%s: %d bytes in %d batches, want %d", q, len(got), batches, len(want))
		}
	}
	idle(t, e)
	if rows, batches := read(t, e.NewSession(), "SELECT i FROM t"); batches < 10 || strings.Count(rows, "\n") != 150_000 {
		t.Errorf("%d rows came in %d batches", strings.Count(rows, "\n"), batches)
	}
}

// Streams that begin while others scan the table join it in the middle.
func TestStreamsBesideOthers(t *testing.T) {
	e := streamed(t, 150_000)
	want := map[string]string{}
	for _, q := range streams {
		want[q] = whole(t, e.NewSession(), q)
	}
	var all sync.WaitGroup
	for w := range 6 {
		all.Go(func() {
			s := e.NewSession()
			for i := range streams {
				q := streams[(i+5*w)%len(streams)]
				if got, _ := read(t, s, q); got != want[q] {
					t.Errorf("%s: other rows beside others", q)
				}
			}
		})
	}
	all.Wait()
}

// A reader who does not read holds up nobody, holds his snapshot, and gives it back.
func TestASlowReaderHoldsUpNobody(t *testing.T) {
	e := streamed(t, 150_000)
	slow := e.NewSession()
	r, err := slow.Stream(t.Context(), "SELECT i, s FROM t")
	if err != nil {
		t.Fatal(err)
	}
	if r.More == nil {
		t.Fatal("the rows came at once")
	}
	s := e.NewSession()
	if got := whole(t, s, "SELECT COUNT(*), SUM(i) FROM t"); got != "150000|11249925000|\n" {
		t.Errorf("beside a slow reader: %s", got)
	}
	mustRun(t, s, "TRUNCATE TABLE t; INSERT INTO t VALUES (7, 7, 'new', 7, 7)")
	n, sum := 0, int64(0)
	for rows, err := range r.Batches() {
		if err != nil {
			t.Fatal(err)
		}
		n += rows.Len
		for _, i := range rows.Columns[0].Ints {
			sum += i
		}
	}
	if n != 150_000 || sum != 11249925000 {
		t.Errorf("the slow reader got %d rows with the sum %d of its snapshot", n, sum)
	}
	if got := whole(t, slow, "SELECT i FROM t"); got != "7|\n" {
		t.Errorf("the next statement read %q", got)
	}
}

// idle waits until no query has memory.
func idle(t *testing.T, e *Engine) {
	t.Helper()
	for range 500 {
		if e.run.Idle() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("a query that has ended holds memory")
}

func TestStreamsThatEndEarly(t *testing.T) {
	e := streamed(t, 150_000)
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent(), goleak.IgnoreTopFunction(fiber))
	s := e.NewSession()
	t.Run("closed", func(t *testing.T) {
		r, err := s.Stream(t.Context(), "SELECT * FROM t")
		if err != nil {
			t.Fatal(err)
		}
		for rows, err := range r.Batches() {
			if err != nil || rows.Len == 0 {
				t.Fatal(rows.Len, err)
			}
			break
		}
		r.Close()
		idle(t, e)
	})
	t.Run("never read", func(t *testing.T) {
		r, err := s.Stream(t.Context(), "SELECT * FROM t")
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		idle(t, e)
	})
	t.Run("cancelled", func(t *testing.T) { cancelStream(t, e, s) })
	t.Run("timeout", func(t *testing.T) {
		r, err := s.Stream(t.Context(), "SELECT /*+ MAX_EXECUTION_TIME(300) */ * FROM t")
		if err != nil {
			t.Fatal(err)
		}
		for _, err = range r.Batches() {
			time.Sleep(20 * time.Millisecond)
		}
		if !parse.IsCode(err, parse.CodeTimeout) {
			t.Errorf("a stream past its time ended with %v", err)
		}
	})
	t.Run("failed", func(t *testing.T) {
		r, err := s.Stream(t.Context(), "SELECT i * (9223372036854775807 DIV 140000) FROM t")
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for rows, bad := range r.Batches() {
			if err = bad; err == nil {
				n += rows.Len
			}
		}
		var e *parse.Error
		if !errors.As(err, &e) || e.Code != parse.CodeOutOfRange || e.Line != 1 || n == 0 || n > 140_000 {
			t.Errorf("%d rows, and then %v", n, err)
		}
	})
	idle(t, e)
	mustRun(t, s, "DROP TABLE t")
}

func cancelStream(t *testing.T, e *Engine, s *Session) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r, err := s.Stream(ctx, "SELECT * FROM t")
	if err != nil {
		t.Fatal(err)
	}
	batches := 0
	for _, err = range r.Batches() {
		if batches++; batches == 3 {
			cancel()
		}
	}
	if !parse.IsCode(err, parse.CodeInterrupted) {
		t.Errorf("a cancelled stream ended with %v", err)
	}
	idle(t, e)
}

// What statements do with rows they do with all of them.
func TestStatementsReadStreams(t *testing.T) {
	e := streamed(t, 150_000)
	s := e.NewSession()
	mustRun(t, s, "CREATE TABLE c AS SELECT i, k, s, d, f, i + 1 AS j, CONCAT(s, '!') AS x FROM t")
	if got, want := whole(t, s, "SELECT i, k, s, d, f FROM c"), whole(t, s, "SELECT * FROM t"); got != want {
		t.Error("CREATE TABLE … SELECT lost rows")
	}
	if got, want := whole(t, s, "SELECT j, x FROM c"), whole(t, s, "SELECT i + 1, CONCAT(s, '!') FROM t"); got != want {
		t.Error("CREATE TABLE … SELECT has other values")
	}
	mustRun(t, s, "CREATE TABLE n (i INT NOT NULL, k INT, s VARCHAR(20), d DECIMAL(10,2), f DOUBLE); INSERT INTO n SELECT * FROM t; INSERT INTO n SELECT * FROM n WHERE i >= 100000")
	if got := whole(t, s, "SELECT COUNT(*), SUM(i) FROM n"); got != "200000|17499900000|\n" {
		t.Errorf("INSERT … SELECT gave %s", got)
	}
	path := filepath.Join(t.TempDir(), "o.txt")
	r := mustRun(t, s, "SELECT * FROM t INTO OUTFILE '"+path+"'")
	if r.Affected != 150_000 {
		t.Errorf("INTO OUTFILE says %d rows", r.Affected)
	}
	mustRun(t, s, "CREATE TABLE o (i INT NOT NULL, k INT, s VARCHAR(20), d DECIMAL(10,2), f DOUBLE); LOAD DATA INFILE '"+path+"' INTO TABLE o FIELDS TERMINATED BY '\\t'")
	if whole(t, s, "SELECT * FROM o") != whole(t, s, "SELECT * FROM t") {
		t.Error("INTO OUTFILE lost rows")
	}
	if got := mustRun(t, s, "EXPLAIN ANALYZE SELECT * FROM t").Rows.Columns[0].Texts; !strings.Contains(strings.Join(got, "\n"), "150000") {
		t.Errorf("EXPLAIN ANALYZE does not name the rows: %s", strings.Join(got, "\n"))
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Query(t.Context(), "SELECT i * (9223372036854775807 DIV 140000) FROM t INTO OUTFILE '"+path+"'"); !parse.IsCode(err, parse.CodeOutOfRange) {
		t.Errorf("INTO OUTFILE ended with %v", err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Error("a file is left of an INTO OUTFILE that failed")
	}
}

// All formats write the same from parts as from the whole, but for the table, which shows
// the first rows.
func TestFormatsReadStreams(t *testing.T) {
	e := streamed(t, 80_000)
	s := e.NewSession()
	for _, f := range result.Formats() {
		var got, want strings.Builder
		for b, ask := range map[*strings.Builder]func(context.Context, string) (*result.Set, error){&got: s.Stream, &want: s.Query} {
			r, err := ask(t.Context(), "SELECT * FROM t")
			if err == nil {
				err = f.Write(b, r, result.Layout{Rows: 40})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if f.Name == "table" {
			if text := got.String(); strings.Count(text, "\n") != 45 || !strings.Contains(text, "│ 39 │") || !strings.HasSuffix(text, "the first 40 rows shown, and there are more; the other formats write all\n") {
				t.Errorf("the table of a stream:\n%s", text)
			}
			continue
		}
		if got.String() != want.String() {
			t.Errorf("%s: other rows from a stream", f.Name)
		}
	}
	for _, end := range []string{".parquet", ".arrow"} {
		var files []string
		for _, ask := range []func(context.Context, string) (*result.Set, error){s.Stream, s.Query} {
			files = append(files, written(t, filepath.Join(t.TempDir(), "x"+end), ask))
		}
		if files[0] != files[1] {
			t.Errorf("%s: another file from a stream", end)
		}
	}
}

// written is a file with the rows of a query.
func written(t testing.TB, path string, ask func(context.Context, string) (*result.Set, error)) string {
	t.Helper()
	format, err := export.FindFormat(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := ask(t.Context(), "SELECT * FROM t")
	if err == nil {
		err = errors.Join(format.Write(file, file.Name(), r), file.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Memory for a stream is that of some parts, whatever the rows take.
func TestAStreamNeedsLittleMemory(t *testing.T) {
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	e, err := Open(t.Context(), Config{Dir: dir, Backend: backend, Scan: parts, QueryMemory: 2 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	defer e.Close()
	s := e.NewSession()
	fillStreamed(t, s, 150_000)
	if _, err := s.Query(t.Context(), "SELECT i, s FROM t"); err == nil || !strings.Contains(err.Error(), "--query-memory") {
		t.Errorf("2 MiB held all rows: %v", err)
	}
	if rows, _ := read(t, s, "SELECT i, s FROM t"); strings.Count(rows, "\n") != 150_000 {
		t.Errorf("%d rows", strings.Count(rows, "\n"))
	}
}
