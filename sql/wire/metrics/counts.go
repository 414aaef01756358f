package metrics

import (
	"slices"
	"sync"
	"time"

	"gsdms/sql"
)

// bounds are the upper bounds of the histogram of latencies, in seconds.
var bounds = [...]float64{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60}

// Counts are what became of the statements of an engine: its Observe is the engine's. The
// zero value has seen none. Safe for concurrent use.
type Counts struct {
	mu       sync.Mutex
	byKind   map[string]*kindCounts
	byCode   map[int]int64 // errors by MySQL's number
	rows     int64         // that queries gave
	affected int64         // that statements added
}

// kindCounts are those of one kind of statements.
type kindCounts struct {
	fine, failed int64
	seconds      float64
	buckets      [len(bounds)]int64 // each with what is between it and the one before
}

// Observe counts a statement.
func (c *Counts) Observe(o sql.Observation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.byKind == nil {
		c.byKind, c.byCode = map[string]*kindCounts{}, map[int]int64{}
	}
	k := c.byKind[o.Kind]
	if k == nil {
		k = &kindCounts{}
		c.byKind[o.Kind] = k
	}
	k.add(o.Took, o.Err == nil)
	if o.Err != nil {
		c.byCode[o.Err.Code]++
	}
	c.rows += o.Rows
	c.affected += o.Affected
}

func (k *kindCounts) add(took time.Duration, fine bool) {
	if fine {
		k.fine++
	} else {
		k.failed++
	}
	seconds := took.Seconds()
	k.seconds += seconds
	for i, most := range bounds {
		if seconds <= most {
			k.buckets[i]++
			return
		}
	}
}

// Totals is what became of the statements of all kinds.
type Totals struct {
	Fine    int64   `json:"fine"`
	Failed  int64   `json:"failed"`
	Seconds float64 `json:"seconds"`
	Buckets []int64 `json:"buckets"` // by upper bound, each with what is between it and the one before; the last is for all above
	Rows    int64   `json:"rows"`    // that queries gave
}

// Bounds are the upper bounds of the buckets, in seconds, but for the last one's.
func Bounds() []float64 { return slices.Clone(bounds[:]) }

// Totals adds up the kinds.
func (c *Counts) Totals() Totals {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := Totals{Buckets: make([]int64, len(bounds)+1), Rows: c.rows}
	for _, k := range c.byKind {
		out.Fine += k.fine
		out.Failed += k.failed
		out.Seconds += k.seconds
		above := k.fine + k.failed
		for i, n := range k.buckets {
			out.Buckets[i] += n
			above -= n
		}
		out.Buckets[len(bounds)] += above
	}
	return out
}
