package cuda

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"time"
	"unsafe"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/cuda/memory"
	"gsdms/operators"
	"gsdms/operators/analysis"
)

// pairing counts pairs of points on the device.
type pairing struct {
	backend *Backend
	pairs   *analysis.Pairs
	tiles   int64
	kernel  device.Function
	how     pairEstimate
	far     bool // counts are in the device's memory only
	shared  int
	blocks  int // of a launch
	params  codegen.PairsParams
	at      device.Ptr // of all that the kernel reads and writes
	lanes   [2]pairLane
}

// pairLane is a queue with a slice of the work: while the device is at one the other's is put.
type pairLane struct {
	queue  device.Queue
	params []byte // page-locked
	at     device.Ptr
	units  int64 // pairs of tiles that are on it
}

// CountPairs implements analysis.PairCounter. What SQL launches meanwhile runs beside it: a
// multiprocessor keeps room for others, and a launch is a slice of some milliseconds.
func (b *Backend) CountPairs(ctx context.Context, p *analysis.Pairs, limit int64) ([]int64, error) {
	counts, err := b.countPairs(ctx, p, limit)
	if err != nil {
		return nil, fmt.Errorf("count pairs on %s: %w", b.device.Limits().Name, err)
	}
	return counts, nil
}

func (b *Backend) countPairs(ctx context.Context, p *analysis.Pairs, limit int64) (counts []int64, err error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if len(p.X) == 0 {
		return make([]int64, p.Buckets+1), nil
	}
	k := &pairing{backend: b, pairs: p, how: estimateOf(p), tiles: (int64(len(p.X)) + codegen.PairsTile - 1) / codegen.PairsTile}
	k.arrange()
	if k.kernel, err = b.device.Compile(ctx, codegen.PairsSource(k.how.from, k.far)); err != nil {
		return nil, err
	}
	b.users.Add(1)
	defer b.users.Add(-1)
	defer k.release()
	if err := k.provide(limit); err != nil {
		return nil, err
	}
	if err := k.work(ctx); err != nil {
		return nil, err
	}
	return k.counts()
}

// Shared memory of a block: what lets two of them, and some of others, on a multiprocessor, and
// the most that is taken where the buckets need it.
const (
	pairShared     = 96 << 10
	mostPairCopies = 32
)

// arrange decides where counts are, and how many copies of them a block has.
func (k *pairing) arrange() {
	d := k.backend.device.Limits()
	stage, buckets := codegen.PairsStage*k.how.from.SpotBytes(), (k.pairs.Buckets+4)&^3
	of := func(copies int) int { return stage + 4*buckets*copies + codegen.PairsWaiting }
	copies := mostPairCopies
	for copies > 1 && of(copies) > min(pairShared, d.BlockShared) {
		copies /= 2
	}
	k.shared, k.blocks = of(copies), 2*d.MPs
	if k.far = k.shared > d.BlockShared; k.far {
		k.shared = stage + codegen.PairsWaiting
	}
	if 2*(k.shared+d.ReservedShared) > d.Shared {
		k.blocks = d.MPs
	}
	place := bits.TrailingZeros(uint(copies)) + 2 // the bit at which a bucket begins where its counts are
	p := &k.params
	p.Copies, p.Places, p.PlaceMagic = uint32(copies), uint32(1<<codegen.PairsBits-1)&^uint32(4*copies-1), float32(1.5*math.Ldexp(1, 23-place))
	p.Farther, p.Point, p.Far, p.Waiting = uint64(k.pairs.Buckets), uint32(k.how.point), k.how.far, uint64(k.shared-codegen.PairsWaiting)
	p.Scale, p.Magic, p.Cap = k.how.scale, k.how.magic, k.how.cap
}

// provide takes the memory, and brings the points and the edges.
func (k *pairing) provide(limit int64) (err error) {
	m := k.backend.memory
	points := k.tiles * codegen.PairsTile
	spots, exact, table := points*int64(k.how.from.SpotBytes()), int64(0), 8*int64(k.pairs.Buckets+1)
	if k.how.from == codegen.PairsSingle {
		exact = 24 * points
	}
	size := int64(unsafe.Sizeof(k.params))
	all := spots + exact + 2*table
	if all > limit {
		return &operators.Refused{Why: fmt.Sprintf("%d points need %d bytes of the device, and --query-memory is %d", len(k.pairs.X), all, limit)}
	}
	if k.at, err = m.Alloc(all + 2*size); err != nil {
		return err
	}
	p := &k.params
	p.Spots = uint64(k.at)
	p.Exact = p.Spots + uint64(spots)
	p.Edges = p.Exact + uint64(exact)
	p.Counts = p.Edges + uint64(table)
	for i := range k.lanes {
		l := &k.lanes[i]
		l.at = device.Ptr(p.Counts) + device.Ptr(table+int64(i)*size)
		if l.params, err = m.Pin(int(size)); err != nil {
			return err
		}
		if l.queue, err = k.backend.queues.get(); err != nil {
			return err
		}
	}
	return k.bring()
}

