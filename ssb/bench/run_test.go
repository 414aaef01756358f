package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan"
)

// shop is a suite of three queries over one table.
func shop() *Suite {
	return &Suite{
		Title: "A shop", Notice: "made up", Command: "shop", Size: "scale factor 2", Fact: "customer", Tables: []Table{{Name: "customer", Rows: 200}},
		Queries: []Query{{Name: "A", Text: "a"}, {Name: "B", Text: "b"}, {Name: "C", Text: "c"}},
		Random: func(seed uint64, n int, shapes []Query) []Query {
			out := make([]Query, n)
			for i := range out {
				out[i] = Query{Name: shapes[i%len(shapes)].Name, Text: fmt.Sprint("random ", i, seed)}
			}
			return out
		},
		Answers: func(_ context.Context, queries []Query) ([]Answer, error) {
			out := make([]Answer, len(queries))
			for i, q := range queries {
				if len(q.Text) == 1 {
					out[i] = Answer{{q.Text}}
				}
			}
			return out, nil
		},
	}
}

// clerk answers each text with itself, but for those that it refuses.
type clerk struct {
	refuses map[string]error
	asked   []string
	end     func() // called at every question; may be nil
}

func (c *clerk) Ask(ctx context.Context, texts []string) ([]Reply, error) {
	c.asked = append(c.asked, strings.Join(texts, " "))
	if c.end != nil {
		c.end()
	}
	time.Sleep(50 * time.Microsecond) // so that there is a time to see
	replies := make([]Reply, len(texts))
	for i, text := range texts {
		if err := errors.Join(c.refuses[text], ctx.Err()); err != nil {
			return nil, err
		}
		answer := Answer{{text}}
		if strings.HasPrefix(text, "select count") {
			answer = Answer{{"200"}}
		}
		replies[i] = Reply{Rows: 1, Answer: func() Answer { return answer }}
	}
	return replies, nil
}

// While the engine makes what later runs find, runs are not timed, but they end some time.
func TestRunsWaitForWhatIsMade(t *testing.T) {
	for _, c := range []struct{ making, settled int }{{0, 0}, {3, 3}, {1000, mostSettling}} {
		making := c.making
		settle := func(context.Context) bool { making--; return making >= 0 }
		asks := &clerk{}
		r, err := Run(t.Context(), shop(), asks, RunOptions{Concurrency: []int{3}, Runs: 2, Settle: settle})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(asks.asked); r.Settled != c.settled || got != 1+1+c.settled+2 { // the count, the warm-up, the runs
			t.Errorf("%d being made: %d further runs, %d questions", c.making, r.Settled, got)
		}
	}
}

func TestRefusedQueriesAreReportedAndTheOthersGoOn(t *testing.T) {
	for _, concurrency := range [][]int{{1, 6}, {6}} {
		c := &clerk{refuses: map[string]error{"b": errors.New("no subqueries")}}
		r, err := Run(t.Context(), shop(), c, RunOptions{Concurrency: concurrency, Runs: 2, Verify: true})
		if err == nil || !strings.Contains(err.Error(), "B: no subqueries") || !strings.Contains(err.Error(), "2 of 6 queries at once") {
			t.Errorf("error %v", err)
		}
		for _, q := range r.Queries {
			if refused := q.Query == "B"; (q.Error == "no subqueries") != refused || q.Verified == refused || (q.Max == 0) != refused && !refused {
				t.Errorf("%+v", q)
			}
		}
		if b := r.Batches[0]; b.Concurrency != 6 || b.Queries != 4 || !b.Verified || b.Error != "2 refused" {
			t.Errorf("%+v, want 4 of 6", b)
		}
		if last := c.asked[len(c.asked)-1]; last != "a c a c" {
			t.Errorf("the batch asked %q", last)
		}
		var table bytes.Buffer
		if err := r.WriteTable(&table); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"A shop, scale factor 2: 200 rows of customer", "\nmade up\n", "4 of 6 queries", "right, 2 refused"} {
			if !strings.Contains(table.String(), want) {
				t.Errorf("no %q in\n%s", want, &table)
			}
		}
	}
}

func TestAllRefused(t *testing.T) {
	no := errors.New("no")
	c := &clerk{refuses: map[string]error{"a": no, "b": no, "c": no}}
	r, err := Run(t.Context(), shop(), c, RunOptions{Concurrency: []int{3}, Verify: true})
	if err == nil {
		t.Error("no error")
	}
	if b := r.Batches[0]; b.Queries != 0 || b.Verified || b.Error != "3 refused" || b.Times != (Times{}) {
		t.Errorf("%+v", b)
	}
}

