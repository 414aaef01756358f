package operators

import (
	"context"
	"time"

	"gsdms/operators/spill"
	"gsdms/optimizer"
	"gsdms/plan"
)

// Backend runs programs on one device. The stream that owns a Kernel calls its
// methods from one goroutine; different streams may use one Backend at once.
type Backend interface {
	// Device describes the limits that a wave must keep.
	Device() optimizer.Device
	// Open starts a run of a program: it allocates the accumulators. It fails when
	// they would pass the limit of memory, and names the setting.
	Open(ctx context.Context, p *Program, memory int64) (Run, error)
	// Prepare makes one kernel that serves several runs of the same table. A run may
	// pass from kernel to kernel between two barriers, and is in one at a time.
	Prepare(ctx context.Context, runs ...Run) (Kernel, error)
	// Load readies a chunk of some columns for the device. It keeps what it needs of them until
	// Release.
	Load(ctx context.Context, c ChunkRef, columns Columns) (Chunk, error)
	// Close ends the backend; every run and kernel has been closed before.
	Close() error
}

// Chunk is a chunk on the device.
type Chunk interface {
	Ref() ChunkRef
	Release()
}

// Coming is what a Chunk may also offer, where it is still on its way to the device.
type Coming interface {
	// Announced waits until the device has been told of all that is to come. A launch does
	// it, too; a fleet asks first, so that launches are timed without it.
	Announced()
}

// Run is one execution of a program, with its accumulators.
type Run interface {
	Program() *Program
	// Err is the error that ended the run early (overflow 1690, memory, a panic in one
	// of its instructions), nil while it is well. Valid after a Barrier.
	Err() error
	// Collect gives the result after the last Barrier: groups in key order, rows in
	// table order.
	Collect(ctx context.Context) (*plan.Rows, error)
	Close() error
}

// Kernel is one or more runs, prepared: what a launch starts.
type Kernel interface {
	Demand() optimizer.Demand
	// Launch starts the kernel over a chunk and returns at once; Barrier waits for it.
	// Failing runs report by Run.Err; an error here means that the kernel as a whole
	// cannot go on.
	Launch(ctx context.Context, c Chunk, l optimizer.Launch) error
	// Barrier waits until every launch of the kernel is done.
	Barrier(ctx context.Context) error
	// Stats says what the kernel has done so far, for EXPLAIN ANALYZE.
	Stats() KernelStats
	Close() error
}

// KernelStats counts a kernel's work since Prepare.
//
// Bytes is what the kernel reads if it reads its columns whole, an upper bound: behind an
// early filter a GPU leaves out 32-byte sectors of the later columns, and may so seem to
// be faster than its memory. Workers of a CPU count the columns of each vector that they
// looked at.
type KernelStats struct {
	Launches int64
	Rows     int64 // rows of the segments it was launched over
	Bytes    int64 // of the columns that its programs read, in these rows
	Busy     int64 // ns that it ran, by the device's own clock, summed over Workers
	Workers  int   // whose times Busy adds up; 0: the device is one
	Morsel   int   // rows that a worker takes at once; 0: the blocks of the launch share them
	Spared   int64 // rows that runs did not fold themselves, since another of the kernel did it for them, too
}

// Chunker is what a Backend may also offer: how many rows a chunk should have, where
// the tables' streams are not told.
type Chunker interface{ ChunkRows() int }

// Holder is what a Backend may also offer: whether as many rows of a column of a chunk as are
// needed are where kernels read them, so that Load will not read them, but for others that
// have come instead.
type Holder interface {
	Holds(ref ChunkRef, ordinal int) bool
}

// Leaver is what a Backend may also offer: groups that the tests of a Groups rule out stay where
// they are. Another backend gets programs without such tests, so that queries that differ in
// them share a run.
type Leaver interface{ LeavesGroups() }

// Sharer is what a Backend may also offer: kernels of several streams get turns, so that
// one that is long in a chunk does not hold up the others.
type Sharer interface {
	// Slice is how long a turn lasts.
	Slice() time.Duration
}

// Paced is what a Run may also offer on a Sharer: how long it keeps others who share its kernel.
type Paced interface {
	// Pace is the seconds of a processor that it takes for so many rows of its table, as far as
	// that is known by now. It is not bounded where each row may have any number of partners.
	// Any goroutine may call it.
	Pace(rows int) (seconds float64, bounded bool)
}

