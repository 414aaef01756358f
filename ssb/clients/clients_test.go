package clients

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gsdms/plan"
	"gsdms/sql/result"
	"gsdms/ssb/bench"
)

// shop is a suite whose query "x" has the rows (a, x) and (b, NULL), in the order of the first.
func shop() *bench.Suite {
	return &bench.Suite{
		Queries: []bench.Query{{Name: "Q", Order: []int{0}}},
		Random: func(_ uint64, n int, _ []bench.Query) (out []bench.Query) {
			for i := range n {
				out = append(out, bench.Query{Name: "Q", Text: fmt.Sprint("x", i), Order: []int{0}})
			}
			return out
		},
		Answers: func(_ context.Context, queries []bench.Query) (out []bench.Answer, _ error) {
			for _, q := range queries {
				out = append(out, bench.Answer{{"a", q.Text}, {"b", "NULL"}})
			}
			return out, nil
		},
	}
}

// rows makes a result of two columns.
func rows(cells ...[2]string) *result.Set {
	r := &result.Set{Rows: &plan.Rows{Len: len(cells)}}
	for c := range 2 {
		v := plan.Vector{Type: plan.Type{Kind: plan.String}, Nulls: make([]bool, len(cells))}
		for i, row := range cells {
			v.Texts, v.Nulls[i] = append(v.Texts, row[c]), row[c] == ""
		}
		r.Columns, r.Rows.Columns = append(r.Columns, plan.Output{Name: "c", Type: v.Type}), append(r.Rows.Columns, v)
	}
	return r
}

type askerFunc func(ctx context.Context, text string) (*result.Set, error)

func (f askerFunc) Query(ctx context.Context, text string) (*result.Set, error) { return f(ctx, text) }

