package cpu

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/optimizer"
)

// kernel is runs of one table, with the filters that they share. It is immutable but
// for its counters and may be launched again before a Barrier.
type kernel struct {
	backend   *Backend
	runs      []*run
	filters   filters
	clauses   [][]int // by run: numbers of its clauses in filters
	columns   []int   // ordinals that a chunk must have
	squads    []squad
	codings   []coding // of the squads' columns
	seats     []seat   // by run
	families  []*family
	familyOf  []*family // by run; nil: it has none
	formulas  []*formula
	formulaOf []int      // by run, of its top; -1: it has none
	marks     []markedBy // by run
	turns     []int      // by run: when it goes over a chunk, 0 with most, else behind them
	byTurn    [][]int    // the runs of each turn
	taking    sync.Mutex // of whole turns, and who had them last
	party     *party
	perRow    func() float64 // seconds of a processor that a row is expected to take, of all runs

	pending  sync.WaitGroup // launches that are not done
	err      atomic.Pointer[error]
	launches int64
	rows     int64
	morsel   int // rows of one, of the last launch
	bytes    atomic.Int64
	busy     atomic.Int64 // ns
}

func newKernel(b *Backend, runs []*run) *kernel {
	k := &kernel{backend: b, runs: runs, clauses: make([][]int, len(runs)), party: b.pool.party()}
	if len(runs) == 1 {
		k.party = b.pool.partyOf(runs[0].tally)
	} else {
		for _, r := range runs {
			k.party.sharers = append(k.party.sharers, r.tally)
		}
	}
	seen := make([]bool, len(runs[0].program.Table.Columns))
	collector := newCollector()
	for i, r := range runs {
		k.clauses[i] = collector.add(r)
		for _, c := range r.program.Columns {
			if !seen[c.Ordinal] {
				seen[c.Ordinal] = true
				k.columns = append(k.columns, c.Ordinal)
			}
		}
	}
	k.filters = collector.filters
	k.perRow = sync.OnceValue(k.estimate)
	k.form()
	k.join()
	k.compute()
	k.order()
	return k
}

func (k *kernel) name() string {
	if len(k.runs) == 1 {
		return k.runs[0].program.Name
	}
	return fmt.Sprintf("%s and %d others", k.runs[0].program.Name, len(k.runs)-1)
}

// fail ends the kernel; the first error stays.
func (k *kernel) fail(err error) { k.err.CompareAndSwap(nil, &err) }

// Launch queues the morsels of the chunk's segments. How many workers take them is not
// the launch's to decide: as many as the work is expected to be worth waking.
func (k *kernel) Launch(ctx context.Context, c operators.Chunk, _ optimizer.Launch) error {
	own, ok := c.(*chunk)
	if !ok || !own.open {
		return fmt.Errorf("launch %s: not a live chunk of this backend", k.name())
	}
	for _, o := range k.columns {
		if own.columns[o].Width == 0 {
			return fmt.Errorf("launch %s: chunk %d lacks column %s", k.name(), own.ref.Seq, own.ref.Table.Columns[o].Name)
		}
	}
	morsels, hands := k.cut(own.ref)
	k.launches++
	if len(morsels) == 0 {
		return nil
	}
	l := newLaunch(ctx, k, own, morsels)
	j := newJob(k.party, k.name, l.pieces(), func(w *worker, i int64) {
		if err := l.piece(w, int(i)); err != nil {
			k.fail(err)
		}
	}, k.pending.Done)
	if hands < k.backend.options.Threads {
		j.by(hands)
	}
	k.pending.Add(1)
	if err := k.backend.pool.add(j); err != nil {
		k.pending.Done()
		return err
	}
	return nil
}

// What a worker is woken for, and what a morsel takes however little is done with its rows, in
// seconds.
const (
	handSeconds   = 25e-6
	morselSeconds = 0.5e-6
)

