package pushscan

import (
	"gsdms/optimizer"
	"gsdms/plan"
)

// Options sets how streams run. The zero value asks for the defaults.
type Options struct {
	ChunkRows   int               // rows of a chunk, a multiple of 64; 0: DefaultChunkRows
	NoZones     bool              // push every segment, whatever the zone maps say
	NoSharing   bool              // a kernel for each query instead of one for all
	Waves       optimizer.Options // how waves are decided
	QueryMemory int64             // bytes that the accumulators and results of one query may take; 0: DefaultQueryMemory
}

// DefaultChunkRows is the rows of a chunk on a CPU.
const DefaultChunkRows = 16 * plan.SegmentRows

// DefaultQueryMemory is what one query may hold, in bytes.
const DefaultQueryMemory = 2 << 30

func (o Options) withDefaults() Options {
	if o.ChunkRows <= 0 {
		o.ChunkRows = DefaultChunkRows
	}
	o.ChunkRows = (o.ChunkRows + 63) &^ 63
	if o.QueryMemory <= 0 {
		o.QueryMemory = DefaultQueryMemory
	}
	return o
}
