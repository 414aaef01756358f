package gen

import (
	"context"
	"fmt"
	"unsafe"

	"golang.org/x/sync/errgroup"

	"gsdms/ssb/lehmer"
	"gsdms/ssb/pieces"
)

// poolBytes is the length of the text that all comments are cut from.
const poolBytes = 300 << 20

// longest is room for the end of a sentence that begins within the pool.
const longest = 256

// part is where a sentence begins, and the stream's state then: the text can be made
// from there on. That such a state is right shows in the part before ending there.
type part struct{ start, state int64 }

// parts cut the pool in eight.
var parts = []part{
	{0, 933588178}, {39321619, 374858592}, {78643223, 123793686}, {117964817, 1062410537},
	{157286442, 400078567}, {196608019, 1105413057}, {235929648, 1407925218}, {275251227, 42055684},
}

// makePool makes the text on so many goroutines.
func makePool(ctx context.Context, threads int) (string, error) {
	pool := make([]byte, poolBytes+longest)
	g := newGrammar(*words())
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(threads, 1))
	for i, p := range parts {
		end := int64(poolBytes)
		if i+1 < len(parts) {
			end = parts[i+1].start
		}
		group.Go(pieces.Guarded(func() error {
			reached, err := g.fill(ctx, p, pool[:end+longest], end)
			if err == nil && reached != end && i+1 < len(parts) {
				err = fmt.Errorf("part %d of the text of comments ends at byte %d, not at %d", i, reached, end)
			}
			return err
		}))
	}
	if err := group.Wait(); err != nil {
		return "", fmt.Errorf("make the text of comments: %w", err)
	}
	return unsafe.String(unsafe.SliceData(pool), poolBytes), nil
}

// fill writes sentences into pool from the part's start until one reaches the end, and
// says how far that one reached.
func (g *grammar) fill(ctx context.Context, p part, pool []byte, end int64) (int64, error) {
	s := lehmer.At(p.state, 0)
	b := pool[:p.start]
	for n := 0; int64(len(b)) < end; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		b = g.sentence(&s, b)
	}
	return int64(len(b)), nil
}

// comments cuts comments of lo to hi bytes.
type comments struct {
	pool   string
	lo, hi int64
	stream lehmer.Stream
}

// commentsAt is a column of comments after so many rows.
func (d *Data) commentsAt(seed, rows, lo, hi int64) comments {
	return comments{d.pool, lo, hi, lehmer.At(seed, 2*rows)}
}

// next is the next row's comment, a part of the pool.
func (c *comments) next() string {
	offset := c.stream.Draw(0, poolBytes-c.hi)
	return c.pool[offset : offset+c.stream.Draw(c.lo, c.hi)]
}
