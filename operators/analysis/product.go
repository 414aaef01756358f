package analysis

import (
	"context"
	"runtime"
	"sync"

	"gsdms/operators"
	"gsdms/operators/simd"
)

// Product is the products of columns that have the same rows: of each of X with each of Y, summed
// over the rows. Where Y is nil, those of X with each other.
type Product struct{ X, Y [][]float64 }

// ProductTile is how many rows are summed one after another, from 0 on, each product and addition
// rounded as one. The sums of tiles are added in their order, from 0 on. So a sum depends on its two
// columns alone: not on others, nor on processors, nor on the device.
const ProductTile = 2048

// Factors is how many columns a product has on either side; Y is 0 where those of X are multiplied
// with each other.
type Factors struct{ X, Y int }

// Multiplication is a product that is being made of rows that come in parts. Its user alone calls it.
type Multiplication interface {
	// Add takes in the rows behind those before: whole tiles, unless they are the last. Cancelled, it
	// ends within some milliseconds.
	Add(ctx context.Context, part *Product) error
	// Sums gives the sums of products, those of the first column of X before those of its second.
	Sums() ([]float64, error)
	Close() error
}

// Multiplier is what a Backend may also offer: products of columns on its device, with the answers
// of a Multiplication of this package.
type Multiplier interface {
	// BeginProduct takes no more than so many bytes of the device, or ends in an *operators.Refused.
	BeginProduct(ctx context.Context, f Factors, memory int64) (Multiplication, error)
	// ForecastProduct is the seconds that it is expected to take for so many rows.
	ForecastProduct(f Factors, rows int) float64
}

// Rows is how many there are.
func (p *Product) Rows() int { return len(p.X[0]) }

// Factors is how many columns it has.
func (p *Product) Factors() Factors { return Factors{len(p.X), len(p.Y)} }

// Right is how many columns those of X are multiplied with.
func (f Factors) Right() int {
	if f.Y == 0 {
		return f.X
	}
	return f.Y
}

// Right is the columns that those of X are multiplied with.
func (p *Product) Right() [][]float64 {
	if p.Y == nil {
		return p.X
	}
	return p.Y
}

// Tiles is how many tiles the rows are.
func (p *Product) Tiles() int { return (p.Rows() + ProductTile - 1) / ProductTile }

// What a product, and a number that is brought to a panel, take of one processor.
const (
	productSeconds = 5e-11
	panelSeconds   = 1e-9
)

// ForecastProduct is the seconds that a product is expected to take here.
func ForecastProduct(f Factors, rows int) float64 {
	products, numbers := float64(f.X)*float64(f.Right()), float64(f.X+f.Y)
	if f.Y == 0 {
		products /= 2
	}
	return float64(rows) * (products*productSeconds + numbers*panelSeconds) / float64(runtime.GOMAXPROCS(0))
}

// MatrixProduct is the product of columns whose rows are all there.
func MatrixProduct(ctx context.Context, p *Product) ([]float64, error) {
	m := BeginProduct(p.Factors())
	if err := m.Add(ctx, p); err != nil {
		return nil, err
	}
	return m.Sums()
}

// BeginProduct begins a product on all processors.
func BeginProduct(f Factors) Multiplication {
	m := &multiplied{factors: f, kernels: simd.Best(), x: panelsOf(f.X), y: panelsOf(f.Right())}
	m.bands = (m.x + bandPanels - 1) / bandPanels
	m.scratch.New = func() any { return m.newPanels() }
	m.sums = make([]panelSums, m.x*m.y)
	return m
}

// Add implements Multiplication.
func (m *multiplied) Add(ctx context.Context, part *Product) error {
	m.Product, m.rows = part, part.Rows()
	return m.multiply(ctx)
}

// Close implements Multiplication.
func (*multiplied) Close() error { return nil }

// How the work is cut: a goroutine takes a tile of rows and a band of panels of X, stage by stage of
// rows, whose panels of eight columns lie in the cache.
const (
	stageRows  = 256
	bandPanels = 16
	partBytes  = 32 << 20 // of sums that wait for those before them, about
)

type panelSums = [simd.PanelColumns * simd.PanelColumns]float64

func panelsOf(columns int) int { return (columns + simd.PanelColumns - 1) / simd.PanelColumns }

