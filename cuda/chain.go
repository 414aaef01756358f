package cuda

import (
	"encoding/binary"
	"fmt"
	"math"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
)

// chain is the stages of one run and the lists between them. Two buffers serve all lists:
// stage n writes buffer n mod 2 and reads the other. On the device a stage begins when the
// one before has ended, also where the host does not wait between them. The stream's
// goroutine owns it; the last stage that is closed frees it.
type chain struct {
	run     *run
	stages  []*codegen.Stage
	kernels []*kernel
	buffers [2]listBuffer
	lengths device.Ptr // of the lists on the device, one word for each stage
	seen    []byte     // the lengths here, page-locked
	open    int        // stages that have not been closed
}

// listBuffer is device memory for lists.
type listBuffer struct {
	at    device.Ptr
	bytes int64
}

// mostEntries is the most that a list can hold: their numbers have 32 bits.
const mostEntries = math.MaxUint32 / 1024 * 1024

// value gives a parameter about a list.
func (c *chain) value(what codegen.Binding) uint64 {
	switch w := what.(type) {
	case codegen.ListData:
		return uint64(c.buffers[w.Stage%2].at) + uint64(4*int64(w.Column)*c.room(w.Stage))
	case codegen.ListCount:
		return uint64(c.lengths) + uint64(8*w.Stage)
	case codegen.ListRoom:
		return uint64(c.room(w.Stage))
	}
	panic(fmt.Sprintf("parameter of unknown type %T", what))
}

// room is the entries that the list of a stage has room for, so many that each column
// begins at a multiple of 256 bytes.
func (c *chain) room(stage int) int64 {
	return min(mostEntries, c.buffers[stage%2].bytes/c.entryBytes(stage)) / 64 * 64
}

func (c *chain) entryBytes(stage int) int64 { return c.stages[stage].EntryBytes() }

// begin readies the lists for a chunk: it takes the memory that they are estimated to need.
func (c *chain) begin(rows int64) error {
	clear(c.seen)
	for i, s := range c.stages {
		if s.Last {
			break
		}
		if err := c.provide(i, min(c.fit(i), estimate(s, rows))); err != nil {
			return err
		}
	}
	return nil
}

// estimate is how many entries a stage's list is likely to have: a quarter more than the
// filters' selectivities say. A list that has no room is written again.
func estimate(s *codegen.Stage, rows int64) int64 {
	return int64(1.25*s.Share*float64(rows)) + 64
}

// fit is how many entries the list of a stage can have within the limit of memory.
func (c *chain) fit(stage int) int64 {
	r := c.run
	left := r.memory - 8*(r.layout.Words+int64(len(r.out.data))) - c.buffers[1-stage%2].bytes
	return max(0, left) / c.entryBytes(stage) / 64 * 64
}

// provide makes a stage's list have room for n entries. Nothing is in use on the queue.
func (c *chain) provide(stage int, n int64) error {
	b := &c.buffers[stage%2]
	n = (n + 63) / 64 * 64
	if c.room(stage) >= n {
		return nil
	}
	bytes := n * c.entryBytes(stage)
	if n > mostEntries || n > c.fit(stage) {
		return fmt.Errorf("the list of rows behind %q takes %d bytes, more than the %d that --query-memory and a quarter of the device allow leave; SET gsdms_granularity = 'pipeline' takes no lists",
			c.stages[stage].Title, bytes, c.run.memory)
	}
	if b.at != 0 {
		c.run.backend.memory.Free(b.at)
		*b = listBuffer{}
	}
	at, err := c.run.backend.memory.Alloc(bytes)
	if err != nil {
		return fmt.Errorf("the list of rows behind %q: %w", c.stages[stage].Title, err)
	}
	*b = listBuffer{at, bytes}
	return nil
}

// length is the entries that a stage has written, or would have.
func (c *chain) length(stage int) int64 { return int64(binary.LittleEndian.Uint64(c.seen[8*stage:])) }

// settle looks at what the stages have written, when all has been waited for. Where a list
// had no room, the stage and those behind it run again: what they read is still there.
func (c *chain) settle() error {
	for i, s := range c.stages {
		if s.Last || c.length(i) <= c.room(i) {
			continue
		}
		if err := c.provide(i, c.length(i)+c.length(i)/8); err != nil {
			return err
		}
		if err := c.again(c.kernels[i:]); err != nil {
			return err
		}
	}
	return nil
}

// again runs the kernels over the chunk that they were launched over, and waits for them.
func (c *chain) again(kernels []*kernel) error {
	first := kernels[0].link.stage.Number
	if err := kernels[0].queue.Clear(c.lengths+device.Ptr(8*first), 8*int64(len(c.stages)-first)); err != nil {
		return err
	}
	for _, k := range kernels {
		if err := k.start(k.chunk, k.launch); err != nil {
			return err
		}
	}
	for _, k := range kernels {
		took, err := k.queue.Wait()
		if err != nil {
			return err
		}
		k.stats.Busy += int64(took)
	}
	return nil
}

// release is called once for each stage that is closed.
func (c *chain) release() {
	if c.open--; c.open > 0 {
		return
	}
	b := c.run.backend
	for _, list := range c.buffers {
		if list.at != 0 {
			b.memory.Free(list.at)
		}
	}
	if c.lengths != 0 {
		b.memory.Free(c.lengths)
	}
	b.memory.Unpin(c.seen)
}
