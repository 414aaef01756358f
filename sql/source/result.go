package source

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/bind/strict"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// sourceRows is how many rows of a result go into a table at once.
const sourceRows = 16 * plan.SegmentRows

// Result gives the rows of a result to a table, converted as INSERT converts values.
// It must be stopped.
type Result struct {
	columns   []plan.Column
	from      []int         // by column of the table: that of the result; -1: none
	given     []plan.Output // the columns of the result
	batch     func() (*plan.Rows, error, bool)
	Stop      func()
	begun     bool
	rows      *plan.Rows // the batch at hand
	following *plan.Rows // the one behind it; nil: there is none
	alone     bool       // there is one batch in all
	next      int        // row of it
	before    int        // rows of the batches before
	texts     []texts    // by column of the table
}

// texts is what is known of a dictionary.
type texts struct {
	of   *plan.Dictionary
	good bool // no table refuses any of them
}

// FromResult makes the source for a table of these columns; to says which of them each
// column of the result goes to.
func FromResult(text parse.Text, at ast.Node, columns []plan.Column, to []int, r *result.Set) (*Result, error) {
	s := &Result{columns: columns, from: make([]int, len(columns)), given: r.Columns, texts: make([]texts, len(columns)), rows: &plan.Rows{}}
	for i := range s.from {
		s.from[i] = -1
	}
	for i, column := range to {
		s.from[column] = i
	}
	for i, column := range columns {
		if _, ok := column.Absent(); s.from[i] < 0 && !ok {
			return nil, text.ErrorAt(at, parse.CodeNoDefault, "Field '%s' doesn't have a default value", column.Name)
		}
	}
	s.batch, s.Stop = iter.Pull2(r.Batches())
	return s, nil
}

// good reports whether a table may hold all texts of a dictionary, which is mostly that of the
// batch before.
func (s *Result) good(i int, d *plan.Dictionary) bool {
	t := &s.texts[i]
	if t.of != d {
		*t = texts{of: d, good: goodTexts(d)}
	}
	return t.good
}

// goodTexts reports whether CheckText finds nothing wrong with any text: as all together are
// right, each is that begins where a letter does.
func goodTexts(d *plan.Dictionary) bool {
	texts := d.Strings()
	if all := texts.View(0, texts.Len()); !utf8.ValidString(all) || strings.IndexByte(all, 0) >= 0 {
		return false
	}
	for i := range texts.Len() {
		if text := texts.Bytes(i); len(text) > 0 && !utf8.RuneStart(text[0]) {
			return false
		}
	}
	return true
}

