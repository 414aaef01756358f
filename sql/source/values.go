package source

import (
	"context"
	"io"
	"strings"
	"unicode/utf8"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/bind/strict"
	"gsdms/sql/parse"
)

// valueSource gives a table rows of values.
type valueSource struct {
	to      store.Definition
	targets []int
	next    func() ([]plan.Value, error, bool)
	rows    int // given so far
}

// FromValues makes a source for a table: the values of a row, which next gives, go to the
// columns with the ordinals of targets, converted as INSERT converts them. Other columns get
// their default, or NULL.
func FromValues(to store.Definition, targets []int, next func() ([]plan.Value, error, bool)) ingest.Source {
	return store.For(to.Columns, &valueSource{to: to, targets: targets, next: next})
}

// Next is of ingest.Source.
func (s *valueSource) Next(ctx context.Context) (*ingest.Batch, error) {
	builders := make([]*Builder, len(s.to.Columns))
	for i := range s.to.Columns {
		builders[i] = NewBuilder(&s.to.Columns[i])
	}
	n := 0
	for ; n < plan.SegmentRows; n++ {
		values, err, ok := s.next()
		if ok && err == nil {
			err = s.row(builders, values, n)
		}
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
	}
	if n == 0 {
		return nil, io.EOF
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	s.rows += n
	return Batch(builders, n, s.rows-n), nil
}

// row adds one row, the nth of its batch.
func (s *valueSource) row(to []*Builder, values []plan.Value, n int) error {
	if len(values) != len(s.targets) {
		return parse.ErrorAt("", -1, parse.CodeValueCount, "Column count doesn't match value count at row %d: %d columns, %d values", s.rows+n+1, len(s.targets), len(values))
	}
	for i, v := range values {
		b := to[s.targets[i]]
		v, err := Stored(v, b.Of)
		if err != nil {
			e := parse.AsError("", err)
			return parse.ErrorAt("", -1, e.Code, "row %d: column %s: %s", s.rows+n+1, b.Of.Name, e.Message)
		}
		b.Add(v)
	}
	for _, b := range to {
		if !b.Fill(n) {
			return parse.ErrorAt("", -1, parse.CodeNoDefault, "Field '%s' doesn't have a default value", b.Of.Name)
		}
	}
	return nil
}

// Stored is a value as a column holds it, converted as INSERT converts values.
func Stored(v plan.Value, c *plan.Column) (plan.Value, error) {
	switch {
	case v.IsNull() && !c.Nullable:
		return v, parse.ErrorAt("", -1, parse.CodeNotNull, "Column '%s' cannot be null", c.Name)
	case c.Type.Bytes():
		return strict.Convert(v, c.Type)
	}
	if err := CheckText(v.Text); err != nil {
		return v, err
	}
	return strict.Convert(v, c.Type)
}

// CheckText refuses a text that no column holds.
func CheckText(text string) error {
	switch {
	case !utf8.ValidString(text):
		return parse.ErrorAt("", -1, parse.CodeWrongNumber, "Incorrect string value: %q is not UTF-8", shortened(text))
	case strings.IndexByte(text, 0) >= 0:
		return parse.ErrorAt("", -1, parse.CodeWrongNumber, "Incorrect string value: %q has a NUL byte", shortened(text))
	}
	return nil
}

// shortened is the beginning of a text, for an error.
func shortened(text string) string { return text[:min(len(text), 40)] }
