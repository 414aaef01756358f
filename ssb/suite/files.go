package suite

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gsdms/pushscan/store"
)

// WriteFiles writes the tables to dir as NAME.csv with a header. It makes dir if need be,
// writes NAME.csv.partial and renames at the end: a file under its own name is whole.
// progress is told rows; it may be nil.
func (s *Suite) WriteFiles(ctx context.Context, dir string, progress func(table string, done, total int64)) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make the folder for the generated files: %w", err)
	}
	for i := range s.Tables {
		t := &s.Tables[i]
		report := func(done int64) {
			if progress != nil {
				progress(t.Name, done, t.Rows)
			}
		}
		if err := t.writeFile(ctx, filepath.Join(dir, t.Name+".csv"), report); err != nil {
			return fmt.Errorf("generate %s, %s: %w", t.Name, s.Size, err)
		}
	}
	return nil
}

func (t *Table) writeFile(ctx context.Context, path string, report func(done int64)) error {
	f, err := os.Create(path + ".partial")
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	err = t.writeRows(ctx, w, report)
	if err == nil {
		err = w.Flush()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// writeRows writes the header and all rows.
func (t *Table) writeRows(ctx context.Context, w io.Writer, report func(done int64)) error {
	columns, err := t.Columns()
	if err != nil {
		return err
	}
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	line := []byte(strings.Join(names, ",") + "\n")
	source, err := t.Open()
	if err != nil {
		return err
	}
	done := int64(0)
	for {
		if _, err := w.Write(line); err != nil {
			return err
		}
		b, err := source.Next(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		line = appendBatch(line[:0], columns, b)
		done += int64(b.Rows)
		report(done)
	}
}

func appendBatch(text []byte, columns []Column, b *store.Batch) []byte {
	for row := range b.Rows {
		for i := range columns {
			if i > 0 {
				text = append(text, ',')
			}
			text = appendField(text, &columns[i], &b.Columns[i], row)
		}
		text = append(text, '\n')
	}
	return text
}

// appendField writes one value; NULL is \N.
func appendField(text []byte, c *Column, from *store.BatchColumn, row int) []byte {
	switch {
	case from.Nulls != nil && from.Nulls[row]:
		return append(text, `\N`...)
	case from.Floats != nil:
		return strconv.AppendFloat(text, from.Floats[row], 'f', -1, 64)
	case from.Ints == nil:
		return appendQuoted(text, from.Dict[from.Codes[row]])
	case c.Kind == "DATE":
		return time.Unix(from.Ints[row]*86400, 0).UTC().AppendFormat(text, time.DateOnly)
	case c.Scale > 0:
		return append(text, Decimal(from.Ints[row], c.Scale)...)
	default:
		return strconv.AppendInt(text, from.Ints[row], 10)
	}
}

// Decimal writes a scaled integer with its point.
func Decimal(v int64, scale int) string {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
	return new(big.Rat).SetFrac(big.NewInt(v), unit).FloatString(scale)
}

// appendQuoted puts a text into quotes where a reader would need them.
func appendQuoted(text []byte, s string) []byte {
	if !strings.ContainsAny(s, ",\"\r\n\\") && s != "" {
		return append(text, s...)
	}
	text = append(text, '"')
	text = append(text, strings.ReplaceAll(s, `"`, `""`)...)
	return append(text, '"')
}