func questions(t *testing.T) *Questions {
	t.Helper()
	q, err := Ask(context.Background(), shop(), 1, 5)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// An answer is right if it has the same rows, in the order that the query says.
func TestCheck(t *testing.T) {
	q := questions(t)
	for _, c := range []struct {
		r     *result.Set
		right bool
	}{
		{rows([2]string{"a", "x3"}, [2]string{"b", ""}), true},
		{rows([2]string{"b", ""}, [2]string{"a", "x3"}), false},
		{rows([2]string{"a", "x3"}), false},
		{rows([2]string{"a", "x4"}, [2]string{"b", ""}), false},
		{rows([2]string{"a", "x3"}, [2]string{"b", "x3"}), false},
		{rows([2]string{"ax", "3"}, [2]string{"b", ""}), false},
		{rows([2]string{"a", "x3"}, [2]string{"b", ""}, [2]string{"b", ""}), false},
		{&result.Set{}, false},
	} {
		if err := q.check(3, c.r); (err == nil) != c.right {
			t.Errorf("%v: %v", c.r.Rows, err)
		}
	}
}

// Every question ends as answered, wrong, failed or lost, and all are counted.
func TestOutcomes(t *testing.T) {
	q := questions(t)
	var n [3]atomic.Int64
	bad := errors.New("no")
	faulty := askerFunc(func(_ context.Context, text string) (*result.Set, error) {
		switch text {
		case "x0":
			n[0].Add(1)
			return nil, bad
		case "x1":
			n[1].Add(1)
			return rows([2]string{"a", "x"}, [2]string{"b", ""}), nil
		}
		n[2].Add(1)
		return rows([2]string{"a", text}, [2]string{"b", ""}), nil
	})
	for name, run := range map[string]func(askers []Asker) *Outcome{
		"closed": func(askers []Asker) *Outcome {
			return Closed(context.Background(), askers, q, 7, 200*time.Millisecond)
		},
		"arriving": func(askers []Asker) *Outcome {
			return Arriving(context.Background(), askers, q, 7, 5000, 200*time.Millisecond)
		},
	} {
		n = [3]atomic.Int64{}
		o := run([]Asker{faulty, faulty, faulty})
		if o.Failed == 0 || o.Wrong == 0 || o.Answered == 0 || o.Failed != int(n[0].Load()) || o.Wrong != int(n[1].Load()) || o.Answered != int(n[2].Load()) || o.Lost != 0 || o.Asked != o.Failed+o.Wrong+o.Answered || len(o.times) != o.Answered {
			t.Errorf("%s: %+v, asked were %v", name, o, &n)
		}
		if err := o.Err(); err == nil || (!errors.Is(err, bad) && !strings.Contains(err.Error(), "wrong answer")) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	mute := askerFunc(func(ctx context.Context, _ string) (*result.Set, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	})
	if o := Closed(ctx, []Asker{mute, mute}, q, 1, time.Minute); o.Lost == 0 || o.Lost != o.Asked || o.Err() == nil {
		t.Errorf("nobody answers: %+v", o)
	}
}

// The times within which shares of the answers came are those of the sorted times.
func TestWithin(t *testing.T) {
	o := &Outcome{}
	for i := range 100 {
		o.Add(&Outcome{times: []time.Duration{time.Duration(100 - i)}})
	}
	for share, want := range map[float64]time.Duration{0: 1, 0.5: 51, 0.99: 100, 1: 100} {
		if got := o.Within(share); got != want {
			t.Errorf("%v: %d, not %d", share, got, want)
		}
	}
}

// Sessions that stay behind their clients are an error.
func TestLeft(t *testing.T) {
	q := questions(t)
	open := 1
	asker := askerFunc(func(_ context.Context, text string) (*result.Set, error) {
		if strings.HasPrefix(text, "SHOW") {
			return rows([2]string{"Threads_connected", fmt.Sprint(open)}), nil
		}
		return rows([2]string{"a", text}, [2]string{"b", ""}), nil
	})
	o := Options{Clients: []int{2}, Rates: []float64{1000}, Duration: 5 * time.Millisecond, Rounds: 2, Progress: func(string) {}}
	for leaks, says := range map[bool]string{false: "", true: "sessions are left"} {
		way := Way{Name: "wire", Open: func(context.Context) (Asker, func(), error) {
			open++
			return asker, func() {
				if !leaks {
					open--
				}
			}, nil
		}}
		if leaks {
			open = 1
		}
		r, err := Run(context.Background(), asker, q, []Way{way, way}, o)
		if (err == nil) != (says == "") || (err != nil && !strings.Contains(err.Error(), says)) || len(r.Rows) != 3 || r.Rows[1].Share == 0 {
			t.Errorf("leaks %v: %v, %d rows", leaks, err, len(r.Rows))
		}
	}
}

// Light queries are measured beside heavy ones of each kind, which are cancelled and counted.
func TestBeside(t *testing.T) {
	q := questions(t)
	var running, most atomic.Int64
	refused := errors.New("no room")
	asker := askerFunc(func(ctx context.Context, text string) (*result.Set, error) {
		switch {
		case strings.HasPrefix(text, "SHOW"):
			return rows([2]string{"Threads_connected", "1"}), nil
		case strings.HasPrefix(text, "for ever"):
			n := running.Add(1)
			defer running.Add(-1)
			most.Store(max(n, most.Load()))
			<-ctx.Done()
			return nil, ctx.Err()
		case strings.HasPrefix(text, "refused"):
			time.Sleep(time.Millisecond)
			return nil, refused
		}
		return rows([2]string{"a", text}, [2]string{"b", ""}), nil
	})
	way := Way{Name: "calls", Open: func(context.Context) (Asker, func(), error) { return asker, func() {}, nil }}
	kind := func(name string) Heavy {
		return Heavy{Name: name, Text: func(i int) string { return fmt.Sprint(name, i) }}
	}
	r, err := Beside(t.Context(), asker, way, BesideOptions{
		Heavy: []int{3}, Kinds: []Heavy{kind("for ever"), kind("refused")}, Light: []Light{{"x", q}}, Rate: 1000, Duration: 20 * time.Millisecond, Progress: func(string) {},
	})
	if err != nil || len(r.Rows) != 3 || running.Load() != 0 || most.Load() != 3 {
		t.Fatalf("%v, %d rows, %d heavy ones at once and %d left", err, len(r.Rows), most.Load(), running.Load())
	}
	for i, row := range r.Rows {
		if (row.Heavy == 0) != (i == 0) || row.Answered == 0 || row.Answered != row.Asked || (row.Load.Refused > 0) != (row.Kind == "refused") || row.Load.Answered != 0 {
			t.Errorf("%+v of %d asked, %d answered", row.Load, row.Asked, row.Answered)
		}
	}
	var out strings.Builder
	if err := r.Write(&out); err != nil || !strings.Contains(out.String(), "refused refused: no room") {
		t.Errorf("%v in %s", err, &out)
	}
}
