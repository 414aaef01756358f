package cuda

import (
	"context"
	"fmt"
	"unsafe"

	"gsdms/cuda/codegen"
	"gsdms/cuda/conduct"
	"gsdms/cuda/device"
	"gsdms/cuda/memory"
	"gsdms/operators"
	"gsdms/operators/analysis"
)

// multiplying sums products of columns on the device: some tiles of rows are brought, and their units
// are launched slice by slice.
type multiplying struct {
	backend   *Backend
	product   *analysis.Product
	side      int // columns of a block, on either side
	blocks    [2]int
	pairs     int // of blocks of columns
	tiles     int // on the device at once
	kernel    device.Function
	work      *conduct.Work // nil before it has begun
	queue     device.Queue
	params    [2]codegen.ProductParams // of a slice, and of what adds its parts
	here      []byte                   // the parameters, page-locked
	at        device.Ptr               // of all that the kernel reads and writes, the parameters first
	sumsBytes int64
}

const (
	mostProductParts = 1 << 10   // units of a slice
	portionBytes     = 256 << 20 // of columns that are on the device at once, about
	productRate      = 4e12      // products that a launch makes in a second, about
)

// Multiply implements analysis.Multiplier.
func (b *Backend) Multiply(ctx context.Context, p *analysis.Product, limit int64) ([]float64, error) {
	out, err := b.multiply(ctx, p, limit)
	if err != nil {
		return nil, fmt.Errorf("multiply columns on %s: %w", b.device.Limits().Name, err)
	}
	return out, nil
}

func (b *Backend) multiply(ctx context.Context, p *analysis.Product, limit int64) (out []float64, err error) {
	m := newMultiplying(b, p)
	if p.Tiles() == 0 {
		return m.result(make([]float64, m.sumsBytes/8)), nil
	}
	if m.kernel, err = b.device.Compile(ctx, codegen.ProductSource(m.side, analysis.ProductTile)); err != nil {
		return nil, err
	}
	b.users.Add(1)
	defer b.users.Add(-1)
	defer m.release()
	if m.work, err = b.beginWork("product of columns", m.kernel, codegen.ProductThreads, codegen.ProductShared(m.side)); err != nil {
		return nil, err
	}
	if err := m.provide(limit); err != nil {
		return nil, err
	}
	for tile := 0; tile < p.Tiles(); tile += m.tiles {
		if err := m.portion(ctx, tile); err != nil {
			return nil, err
		}
	}
	sums := make([]float64, m.sumsBytes/8)
	if err := b.memory.CopyOut(memory.Outgoing{To: floatBytes(sums), From: device.Ptr(m.params[0].Sums)}); err != nil {
		return nil, err
	}
	return m.result(sums), nil
}

// newMultiplying decides how columns are divided among blocks.
func newMultiplying(b *Backend, p *analysis.Product) *multiplying {
	_, x, y := p.Shape()
	m := &multiplying{backend: b, product: p, side: codegen.ProductSide(max(x, y))}
	for i, columns := range []int{x, y} {
		m.blocks[i] = (columns + m.side - 1) / m.side
	}
	m.pairs = m.blocks[0] * m.blocks[1]
	if p.Y == nil {
		m.pairs = m.blocks[0] * (m.blocks[0] + 1) / 2
	}
	m.sumsBytes = 8 * int64(m.pairs) * int64(m.side) * int64(m.side)
	return m
}

// provide takes the memory.
func (m *multiplying) provide(limit int64) (err error) {
	_, x, y := m.product.Shape()
	columns := x + y
	if m.product.Y == nil {
		columns = x
	}
	size := int64(unsafe.Sizeof(m.params))
	tile := 8 * analysis.ProductTile * int64(columns)
	parts := 8 * int64(mostProductParts) * int64(m.side) * int64(m.side)
	room := min(limit-size-m.sumsBytes-parts, max(portionBytes, tile))
	if room < tile {
		return &operators.Refused{Why: fmt.Sprintf("products of %d columns need %d bytes of the device, and --query-memory is %d", columns, size+m.sumsBytes+parts+tile, limit)}
	}
	m.tiles = min(m.product.Tiles(), int(room/tile))
	if m.here, err = m.backend.memory.Pin(int(size)); err != nil {
		return err
	}
	if m.queue, err = m.backend.yielding.get(); err != nil {
		return err
	}
	if m.at, err = m.backend.memory.Alloc(size + m.sumsBytes + parts + int64(m.tiles)*tile); err != nil {
		return err
	}
	p := &m.params[0]
	p.XColumns, p.YColumns, p.Across, p.Pairs = uint32(x), uint32(y), uint32(m.blocks[1]), uint32(m.pairs)
	p.Sums = uint64(m.at) + uint64(size)
	p.Parts = p.Sums + uint64(m.sumsBytes)
	p.X = p.Parts + uint64(parts)
	return m.queue.Clear(device.Ptr(p.Sums), m.sumsBytes)
}

