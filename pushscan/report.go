package pushscan

import (
	"time"

	"gsdms/operators"
	"gsdms/optimizer"
)

// Report says what a scan did for one query.
type Report struct {
	Device    string
	Table     string
	TableRows int
	Rows      int64 // rows of the segments that were pushed through the query
	Start     int   // number of the chunk at which it joined
	Chunks    int   // chunks it saw, or that were skipped for it
	Of        int   // chunks of the table
	Segments  int   // segments pushed while it was attached
	Skipped   int   // segments that nobody attached could match
	Shared    int   // most queries that shared one chunk with it, itself included
	Sharing   []Sharing
	Alike     int             // subscriptions that rode as one with it, itself included
	Parts     int             // rides that it took, one behind the other; 0: one
	Wave      *optimizer.Wave // the last; shared, as Waves are
	Waves     []*WaveReport   // all, in order
	Steps     []operators.StepCount

	Granularity Granularity // how its kernels were made last: never Auto

	Opened   time.Time     // of Subscribe
	Timeline []ChunkReport // its chunks in order, the last ones of many; shared
	Queued   time.Duration // from Subscribe to the first chunk
	Load     time.Duration // readying chunks
	Solve    time.Duration // preparing kernels and solving waves
	Push     time.Duration // launches and barriers
	Launch   time.Duration // of the host, for launches; part of Push
	Busy     time.Duration // of kernels, by the device's own clock, summed over its workers
	Spilled  int64         // bytes that were written because memory had no room for groups

	Bytes int64 // of columns that the kernels read, as KernelStats counts them
}

// Sharing is a run of chunks, in the order in which a query saw them, that the same
// number of queries shared, the query itself included.
type Sharing struct{ Chunks, Queries int }

// Passes is how often the table was read for the query: chunks over chunks of the table.
func (r Report) Passes() float64 {
	if r.Of == 0 {
		return 0
	}
	return float64(r.Chunks) / float64(r.Of)
}

// Share is the query's part of how often the table was read: of a chunk that several have seen, or that
// several rode to as one, each has a part.
func (r Report) Share() (share float64) {
	for _, s := range r.Sharing {
		share += float64(s.Chunks) / float64(s.Queries*r.Alike*r.Of)
	}
	return share
}

// add counts one chunk for a ride.
func (r *Report) add(c step, shared int) {
	r.Chunks++
	r.Segments += c.pushed
	r.Skipped += c.skipped
	r.Rows += int64(c.rows)
	r.Shared = max(r.Shared, shared)
	if n := len(r.Sharing); n > 0 && r.Sharing[n-1].Queries == shared {
		r.Sharing[n-1].Chunks++
	} else {
		r.Sharing = append(r.Sharing, Sharing{Chunks: 1, Queries: shared})
	}
	r.Load += c.load
	r.Push += c.push
	r.Launch += c.launch
	r.Busy += c.busy
	r.Bytes += c.bytes
}

// Join adds what the scan of the part behind has done.
func (r *Report) Join(next *Report) {
	r.Parts = max(1, r.Parts) + 1
	r.Rows += next.Rows
	r.Chunks += next.Chunks
	r.Of = r.Chunks - next.Chunks + next.Of
	r.Segments += next.Segments
	r.Skipped += next.Skipped
	r.Shared = max(r.Shared, next.Shared)
	r.Wave, r.Granularity = next.Wave, next.Granularity
	if len(r.Waves) < keptWaves {
		r.Waves = append(r.Waves, next.Waves...)
	}
	if len(r.Timeline) < keptChunks {
		r.Timeline = append(r.Timeline, next.Timeline...)
	}
	for i := range min(len(r.Steps), len(next.Steps)) {
		r.Steps[i].Rows += next.Steps[i].Rows
	}
	r.Queued += next.Queued
	r.Load += next.Load
	r.Solve += next.Solve
	r.Push += next.Push
	r.Launch += next.Launch
	r.Busy += next.Busy
	r.Bytes += next.Bytes
}

// keptWaves is how many parts' waves are kept.
const keptWaves = 16

// step is what happened to one chunk.
type step struct {
	pushed, skipped int // segments
	rows            int // rows of the segments pushed
	load, push      time.Duration
	launch          time.Duration
	busy            time.Duration
	bytes           int64
}
