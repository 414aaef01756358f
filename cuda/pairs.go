package cuda

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"time"
	"unsafe"

	"gsdms/cuda/codegen"
	"gsdms/cuda/conduct"
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
	work    *conduct.Work // nil before it has begun
	each    int64         // parts for each block of a slice
	length  time.Duration // that a slice should take
	params  codegen.PairsParams
	at      device.Ptr // of all that the kernel reads and writes
	lanes   [2]pairLane
}

// pairLane is a queue with a slice of the work: while the device is at one the other's is put.
type pairLane struct {
	queue  device.Queue
	params []byte // page-locked
	at     device.Ptr
	units  int64 // parts of pairs of tiles that are on it
	blocks int   // of it
	whole  bool  // as many as there are for every block of a slice
}

// CountPairs implements analysis.PairCounter. What SQL launches meanwhile runs beside it: each
// launch is a slice, with as many blocks as the conductor gives it.
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
	if k.work, err = b.beginWork("count of pairs", k.kernel, codegen.PairsThreads, k.shared); err != nil {
		return nil, err
	}
	if err := k.provide(limit); err != nil {
		return nil, err
	}
	if err := k.count(ctx); err != nil {
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
	k.shared, k.each = of(copies), 1
	if k.far = k.shared > d.BlockShared; k.far {
		k.shared = stage + codegen.PairsWaiting
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
		if l.queue, err = k.backend.yielding.get(); err != nil {
			return err
		}
	}
	return k.bring()
}

// bring copies what the kernel reads, and clears the counts before the first slice.
func (k *pairing) bring() error {
	pieces := []memory.Incoming{{At: device.Ptr(k.params.Spots), From: k.spots()}, {At: device.Ptr(k.params.Edges), From: floatBytes(k.pairs.Edges())}}
	if k.how.from == codegen.PairsSingle {
		pieces = append(pieces, memory.Incoming{At: device.Ptr(k.params.Exact), From: floatBytes(k.doubles(3))})
	}
	if err := k.backend.memory.CopyIn(pieces...); err != nil {
		return err
	}
	return k.lanes[0].queue.Clear(device.Ptr(k.params.Counts), 8*int64(k.pairs.Buckets+1))
}

// partPoints is how many points one goroutine takes at once: some tens of microseconds.
const partPoints = 1 << 12

// spots gives the points as the kernel wants them.
func (k *pairing) spots() []byte {
	if k.how.from != codegen.PairsSingle {
		return floatBytes(k.doubles(4))
	}
	p, n := k.pairs, len(k.pairs.X)
	out := make([]float32, 4*k.tiles*codegen.PairsTile)
	eachOf(len(out)/4, partPoints, func(lo, hi int) {
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
	eachOf(len(out)/each, partPoints, func(lo, hi int) {
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

// mostPairParts is the most parts for each block of a launch, whose counts have 32 bits.
const mostPairParts = 1 << 11

// count has the device count all pairs of tiles, slice by slice: while it is at one the next is put.
func (k *pairing) count(ctx context.Context) error {
	all, next := k.tiles*(k.tiles+1)/2*codegen.PairsParts, int64(0)
	for turn := 0; ; turn++ {
		l, before := &k.lanes[turn%2], &k.lanes[(turn+1)%2]
		if err := k.finish(l); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if next == all {
			return k.finish(before)
		}
		blocks, length := k.work.Next()
		k.length = length
		blocks *= k.backend.device.Limits().MPs
		end := min(all, next+k.each*int64(blocks))
		l.whole = end == next+k.each*int64(blocks)
		if err := k.put(l, before, blocks, next, end); err != nil {
			return err
		}
		next = end
	}
}

// finish waits for a slice, and learns how large the next ones should be: as many parts for each
// block as one more or less brings nearer to the time that a slice should take.
func (k *pairing) finish(l *pairLane) error {
	took, err := l.queue.Wait()
	if err != nil || l.units == 0 {
		return err
	}
	amount := 0.0
	if l.whole {
		amount = float64(l.units)
	}
	k.work.Done(amount, took)
	if took > 0 && l.whole {
		each := l.units / int64(l.blocks)
		k.each = max(1, min(2*each, mostPairParts, int64(float64(each)*float64(k.length)/float64(took))))
	}
	l.units = 0
	return nil
}

// put puts a slice on a queue, behind the one before.
func (k *pairing) put(l, before *pairLane, blocks int, first, end int64) error {
	k.params.First, k.params.End = uint64(first), uint64(end)
	copy(l.params, unsafe.Slice((*byte)(unsafe.Pointer(&k.params)), len(l.params)))
	if err := l.queue.CopyIn(l.at, l.params); err != nil {
		return err
	}
	if before.units > 0 {
		if err := l.queue.After(before.queue); err != nil {
			return err
		}
	}
	l.units, l.blocks = end-first, blocks
	return l.queue.Launch(k.kernel, blocks, codegen.PairsThreads, k.shared, l.at)
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
			k.backend.yielding.put(l.queue)
		}
		k.backend.memory.Unpin(l.params)
	}
	if k.at != 0 {
		k.backend.memory.Free(k.at)
	}
	if k.work != nil {
		k.work.End()
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
