package pushscan

import (
	"time"

	"gsdms/operators"
	"gsdms/operators/spill"
	"gsdms/optimizer"
	"gsdms/plan"
)

// Options sets how streams run. The zero value asks for the defaults.
type Options struct {
	ChunkRows   int                                    // rows of a chunk, a multiple of 64; 0: DefaultChunkRows, more for many threads
	NoZones     bool                                   // push every segment, whatever the zone maps say
	Granularity Granularity                            // of queries that ask for none
	Waves       optimizer.Options                      // how waves are decided
	Solver      func(optimizer.Device) (Solver, error) // decides them instead; nil: an optimizer.Solver with Waves
	Spill       *spill.Space                           // where runs write what memory has no room for; nil: they fail
	SpillRoom   int64                                  // not 0: rows of every query go to files at once, and so many bytes of them are worked on at a time
	Memory      *operators.Account                     // that all queries' memory counts in; may be nil
	Part        int64                                  // bytes of rows that are made at a time for who reads them one after another; 0: DefaultPart
	QueryMemory int64                                  // bytes that the accumulators and results of one query may take; 0: DefaultQueryMemory
	Patience    time.Duration                          // that riders of a stream, and newcomers, have with those who are long in a chunk; 0: ten slices of the backend
}

// Solver decides waves. A stream's goroutine owns it.
type Solver interface {
	// Solve gives the wave for the demands, which must not change afterwards. It may put a
	// kernel and those in its After into one batch, in order, where the backend keeps that
	// order by itself.
	Solve(demands []optimizer.Demand) (optimizer.Wave, error)
	// Observe is told what the launches of a wave took over one chunk, and reports whether
	// the wave should be decided anew.
	Observe(w optimizer.Wave, took []optimizer.Took) bool
}

// DefaultChunkRows is the rows of a chunk on a CPU of one or two threads.
const DefaultChunkRows = 16 * plan.SegmentRows

// DefaultQueryMemory is what one query may hold, in bytes.
const DefaultQueryMemory = 2 << 30

// DefaultPart is the bytes of rows that are made at a time, where that is a small share of what
// a query may hold.
const DefaultPart = 16 << 20

const partShare = 32

func (o Options) withDefaults() Options {
	if o.ChunkRows <= 0 {
		o.ChunkRows = DefaultChunkRows
	}
	o.ChunkRows = (o.ChunkRows + 63) &^ 63
	if o.QueryMemory <= 0 {
		o.QueryMemory = DefaultQueryMemory
	}
	if o.Part <= 0 {
		o.Part = min(DefaultPart, o.QueryMemory/partShare)
	}
	return o
}
