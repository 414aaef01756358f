package bench

import (
	"fmt"
	"image/color"
	"path/filepath"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// The colours of queries alone and of batches, which differ in print without colours, too.
var (
	alone    = color.RGBA{R: 0x1f, G: 0x5a, B: 0x96, A: 0xff}
	together = color.RGBA{R: 0xf2, G: 0xa9, B: 0x3b, A: 0xff}
)

// pictureFormats are the endings of files that Draw writes.
var pictureFormats = []string{".svg", ".png", ".pdf"}

// CheckPicture refuses a file that Draw cannot write by its name.
func CheckPicture(file string) error {
	if !slices.Contains(pictureFormats, filepath.Ext(file)) {
		return fmt.Errorf("%s: a picture is a file that ends with .svg, .png or .pdf", file)
	}
	return nil
}

// bar is one bar of a picture: a median in milliseconds.
type bar struct {
	name   string
	median float64
	batch  bool
}

// bars are the queries alone and, for a query of each, the batches; those without times are left out.
func (r *Report) bars() (out []bar) {
	for _, q := range r.Queries {
		if q.Median > 0 {
			out = append(out, bar{q.Query, q.Median, false})
		}
	}
	for _, b := range r.Batches {
		if b.Median > 0 {
			out = append(out, bar{fmt.Sprintf("%d at once", b.Queries), b.Median / float64(b.Queries), true})
		}
	}
	return out
}

// Draw draws the medians to a file: a bar for each query alone, and one for a query of each batch, whose
// time is divided by the number of its queries.
func (r *Report) Draw(file string) error {
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%s %s, %s, %d threads", r.Benchmark, r.Size, r.Backend, r.Threads)
	p.Title.Padding = vg.Points(10)
	p.Y.Label.Text = "ms a query, median"
	p.Y.Min = 0
	p.Legend.Top = true
	width := vg.Points(14)
	all := r.bars()
	if len(all) == 0 {
		return fmt.Errorf("draw %s: no query has a time", file)
	}
	names := make([]string, len(all))
	for _, batch := range []bool{false, true} {
		heights, any := make(plotter.Values, len(all)), false
		for i, b := range all {
			if names[i] = b.name; b.batch == batch {
				heights[i], any = b.median, true
			}
		}
		if !any {
			continue
		}
		chart, err := plotter.NewBarChart(heights, width)
		if err != nil {
			return fmt.Errorf("draw %s: %w", file, err)
		}
		chart.LineStyle.Width, chart.Color = 0, alone
		label := "one by one"
		if batch {
			chart.Color, label = together, "at once"
		}
		p.Add(chart)
		p.Legend.Add(label, chart)
	}
	p.NominalX(names...)
	p.X.Tick.Label.Rotation, p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = 0.8, -1, -0.4
	inches := max(6, 0.4*float64(len(all))+2)
	if err := p.Save(vg.Length(inches)*vg.Inch, 4.5*vg.Inch, file); err != nil {
		return fmt.Errorf("draw %s: %w", file, err)
	}
	return nil
}
