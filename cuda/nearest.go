package cuda

import (
	"context"
	"errors"
	"fmt"
	"unsafe"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/cuda/memory"
	"gsdms/operators"
	"gsdms/operators/analysis"
)

// held is points on the device. Its user owns it.
type held struct {
	lease
	kernel  device.Function
	columns int
	points  int64
	shared  int
	params  codegen.NearestParams
}

// mostCentreNumbers is how many coordinates of centres a launch compares with, and the most that
// are on the device at once.
const mostCentreNumbers = 1 << 20

// HoldPoints implements analysis.NearestFinder.
func (b *Backend) HoldPoints(ctx context.Context, columns [][]float64, limit int64) (analysis.Held, error) {
	h := &held{lease: lease{backend: b}, columns: len(columns), points: int64(len(columns[0])), shared: codegen.NearestShared(len(columns))}
	if h.shared > b.device.Limits().BlockShared {
		return nil, &operators.Refused{Why: fmt.Sprintf("points of %d columns do not fit a block's memory", len(columns))}
	}
	b.users.Add(1)
	if err := h.provide(ctx, columns, limit); err != nil {
		return nil, errors.Join(fmt.Errorf("bring points to %s: %w", b.device.Limits().Name, err), h.Close())
	}
	return h, nil
}

// provide takes the kernel and the memory, and brings the points.
func (h *held) provide(ctx context.Context, columns [][]float64, limit int64) (err error) {
	m := h.backend.memory
	size := int64(unsafe.Sizeof(h.params))
	each, centres := 8*h.points, int64(8*mostCentreNumbers)
	all := each*int64(h.columns+1) + 4*h.points + centres
	if all > limit {
		return &operators.Refused{Why: fmt.Sprintf("%d points need %d bytes of the device, and --query-memory is %d", h.points, all, limit)}
	}
	if h.kernel, err = h.backend.device.Compile(ctx, codegen.NearestSource(h.columns)); err != nil {
		return err
	}
	if h.work, err = h.backend.beginWork("search for the nearest", h.kernel, codegen.NearestThreads, h.shared); err != nil {
		return err
	}
	if h.here, err = m.Pin(int(size)); err != nil {
		return err
	}
	if h.queue, err = h.backend.yielding.get(); err != nil {
		return err
	}
	if h.at, err = m.Alloc(all + size); err != nil {
		return err
	}
	p := &h.params
	p.All, p.Points = uint64(h.points), uint64(h.at)+uint64(size+7)&^7
	p.Least = p.Points + uint64(each)*uint64(h.columns)
	p.Centres = p.Least + uint64(each)
	p.Nearest = p.Centres + uint64(centres)
	pieces := make([]memory.Incoming, len(columns))
	for i, column := range columns {
		pieces[i] = memory.Incoming{At: device.Ptr(p.Points) + device.Ptr(int64(i)*each), From: floatBytes(column)}
	}
	return m.CopyIn(pieces...)
}

// Nearest implements analysis.Held.
func (h *held) Nearest(ctx context.Context, centres [][]float64, nearest []int32, least []float64) error {
	some := max(1, mostCentreNumbers/h.columns)
	for from := 0; from < len(centres); from += some {
		if err := h.compare(ctx, centres[from:min(len(centres), from+some)], from); err != nil {
			return fmt.Errorf("find the nearest centres on %s: %w", h.backend.device.Limits().Name, err)
		}
	}
	words := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(nearest))), 4*len(nearest))
	return h.backend.memory.CopyOut(memory.Outgoing{To: words, From: device.Ptr(h.params.Nearest)}, memory.Outgoing{To: floatBytes(least), From: device.Ptr(h.params.Least)})
}

// compare compares all points with some centres, launch by launch.
func (h *held) compare(ctx context.Context, centres [][]float64, from int) error {
	numbers := make([]float64, 0, len(centres)*h.columns)
	for _, c := range centres {
		numbers = append(numbers, c...)
	}
	if err := h.backend.memory.CopyIn(memory.Incoming{At: device.Ptr(h.params.Centres), From: floatBytes(numbers)}); err != nil {
		return err
	}
	for first := int64(0); first < h.points; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n, err := h.slice(first, from, len(centres), len(numbers))
		if err != nil {
			return err
		}
		first += n
	}
	return nil
}

// slice compares the points from first on with some centres, which have so many coordinates, in one
// launch, and gives how many points those were.
func (h *held) slice(first int64, from, centres, numbers int) (int64, error) {
	blocks, length := h.work.Next()
	blocks *= h.backend.device.Limits().MPs
	n := min(h.points-first, max(int64(blocks)*codegen.NearestThreads, int64(nearestRate*length.Seconds()/float64(numbers))))
	h.params.From, h.params.Number = uint64(from), uint64(from+centres)
	h.params.First, h.params.End = uint64(first), uint64(first+n)
	copy(h.here, unsafe.Slice((*byte)(unsafe.Pointer(&h.params)), len(h.here)))
	if err := h.queue.CopyIn(h.at, h.here); err != nil {
		return 0, err
	}
	if err := h.queue.Launch(h.kernel, blocks, codegen.NearestThreads, h.shared, h.at); err != nil {
		return 0, err
	}
	took, err := h.queue.Wait()
	if err == nil {
		h.work.Done(float64(n)*float64(numbers), took)
	}
	return n, err
}

// nearestRate is how many coordinates a launch compares in a second, about.
const nearestRate = 5e11

// What finding nearest centres takes of a card: instructions for a coordinate, and seconds to
// make a kernel that is not there.
const (
	nearestInstrs = 12
	nearestMaking = 0.3
)

// ForecastNearest implements analysis.NearestFinder.
func (b *Backend) ForecastNearest(points, columns, centres, rounds int) float64 {
	n := float64(points)
	seconds := startSeconds + bringSeconds*8*n*float64(columns)
	seconds += float64(rounds) * (startSeconds + 12*n*fetchSeconds + n*float64(columns)*float64(centres)*nearestInstrs/max(1, b.device.Limits().IssueRate))
	if !b.device.Compiled(codegen.NearestSource(columns)) {
		seconds += nearestMaking
	}
	return seconds
}
