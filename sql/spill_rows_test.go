package sql

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gsdms/operators/cpu"
)

// openBeside opens an engine whose queries have little memory, and one whose queries have plenty,
// each with the same table.
func openBeside(t *testing.T, rows int) (little, plenty *Engine) {
	t.Helper()
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { backend.Close() })
	open := func(memory int64) *Engine {
		e, err := Open(t.Context(), Config{Dir: t.TempDir(), Backend: backend, QueryMemory: memory})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close() })
		fillStreamed(t, e.NewSession(), rows)
		return e
	}
	return open(4 << 20), open(0)
}

// What passes the memory of a query, sorted, in windows, without repeated rows, between stages
// and in the groups of gathered aggregates, is what a query with plenty of it gives.
func TestRowsThatMemoryCannotHold(t *testing.T) {
	little, plenty := openBeside(t, 150_000)
	texts := []string{
		"SELECT * FROM t ORDER BY k DESC, s, i DESC",
		"SELECT i, d, ROW_NUMBER() OVER (PARTITION BY s ORDER BY d DESC, i), SUM(d) OVER (PARTITION BY k, i DIV 100) FROM t",
		"SELECT DISTINCT k, s, i DIV 2, f FROM t",
		"SELECT i, s FROM t WHERE k < 3 UNION SELECT i + 1, s FROM t WHERE k > 2 ORDER BY 1 DESC, 2",
		"SELECT i, s, f, d, k FROM t UNION ALL SELECT i, 'other', f, d, k FROM t",
		"SELECT i FROM t EXCEPT SELECT i * 2 FROM t",
		"SELECT s, COUNT(DISTINCT i), COUNT(DISTINCT d, k) FROM t GROUP BY s",
		"SELECT i DIV 3, GROUP_CONCAT(s ORDER BY i DESC) FROM t GROUP BY i DIV 3",
		"SELECT i DIV 2, MEDIAN(d), MEDIAN(f) FROM t GROUP BY i DIV 2",
		"SELECT a.i, a.s, b.d FROM t a JOIN (SELECT i, d, COUNT(*) AS n FROM t GROUP BY i, d) b ON a.i = b.i + 1 ORDER BY a.s, a.i",
		"WITH v AS (SELECT CONCAT(s, '/', k) AS x, i, d FROM t) SELECT a.x, b.i, b.d FROM v a JOIN v b ON a.x = b.x AND a.i = b.i ORDER BY a.x DESC, b.i",
	}
	for i := 0; i < len(texts); i += len(texts) / tries(len(texts)) {
		text := texts[i]
		want, _ := read(t, plenty.NewSession(), text)
		if got, _ := read(t, little.NewSession(), text); got != want {
			t.Errorf("%s: other rows, %d bytes of text and not %d", text, len(got), len(want))
		}
		plan := strings.Join(mustRun(t, little.NewSession(), "EXPLAIN ANALYZE "+text).Rows.Columns[0].Texts, "\n")
		if !strings.Contains(plan, "spilled to files") {
			t.Errorf("%s: EXPLAIN ANALYZE names no file:\n%s", text, plan)
		}
	}
	idle(t, little)
	if used := little.config.Scan.Spill.Used(); used != 0 {
		t.Errorf("%d bytes of files are left", used)
	}
}

// A query that is given up while its sorted rows are merged ends, and leaves no file.
func TestMergingIsGivenUp(t *testing.T) {
	little, _ := openBeside(t, 150_000)
	ctx, cancel := context.WithCancelCause(t.Context())
	r, err := little.NewSession().Stream(ctx, "SELECT * FROM t ORDER BY s, d DESC")
	if err != nil {
		t.Fatal(err)
	}
	if little.config.Scan.Spill.Used() == 0 {
		t.Error("no file holds the rows that are to come")
	}
	enough := errors.New("enough")
	cancel(enough)
	var ended error
	for _, err := range r.Batches() {
		ended = err
	}
	if ended == nil || !strings.Contains(fmt.Sprint(ended), "enough") {
		t.Errorf("the rows ended with %v", ended)
	}
	r.Close()
	idle(t, little)
	if used := little.config.Scan.Spill.Used(); used != 0 {
		t.Errorf("%d bytes of files are left", used)
	}
}
