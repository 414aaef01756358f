package pushscan

import (
	"context"

	"gsdms/operators"
	"gsdms/plan"
)

// Part is the rows of a query that a ride gives before it ends: those of a stretch of the
// table. A query that wants its rows part by part rides again from where the part before
// has ended, when it has room for more, so that it never holds up who rides beside it. The
// zero Part is all rows.
type Part struct {
	First  int   // row of the table that it begins with
	Bytes  int64 // that its rows take, at most what a chunk gives more; 0: any number
	Chunks int   // that it has at most; 0: any number
	Rows   int   // of its chunks: it has a stream of its own; 0: it shares that of others

	Segments *operators.BitSet // of the table, whose rows do where rows of others may come, too; nil: all
}

// of is how many of so many chunks belong to the part at most.
func (p *Part) of(chunks int) int {
	if p.Chunks > 0 {
		return min(chunks, p.Chunks)
	}
	return chunks
}

// ends reports whether a run has all the rows that belong to the part.
func (p *Part) ends(r operators.Run) bool {
	e, ok := r.(operators.Emitting)
	return ok && p.Bytes > 0 && e.Emitted() >= p.Bytes
}

// SubscribePart is SubscribeAs for one query that wants a part of its rows. First is 0 where
// the part shares a stream.
func (h *Hub) SubscribePart(ctx context.Context, t Terms, q *operators.Query, part Part) (*Subscription, error) {
	subs, err := h.subscribe(ctx, t, part, []*operators.Query{q})
	if err != nil {
		return nil, err
	}
	return subs[0], nil
}

// Next is the row of the table that the next part begins with; the table's rows where there
// is none. The rows that Wait gave are those between the part's First and Next: none of them
// counts where both are the same, because the ride began in the middle of the table and was
// more than a part. Valid after a Wait that has given rows.
func (s *Subscription) Next() int { return s.ride.next }

// PartBytes is how many bytes the rows of a part should take.
func (h *Hub) PartBytes() int64 { return h.options.Part }

// ChunkRows is how many rows the chunks of the shared streams have, and whether those of
// other streams have as many: a device keeps chunks of one size.
func (h *Hub) ChunkRows() (rows int, fixed bool) {
	_, device := h.backend.(operators.Chunker)
	return h.options.ChunkRows, device
}

// streamOf returns the stream on which a part is had. h.mu is held.
func (h *Hub) streamOf(part Part, t *plan.Table, heavy, slow bool) *Stream {
	switch {
	case part.Rows == 0 && heavy:
		return h.start(newStream(h, t, h.options, 0))
	case part.Rows == 0:
		return h.streamFor(t, slow)
	}
	o := h.options
	o.ChunkRows = part.Rows
	return h.start(newStream(h, t, o, part.First))
}
