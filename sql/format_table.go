package sql

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/mattn/go-runewidth"

	"gsdms/plan"
)

// narrowest is how far a column is cut so that a table fits.
const narrowest = 8

// writeTable draws a table that keeps to the layout: of a long result the head and
// the tail, in a narrow terminal the beginnings of long texts.
func writeTable(w *bufio.Writer, r *Result, o Layout) {
	if r.Plain {
		writeLines(w, r)
		return
	}
	head, tail := r.Rows.Len, 0
	if o.Rows <= 0 {
		o.Rows = tableRows
	}
	if r.Rows.Len > o.Rows {
		head, tail = (o.Rows+1)/2, o.Rows/2
	}
	t := table.NewWriter()
	t.SetStyle(tableStyle())
	t.AppendHeader(headerCells(r))
	var shown []table.Row
	for row := range head {
		shown = append(shown, rowCells(r, row))
	}
	if tail > 0 {
		shown = append(shown, skippedCells(r))
	}
	for row := r.Rows.Len - tail; row < r.Rows.Len; row++ {
		shown = append(shown, rowCells(r, row))
	}
	t.AppendRows(shown)
	t.SetColumnConfigs(columnConfigs(r, shown, o.Width))
	w.WriteString(t.Render())
	w.WriteByte('\n')
	if tail > 0 {
		fmt.Fprintf(w, "%d rows, the first %d and the last %d shown; the other formats write all\n", r.Rows.Len, head, tail)
	}
}

func writeLines(w *bufio.Writer, r *Result) {
	last := &r.Rows.Columns[len(r.Columns)-1]
	for row := range r.Rows.Len {
		for line := range strings.SplitSeq(string(appendCell(nil, last, row)), "\n") {
			w.WriteString(escaped(line))
			w.WriteByte('\n')
		}
	}
}

func tableStyle() table.Style {
	s := table.StyleLight
	s.Format.Header = text.FormatDefault
	return s
}

func headerCells(r *Result) table.Row {
	cells := make(table.Row, len(r.Columns))
	for i, c := range r.Columns {
		cells[i] = escaped(c.Name)
	}
	return cells
}

func rowCells(r *Result, row int) table.Row {
	cells := make(table.Row, len(r.Columns))
	for i := range r.Columns {
		cells[i] = shownCell(&r.Rows.Columns[i], row)
	}
	return cells
}

func skippedCells(r *Result) table.Row {
	cells := make(table.Row, len(r.Columns))
	for i := range cells {
		cells[i] = "⋮"
	}
	return cells
}

// shownCell is a cell for people: NULL is spelled out and control characters cannot
// reach the terminal.
func shownCell(v *plan.Vector, row int) string {
	if isNull(v, row) {
		return "NULL"
	}
	return escaped(string(appendCell(nil, v, row)))
}

// escaped replaces control characters and bytes that are not UTF-8 by escapes.
func escaped(s string) string {
	odd := func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }
	if strings.IndexFunc(s, odd) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == utf8.RuneError && size == 1, r < 0x80 && !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case !unicode.IsPrint(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		s = s[size:]
	}
	return b.String()
}

// columnConfigs aligns numbers to the right and cuts the widest columns until the
// table fits into width.
func columnConfigs(r *Result, shown []table.Row, width int) []table.ColumnConfig {
	widths := make([]int, len(r.Columns))
	for i, c := range r.Columns {
		widths[i] = runewidth.StringWidth(c.Name)
		for _, cells := range shown {
			widths[i] = max(widths[i], runewidth.StringWidth(cells[i].(string)))
		}
	}
	if width > 0 {
		shrink(widths, width-3*len(widths)-1)
	}
	configs := make([]table.ColumnConfig, len(r.Columns))
	for i, c := range r.Columns {
		configs[i] = table.ColumnConfig{Number: i + 1, WidthMax: widths[i], WidthMaxEnforcer: cut}
		configs[i].TransformerHeader = func(v any) string { return cut(fmt.Sprint(v), widths[i]) }
		if c.Type.Kind != plan.String && c.Type.Kind != plan.Null {
			configs[i].Align, configs[i].AlignHeader = text.AlignRight, text.AlignRight
		}
	}
	return configs
}

func cut(s string, width int) string {
	return runewidth.Truncate(s, max(width, 1), "…")
}

// shrink takes from the widest columns until all fit into room, or all are narrow.
func shrink(widths []int, room int) {
	total := 0
	for _, w := range widths {
		total += w
	}
	for total > room {
		widest := slices.Index(widths, slices.Max(widths))
		if widths[widest] <= narrowest {
			return
		}
		widths[widest]--
		total--
	}
}
