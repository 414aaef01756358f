package result

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"gsdms/plan"
	"gsdms/plan/value"
)

// nullMark stands for NULL in CSV and TSV, as LOAD DATA reads it back.
const nullMark = `\N`

// delimited is a text of lines, in the form of RFC 4180: a cell that could be mistaken stands
// between quotes, and quotes in it are doubled. Or it is in MySQL's, with a line for each row.
type delimited struct {
	comma   byte
	null    string // what stands for NULL, never between quotes
	plain   bool   // spaces at the ends of a cell, and none at all, are no mistake
	escaped bool   // MySQL's form: no quotes; tab, line ends and backslash are escaped
}

// writeCSV writes RFC 4180 with \N for NULL.
func writeCSV(w *bufio.Writer, r *Set, o Layout) error {
	return delimited{comma: ',', null: o.null(nullMark)}.write(w, r, o)
}

// writeTSV writes MySQL's tab-separated form, as its client does; into a file what writeCSV does with
// tabs between the cells, since who reads files called .tsv takes a backslash as it is.
func writeTSV(w *bufio.Writer, r *Set, o Layout) error {
	return delimited{comma: '\t', null: o.null(nullMark), plain: true, escaped: !o.File}.write(w, r, o)
}

// write writes a line of names and one line for each row.
func (d delimited) write(w *bufio.Writer, r *Set, o Layout) error {
	if !o.NoHeader {
		var line []byte
		for i, c := range r.Columns {
			if i > 0 {
				line = append(line, d.comma)
			}
			line = d.append(line, []byte(c.Name))
		}
		w.Write(append(line, '\n'))
	}
	for rows, err := range r.Batches() {
		if err == nil {
			err = d.rows(w, rows)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (d delimited) rows(w *bufio.Writer, rows *plan.Rows) error {
	var line, text []byte
	cells := make([]func([]byte, int) []byte, len(rows.Columns))
	for i := range rows.Columns {
		cells[i] = Cells(&rows.Columns[i])
	}
	for row := range rows.Len {
		line = line[:0]
		for i := range rows.Columns {
			if i > 0 {
				line = append(line, d.comma)
			}
			v := &rows.Columns[i]
			if v.IsNull(row) {
				line = append(line, d.null...)
				continue
			}
			text = cells[i](text[:0], row)
			line = d.append(line, text)
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// append appends a cell.
func (d delimited) append(dst, text []byte) []byte {
	switch {
	case d.escaped:
		return appendEscaped(dst, text)
	case !d.needsQuotes(text):
		return append(dst, text...)
	}
	dst = append(dst, '"')
	for _, c := range text {
		if c == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, c)
	}
	return append(dst, '"')
}

func appendEscaped(dst, text []byte) []byte {
	for _, c := range text {
		switch c {
		case '\t':
			dst = append(dst, `\t`...)
		case '\n':
			dst = append(dst, `\n`...)
		case '\r':
			dst = append(dst, `\r`...)
		case 0:
			dst = append(dst, `\0`...)
		case '\\':
			dst = append(dst, `\\`...)
		default:
			dst = append(dst, c)
		}
	}
	return dst
}

// needsQuotes reports whether a cell could be mistaken: for NULL, for several, or for the mark that
// begins a file.
func (d delimited) needsQuotes(text []byte) bool {
	if string(text) == d.null || string(text) == nullMark || bytes.HasPrefix(text, []byte("\ufeff")) {
		return true
	}
	for _, c := range text {
		if c == '"' || c == d.comma || c == '\n' || c == '\r' {
			return true
		}
	}
	return !d.plain && (len(text) == 0 || text[0] == ' ' || text[len(text)-1] == ' ')
}

// writeJSON writes an array with one object for each row. Numbers keep every digit.
func writeJSON(w *bufio.Writer, r *Set, _ Layout) error {
	names := make([][]byte, len(r.Columns))
	for i, name := range UniqueNames(r.Columns) {
		names[i] = append(appendJSON(nil, []byte(name)), ':')
	}
	var line []byte
	before := "[\n"
	for rows, err := range r.Batches() {
		if err != nil {
			return err
		}
		for row := range rows.Len {
			line = appendObject(append(line[:0], before...), rows, row, names)
			before = ",\n"
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
	}
	if r.Read == 0 {
		w.WriteByte('[')
	}
	_, err := w.WriteString("\n]\n")
	return err
}

// UniqueNames are the columns' names, the second of a name with _2 behind it, and so on:
// readers of an object keep one value of a name.
func UniqueNames(columns []plan.Output) []string {
	taken := map[string]bool{}
	for _, c := range columns {
		taken[c.Name] = true
	}
	names, count := make([]string, len(columns)), map[string]int{}
	for i, c := range columns {
		names[i] = c.Name
		count[c.Name]++
		for n := count[c.Name]; n > 1 && taken[names[i]]; n++ {
			names[i] = fmt.Sprintf("%s_%d", c.Name, n)
			count[c.Name] = n
		}
		taken[names[i]] = true
	}
	return names
}

func appendObject(line []byte, rows *plan.Rows, row int, names [][]byte) []byte {
	line = append(line, '{')
	for i, name := range names {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(line, name...)
		v := &rows.Columns[i]
		switch {
		case v.IsNull(row):
			line = append(line, "null"...)
		case v.Type.Name == value.JSONName && v.Type.Kind == plan.String:
			line = appendValue(line, AppendCell(nil, v, row))
		case v.Type.Kind == plan.String || v.Type.Kind.Temporal():
			line = appendJSON(line, AppendCell(nil, v, row))
		default:
			line = AppendCell(line, v, row)
		}
	}
	return append(line, '}')
}

// appendValue appends the value that a text of JSON is, on one line; one that is none, as a string.
func appendValue(dst, text []byte) []byte {
	if !utf8.Valid(text) || !json.Valid(text) {
		return appendJSON(dst, text)
	}
	if bytes.IndexByte(text, '\n') < 0 && bytes.IndexByte(text, '\r') < 0 {
		return append(dst, text...) // with its spaces, since texts are compared
	}
	var line bytes.Buffer
	if err := json.Compact(&line, text); err != nil {
		return appendJSON(dst, text)
	}
	return append(dst, line.Bytes()...)
}

// appendJSON appends a JSON string; bytes that are not UTF-8 become U+FFFD.
func appendJSON(dst, text []byte) []byte {
	dst = append(dst, '"')
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r < ' ' || r == 0x7f:
			dst = fmt.Appendf(dst, `\u%04x`, r)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// writeVertical writes a block for each row, one line for each column.
func writeVertical(w *bufio.Writer, r *Set, o Layout) error {
	null := escaped(o.null("NULL"))
	names, width := make([]string, len(r.Columns)), 0
	for i, c := range r.Columns {
		names[i] = escaped(c.Name)
		width = max(width, runewidth.StringWidth(names[i]))
	}
	number := 0
	for rows, err := range r.Batches() {
		if err != nil {
			return err
		}
		for row := range rows.Len {
			number++
			fmt.Fprintf(w, "*************************** %d. row ***************************\n", number)
			for i, name := range names {
				if _, err := fmt.Fprintf(w, "%s: %s\n", runewidth.FillLeft(name, width), shownCell(&rows.Columns[i], row, null)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
