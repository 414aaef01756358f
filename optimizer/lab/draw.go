package lab

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/palette"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"gsdms/optimizer/sim"
)

// Draw draws a timeline to a file, a PNG or an SVG by its name: time to the right,
// multiprocessors upwards, a bar for every block, as high as its share of the warps and
// in the colour of its stream.
func Draw(t sim.Timeline, title, file string) error {
	p := plot.New()
	p.Title.Text = title + " (" + t.Device.Name + ")"
	p.X.Label.Text = "ms"
	p.Y.Label.Text = "multiprocessor"
	p.Y.Tick.Marker = plot.ConstantTicks(mpTicks(t.Device.MPs))
	b := newBars(t)
	p.Add(plotter.NewGrid(), b)
	b.legend(p)
	height := max(3*vg.Inch, vg.Length(t.Device.MPs)*0.5*vg.Inch)
	if err := p.Save(9*vg.Inch, height+1*vg.Inch, file); err != nil {
		return fmt.Errorf("lab: draw %q: %w", title, err)
	}
	return nil
}

func mpTicks(n int) []plot.Tick {
	ticks := make([]plot.Tick, n)
	for i := range ticks {
		ticks[i] = plot.Tick{Value: float64(i) + 0.5, Label: fmt.Sprint(i)}
	}
	return ticks
}

// bars is a timeline as a plot.Plotter.
type bars struct {
	sim.Timeline
	low     []float64 // by span: the lower edge, in shares of a multiprocessor's warps
	colours []color.Color
}

func newBars(t sim.Timeline) *bars {
	b := &bars{Timeline: t, low: make([]float64, len(t.Spans))}
	for i := range t.Spans {
		b.low[i] = b.free(i)
	}
	colours := palette.Rainbow(max(2, len(t.Streams)), palette.Blue, palette.Red, 0.55, 0.95, 1).Colors()
	for i := range t.Streams {
		b.colours = append(b.colours, colours[i*(len(colours)-1)/max(1, len(t.Streams)-1)])
	}
	return b
}

// free is the lowest place at which span i is above or below all earlier spans that run
// on its multiprocessor at the time it starts; what does not find one is drawn at 0.
func (b *bars) free(i int) float64 {
	s := b.Spans[i]
	h := b.height(i)
	low := 0.0
	for moved := true; moved; {
		moved = false
		for j, o := range b.Spans[:i] {
			over := o.MP == s.MP && o.End > s.Start+1e-12 && b.low[j] < low+h-1e-9 && low < b.low[j]+b.height(j)-1e-9
			if over {
				low, moved = b.low[j]+b.height(j), true
			}
		}
	}
	if low+h > 1+1e-9 {
		return 0
	}
	return low
}

func (b *bars) height(i int) float64 {
	s := b.Spans[i]
	return float64(b.Streams[s.Stream][s.Kernel].Warps) / float64(max(1, b.Device.Warps))
}

// DataRange is all time and all multiprocessors, for plot.
func (b *bars) DataRange() (xmin, xmax, ymin, ymax float64) {
	return 0, 1e3 * b.End(), 0, float64(b.Device.MPs)
}

// Plot draws the bars, with the name of the kernel and the number of its stream where
// there is room.
func (b *bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := text.Style{Color: color.Black, Font: font.From(plot.DefaultFont, 8), XAlign: draw.XCenter, YAlign: draw.YCenter, Handler: plot.DefaultTextHandler}
	for i, s := range b.Spans {
		bottom := float64(s.MP) + 0.04 + 0.92*b.low[i]
		r := vg.Rectangle{
			Min: vg.Point{X: x(1e3 * s.Start), Y: y(bottom)},
			Max: vg.Point{X: x(1e3 * s.End), Y: y(bottom + 0.92*b.height(i))},
		}
		c.FillPolygon(b.colours[s.Stream], []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}})
		c.StrokeLines(draw.LineStyle{Color: color.Gray{60}, Width: vg.Points(0.4)}, []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min})
		name := b.Label(s.Stream, s.Kernel)
		if r.Size().Y >= style.Height(name) && r.Size().X >= style.Width(name) {
			c.FillText(style, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}, name)
		}
	}
}

// legend names the first 16 streams: more do not fit beside the plot.
func (b *bars) legend(p *plot.Plot) {
	p.Legend.Top = true
	p.Legend.XOffs = -vg.Points(4)
	p.X.Max = 1e3 * b.End() * 1.25
	for i, s := range b.Streams {
		if i == 16 {
			break
		}
		var names []string
		for _, k := range s {
			names = append(names, fmt.Sprintf("%s x %d", k.Name, k.Blocks))
		}
		p.Legend.Add(fmt.Sprintf("%d: %s", i+1, strings.Join(names, ", ")), swatch{b.colours[i]})
	}
}

// swatch is a colour in the legend.
type swatch struct{ color.Color }

// Thumbnail fills the legend's box.
func (s swatch) Thumbnail(c *draw.Canvas) {
	c.FillPolygon(s.Color, []vg.Point{c.Min, {X: c.Max.X, Y: c.Min.Y}, c.Max, {X: c.Min.X, Y: c.Max.Y}})
}

// DrawSpeedups draws the distribution functions of speed-ups, one line per name, to a
// PNG or SVG file.
func DrawSpeedups(title string, names []string, speedups [][]float64, file string) error {
	p := plot.New()
	p.Title.Text = title
	p.X.Label.Text = "speed-up"
	p.Y.Label.Text = "share of draws"
	p.Legend.Top, p.Legend.Left = true, true
	colours := palette.Rainbow(max(2, len(names)), palette.Blue, palette.Red, 0.8, 0.8, 1).Colors()
	for i, v := range speedups {
		points := make(plotter.XYs, len(v))
		for j, x := range v {
			points[j] = plotter.XY{X: x, Y: float64(j+1) / float64(len(v))}
		}
		line, err := plotter.NewLine(points)
		if err != nil {
			return fmt.Errorf("lab: draw %q: %w", title, err)
		}
		line.Color, line.Width = colours[i], vg.Points(1.5)
		p.Add(line)
		p.Legend.Add(names[i], line)
	}
	p.X.Min, p.Y.Min, p.Y.Max = 0, 0, math.Max(1, p.Y.Max)
	if err := p.Save(8*vg.Inch, 5*vg.Inch, file); err != nil {
		return fmt.Errorf("lab: draw %q: %w", title, err)
	}
	return nil
}
