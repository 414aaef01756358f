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

// multiplying is a Multiplication on the device: some tiles of rows are brought, and their units are
// launched slice by slice.
type multiplying struct {
	lease
	factors   analysis.Factors
	limit     int64 // bytes of the device
	side      int   // columns of a block, on either side
	blocks    [2]int
	pairs     int // of blocks of columns
	tiles     int // on the device at once; 0: there is no memory yet
	kernel    device.Function
	params    [2]codegen.ProductParams // of a slice, and of what adds its parts
	sumsBytes int64
}

const (
	mostProductParts = 1 << 10   // units of a slice
	portionBytes     = 256 << 20 // of columns that are on the device at once, about
	productRate      = 4e12      // products that a launch makes in a second, about
)

// BeginProduct implements analysis.Multiplier.
func (b *Backend) BeginProduct(ctx context.Context, f analysis.Factors, limit int64) (analysis.Multiplication, error) {
	m := newMultiplying(b, f)
	m.limit = limit
	b.users.Add(1)
	if err := m.begin(ctx); err != nil {
		return nil, errors.Join(m.failed(err), m.Close())
	}
	return m, nil
}

func (m *multiplying) failed(err error) error {
	return fmt.Errorf("multiply columns on %s: %w", m.backend.device.Limits().Name, err)
}

// newMultiplying decides how columns are divided among blocks.
func newMultiplying(b *Backend, f analysis.Factors) *multiplying {
	m := &multiplying{lease: lease{backend: b}, factors: f, side: codegen.ProductSide(max(f.X, f.Y))}
	for i, columns := range []int{f.X, f.Right()} {
		m.blocks[i] = (columns + m.side - 1) / m.side
	}
	m.pairs = m.blocks[0] * m.blocks[1]
	if f.Y == 0 {
		m.pairs = m.blocks[0] * (m.blocks[0] + 1) / 2
	}
	m.sumsBytes = 8 * int64(m.pairs) * int64(m.side) * int64(m.side)
	return m
}

// begin takes the kernel, and sees whether there is room for a tile.
func (m *multiplying) begin(ctx context.Context) (err error) {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if all := m.fixed() + m.tileBytes(); all > m.limit {
		return &operators.Refused{Why: fmt.Sprintf("products of %d columns need %d bytes of the device, and --query-memory is %d", m.factors.X+m.factors.Y, all, m.limit)}
	}
	if m.kernel, err = m.backend.device.Compile(ctx, codegen.ProductSource(m.side, analysis.ProductTile)); err != nil {
		return err
	}
	m.work, err = m.backend.beginWork("product of columns", m.kernel, codegen.ProductThreads, codegen.ProductShared(m.side))
	return err
}

// tileBytes is what a tile of all columns takes of the device, partsBytes the sums of a slice, and
// fixed all but tiles.
func (m *multiplying) tileBytes() int64 {
	return 8 * analysis.ProductTile * int64(m.factors.X+m.factors.Y)
}
func (m *multiplying) partsBytes() int64 { return 8 * mostProductParts * int64(m.side) * int64(m.side) }
func (m *multiplying) fixed() int64 {
	return int64(unsafe.Sizeof(m.params)) + m.sumsBytes + m.partsBytes()
}

// provide takes the memory, for so many tiles or as many as there is room for.
func (m *multiplying) provide(tiles int) (err error) {
	size, tile := int64(unsafe.Sizeof(m.params)), m.tileBytes()
	room := min(m.limit-m.fixed(), max(portionBytes, tile))
	tiles = min(tiles, int(room/tile))
	if m.here, err = m.backend.memory.Pin(int(size)); err != nil {
		return err
	}
	if m.queue, err = m.backend.yielding.get(); err != nil {
		return err
	}
	if m.at, err = m.backend.memory.Alloc(m.fixed() + int64(tiles)*tile); err != nil {
		return err
	}
	p := &m.params[0]
	p.XColumns, p.YColumns, p.Across, p.Pairs = uint32(m.factors.X), uint32(m.factors.Right()), uint32(m.blocks[1]), uint32(m.pairs)
	p.Sums = uint64(m.at) + uint64(size)
	p.Parts = p.Sums + uint64(m.sumsBytes)
	p.X = p.Parts + uint64(m.partsBytes())
	m.tiles = tiles
	return m.queue.Clear(device.Ptr(p.Sums), m.sumsBytes)
}

// Add implements analysis.Multiplication.
func (m *multiplying) Add(ctx context.Context, part *analysis.Product) error {
	if ctx.Err() != nil {
		return m.failed(context.Cause(ctx))
	}
	tiles := part.Tiles()
	if tiles > 0 && m.tiles == 0 {
		if err := m.provide(tiles); err != nil {
			return m.failed(err)
		}
	}
	for tile := 0; tile < tiles; tile += m.tiles {
		if err := m.portion(ctx, part, tile); err != nil {
			return m.failed(err)
		}
	}
	return nil
}

// portion brings the rows of some tiles and adds what they give, in order.
func (m *multiplying) portion(ctx context.Context, part *analysis.Product, tile int) error {
	x, tiles := m.factors.X, min(m.tiles, part.Tiles()-tile)
	lo := tile * analysis.ProductTile
	hi := min(part.Rows(), lo+tiles*analysis.ProductTile)
	p := &m.params[0]
	p.Rows, p.Y = uint64(hi-lo), p.X
	columns := part.X
	if m.factors.Y > 0 {
		p.Y += 8 * p.Rows * uint64(x)
		columns = append(columns[:x:x], part.Y...)
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

// Sums implements analysis.Multiplication: it takes the sums out of the blocks of columns.
func (m *multiplying) Sums() ([]float64, error) {
	x, y := m.factors.X, m.factors.Right()
	sums := make([]float64, m.sumsBytes/8)
	if m.tiles > 0 {
		if err := m.backend.memory.CopyOut(memory.Outgoing{To: floatBytes(sums), From: device.Ptr(m.params[0].Sums)}); err != nil {
			return nil, m.failed(err)
		}
	}
	out := make([]float64, x*y)
	for i := range x {
		for j := range y {
			a, b := i, j
			if m.factors.Y == 0 && a/m.side > b/m.side { // as the other way around
				a, b = b, a
			}
			p, q := a/m.side, b/m.side
			pair := p*m.blocks[1] + q
			if m.factors.Y == 0 {
				pair = q*(q+1)/2 + p
			}
			out[i*y+j] = sums[(pair*m.side+a%m.side)*m.side+b%m.side]
		}
	}
	return out, nil
}

// What a product takes of a card, in instructions of a lane, and what it takes to make a kernel that
// is not there, in seconds.
const (
	productInstrs = 4
	productMaking = 0.3
)

// ForecastProduct implements analysis.Multiplier.
func (b *Backend) ForecastProduct(f analysis.Factors, rows int) float64 {
	m := newMultiplying(b, f)
	seconds := startSeconds + bringSeconds*8*float64(rows)*float64(f.X+f.Y)
	seconds += float64(rows) * float64(m.sumsBytes/8) * productInstrs / max(1, b.device.Limits().IssueRate)
	if !b.device.Compiled(codegen.ProductSource(m.side, analysis.ProductTile)) {
		seconds += productMaking
	}
	return seconds
}
