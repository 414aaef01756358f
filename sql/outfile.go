package sql

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// selectInto is SELECT … INTO OUTFILE: all rows into a new file, or no file. As in MySQL
// there is no header.
type selectInto struct {
	query ast.ResultSetNode
	last  *ast.SelectStmt // of a set operation the last SELECT, which has the clause
}

// outfileOf is what runs a query into a file, nil for one that goes nowhere.
func outfileOf(query ast.ResultSetNode) command {
	last, _ := query.(*ast.SelectStmt)
	if set, ok := query.(*ast.SetOprStmt); ok {
		last, _ = set.SelectList.Selects[len(set.SelectList.Selects)-1].(*ast.SelectStmt)
	}
	if last == nil || last.SelectIntoOpt == nil || last.SelectIntoOpt.Tp != ast.SelectIntoOutfile {
		return nil
	}
	return selectInto{query, last}
}

func (x selectInto) run(ctx context.Context, c *call) (*result.Set, error) {
	into := x.last.SelectIntoOpt
	form, err := c.outfileForm(into)
	if err != nil {
		return nil, err
	}
	x.last.SelectIntoOpt = nil // it is refused in queries
	r, err := c.rowsOf(ctx, x.query)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f, err := load.Create(into.FileName, c.engine.config.LoadRoots)
	if errors.Is(err, fs.ErrExist) {
		return nil, parse.ErrorAt(c.text, max(0, parse.FindWord(c.text, "OUTFILE")), parse.CodeFileExists, "File '%s' already exists", into.FileName)
	}
	if err != nil {
		return nil, err
	}
	w := bufio.NewWriterSize(f, 64<<10)
	err = form.write(ctx, w, r)
	if err = errors.Join(err, w.Flush(), f.Close()); err != nil {
		return nil, errors.Join(fmt.Errorf("write %s: %w", into.FileName, err), os.Remove(f.Name()))
	}
	return &result.Set{Affected: r.Read, Message: fmt.Sprintf("%s written to %s", countRows(int(r.Read)), into.FileName)}, nil
}

// outfile is how INTO OUTFILE writes rows.
type outfile struct {
	comma, quote, escape byte // 0 of the last two: none
	onlyTexts            bool // are quoted
	end                  string
}

// outfileForm reads FIELDS and LINES. What is not written there is as in MySQL: a tab
// between fields, no quotes, and a backslash before what would be mistaken.
func (c *call) outfileForm(n *ast.SelectIntoOption) (outfile, error) {
	o := outfile{comma: '\t', escape: '\\', end: "\n"}
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
				return o, c.refuseWord("FIELDS", "FIELDS %s %q; it is one character", clause.name, *clause.text)
			}
		}
	}
	if l := n.LinesInfo; l != nil {
		switch {
		case l.Starting != nil:
			return o, c.refuseWord("LINES", "LINES STARTING BY")
		case l.Terminated == nil:
		case *l.Terminated != "\n" && *l.Terminated != "\r\n":
			return o, c.refuseWord("LINES", "lines that end with %q; they end with \\n or \\r\\n", *l.Terminated)
		default:
			o.end = *l.Terminated
		}
	}
	return o, nil
}

// write writes the rows. A value that cannot be told from others without quotes and
// escapes is an error.
func (o outfile) write(ctx context.Context, w *bufio.Writer, r *result.Set) error {
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

// writeRows writes rows that so many others are before.
func (o outfile) writeRows(ctx context.Context, w *bufio.Writer, columns []plan.Output, rows *plan.Rows, before int) error {
	var line, text []byte
	for row := range rows.Len {
		if row%plan.SegmentRows == 0 && ctx.Err() != nil {
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

// null is what stands for NULL: \N, or without escapes the word.
func (o outfile) null() string {
	if o.escape == 0 {
		return "NULL"
	}
	return string(o.escape) + "N"
}

// append appends a value; ok is false if it could be taken for more than one.
func (o outfile) append(dst, text []byte, isText bool) (_ []byte, ok bool) {
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
