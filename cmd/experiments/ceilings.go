// Package experiments measures what a GPU does with queries and analyses, beside what bounds it, as the
// commands of "gsdms lab" print it. Who has the device opens it, and gives it a backend or an engine.
package experiments

import (
	"context"
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"gsdms/cuda/ceiling"
	"gsdms/cuda/device"
)

// Ceilings measures a device, which nobody else uses meanwhile, and gives the GB/s that its memory
// reads.
func Ceilings(ctx context.Context, d device.Device, out io.Writer) (read float64, err error) {
	t := newTable(d.Limits().Name+" at most", "what", "", "")
	err = ceiling.Measure(ctx, d, ceiling.Usual(), func(l ceiling.Line) {
		if read == 0 {
			read = l.Value
		}
		t.AppendRow(table.Row{l.What, fmt.Sprintf("%.4g", l.Value), l.Unit})
	})
	fmt.Fprintln(out, t.Render())
	return read, err
}

// Computing is what a card does at most, in 10^9 a second.
type Computing struct{ floats, doubles, roots, adds float64 }

// MeasureComputing measures it.
func MeasureComputing(ctx context.Context, d device.Device, out io.Writer) (c Computing, err error) {
	t, to := newTable(d.Limits().Name+" at most", "what", "", ""), []*float64{&c.floats, &c.doubles, &c.roots, &c.adds}
	err = ceiling.Compute(ctx, d, ceiling.Usual(), func(l ceiling.Line) {
		*to[0], to = l.Value, to[1:]
		t.AppendRow(table.Row{l.What, fmt.Sprintf("%.4g", l.Value), l.Unit})
	})
	fmt.Fprintln(out, t.Render())
	return c, err
}

// newTable has numbers to the right, behind the column that names rows.
func newTable(title string, header ...string) table.Writer {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.SetTitle(title)
	row := make(table.Row, len(header))
	right := make([]table.ColumnConfig, 0, len(header))
	for i, h := range header {
		row[i] = h
		if i > 0 {
			right = append(right, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
		}
	}
	t.AppendHeader(row)
	t.SetColumnConfigs(right)
	t.Style().Format.Header = text.FormatDefault
	return t
}
