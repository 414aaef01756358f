package pushscan

import (
	"slices"
	"time"

	"gsdms/optimizer"
)

// ChunkReport is when what happened to one chunk, the same for all who rode on it.
type ChunkReport struct {
	Chunk    int // of the table, from 0
	Rows     int // of the segments that were pushed
	Segments int
	Skipped  int // segments
	Queries  int // that rode
	Loaded   time.Time
	Load     time.Duration // from then on, before its turn perhaps; 0: nobody needed a row of it
	Pushed   time.Time
	Solve    time.Duration   // making kernels and the wave, just before that; mostly 0
	Push     time.Duration   // from Pushed on
	Launch   time.Duration   // of the host; part of Push
	Batches  []time.Duration // that the batches of the wave took, one behind the other; none where the backend launches all itself
	Wave     *optimizer.Wave // nil: nothing was launched
}

// keptChunks is how many chunks a stream remembers.
const keptChunks = 1024

// timeline is the last chunks of a stream. What it has given out does not change.
type timeline struct {
	chunks []ChunkReport
	first  int // number of the first of them, since the stream began
}

// next is the number of the chunk to come.
func (t *timeline) next() int { return t.first + len(t.chunks) }

// add adds a chunk, and forgets the older half when there are many.
func (t *timeline) add(c ChunkReport) {
	if len(t.chunks) == keptChunks {
		t.first += keptChunks / 2
		t.chunks = slices.Clone(t.chunks[keptChunks/2:])
	}
	t.chunks = append(t.chunks, c)
}

// since gives the chunks from a number on, as far as they are remembered.
func (t *timeline) since(n int) []ChunkReport {
	return slices.Clip(t.chunks[max(0, n-t.first):])
}

// note puts the chunk at hand on the stream's timeline.
func (s *Stream) note(l *loaded) {
	c := ChunkReport{
		Chunk: s.seq, Rows: l.step.rows, Segments: l.step.pushed, Skipped: l.step.skipped, Queries: l.riders,
		Loaded: l.began, Load: l.step.load, Pushed: l.pushed, Push: l.step.push, Launch: l.step.launch, Solve: s.solved,
		Wave: l.wave, Batches: l.batches,
	}
	s.solved = 0
	s.timeline.add(c)
}
