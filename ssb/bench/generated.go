package bench

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"time"

	"gsdms/pushscan/store/ingest"
	"gsdms/ssb/pieces"
)

// Generated is a table of which any rows can be made by themselves, from their numbers.
type Generated struct {
	Table // without Open
	// Make makes rows, on several goroutines at once. No value is NULL, and no
	// text has a bar or a line's end.
	Make func(from, to int64) *ingest.Batch
}

// generatedRows are made at once.
const generatedRows = 1 << 16

// Generate gives the suite its tables, and writes them where it is asked to.
func (s *Suite) Generate(tables []Generated) {
	for _, t := range tables {
		t.Open = func(context.Context) (ingest.Source, error) { return pieces.Source(t.pieces(nil)), nil }
		s.Tables = append(s.Tables, t.Table)
	}
	s.Write = func(ctx context.Context, dir string, threads int, progress pieces.Progress) error {
		var all []pieces.Table
		for _, t := range tables {
			columns, err := t.Columns()
			if err != nil {
				return err
			}
			all = append(all, t.pieces(columns))
		}
		files := pieces.Files{Dir: dir, Threads: threads, Space: "fewer rows take less", Progress: progress}
		if err := files.Write(ctx, all); err != nil {
			return fmt.Errorf("%s: %w", s.Size, err)
		}
		return nil
	}
}

// pieces is the table as it is made. The columns are those of its text.
func (t *Generated) pieces(columns []Column) pieces.Table {
	text := func(from, to int64, b []byte) []byte { return appendRows(b, columns, t.Make(from, to)) }
	return pieces.Table{Name: t.Name, Units: t.Rows, Piece: generatedRows, Batch: t.Make, Text: text}
}

func appendRows(text []byte, columns []Column, b *ingest.Batch) []byte {
	for row := range b.Rows {
		for i := range columns {
			text = append(appendValue(text, &columns[i], &b.Columns[i], row), '|')
		}
		text = append(text, '\n')
	}
	return text
}

// appendValue writes one value, as a reader of files reads it.
func appendValue(text []byte, c *Column, from *ingest.Column, row int) []byte {
	switch {
	case from.Floats != nil:
		return strconv.AppendFloat(text, from.Floats[row], 'f', -1, 64)
	case from.Ints == nil:
		return append(text, from.Dict[from.Codes[row]]...)
	case c.Kind == "DATE":
		return time.Unix(from.Ints[row]*86400, 0).UTC().AppendFormat(text, time.DateOnly)
	case c.Scale > 0:
		return append(text, decimal(from.Ints[row], c.Scale)...)
	default:
		return strconv.AppendInt(text, from.Ints[row], 10)
	}
}

// decimal writes a scaled integer with its point.
func decimal(v int64, scale int) string {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)
	return new(big.Rat).SetFrac(big.NewInt(v), unit).FloatString(scale)
}
