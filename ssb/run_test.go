package ssb

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"gsdms/pushscan"
	"gsdms/ssb/bench"
)

// oracle is an Engine that answers the known texts from a table, after change.
type oracle struct {
	answers map[string]Answer
	asked   []int // texts of each call
	change  func(text string, a Answer) Answer
}

func newOracle(t *testing.T, sf float64) *oracle {
	t.Helper()
	answers, err := Evaluate(t.Context(), sf, Queries(), 2)
	if err != nil {
		t.Fatal(err)
	}
	o := &oracle{answers: map[string]Answer{}, change: func(_ string, a Answer) Answer { return a }}
	for i, q := range Queries() {
		o.answers[q.Text] = answers[i]
	}
	rows, err := rowsAt(sf)
	if err != nil {
		t.Fatal(err)
	}
	for table, n := range rows {
		o.answers["select count(*) from "+table] = Answer{{strconv.FormatInt(n, 10)}}
	}
	return o
}

func (o *oracle) Ask(_ context.Context, texts []string) ([]Reply, error) {
	o.asked = append(o.asked, len(texts))
	replies := make([]Reply, len(texts))
	for i, text := range texts {
		a := o.change(text, o.answers[text])
		replies[i] = Reply{Rows: len(a), Answer: func() Answer { return a }, Scan: pushscan.Report{Start: (3 + i%2) % 4, Chunks: 4, Of: 4}}
	}
	return replies, nil
}

func TestRunCountsAndVerifies(t *testing.T) {
	for _, sf := range []float64{0.01, 0.02} { // embedded answers, and the evaluator's
		o := newOracle(t, sf)
		warmup := 2
		r, err := Run(t.Context(), o, RunOptions{Concurrency: []int{1, 13, 20}, Runs: 5, Warmup: &warmup, Verify: true, Backend: "fake"})
		if err != nil {
			t.Fatal(err)
		}
		var got [21]int
		for _, n := range o.asked[6:] {
			got[n]++
		}
		if got[1] != 13*7 || got[13] != 7 || got[20] != 7 {
			t.Errorf("calls with 1, 13 and 20 texts: %d, %d, %d, want 91, 7, 7", got[1], got[13], got[20])
		}
		if r.SF != sf || len(r.Queries) != 13 || len(r.Batches) != 2 {
			t.Fatalf("report %+v", r)
		}
		for _, q := range r.Queries {
			if !q.Verified || q.Max < q.Median || q.Median < q.Min {
				t.Errorf("%+v", q)
			}
		}
		if b := r.Batches[1]; b.Concurrency != 20 || b.Queries != 20 || b.Passes != 1.25 || !b.Verified {
			t.Errorf("%+v, want 1.25 passes: half joined a chunk later", b)
		}
	}
}

func TestWrongAnswerGetsNoTime(t *testing.T) {
	o := newOracle(t, 0.01)
	o.change = func(text string, a Answer) Answer {
		if strings.Contains(text, "MFGR#2228") {
			return a[1:]
		}
		return a
	}
	r, err := Run(t.Context(), o, RunOptions{Concurrency: []int{1, 13}, Verify: true})
	if err == nil || !strings.Contains(err.Error(), "Q2.2") {
		t.Fatalf("error %v, want one about Q2.2", err)
	}
	for _, q := range r.Queries {
		if wrong := q.Query == "Q2.2"; (q.Wrong != "") != wrong || wrong && (q.Verified || q.Times != bench.Times{}) {
			t.Errorf("%+v", q)
		}
	}
	if b := r.Batches[0]; b.Wrong == "" || b.Verified || b.Times != (bench.Times{}) {
		t.Errorf("%+v, want no time", b)
	}
	var table bytes.Buffer
	if err := r.WriteTable(&table); err != nil || strings.Count(table.String(), "WRONG") != 2 {
		t.Errorf("%v\n%s", err, &table)
	}
}

func TestJSONHasTheAgreedKeys(t *testing.T) {
	r := Report{SF: 1, Backend: "cpu",
		Queries: []bench.QueryTimes{{Query: "Q1.1", Rows: 1, Times: bench.Times{Min: 1, Median: 2, Max: 3}, Verdict: bench.Verdict{Verified: true}}},
		Batches: []bench.BatchTimes{{Concurrency: 13, Queries: 13, Passes: 1, Times: bench.Times{Min: 4, Median: 5, Max: 6}}}}
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var got struct {
		SF      float64
		Backend string
		Queries []map[string]any
		Batches []map[string]any
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	q := got.Queries[0]
	if got.SF != 1 || got.Backend != "cpu" || q["query"] != "Q1.1" || q["rows"] != 1.0 || q["min_ms"] != 1.0 ||
		q["median_ms"] != 2.0 || q["max_ms"] != 3.0 || q["verified"] != true {
		t.Errorf("%s", &b)
	}
	x := got.Batches[0]
	if x["concurrency"] != 13.0 || x["queries"] != 13.0 || x["passes"] != 1.0 || x["min_ms"] != 4.0 || x["median_ms"] != 5.0 || x["verified"] != false {
		t.Errorf("%s", &b)
	}
}

func TestOtherDataIsRefused(t *testing.T) {
	o := newOracle(t, 0.01)
	o.answers["select count(*) from lineorder"] = Answer{{"60000"}}
	if _, err := Run(t.Context(), o, RunOptions{}); err == nil || !strings.Contains(err.Error(), "60175 at scale factor 0.01") {
		t.Errorf("error %v", err)
	}
}
