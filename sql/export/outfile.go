package export

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// Outfile is how INTO OUTFILE writes rows.
type Outfile struct {
	comma, quote, escape byte // 0 of the last two: none
	onlyTexts            bool // are quoted
	end                  string
}

// ReadOutfile reads FIELDS and LINES. What is not written there is as in MySQL: a tab
// between fields, no quotes, and a backslash before what would be mistaken.
func ReadOutfile(text parse.Text, n *ast.SelectIntoOption) (Outfile, error) {
	o := Outfile{comma: '\t', escape: '\\', end: "\n"}
	if f := n.FieldsInfo; f != nil {
		o.onlyTexts = f.OptEnclosed
		for _, clause := range []struct {
			text *string
			to   *byte
			name string
		}{{f.Terminated, &o.comma, "TERMINATED BY"}, {f.Enclosed, &o.quote, "ENCLOSED BY"}, {f.Escaped, &o.escape, "ESCAPED BY"}} {
			switch {
			case clause.text == nil:
			case *clause.text == "" && clause.to != &o.comma:
				*clause.to = 0
			case len(*clause.text) == 1:
				*clause.to = (*clause.text)[0]
			default:
				return o, text.RefuseWord("FIELDS", "FIELDS %s %q; it is one character", clause.name, *clause.text)
			}
		}
	}
	if l := n.LinesInfo; l != nil {
		switch {
		case l.Starting != nil:
			return o, text.RefuseWord("LINES", "LINES STARTING BY")
		case l.Terminated == nil:
		case *l.Terminated != "\n" && *l.Terminated != "\r\n":
			return o, text.RefuseWord("LINES", "lines that end with %q; they end with \\n or \\r\\n", *l.Terminated)
		default:
			o.end = *l.Terminated
		}
	}
	return o, nil
}

// Misnamed gives the format that a file's name says though it is text of this form, which who reads
// the file by its name will not understand; "" for none.
func (o Outfile) Misnamed(path string) string {
	f, err := FindFormat(path)
	if err != nil || f.Name == "tsv" || f.Name == "markdown" || f.Name == "csv" && o.comma == ',' {
		return ""
	}
	return f.Name
}

// Write writes the rows. A value that cannot be told from others without quotes and
// escapes is an error.
func (o Outfile) Write(ctx context.Context, w *bufio.Writer, r *result.Set) error {
	before := 0
	for rows, err := range r.Batches() {
		if err == nil {
			err = o.writeRows(ctx, w, r.Columns, rows, before)
		}
		if err != nil {
			return err
		}
		before += rows.Len
	}
	return nil
}

// looked is how many rows are written before it is looked whether their statement has ended: few,
// since texts may be long.
const looked = 64

// writeRows writes rows that so many others are before.
func (o Outfile) writeRows(ctx context.Context, w *bufio.Writer, columns []plan.Output, rows *plan.Rows, before int) error {
	var line, text []byte
	for row := range rows.Len {
		if row%looked == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		line = line[:0]
		for i := range rows.Columns {
			if i > 0 {
				line = append(line, o.comma)
			}
			v := &rows.Columns[i]
			if v.IsNull(row) {
				line = append(line, o.null()...)
				continue
			}
			text = result.AppendCell(text[:0], v, row)
			if before+row+i == 0 {
				line = o.appendNoMark(line, text)
			}
			var ok bool
			if line, ok = o.append(line, text, v.Type.Kind == plan.String); !ok {
				return fmt.Errorf("row %d, column %s: the value has what parts fields or lines; ENCLOSED BY '\"' or ESCAPED BY '\\\\' keeps it whole", before+row+1, columns[i].Name)
			}
		}
		if _, err := w.Write(append(line, o.end...)); err != nil {
			return err
		}
	}
	return nil
}

// appendNoMark appends an escape before a text that begins a file as a byte order mark does, which
// readers pass over.
func (o Outfile) appendNoMark(dst, text []byte) []byte {
	if o.quote == 0 && o.escape != 0 && bytes.HasPrefix(text, []byte("\ufeff")) {
		dst = append(dst, o.escape)
	}
	return dst
}

// null is what stands for NULL: \N, or without escapes the word.
func (o Outfile) null() string {
	if o.escape == 0 {
		return "NULL"
	}
	return string(o.escape) + "N"
}

// append appends a value; ok is false if it could be taken for more than one.
func (o Outfile) append(dst, text []byte, isText bool) (_ []byte, ok bool) {
	quoted := o.quote != 0 && (isText || !o.onlyTexts)
	if quoted {
		dst = append(dst, o.quote)
	}
	for _, b := range text {
		special := b == o.comma && !quoted || b == '\n' || b == '\r' || b == 0
		switch {
		case quoted && b == o.quote && (o.escape == 0 || o.escape == o.quote):
			dst = append(dst, b, b)
		case o.escape != 0 && (b == o.escape || quoted && b == o.quote):
			dst = append(dst, o.escape, b)
		case special && o.escape == '\\':
			dst = append(dst, '\\', escapeLetter(b))
		case special && !quoted:
			return dst, false
		default:
			dst = append(dst, b)
		}
	}
	if quoted {
		dst = append(dst, o.quote)
	}
	return dst, true
}

// escapeLetter is what follows a backslash for a character.
func escapeLetter(b byte) byte {
	if i := strings.IndexByte("\n\r\t\x00", b); i >= 0 {
		return "nrt0"[i]
	}
	return b
}