// A query that takes long is not run again.
func TestLongRunsAreFew(t *testing.T) {
	c := &clerk{}
	r, err := Run(t.Context(), shop(), c, RunOptions{Concurrency: []int{1}, Runs: 100, Long: time.Nanosecond})
	if err != nil {
		t.Fatal(err)
	}
	if asked := strings.Join(c.asked, ","); asked != "select count(*) from customer,a,a,b,b,c,c" {
		t.Errorf("asked %s", asked)
	}
	if r.Queries[0].Max == 0 || r.Queries[2].Max == 0 {
		t.Errorf("%+v", r.Queries)
	}
}

func TestNoRandomQueries(t *testing.T) {
	s := shop()
	s.Random = nil
	if _, err := Run(t.Context(), s, &clerk{}, RunOptions{Random: 1}); err == nil || !strings.Contains(err.Error(), "no random") {
		t.Errorf("error %v", err)
	}
}

// A batch may fail although each of its queries runs alone.
func TestBatchThatFails(t *testing.T) {
	r, err := Run(t.Context(), shop(), &crowded{}, RunOptions{Concurrency: []int{1, 3}, Verify: true})
	if err == nil || !strings.Contains(err.Error(), "3 queries at once: too many") {
		t.Errorf("error %v", err)
	}
	if b := r.Batches[0]; b.Queries != 3 || b.Verified || b.Error != "too many" || b.Times != (Times{}) {
		t.Errorf("%+v", b)
	}
}

// crowded refuses several texts at once.
type crowded struct{ clerk }

func (c *crowded) Ask(ctx context.Context, texts []string) ([]Reply, error) {
	if len(texts) > 1 {
		return nil, errors.New("too many")
	}
	return c.clerk.Ask(ctx, texts)
}

func TestCancelledRunGivesNoReport(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := &clerk{}
	c.end = func() {
		if len(c.asked) == 3 {
			cancel()
		}
	}
	if r, err := Run(ctx, shop(), c, RunOptions{}); r != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("report %v, error %v, want a cancellation alone", r, err)
	}
}

// Without a known answer nothing is verified, and a wrong one is only seen where the
// right one is known.
func TestUnknownAnswersAreNotVerified(t *testing.T) {
	r, err := Run(t.Context(), shop(), &clerk{}, RunOptions{Concurrency: []int{1, 4}, Random: 7, Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	if b := r.Batches[0]; b.Verified || b.Random != 7 || b.Max == 0 || !r.Queries[0].Verified {
		t.Errorf("%+v", r)
	}
	s := shop()
	s.Answers = func(context.Context, []Query) ([]Answer, error) { return []Answer{nil, {{"x"}}, nil}, nil }
	r, err = Run(t.Context(), s, &clerk{}, RunOptions{Concurrency: []int{1}, Verify: true})
	if err == nil || r.Queries[0].Verified || r.Queries[1].Wrong == "" || r.Queries[2].Wrong != "" {
		t.Errorf("%v: %+v", err, r)
	}
}

func TestPassesAreOfOneTable(t *testing.T) {
	scan := func(table string, start, of int) Reply {
		return Reply{Scan: pushscan.Report{Table: table, Start: start, Chunks: of, Of: of}}
	}
	if got := passes([]Reply{scan("big", 3, 4), scan("small", 0, 2), scan("small", 1, 2), scan("big", 3, 4)}); got != 1.5 {
		t.Errorf("%v passes, want 1.5: the second of small joined at its second chunk", got)
	}
}

func TestCheckOfATotalOrder(t *testing.T) {
	want := Answer{{"a", "NULL"}, {"b", "1"}}
	if err := (Query{Name: "Q", Order: []int{0}}).Check(Answer{{"a", "NULL"}, {"b", "1"}}, want); err != nil {
		t.Error(err)
	}
	for _, got := range []Answer{{want[1], want[0]}, {want[0]}, {want[0], {"b", "1", "2"}}, {want[0], {"b", "1.0"}}} {
		if err := (Query{Name: "Q", Order: []int{0}}).Check(got, want); err == nil {
			t.Errorf("%v: no error", got)
		}
	}
}
