package oracle

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"gsdms/operators/cpu"
	"gsdms/plan"
	"gsdms/pushscan"
	"gsdms/sql/result"
)

// TestAnswersFromFilesEqualSQLite runs random queries where no groups stay in memory, and
// rows come in parts of some dozen; and where all that stages leave goes to files, too.
func TestAnswersFromFilesEqualSQLite(t *testing.T) {
	t.Parallel()
	groups := setting{pushscan.Options{ChunkRows: 256, Part: 1 << 10}, cpu.Options{Threads: 2, Groups: 4, Spill: true}}
	rows := groups
	rows.scan.SpillRoom = 3 << 10
	compared := 0
	for i := range *seeds {
		s, set := *seed+uint64(i/2), groups
		if i%2 == 1 {
			set = rows
		}
		r := &run{t: t, db: newDatabase(rand.New(rand.NewPCG(s, 0)), 3000)}
		var err error
		if r.lite, err = openLite(t.Context(), r.db); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.lite.Close() })
		e, err := openEngine(t.Context(), t.TempDir(), set)
		if err != nil {
			t.Fatal(err)
		}
		e.with(t, r.db)
		for _, a := range r.ask(s, *queries) {
			for how, ask := range map[string]func(context.Context, string) (*result.Set, error){"whole": e.NewSession().Query, "in parts": e.inParts} {
				got, err := ask(t.Context(), a.text)
				if refused(err) {
					continue
				}
				compared++
				if err := a.check(got, err); err != nil {
					t.Errorf("-seed %d, %s: %s: %v", s, how, a.text, err)
				}
			}
		}
	}
	t.Logf("%d answers compared", compared)
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// inParts gives the rows of a stream as texts.
func (e *engine) inParts(ctx context.Context, text string) (*result.Set, error) {
	r, err := e.NewSession().Stream(ctx, text)
	if err != nil || r.Rows == nil {
		return r, err
	}
	out := &result.Set{Columns: r.Columns, Rows: &plan.Rows{Columns: make([]plan.Vector, len(r.Columns))}}
	for rows, err := range r.Batches() {
		if err != nil {
			return nil, err
		}
		for c := range out.Rows.Columns {
			v := &out.Rows.Columns[c]
			v.Type = plan.Type{Kind: plan.String}
			for row := range rows.Len {
				text, null := result.Text(&rows.Columns[c], row)
				v.Texts, v.Nulls = append(v.Texts, text), append(v.Nulls, null)
			}
		}
		out.Rows.Len += rows.Len
	}
	if int64(out.Rows.Len) != r.Read {
		return nil, fmt.Errorf("%d rows came, and %d are said to", out.Rows.Len, r.Read)
	}
	return out, nil
}
