package result

import (
	"bufio"
	"bytes"
	"strings"

	"gsdms/plan"
)

// writeNDJSON writes one object for each row, each on a line of its own.
func writeNDJSON(w *bufio.Writer, r *Set, _ Layout) error {
	names := make([][]byte, len(r.Columns))
	for i, name := range UniqueNames(r.Columns) {
		names[i] = append(appendJSON(nil, []byte(name)), ':')
	}
	var line []byte
	for rows, err := range r.Batches() {
		if err != nil {
			return err
		}
		for row := range rows.Len {
			line = append(appendObject(line[:0], rows, row, names), '\n')
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeMarkdown writes a table of Markdown, numbers to the right.
func writeMarkdown(w *bufio.Writer, r *Set, o Layout) error {
	if !o.NoHeader {
		markdownHeader(w, r)
	}
	null := o.null("NULL")
	for rows, err := range r.Batches() {
		if err == nil {
			err = writeMarkdownRows(w, rows, null)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func markdownHeader(w *bufio.Writer, r *Set) {
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
}

func writeMarkdownRows(w *bufio.Writer, rows *plan.Rows, null string) error {
	var cell, text []byte
	for row := range rows.Len {
		for i := range rows.Columns {
			v := &rows.Columns[i]
			cell = append(cell[:0], "| "...)
			if v.IsNull(row) {
				cell = appendMarkdown(cell, []byte(null))
			} else {
				text = AppendCell(text[:0], v, row)
				cell = appendMarkdown(cell, text)
			}
			w.Write(append(cell, ' '))
		}
		if _, err := w.WriteString("|\n"); err != nil {
			return err
		}
	}
	return nil
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
