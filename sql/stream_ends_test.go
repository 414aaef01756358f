package sql

import (
	"context"
	"testing"

	"gsdms/plan"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// A statement ends by its context while its rows are written, however few rows hold many
// texts, and though all of them are there already.
func TestLongTextsAreNotReadToTheirEnd(t *testing.T) {
	e := streamed(t, 3_000)
	for name, query := range map[string]string{
		"texts of a dictionary": "SELECT REPEAT(s, 20000) AS x FROM t",
		"texts of rows":         "SELECT REPEAT(CONCAT(s, i), 10000) AS x FROM t",
		"rows that are there":   "SELECT i, REPEAT(s, 20000) AS x FROM t ORDER BY d DESC, i",
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r, err := e.NewSession().Stream(ctx, query)
			if err != nil {
				t.Fatal(err)
			}
			rows, last := 0, len(r.Columns)-1
			for batch, err := range r.Batches() {
				if err != nil {
					if !parse.IsCode(err, parse.CodeInterrupted) || rows == 0 || rows > 100 {
						t.Errorf("%d rows, and then %v", rows, err)
					}
					idle(t, e)
					return
				}
				if rows += batch.Len; textBytes(&batch.Columns[last], batch.Len) > 2<<20 {
					t.Errorf("%d rows at once have more than 2 MiB of texts", batch.Len)
				}
				cancel()
			}
			t.Errorf("all %d rows were given to a statement that was cancelled", rows)
		})
	}
}

// What is read in small parts is all of it.
func TestLongTextsAreWholeInParts(t *testing.T) {
	e := streamed(t, 300)
	s := e.NewSession()
	for _, query := range []string{
		"SELECT i, REPEAT(s, 5000) AS x FROM t ORDER BY d DESC, i", "SELECT REPEAT(CONCAT(s, i), 5000) AS x, k FROM t",
		"SELECT REPEAT('x', 4000000) AS x, i FROM t WHERE i < 3", "SELECT REPEAT(s, 20000) AS x FROM t WHERE i < 0",
	} {
		if got, batches := read(t, s, query); got != whole(t, s, query) {
			t.Errorf("%s: %d batches have other rows than the result", query, batches)
		}
	}
}

// textBytes is how long the texts of a column are when they are written.
func textBytes(v *plan.Vector, rows int) (sum int) {
	for row := range rows {
		text, _ := result.Text(v, row)
		sum += len(text)
	}
	return sum
}
