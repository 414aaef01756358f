package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"
)

// Report is what Run measured. WriteJSON and WriteTable show it.
type Report struct {
	Benchmark string           `json:"benchmark"`
	Notice    string           `json:"notice,omitempty"` // what to know of every result
	Fact      string           `json:"fact"`             // the table whose rows are counted once for each query
	SF        float64          `json:"sf,omitempty"`     // 0 where the size is no scale factor
	Size      string           `json:"size"`
	Backend   string           `json:"backend"`
	Threads   int              `json:"threads"` // that run the queries
	Machine   Machine          `json:"machine"`
	Rows      map[string]int64 `json:"rows"` // by table
	Runs      int              `json:"runs"`
	Warmup    int              `json:"warmup"`
	Settled   int              `json:"settled,omitempty"` // further runs to warm up, of all that was measured, since kernels were being compiled
	Long      float64          `json:"long_s,omitempty"`  // no run began after so many seconds of runs
	Cold      bool             `json:"cold,omitempty"`    // every run planned its texts anew
	Queries   []QueryTimes     `json:"queries"`
	Batches   []BatchTimes     `json:"batches"`
}

// Times are of the runs after the warm-up, in milliseconds.
type Times struct {
	Min    float64 `json:"min_ms,omitempty"`
	Median float64 `json:"median_ms,omitempty"`
	Max    float64 `json:"max_ms,omitempty"`
}

// Verdict is about the answers of all runs, the warm-up's too.
type Verdict struct {
	Error    string `json:"error,omitempty"` // of the engine; there are no times then, but of a batch's other queries
	Verified bool   `json:"verified"`        // compared with the right answer, and equal
	Wrong    string `json:"wrong,omitempty"` // the first difference; there are no times then
}

// QueryTimes are of one query alone.
type QueryTimes struct {
	Query string `json:"query"`
	Rows  int    `json:"rows"` // of the result
	Times
	Verdict
}

// BatchTimes are of queries asked at once, from the first text to the last result.
type BatchTimes struct {
	Concurrency int     `json:"concurrency"`
	Queries     int     `json:"queries"`               // that took part: those that the engine accepts
	Random      uint64  `json:"random_seed,omitempty"` // of the literals; 0: the benchmark's own
	Passes      float64 `json:"passes"`                // over the table, the most of any run
	Times
	Verdict
}

func timesOf(times []time.Duration) Times {
	slices.Sort(times)
	n := len(times)
	median := (times[(n-1)/2] + times[n/2]) / 2
	return Times{Min: milliseconds(times[0]), Median: milliseconds(median), Max: milliseconds(times[n-1])}
}

// milliseconds keeps microseconds.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// WriteJSON writes the report as one JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		return fmt.Errorf("write the benchmark's report: %w", err)
	}
	return nil
}
