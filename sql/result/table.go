package result

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

// writeTable draws a table that keeps to the layout: of a long result the head and
// the tail, or the head alone where the rest is still to come, in a narrow terminal the
// beginnings of long texts, and of many columns the first and the last.
func writeTable(w *bufio.Writer, r *Set, o Layout) error {
	if r.Plain {
		writeLines(w, r)
		return nil
	}
	if o.Rows <= 0 {
		o.Rows = tableRows
	}
	cells := endCells
	if r.More != nil {
		cells = headCells
	}
	shown, note, err := cells(r, o.Rows, escaped(o.null("NULL")))
	if err != nil {
		return err
	}
	left, right := drawTable(w, r, shown, o)
	w.WriteString(note)
	if right > 0 {
		fmt.Fprintf(w, "%d columns, the first %d and the last %d shown; \\G in place of ; shows all\n", len(r.Columns), left, right)
	}
	return nil
}

// endCells is the cells of the first and the last rows, and what is said of those between.
func endCells(r *Set, most int, null string) (shown []table.Row, note string, _ error) {
	head, tail := r.Rows.Len, 0
	if r.Rows.Len > most {
		head, tail = (most+1)/2, most/2
	}
	for row := range head {
		shown = append(shown, rowCells(r.Rows, row, null))
	}
	if tail > 0 {
		shown = append(shown, skippedCells(r))
		note = fmt.Sprintf("%d rows, the first %d and the last %d shown; the other formats write all\n", r.Rows.Len, head, tail)
	}
	for row := r.Rows.Len - tail; row < r.Rows.Len; row++ {
		shown = append(shown, rowCells(r.Rows, row, null))
	}
	r.Read = int64(r.Rows.Len)
	return shown, note, nil
}

// headCells is the cells of the first rows of a result of which no more are read.
func headCells(r *Set, most int, null string) (shown []table.Row, note string, err error) {
	for rows, err := range r.Batches() {
		if err != nil {
			return nil, "", err
		}
		for row := range min(rows.Len, most-len(shown)) {
			shown = append(shown, rowCells(rows, row, null))
		}
		if r.Read > int64(most) {
			r.Read = int64(most)
			return shown, fmt.Sprintf("the first %d rows shown, and there are more; the other formats write all\n", most), nil
		}
	}
	return shown, "", nil
}

// drawTable draws rows of cells, and says how many columns it shows from the left and,
// if it leaves some out in the middle, from the right.
func drawTable(w *bufio.Writer, r *Set, shown []table.Row, o Layout) (left, right int) {
	t := table.NewWriter()
	t.SetStyle(tableStyle())
	header := headerCells(r)
	if o.NoHeader {
		for i := range header {
			header[i] = ""
		}
	}
	columns := columnWidths(header, shown)
	left, right = len(columns), 0
	if o.Width > 0 {
		left, right = fit(columns, o.Width)
	}
	if !o.NoHeader {
		t.AppendHeader(middleOut(header, left, right))
	}
	for _, cells := range shown {
		t.AppendRow(middleOut(cells, left, right))
	}
	t.SetColumnConfigs(columnConfigs(r, columns, left, right))
	w.WriteString(t.Render())
	w.WriteByte('\n')
	return left, right
}

// middleOut is the first and the last cells of a row, a mark between them.
func middleOut(cells table.Row, left, right int) table.Row {
	if right == 0 {
		return cells
	}
	out := append(slices.Clone(cells[:left]), "…")
	return append(out, cells[len(cells)-right:]...)
}

func writeLines(w *bufio.Writer, r *Set) {
	last := &r.Rows.Columns[len(r.Columns)-1]
	for row := range r.Rows.Len {
		for line := range strings.SplitSeq(string(AppendCell(nil, last, row)), "\n") {
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

func headerCells(r *Set) table.Row {
	cells := make(table.Row, len(r.Columns))
	for i, c := range r.Columns {
		cells[i] = escaped(c.Name)
	}
	return cells
}

func rowCells(rows *plan.Rows, row int, null string) table.Row {
	cells := make(table.Row, len(rows.Columns))
	for i := range rows.Columns {
		cells[i] = shownCell(&rows.Columns[i], row, null)
	}
	return cells
}

func skippedCells(r *Set) table.Row {
	cells := make(table.Row, len(r.Columns))
	for i := range cells {
		cells[i] = "⋮"
	}
	return cells
}

// shownCell is a cell for people: NULL is spelled out and control characters cannot
// reach the terminal.
func shownCell(v *plan.Vector, row int, null string) string {
	if v.IsNull(row) {
		return null
	}
	return escaped(string(AppendCell(nil, v, row)))
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

// columnConfigs aligns numbers to the right and cuts what is wider than its column.
func columnConfigs(r *Set, columns []columnWidth, left, right int) []table.ColumnConfig {
	var configs []table.ColumnConfig
	add := func(i int) {
		c := table.ColumnConfig{Number: len(configs) + 1, WidthMax: columns[i].now, WidthMaxEnforcer: cut}
		c.TransformerHeader = func(v any) string { return cut(fmt.Sprint(v), columns[i].now) }
		if kind := r.Columns[i].Type.Kind; kind != plan.String && kind != plan.Null {
			c.Align, c.AlignHeader = text.AlignRight, text.AlignRight
		}
		configs = append(configs, c)
	}
	for i := range left {
		add(i)
	}
	if right > 0 {
		configs = append(configs, table.ColumnConfig{Number: left + 1})
	}
	for i := len(columns) - right; i < len(columns); i++ {
		add(i)
	}
	return configs
}

func cut(s string, width int) string {
	return runewidth.Truncate(s, max(width, 1), "…")
}