// multiplied is a Multiplication here.
type multiplied struct {
	*Product // the part
	factors  Factors
	kernels  *simd.Kernels
	rows     int
	x, y     int // panels
	bands    int
	sums     []panelSums // by panel of X and of Y; where they are the same, those of Y from X's on
	scratch  sync.Pool   // of *panels
}

// panels is some rows of all columns, panel by panel; the columns that a last panel lacks are 0.
type panels struct{ x, y []float64 }

func (m *multiplied) newPanels() *panels {
	out := &panels{y: make([]float64, m.y*stageRows*simd.PanelColumns)}
	if out.x = out.y; m.factors.Y > 0 {
		out.x = make([]float64, m.x*stageRows*simd.PanelColumns)
	}
	return out
}

// panel is one of them, as many rows as there are.
func panel(of []float64, at, rows int) []float64 {
	return of[at*stageRows*simd.PanelColumns:][:rows*simd.PanelColumns]
}

// multiply makes the sums of parts of the work side by side, some at a time, and adds them in order.
func (m *multiplied) multiply(ctx context.Context) error {
	all := m.Tiles() * m.bands
	some := max(2*runtime.GOMAXPROCS(0), partBytes/(bandPanels*m.y*8*len(panelSums{})))
	parts := make([][]panelSums, min(all, some))
	for first := 0; first < all; first += some {
		n := min(some, all-first)
		for _, err := range operators.SpreadIn(ctx, n, func(ctx context.Context, i int) (err error) {
			if parts[i] == nil {
				parts[i] = make([]panelSums, min(m.x, bandPanels)*m.y)
			}
			return m.part(ctx, first+i, parts[i])
		}) {
			if err != nil {
				return err
			}
		}
		for i := range n {
			m.add(first+i, parts[i])
		}
	}
	return nil
}

// band is the panels of X of a part.
func (m *multiplied) band(part int) (from, end int) {
	from = part % m.bands * bandPanels
	return from, min(m.x, from+bandPanels)
}

// least is the first panel of Y that a panel of X is multiplied with.
func (m *multiplied) least(x int) int {
	if m.Y == nil {
		return x
	}
	return 0
}

// part makes the sums of a tile and a band.
func (m *multiplied) part(ctx context.Context, at int, sums []panelSums) error {
	clear(sums)
	p := m.scratch.Get().(*panels)
	defer m.scratch.Put(p)
	from, end := m.band(at)
	lo := at / m.bands * ProductTile
	for hi := min(m.rows, lo+ProductTile); lo < hi; lo += stageRows {
		rows := min(stageRows, hi-lo)
		bring(p.y, m.Right(), m.least(from), m.y, lo, rows)
		if m.Y != nil {
			bring(p.x, m.X, from, end, lo, rows)
		}
		for x := from; x < end; x++ {
			operators.TurnsOf(ctx).Pause()
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			for y := m.least(x); y < m.y; y++ {
				m.kernels.Products(&sums[(x-from)*m.y+y], panel(p.x, x, rows), panel(p.y, y, rows))
			}
		}
	}
	return nil
}

// bring fills some panels with rows of columns.
func bring(to []float64, columns [][]float64, from, end, lo, rows int) {
	for at := from; at < end; at++ {
		p := panel(to, at, rows)
		for c, column := range columns[at*simd.PanelColumns : min(len(columns), (at+1)*simd.PanelColumns)] {
			for r, v := range column[lo : lo+rows] {
				p[r*simd.PanelColumns+c] = v
			}
		}
	}
}

// add adds the sums of a part.
func (m *multiplied) add(part int, sums []panelSums) {
	from, end := m.band(part)
	for x := from; x < end; x++ {
		for y := m.least(x); y < m.y; y++ {
			to, s := &m.sums[x*m.y+y], &sums[(x-from)*m.y+y]
			for i, v := range s {
				to[i] += v
			}
		}
	}
}

// Sums implements Multiplication: it takes the sums out of their panels.
func (m *multiplied) Sums() ([]float64, error) {
	x, y := m.factors.X, m.factors.Right()
	out := make([]float64, x*y)
	const side = simd.PanelColumns
	for i := range x {
		for j := range y {
			a, b := i, j
			if m.factors.Y == 0 && a/side > b/side { // as the other way around
				a, b = b, a
			}
			out[i*y+j] = m.sums[a/side*m.y+b/side][a%side*side+b%side]
		}
	}
	return out, nil
}