// Next is of ingest.Source.
func (s *Result) Next(ctx context.Context) (*ingest.Batch, error) {
	for s.next == s.rows.Len {
		if err := s.advance(); err != nil {
			return nil, err
		}
	}
	lo, hi := s.next, min(s.rows.Len, s.next+sourceRows)
	s.next = hi
	b := &ingest.Batch{Rows: hi - lo, Columns: make([]ingest.Column, len(s.columns))}
	for i := range s.columns {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		var err error
		if b.Columns[i], err = s.column(i, lo, hi); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// advance goes to the next batch, once the one behind it has come.
func (s *Result) advance() error {
	if !s.begun {
		s.begun = true
		if err := s.pull(); err != nil {
			return err
		}
	}
	if s.following == nil {
		return io.EOF
	}
	s.before += s.rows.Len
	s.rows, s.next = s.following, 0
	err := s.pull()
	s.alone = s.before == 0 && s.following == nil
	return err
}

// pull has the next batch that has rows come, if there is one.
func (s *Result) pull() error {
	s.following = nil
	for {
		rows, err, ok := s.batch()
		if !ok || err != nil {
			return err
		}
		if rows.Len > 0 {
			s.following = rows
			return nil
		}
	}
}

// column gives rows [lo, hi) of a column of the table: as they are where the result holds
// them as the table does, else value by value.
func (s *Result) column(i, lo, hi int) (ingest.Column, error) {
	to := &s.columns[i]
	if s.from[i] < 0 {
		b := NewBuilder(to)
		for range hi - lo {
			b.Fill(b.rows)
		}
		return b.out, nil
	}
	v := &s.rows.Columns[s.from[i]]
	if out, ok := s.same(i, v, lo, hi); ok {
		return out, nil
	}
	b, of := NewBuilder(to), Given(s.given[s.from[i]], v)
	for row := lo; row < hi; row++ {
		value, err := converted(strict.Taken(v.Value(row), of, to.Type), to.Type)
		if err != nil {
			e := parse.AsError("", err)
			return b.out, &parse.Error{Code: e.Code, Message: fmt.Sprintf("row %d: column %s: %s", s.before+row+1, to.Name, e.Message)}
		}
		b.Add(value)
	}
	return b.out, nil
}

// Given is the type of values of a result where a table takes them: members of an ENUM or a SET have numbers where they
// are a column, and are texts where they are what an expression gives.
func Given(o plan.Output, v *plan.Vector) plan.Type {
	if v.Type.Listed() && (o.Origin == nil || !o.Type.Listed()) {
		return plan.Type{Kind: plan.String}
	}
	return v.Type
}

// converted is a value as a column of a type holds it.
func converted(v plan.Value, to plan.Type) (plan.Value, error) {
	if !to.Bytes() {
		if err := CheckText(v.Text); err != nil {
			return v, err
		}
	}
	return strict.Convert(v, to)
}

// same gives rows that the table holds in the form that the result has them in.
func (s *Result) same(i int, v *plan.Vector, lo, hi int) (out ingest.Column, ok bool) {
	to := s.columns[i].Type
	if v.Type.Kind == plan.Null || v.Wide != nil || v.Type.Bytes() != to.Bytes() || to.Name == value.YearName && v.Type.Name != to.Name {
		return out, false
	}
	if v.Nulls != nil {
		out.Nulls = v.Nulls[lo:hi]
	}
	switch {
	case to.Keyed():
		return keyed(v, to, lo, hi)
	case to.Kind == plan.Double && v.Floats != nil:
		out.Floats = v.Floats[lo:hi]
	case to.Kind == plan.String && v.Dict != nil:
		if s.alone && (hi-lo)*fewTexts < v.Dict.Len() {
			return out, fewOf(&out, v, lo, hi)
		}
		if !s.good(i, v.Dict) {
			return out, false
		}
		out.Sorted, out.Codes = v.Dict, make([]uint32, hi-lo)
		for row, code := range v.Ints[lo:hi] {
			out.Codes[row] = uint32(code)
		}
		return out, true
	case to.Kind == v.Type.Kind && to.Kind.Ticking() && (to.Min < to.Max || to.Scale != v.Type.Scale):
		return out, false
	case to.Kind == v.Type.Kind && (to.Kind == plan.Int || to.Kind == plan.Unsigned || to.Kind.Temporal()), to.Kind == plan.Int && v.Type.Kind == plan.Bool:
		out.Ints = v.Ints[lo:hi]
	case to.Kind == plan.Decimal && (v.Type.Kind == plan.Int || v.Type.Kind == plan.Decimal):
		if to.Scale < v.Type.Scale {
			out.Ints, ok = rounded(v.Ints[lo:hi], out.Nulls, v.Type.Scale-to.Scale, to)
			return out, ok
		}
		out.Ints, ok = rescaled(v.Ints[lo:hi], out.Nulls, to.Scale-v.Type.Scale)
		return out, ok
	default:
		return out, false
	}
	return out, v.Ints != nil || v.Floats != nil
}

// fewTexts is how many times more texts than all rows a dictionary has whose texts are looked at one
// by one.
const fewTexts = 8

// fewOf gives rows of a dictionary of many more texts, and whether a table may hold all of theirs.
func fewOf(out *ingest.Column, v *plan.Vector, lo, hi int) bool {
	known := map[int64]uint32{}
	out.Codes = make([]uint32, hi-lo)
	for row, code := range v.Ints[lo:hi] {
		if out.Nulls != nil && out.Nulls[row] {
			continue
		}
		at, ok := known[code]
		if !ok {
			text := v.Dict.At(int(code))
			if CheckText(text) != nil {
				return false
			}
			at = uint32(len(out.Dict))
			known[code], out.Dict = at, append(out.Dict, text)
		}
		out.Codes[row] = at
	}
	return true
}

// keyed gives decimals as keys, where no digit changes.
func keyed(v *plan.Vector, to plan.Type, lo, hi int) (out ingest.Column, ok bool) {
	if v.Type.Kind != plan.Int && v.Type.Kind != plan.Decimal || v.Type.Scale != to.Scale || v.Ints == nil || v.Dict != nil {
		return out, false
	}
	if v.Nulls != nil {
		out.Nulls = v.Nulls[lo:hi]
	}
	codes := map[int64]uint32{}
	for row, n := range v.Ints[lo:hi] {
		code, known := codes[n]
		if !known {
			big := big.NewInt(n)
			if !to.Fits(big) && !v.IsNull(lo+row) {
				return out, false
			}
			code = uint32(len(out.Dict))
			codes[n], out.Dict = code, append(out.Dict, value.NumberKey(big))
		}
		out.Codes = append(out.Codes, code)
	}
	return out, true
}

// rescaled gives numbers with more digits after the point; false where that takes more than 64 bits.
func rescaled(numbers []int64, nulls []bool, digits int) ([]int64, bool) {
	if digits == 0 || digits > value.SureDigits {
		return numbers, digits == 0
	}
	by := value.Pow10(digits)
	out := make([]int64, len(numbers))
	for i, n := range numbers {
		if nulls != nil && nulls[i] {
			continue
		}
		if n > math.MaxInt64/by || n < math.MinInt64/by {
			return nil, false
		}
		out[i] = n * by
	}
	return out, true
}

// rounded gives numbers with fewer digits after the point, halves away from zero; false where a type
// does not hold one.
func rounded(numbers []int64, nulls []bool, digits int, to plan.Type) ([]int64, bool) {
	if digits > value.SureDigits || to.Precision <= 0 || to.Precision > value.SureDigits {
		return nil, false
	}
	by, least, most := value.Pow10(digits), 1-value.Pow10(to.Precision), value.Pow10(to.Precision)-1
	if to.Min < to.Max {
		least, most = max(least, to.Min), min(most, to.Max)
	}
	out := make([]int64, len(numbers))
	for i, n := range numbers {
		if nulls != nil && nulls[i] {
			continue
		}
		whole, rest := n/by, n%by
		switch half := by / 2; {
		case rest >= half:
			whole++
		case rest <= -half:
			whole--
		}
		if whole < least || whole > most {
			return nil, false
		}
		out[i] = whole
	}
	return out, true
}
