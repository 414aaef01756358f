package formula

import (
	"context"
	"fmt"
	"slices"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/value"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/work"
	"gsdms/sql/parse"
	"gsdms/sql/source"
)

// Source gives the rows of another one, whose batches have columns of the table at some places, -1 for those that
// are not there. Of the formulas whose columns are there, those that are generated are computed of all rows, others
// of rows that have come without a value.
func (f *Formulas) Source(src ingest.Source, places []int) ingest.Source {
	return &computing{Source: src, formulas: f, places: places}
}

// Rows is Source of batches that have all columns of the table.
func (f *Formulas) Rows(src ingest.Source) ingest.Source {
	places := make([]int, len(f.columns))
	for i := range places {
		places[i] = i
	}
	return f.Source(src, places)
}

// computing is a source of rows with their computed values.
type computing struct {
	ingest.Source
	formulas *Formulas
	places   []int
	rows     int // so far
	told     fault.Told
}

// tile is how many rows are computed at once, by all processors in parts.
const (
	tile = 1 << 14
	part = 1 << 11
)

// Next is of ingest.Source. The batch of the other source stays as it is.
func (s *computing) Next(ctx context.Context) (*ingest.Batch, error) {
	b, err := s.Source.Next(ctx)
	if err != nil {
		s.formulas.around.hear(&s.told)
		return b, err
	}
	wanted := s.wanted(b)
	if len(wanted) == 0 {
		return b, nil
	}
	out := *b
	out.Columns = slices.Clone(b.Columns)
	builders := make([]*source.Builder, len(wanted))
	for k, column := range wanted {
		builders[k] = source.NewBuilder(&s.formulas.columns[column])
	}
	for lo := 0; lo < b.Rows; lo += tile {
		if err := s.tile(ctx, b, lo, min(lo+tile, b.Rows), wanted, builders); err != nil {
			return nil, err
		}
	}
	for k, column := range wanted {
		out.Columns[s.places[column]] = builders[k].Column()
	}
	s.rows += b.Rows
	return &out, nil
}

// wanted are the columns that are to be computed of a batch.
func (s *computing) wanted(b *ingest.Batch) (out []int) {
	for _, c := range s.formulas.all {
		at := s.places[c.column]
		if at >= 0 && (s.formulas.columns[c.column].Generated() || b.Columns[at].Absent != nil) {
			out = append(out, c.column)
		}
	}
	return out
}

// tile computes some rows and gives the values of columns to their builders.
func (s *computing) tile(ctx context.Context, b *ingest.Batch, lo, hi int, wanted []int, to []*source.Builder) error {
	values := make([][]plan.Value, hi-lo)
	failed := make([]error, (hi-lo+part-1)/part)
	err := work.Each(len(failed), func(i int) error {
		from := lo + i*part
		failed[i] = s.part(ctx, b, from, min(from+part, hi), wanted, values[from-lo:])
		return nil
	})
	for _, e := range failed {
		if err == nil {
			err = e // of the first row that fails
		}
	}
	if err != nil {
		return err
	}
	for _, row := range values {
		for k := range wanted {
			to[k].Add(row[k])
		}
	}
	return nil
}

// part computes rows [lo, hi): the values of the columns that are wanted.
func (s *computing) part(ctx context.Context, b *ingest.Batch, lo, hi int, wanted []int, to [][]plan.Value) error {
	e := s.formulas.Only(wanted).Evaluator(ctx)
	defer func() { s.told.Add(e.told.All()...) }()
	row := make([]plan.Value, len(s.formulas.columns))
	known := append(e.Reads(wanted), wanted...)
	for i := lo; i < hi; i++ {
		for _, column := range known {
			if at := s.places[column]; at >= 0 {
				row[column] = cell(s.formulas.columns[column].Type, &b.Columns[at], i)
			}
		}
		absent := func(column int) bool {
			a := b.Columns[s.places[column]].Absent
			return a != nil && a[i]
		}
		if err := e.Row(row, absent); err != nil {
			return inRow(b, i, s.rows, err)
		}
		out := make([]plan.Value, len(wanted))
		for k, column := range wanted {
			out[k] = row[column]
		}
		to[i-lo] = out
	}
	return ctx.Err()
}

// inRow is an error with its row.
func inRow(b *ingest.Batch, row, before int, err error) error {
	known, from := parse.AsError("", err), fmt.Sprintf("row %d", before+row+1)
	if b.Origin != nil {
		from = b.Origin(row)
	}
	return parse.ErrorAt("", -1, known.Code, "%s: %s", from, known.Message)
}

// Only are the formulas of some columns.
func (f *Formulas) Only(columns []int) *Formulas {
	out := *f
	out.all = nil
	for _, c := range f.all {
		if slices.Contains(columns, c.column) {
			out.all = append(out.all, c)
		}
	}
	return &out
}

// cell is a value of a batch.
func cell(of plan.Type, c *ingest.Column, row int) plan.Value {
	switch {
	case c.Nulls != nil && c.Nulls[row]:
		return plan.Value{}
	case of.Keyed():
		return value.OfCode(of, []byte(c.Text(c.Codes[row])))
	case of.Kind == plan.Double:
		return value.OfFloat(c.Floats[row])
	case of.Kind == plan.String:
		return value.OfString(c.Text(c.Codes[row]))
	}
	return value.OfNumber(of, c.Ints[row])
}
