package cuda

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/apache/arrow/go/v15/arrow"

	"gsdms/operators"
	"gsdms/optimizer"
)

// Options sets how a backend uses its device.
type Options struct {
	Memory int64 // bytes of device memory for columns; 0: nine tenths of the device
}

// Backend runs programs on a device. Safe for concurrent use.
type Backend struct {
	device  Device
	columns *columnCache
	blocks  *blocks
	uploads *uploads
	queues  *queues
	molds   *molds
	parts   *partLists
	copies  sync.Mutex // guards queue and staging
	queue   Queue      // for copies to the device
	staging *staging
}

// New makes a backend on a device, which it closes.
func New(d Device, o Options) (*Backend, error) {
	q, err := d.NewQueue()
	if err != nil {
		return nil, err
	}
	if o.Memory <= 0 {
		o.Memory = d.Memory().Total() / 10 * 9
	}
	b := &Backend{device: d, queue: q, blocks: newBlocks(d.Memory()), queues: &queues{device: d}}
	b.columns = newColumnCache(d.Memory(), o.Memory)
	b.uploads, b.molds, b.parts = newUploads(b), newMolds(b), newPartLists(b)
	if b.staging, err = newStaging(d.Memory()); err != nil {
		return nil, err
	}
	return b, nil
}

// chunkRows is the rows of a chunk: large enough that a launch and its parameters, some
// 20 us, do not show (a chunk of 26 bytes a row is read in 190 us at 4.4 TB/s), small
// enough that two of them are little of the device's memory.
const chunkRows = 32 << 20

// ChunkRows is the rows that a stream should push at once.
func (b *Backend) ChunkRows() int { return chunkRows }

// Device describes the device's limits.
func (b *Backend) Device() optimizer.Device { return b.device.Limits() }

// Open allocates the accumulators of a run, zeroed.
func (b *Backend) Open(ctx context.Context, p *operators.Program, memory int64) (operators.Run, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	layout, err := layoutState(p, memory)
	if err != nil {
		return nil, err
	}
	q, err := b.queues.get()
	if err != nil {
		return nil, err
	}
	r := &run{backend: b, program: p, memory: memory, layout: layout, queue: q}
	if r.at, err = b.alloc(layout.words * 8); err != nil {
		b.queues.put(q)
		return nil, fmt.Errorf("accumulators of %s: %w", p.Name, err)
	}
	if err := q.Clear(r.at, layout.words*8); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// alloc takes a block, after evicting columns that no chunk holds if need be.
func (b *Backend) alloc(bytes int64) (Ptr, error) {
	p, err := b.blocks.alloc(bytes)
	for errors.Is(err, ErrNoMemory) {
		freed, freeErr := b.columns.evict()
		if freeErr != nil {
			return 0, freeErr
		}
		if !freed {
			return 0, fmt.Errorf("%w; a smaller --device-memory for columns leaves more for queries", err)
		}
		p, err = b.blocks.alloc(bytes)
	}
	return p, err
}

// Load brings the record's columns to the device, those that are not there already.
func (b *Backend) Load(ctx context.Context, ref operators.ChunkRef, rec arrow.Record) (operators.Chunk, error) {
	c := &chunk{backend: b, ref: ref, columns: map[int]*region{}}
	for i := range int(rec.NumCols()) {
		if err := ctx.Err(); err != nil {
			c.Release()
			return nil, err
		}
		if err := c.column(rec.Schema().Field(i), rec.Column(i)); err != nil {
			c.Release()
			return nil, fmt.Errorf("bring column %s of chunk %d of table %s to the device: %w",
				rec.ColumnName(i), ref.Seq, ref.Table.Name, err)
		}
	}
	var err error
	if c.parts, c.count, c.mine, err = b.parts.of(ref); err != nil {
		c.Release()
		return nil, err
	}
	return c, nil
}

// Close frees everything on the device and closes it.
func (b *Backend) Close() error {
	return errors.Join(b.staging.close(), b.device.Close())
}