// bring copies what the kernel reads, and clears the counts.
func (k *pairing) bring() error {
	m, q := k.backend.memory, k.lanes[0].queue
	if err := m.CopyIn(device.Ptr(k.params.Spots), k.spots()); err != nil {
		return err
	}
	if k.how.from == codegen.PairsSingle {
		if err := m.CopyIn(device.Ptr(k.params.Exact), floatBytes(k.doubles(3))); err != nil {
			return err
		}
	}
	if err := m.CopyIn(device.Ptr(k.params.Edges), floatBytes(k.pairs.Edges())); err != nil {
		return err
	}
	if err := q.Clear(device.Ptr(k.params.Counts), 8*int64(k.pairs.Buckets+1)); err != nil {
		return err
	}
	_, err := q.Wait()
	return err
}

// spots gives the points as the kernel wants them.
func (k *pairing) spots() []byte {
	if k.how.from != codegen.PairsSingle {
		return floatBytes(k.doubles(4))
	}
	p, n := k.pairs, len(k.pairs.X)
	out := make([]float32, 4*k.tiles*codegen.PairsTile)
	eachPart(len(out)/4, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x, y, z := math.NaN(), math.NaN(), math.NaN()
			if i < n {
				x, y, z = p.X[i]-k.how.middle[0], p.Y[i]-k.how.middle[1], p.Z[i]-k.how.middle[2]
			}
			out[4*i], out[4*i+1], out[4*i+2] = float32(x), float32(y), float32(z)
		}
	})
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(out))), 4*len(out))
}

// doubles gives the points as so many doubles each, NaN behind the last point.
func (k *pairing) doubles(each int) []float64 {
	p, n := k.pairs, len(k.pairs.X)
	out := make([]float64, each*int(k.tiles)*codegen.PairsTile)
	eachPart(len(out)/each, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			x, y, z := math.NaN(), math.NaN(), math.NaN()
			if i < n {
				x, y, z = p.X[i], p.Y[i], p.Z[i]
			}
			out[each*i], out[each*i+1], out[each*i+2] = x, y, z
		}
	})
	return out
}

func floatBytes(all []float64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(all))), 8*len(all))
}

// A launch takes about pairSlice: who is cancelled waits for two of them, and the kernels of others
// that find no room beside it for one. It has no more pairs of tiles than mostPairUnits for each
// block, whose counts have 32 bits.
const (
	pairSlice     = 3 * time.Millisecond
	mostPairUnits = 1 << 9
)

// work has the device count all pairs of tiles, slice by slice.
func (k *pairing) work(ctx context.Context) error {
	all, next, units := k.tiles*(k.tiles+1)/2, int64(0), int64(k.blocks)
	for turn := 0; ; turn++ {
		l := &k.lanes[turn%2]
		took, err := l.queue.Wait()
		if err != nil {
			return err
		}
		if took > 0 && l.units == units {
			units = k.after(units, took)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if next == all {
			_, err := k.lanes[(turn+1)%2].queue.Wait()
			return err
		}
		end := min(all, next+units)
		if err := k.put(l, next, end); err != nil {
			return err
		}
		next = end
	}
}

// after is how many pairs of tiles the next launches have: as many for each block as one more
// or less brings nearer to a slice.
func (k *pairing) after(units int64, took time.Duration) int64 {
	each := units / int64(k.blocks)
	want := max(1, min(2*each, mostPairUnits, int64(float64(each)*float64(pairSlice)/float64(took))))
	return want * int64(k.blocks)
}

// put puts a slice on a queue.
func (k *pairing) put(l *pairLane, first, end int64) error {
	k.params.First, k.params.End = uint64(first), uint64(end)
	copy(l.params, unsafe.Slice((*byte)(unsafe.Pointer(&k.params)), len(l.params)))
	if err := l.queue.CopyIn(l.at, l.params); err != nil {
		return err
	}
	l.units = end - first
	return l.queue.Launch(k.kernel, k.blocks, codegen.PairsThreads, k.shared, l.at)
}

// counts brings the counts. Points that fill the last tile are no numbers, so that their pairs
// were counted as the farthest.
func (k *pairing) counts() ([]int64, error) {
	counts := make([]int64, k.pairs.Buckets+1)
	q := k.lanes[0].queue
	if err := q.CopyOut(memory.Bytes(counts), device.Ptr(k.params.Counts)); err != nil {
		return nil, err
	}
	_, err := q.Wait()
	of := func(n int64) int64 { return n * (n - 1) / 2 }
	counts[len(counts)-1] -= of(k.tiles*codegen.PairsTile) - of(int64(len(k.pairs.X)))
	return counts, err
}

// release gives everything back, when the device is done with it.
func (k *pairing) release() {
	for _, l := range k.lanes {
		if l.queue != nil {
			_, _ = l.queue.Wait() // an error has been seen, or shows in the next operation
			k.backend.queues.put(l.queue)
		}
		k.backend.memory.Unpin(l.params)
	}
	if k.at != 0 {
		k.backend.memory.Free(k.at)
	}
}

// What a pair takes of a card, at least, in instructions of a lane, by how its bucket is found;
// and what comes before the first, in seconds.
const (
	singleInstrs = 20
	doubleInstrs = 45
	searchInstrs = 400
	pairsStart   = 2e-3
)

// ForecastPairs implements analysis.PairCounter.
func (b *Backend) ForecastPairs(p *analysis.Pairs) float64 {
	instrs := map[codegen.PairsEstimate]float64{codegen.PairsSingle: singleInstrs, codegen.PairsDouble: doubleInstrs, codegen.PairsSearch: searchInstrs}
	n := float64(len(p.X))
	return pairsStart + n*n/2*instrs[estimateOf(p).from]/max(1, b.device.Limits().IssueRate)
}