// portion brings the rows of some tiles and adds what they give, in order.
func (m *multiplying) portion(ctx context.Context, tile int) error {
	rows, x, _ := m.product.Shape()
	tiles := min(m.tiles, m.product.Tiles()-tile)
	lo := tile * analysis.ProductTile
	hi := min(rows, lo+tiles*analysis.ProductTile)
	p := &m.params[0]
	p.Rows, p.Y = uint64(hi-lo), p.X
	columns := m.product.X
	if m.product.Y != nil {
		p.Y += 8 * p.Rows * uint64(x)
		columns = append(columns[:x:x], m.product.Y...)
	}
	pieces := make([]memory.Incoming, len(columns))
	for i, column := range columns {
		pieces[i] = memory.Incoming{At: device.Ptr(p.X + 8*p.Rows*uint64(i)), From: floatBytes(column[lo:hi])}
	}
	if err := m.backend.memory.CopyIn(pieces...); err != nil {
		return err
	}
	units := int64(tiles) * int64(m.pairs)
	for first := int64(0); first < units; {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n, err := m.slice(first, units)
		if err != nil {
			return err
		}
		first += n
	}
	return nil
}

// slice makes the sums of some units from first on, in one launch, adds them in another, and gives how
// many those were.
func (m *multiplying) slice(first, end int64) (int64, error) {
	blocks, length := m.work.Next()
	blocks *= m.backend.device.Limits().MPs
	unit := float64(analysis.ProductTile) * float64(m.side) * float64(m.side)
	n := min(end-first, mostProductParts, max(int64(blocks), int64(productRate*length.Seconds()/unit)))
	m.params[0].First, m.params[0].End = uint64(first), uint64(first+n)
	m.params[1] = m.params[0]
	m.params[1].Fold = 1
	copy(m.here, unsafe.Slice((*byte)(unsafe.Pointer(&m.params)), len(m.here)))
	if err := m.queue.CopyIn(m.at, m.here); err != nil {
		return 0, err
	}
	for i := range m.params {
		at := m.at + device.Ptr(i)*device.Ptr(unsafe.Sizeof(m.params[0]))
		if err := m.queue.Launch(m.kernel, blocks, codegen.ProductThreads, codegen.ProductShared(m.side), at); err != nil {
			return 0, err
		}
	}
	took, err := m.queue.Wait()
	if err == nil {
		m.work.Done(float64(n)*unit, took)
	}
	return n, err
}

// result takes the sums out of the blocks of columns.
func (m *multiplying) result(sums []float64) []float64 {
	_, x, y := m.product.Shape()
	out := make([]float64, x*y)
	for i := range x {
		for j := range y {
			a, b := i, j
			if m.product.Y == nil && a/m.side > b/m.side { // as the other way around
				a, b = b, a
			}
			p, q := a/m.side, b/m.side
			pair := p*m.blocks[1] + q
			if m.product.Y == nil {
				pair = q*(q+1)/2 + p
			}
			out[i*y+j] = sums[(pair*m.side+a%m.side)*m.side+b%m.side]
		}
	}
	return out
}

// release gives everything back, when the device is done with it.
func (m *multiplying) release() {
	if m.queue != nil {
		_, _ = m.queue.Wait() // an error has been seen, or shows in the next operation
		m.backend.yielding.put(m.queue)
	}
	m.backend.memory.Unpin(m.here)
	if m.at != 0 {
		m.backend.memory.Free(m.at)
	}
	if m.work != nil {
		m.work.End()
	}
}

// What a product takes of a card, in instructions of a lane, and what it takes to make a kernel that
// is not there, in seconds.
const (
	productInstrs = 4
	productMaking = 0.3
)

// ForecastProduct implements analysis.Multiplier.
func (b *Backend) ForecastProduct(p *analysis.Product) float64 {
	rows, x, y := p.Shape()
	m, columns := newMultiplying(b, p), float64(x+y)
	if p.Y == nil {
		columns = float64(x)
	}
	seconds := startSeconds + bringSeconds*8*float64(rows)*columns
	seconds += float64(rows) * float64(m.sumsBytes/8) * productInstrs / max(1, b.device.Limits().IssueRate)
	if !b.device.Compiled(codegen.ProductSource(m.side, analysis.ProductTile)) {
		seconds += productMaking
	}
	return seconds
}
