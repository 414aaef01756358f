package pushscan

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"gsdms/operators"
	"gsdms/optimizer"
	"gsdms/plan"
)

// memoryData is a table of uint32 columns held in memory. A column in broken cannot be
// read.
type memoryData struct {
	columns [][]uint32
	broken  map[int]error
	reads   atomic.Int64
	asking  sync.Mutex // guards what follows
	asked   []int      // columns that Prefetch was called for
}

func (d *memoryData) Rows(_ context.Context, c, lo, hi int) (arrow.Array, error) {
	d.reads.Add(1)
	if err := d.broken[c]; err != nil {
		return nil, err
	}
	b := array.NewUint32Builder(memory.DefaultAllocator)
	defer b.Release()
	b.AppendValues(d.columns[c][lo:hi], nil)
	return b.NewArray(), nil
}

func (d *memoryData) Zone(c, segment int) (lo, hi uint64) {
	rows := d.columns[c][segment*plan.SegmentRows:]
	lo = 1 << 62
	for _, v := range rows[:min(len(rows), plan.SegmentRows)] {
		lo, hi = min(lo, uint64(v)), max(hi, uint64(v))
	}
	return lo, hi
}

func (d *memoryData) Prefetch(c, _, _ int) {
	d.asking.Lock()
	defer d.asking.Unlock()
	d.asked = append(d.asked, c)
}

func (d *memoryData) Passed(int, int, int) {}

// newTable makes a table whose column c holds row*(c+1).
func newTable(rows, columns int) (*plan.Table, *memoryData) {
	d := &memoryData{columns: make([][]uint32, columns), broken: map[int]error{}}
	t := &plan.Table{Name: "t", Rows: rows, Data: d}
	for c := range d.columns {
		d.columns[c] = make([]uint32, rows)
		for i := range d.columns[c] {
			d.columns[c][i] = uint32(i * (c + 1))
		}
		t.Columns = append(t.Columns, plan.Column{Name: string(rune('a' + c)), Storage: plan.Storage{Width: 4}})
	}
	return t, d
}

// query sums column c, over the rows of the zones that in admits (nil: all).
func query(t *plan.Table, c int, in ...operators.Range) *operators.Query {
	p := &operators.Program{Name: "sum", Table: t, Columns: []operators.Column{{Ordinal: c}}}
	if in != nil {
		p.Filters = []operators.Clause{{Any: []operators.Leaf{operators.Ranges{In: in}}}}
	}
	return &operators.Query{Program: p}
}

// fake is a backend that sums a program's first column over whole segments, on the
// stream's goroutine.
type fake struct {
	chunks   atomic.Int64 // chunks loaded
	runs     atomic.Int64 // runs open now
	opened   atomic.Int64
	kernels  atomic.Int64  // kernels open now
	gate     chan struct{} // if not nil, each launch takes one
	waiting  chan struct{} // if not nil, gets one before a launch does that, if there is room
	launchEr error
}

func (f *fake) Device() optimizer.Device {
	d := optimizer.Device{Name: "fake", MPs: 1, Warps: 64, Blocks: 64, Registers: 65536, Shared: 1 << 20,
		WarpSize: 32, BlockThreads: 1024, ThreadRegs: 255, BlockShared: 1 << 20, RegisterUnit: 256, WarpUnit: 1, SharedUnit: 1}
	return d
}

func (f *fake) Open(_ context.Context, p *operators.Program, _ int64) (operators.Run, error) {
	if p.Name == "too big" {
		return nil, errors.New("does not fit")
	}
	f.runs.Add(1)
	f.opened.Add(1)
	return &fakeRun{fake: f, program: p}, nil
}

func (f *fake) Prepare(_ context.Context, runs ...operators.Run) (operators.Kernel, error) {
	f.kernels.Add(1)
	k := &fakeKernel{fake: f}
	for _, r := range runs {
		k.runs = append(k.runs, r.(*fakeRun))
	}
	return k, nil
}

func (f *fake) Load(_ context.Context, ref operators.ChunkRef, columns operators.Columns) (operators.Chunk, error) {
	f.chunks.Add(1)
	columns.Retain()
	return &fakeChunk{ref, columns}, nil
}

func (f *fake) Close() error { return nil }

type fakeChunk struct {
	ref     operators.ChunkRef
	columns operators.Columns
}

func (c *fakeChunk) Ref() operators.ChunkRef { return c.ref }
func (c *fakeChunk) Release()                { c.columns.Release() }

type fakeRun struct {
	fake    *fake
	program *operators.Program
	sum     int64
	err     error
}

func (r *fakeRun) Program() *operators.Program { return r.program }
func (r *fakeRun) Err() error                  { return r.err }

// Enough makes the program "limit" content with the first two chunks of a segment each.
func (r *fakeRun) Enough(row int) bool {
	return r.program.Name == "limit" && row >= 2*plan.SegmentRows
}
func (r *fakeRun) Close() error { r.fake.runs.Add(-1); return nil }
func (r *fakeRun) Collect(context.Context) (*plan.Rows, error) {
	return &plan.Rows{Len: 1, Columns: []plan.Vector{{Ints: []int64{r.sum}}}}, nil
}

type fakeKernel struct {
	fake  *fake
	runs  []*fakeRun
	stats operators.KernelStats
}

func (k *fakeKernel) Demand() optimizer.Demand {
	return optimizer.Demand{Name: "sum", Threads: 32, Registers: 16}
}
func (k *fakeKernel) Barrier(context.Context) error { return nil }
func (k *fakeKernel) Stats() operators.KernelStats  { return k.stats }
func (k *fakeKernel) Close() error                  { k.fake.kernels.Add(-1); return nil }

func (k *fakeKernel) Launch(_ context.Context, c operators.Chunk, _ optimizer.Launch) error {
	select {
	case k.fake.waiting <- struct{}{}:
	default:
	}
	if k.fake.gate != nil {
		<-k.fake.gate
	}
	for _, r := range k.runs {
		r.add(c.(*fakeChunk))
	}
	k.count(c.Ref())
	return k.fake.launchEr
}

// count takes 10 ns for a row and run, on two workers.
func (k *fakeKernel) count(c operators.ChunkRef) {
	rows := int64(0)
	for s := range c.Segments.All() {
		rows += int64(min((s+1)*plan.SegmentRows, c.Row+c.Rows) - max(s*plan.SegmentRows, c.Row))
	}
	k.stats.Workers = 2
	k.stats.Launches++
	k.stats.Rows += rows
	k.stats.Bytes += 4 * rows
	k.stats.Busy += 10 * rows * int64(len(k.runs))
}

func (r *fakeRun) add(c *fakeChunk) {
	switch r.program.Name {
	case "panics":
		panic("out of cheese")
	case "fails":
		r.err = errors.New("overflow")
	}
	for i, ordinal := range c.columns.Ordinals {
		if ordinal != r.program.Columns[0].Ordinal {
			continue
		}
		values := c.columns.Arrays[i].(*array.Uint32)
		for seg := range c.ref.Segments.All() {
			lo := max(seg*plan.SegmentRows, c.ref.Row) - c.ref.Row
			hi := min((seg+1)*plan.SegmentRows, c.ref.Row+c.ref.Rows) - c.ref.Row
			for j := lo; j < hi; j++ {
				r.sum += int64(values.Value(j))
			}
		}
	}
}

// sum is what a query over column c of newTable(rows, …) must give.
func sum(rows, c int) int64 { return int64(rows) * int64(rows-1) / 2 * int64(c+1) }

func waitSum(t *testing.T, s *Subscription) int64 {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	rows, err := s.Wait(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return rows.Columns[0].Ints[0]
}