// Opener is what a Backend may also offer: opening the runs of queries that come together,
// where that costs less than one by one.
type Opener interface {
	// OpenAll is Open for each program, in order. An error means that none is open.
	OpenAll(ctx context.Context, memory int64, programs ...*Program) ([]Run, error)
}

// Splitter is what a Backend may also offer: how many runs, and which together, one kernel
// serves best.
type Splitter interface {
	// Split gives the runs of each kernel; none is empty.
	Split(runs []Run) [][]Run
}

// Waver is what a Backend may also offer: launching all kernels of a wave at once, so that
// the host does not wait between its batches.
type Waver interface {
	// Wave joins kernels, to which it belongs from then on: it is closed before them, and
	// they are launched through it. It gives nil where they must be launched by themselves.
	Wave(ctx context.Context, kernels []Kernel, w optimizer.Wave) (Wave, error)
}

// Wave is a wave that is ready to be launched. The goroutine of its kernels calls it.
type Wave interface {
	// Launch starts the batches over a chunk, one after another, and returns at once;
	// Barrier waits for the last. Otherwise they are as a Kernel's.
	Launch(ctx context.Context, c Chunk) error
	Barrier(ctx context.Context) error
	Close() error
}

// Staged is what a Backend may also offer: a kernel for each operator of a run, which hand
// lists of rows to each other.
type Staged interface {
	// Stages prepares the kernels in order. Demand().After counts from the first of them.
	// A kernel is launched over a chunk after the one before, and waited for as any other.
	Stages(ctx context.Context, run Run) ([]Kernel, error)
}

// Costed is what a Backend may also offer: estimates of the bytes that kernels move for so
// many rows of a chunk, from the widths of columns and the selectivities of filters.
type Costed interface {
	// KernelBytes is for one kernel that serves the programs.
	KernelBytes(rows int64, programs ...*Program) int64
	// StageBytes is for each kernel of Stages.
	StageBytes(rows int64, p *Program) []int64
}

// Emitting is what a Run may also offer, of a program that emits rows.
type Emitting interface {
	// Emitted is the bytes that the rows so far take. Valid after a Barrier.
	Emitted() int64
}

// Limited is what a Run may also offer: whether its answer is complete without the rows
// from row on, all rows before having been seen. Valid after a Barrier.
type Limited interface{ Enough(row int) bool }

// Charged is what a Run may also offer: its memory counts in an account, too.
type Charged interface {
	// ChargeTo charges what the run holds and all that it is going to, until Close. It is
	// called once, before the run is prepared; an error is that of the account.
	ChargeTo(a *Account) error
}

// Keeping is what a Backend may also offer: it keeps memory of runs that have ended for the next.
type Keeping interface {
	// KeepUnder has what is kept from now on count in an account, and nothing be kept that this has
	// no room for.
	KeepUnder(a *Account)
	// Forget gives up what is kept.
	Forget()
}

// Pairing is what a Backend may also offer: FoldsPairs reports whether it folds pairs of registers, the
// least, the greatest and different ones, and the texts of codes that are in no order, the least and the
// greatest.
type Pairing interface{ FoldsPairs() bool }

// Prompt is what a Run may also offer.
type Prompt interface {
	// Prompt reports whether Collect takes microseconds, as all that it reads lies in memory. Valid after
	// the last Barrier.
	Prompt() bool
}

// Spilling is what a Run may also offer: rather than fail for memory it writes files.
type Spilling interface {
	// SpillTo gives it the space for them. It is called once, before the run is prepared.
	SpillTo(s *spill.Space)
	// Spilled is the rows of a Collect that has given none because they are in a file, nil
	// if it has given them. They are released by Close, and by who keeps them besides.
	Spilled() *spill.Rows
}

// Counted is what a Run may also offer: rows seen and left after each step.
type Counted interface {
	// Counts gives, for "scan", each clause, each Keep, Test and Probe, and the sink, how
	// many rows came out of it.
	Counts() []StepCount
}

// Stopper is what a Run may also offer: ending in the middle of a chunk.
type Stopper interface {
	// Stop fails the run with err, soon, as if it had failed by itself. Any goroutine
	// calls it, any number of times, until Close.
	Stop(err error)
}

// StepCount is the rows that left one step of a program.
type StepCount struct {
	Step string
	Rows int64
}