// A chunk of few segments is cut into so many morsels for each worker: of the 58,000 rows that a stage leaves, each
// with partners to find, one worker had all. None has fewer rows than so many, unless these take longer than so many
// seconds, as the twelve do that have 70,000 partners each.
const (
	morselsPerHand = 4
	leastMorsel    = 4096
	leastSeconds   = 50e-6
)

// cut gives the morsels of a chunk, counts its rows, and says how many workers they are worth waking.
func (k *kernel) cut(ref operators.ChunkRef) ([]morsel, int) {
	rows := ref.Needed(nil)
	k.rows += int64(rows)
	hands := min(k.hands(rows, ref.Segments.Len()), k.backend.options.Threads)
	k.morsel = k.backend.options.Morsel
	if each := rows / (hands * morselsPerHand); hands > 1 && each < k.morsel {
		least := k.least()
		k.morsel = min(k.morsel, (each/least+1)*least)
	}
	return cut(ref, k.morsel), hands
}

// least is how many rows a morsel has at least.
func (k *kernel) least() int { return max(1, int(min(leastMorsel, leastSeconds/k.perRow()))) }

// hands is how many workers a launch over so many rows and morsels is worth waking.
func (k *kernel) hands(rows, morsels int) int {
	seconds := k.perRow()*float64(rows) + morselSeconds*float64(morsels)
	return 1 + int(min(seconds/handSeconds, float64(k.backend.options.Threads)))
}

// estimate gives perRow.
func (k *kernel) estimate() (seconds float64) {
	for _, r := range k.runs {
		seconds += r.code.expected().row
	}
	return seconds
}

// morsel is rows of a chunk, of one segment.
type morsel struct {
	row, rows int // row is counted from the chunk's first
	segment   int
}

// cut gives the morsels of a chunk: the rows of its segments in pieces.
func cut(ref operators.ChunkRef, rows int) []morsel {
	out := make([]morsel, 0, ref.Segments.Len())
	for s := range ref.Segments.All() {
		for lo, hi := ref.RowsOf(s); lo < hi; lo += rows {
			out = append(out, morsel{row: lo, rows: min(rows, hi-lo), segment: s})
		}
	}
	return out
}

// Barrier waits for all launches. It returns the kernel's own error: a cancelled
// context of a launch, or a failure outside of any run. A cancelled ctx does not cut
// the wait short, because the workers still read the chunk; they see the cancelled
// context of the launch at the next morsel.
func (k *kernel) Barrier(ctx context.Context) error {
	k.pending.Wait()
	for _, f := range k.families {
		f.add(k)
	}
	if p := k.err.Load(); p != nil {
		return fmt.Errorf("run %s: %w", k.name(), *p)
	}
	return ctx.Err()
}

// Stats says what the kernel has done.
func (k *kernel) Stats() operators.KernelStats {
	return operators.KernelStats{
		Launches: k.launches, Rows: k.rows, Bytes: k.bytes.Load(), Busy: k.busy.Load(),
		Workers: k.backend.options.Threads, Morsel: k.morsel, Spared: k.spared(),
	}
}

// Demand is one lane per multiprocessor, with the vectors and the accumulators as
// shared memory: no more than the cache has, because what does not fit only runs
// slower.
func (k *kernel) Demand() optimizer.Demand {
	d := optimizer.Demand{Name: k.name(), Threads: 1}
	for _, r := range k.runs {
		d.Shared += 8 * (r.code.Slots*k.backend.options.Batch + r.code.groupWords())
		d.Instrs += int64(len(r.program.Filters) + len(r.program.Body) + 1)
	}
	d.Shared = min(d.Shared+k.filters.bytes(k.backend.options.Vector), assumedL2)
	for _, o := range k.columns {
		d.Bytes += int64(k.runs[0].program.Table.Columns[o].Storage.Width)
	}
	d.Bytes *= chunkRows
	d.Instrs *= chunkRows
	return d
}

// chunkRows is what the time model takes for a chunk.
const chunkRows = 1 << 20

// Close ends the kernel; its runs live on.
func (k *kernel) Close() error {
	k.pending.Wait()
	for _, f := range k.families {
		f.close()
	}
	return nil
}
