package result

import (
	"bufio"
	"bytes"
	"strings"

	"gsdms/plan"
)

// writeNDJSON writes one object for each row, each on a line of its own.
func writeNDJSON(w *bufio.Writer, r *Set, _ Layout) {
	names := make([][]byte, len(r.Columns))
	for i, name := range UniqueNames(r.Columns) {
		names[i] = append(appendJSON(nil, []byte(name)), ':')
	}
	var line []byte
	for row := range r.Rows.Len {
		line = append(appendObject(line[:0], r.Rows, row, names), '\n')
		w.Write(line)
	}
}

// writeMarkdown writes a table of Markdown, numbers to the right.
func writeMarkdown(w *bufio.Writer, r *Set, _ Layout) {
	for _, c := range r.Columns {
		w.WriteString("| ")
		w.Write(appendMarkdown(nil, []byte(c.Name)))
		w.WriteByte(' ')
	}
	w.WriteString("|\n")
	for _, c := range r.Columns {
		line := "|---"
		if kind := c.Type.Kind; kind != plan.String && kind != plan.Null {
			line = "|---:"
		}
		w.WriteString(line)
	}
	w.WriteString("|\n")
	var cell, text []byte
	for row := range r.Rows.Len {
		for i := range r.Rows.Columns {
			v := &r.Rows.Columns[i]
			cell = append(cell[:0], "| "...)
			if v.IsNull(row) {
				cell = append(cell, "NULL"...)
			} else {
				text = AppendCell(text[:0], v, row)
				cell = appendMarkdown(cell, text)
			}
			w.Write(append(cell, ' '))
		}
		w.WriteString("|\n")
	}
}

// appendMarkdown appends a text that is to stand in one cell as it is.
func appendMarkdown(dst, text []byte) []byte {
	for _, c := range bytes.ToValidUTF8(text, []byte("\ufffd")) {
		switch {
		case c == '\n':
			dst = append(dst, "<br>"...)
		case c < ' ' || c == 0x7f:
			dst = append(dst, ' ')
		case strings.IndexByte("\\|`*_[]<", c) >= 0:
			dst = append(dst, '\\', c)
		case c == '&':
			dst = append(dst, "&amp;"...)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}
