// Package concat puts rows of several results behind each other: the sides of a UNION ALL,
// the rounds of a recursion, what several programs left.
package concat

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"gsdms/operators"
	"gsdms/operators/dictionary"
	"gsdms/operators/large"
	"gsdms/plan"
	"gsdms/plan/value"
)

// Rows appends row sets of the same kinds of columns, in order. Codes are brought to one
// dictionary of the texts that occur, decimals to the largest scale; a column of NULL
// literals goes with any other. The parts are shared and not changed; the result may have
// columns of theirs.
func Rows(ctx context.Context, parts []*plan.Rows) (*plan.Rows, error) {
	if len(parts) == 0 {
		return &plan.Rows{}, nil
	}
	out := &plan.Rows{}
	for _, p := range parts {
		if len(p.Columns) != len(parts[0].Columns) {
			return nil, fmt.Errorf("append rows: %d columns and %d do not go together", len(parts[0].Columns), len(p.Columns))
		}
		out.Len += p.Len
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	for c := range parts[0].Columns {
		var vectors []*plan.Vector
		var rows []int
		for _, p := range parts {
			vectors = append(vectors, &p.Columns[c])
			rows = append(rows, p.Len)
		}
		v, err := Columns(ctx, vectors, rows)
		if err != nil {
			return nil, fmt.Errorf("append rows: column %d: %w", c+1, err)
		}
		out.Columns = append(out.Columns, v)
	}
	return out, nil
}

// Columns appends columns, of so many rows each, as Rows does.
func Columns(ctx context.Context, parts []*plan.Vector, rows []int) (plan.Vector, error) {
	j := joint{ctx: ctx, parts: parts, rows: rows}
	for _, n := range rows {
		j.n += n
	}
	return j.column()
}

// joint is one column of several row sets.
type joint struct {
	ctx   context.Context // whose turns a dictionary is made in
	parts []*plan.Vector
	rows  []int // of each part
	n     int   // in all
	v     plan.Vector
}

func (j *joint) column() (plan.Vector, error) {
	if err := j.setType(); err != nil {
		return j.v, err
	}
	j.joinNulls()
	switch j.v.Type.Kind {
	case plan.Double:
		j.v.Floats = joined(j, func(v *plan.Vector) []float64 { return v.Floats })
	case plan.String:
		if err := j.joinTexts(); err != nil {
			return j.v, err
		}
	case plan.Decimal:
		j.joinDecimals()
	default:
		j.v.Ints = joined(j, func(v *plan.Vector) []int64 { return v.Ints })
	}
	return j.v, nil
}

// setType finds the type of all parts.
func (j *joint) setType() error {
	before, mixed := 0, false
	t := &j.v.Type
	for _, v := range j.parts {
		switch {
		case v.Type.Kind == plan.Null:
			continue
		case t.Kind == plan.Null:
			*t = v.Type
		case t.Kind != v.Type.Kind:
			return fmt.Errorf("a %s and a %s do not go together", *t, v.Type)
		case *t != v.Type:
			*t, mixed = value.Mixed(*t, v.Type), true
		}
		before = max(before, v.Type.Precision-v.Type.Scale)
	}
	if t.Kind == plan.Decimal && mixed {
		*t = value.DecimalType(before+t.Scale, t.Scale)
	}
	return nil
}

func (j *joint) joinNulls() {
	if !slices.ContainsFunc(j.parts, func(v *plan.Vector) bool { return v.Nulls != nil || v.Type.Kind == plan.Null }) {
		return
	}
	j.v.Nulls = make([]bool, j.n)
	at := 0
	for i, v := range j.parts {
		if v.Type.Kind == plan.Null {
			for row := range j.rows[i] {
				j.v.Nulls[at+row] = true
			}
		} else {
			copy(j.v.Nulls[at:], v.Nulls)
		}
		at += j.rows[i]
	}
}

// joined appends the cells of all parts; a part of NULLs gives zeros.
func joined[T any](j *joint, cells func(v *plan.Vector) []T) []T {
	out := large.Make[T](j.n)
	at := 0
	for i, v := range j.parts {
		if v.Type.Kind != plan.Null {
			copy(out[at:], cells(v))
		}
		at += j.rows[i]
	}
	return out
}

// joinTexts keeps codes where all parts that have a text have one of a dictionary.
func (j *joint) joinTexts() error {
	coded := slices.ContainsFunc(j.parts, func(v *plan.Vector) bool { return v.Dict != nil })
	if !coded && slices.ContainsFunc(j.parts, func(v *plan.Vector) bool { return v.Texts != nil }) || slices.ContainsFunc(j.parts, spelt) {
		j.v.Texts = joined(j, textsOf)
		return nil
	}
	var dict *plan.Dictionary
	same := true
	for _, v := range j.parts {
		if v.Dict != nil {
			same = same && (dict == nil || dict == v.Dict)
			dict = v.Dict
		}
	}
	if same {
		j.v.Dict, j.v.Ints = dict, joined(j, func(v *plan.Vector) []int64 { return v.Ints })
		return nil
	}
	return j.mergeDictionaries()
}

// spelt reports whether a column has texts that no dictionary has.
func spelt(v *plan.Vector) bool {
	for row := range v.Texts {
		if !v.IsNull(row) {
			return true
		}
	}
	return false
}

// textsOf spells a column of codes out, each text once.
func textsOf(v *plan.Vector) []string {
	if v.Dict == nil {
		return v.Texts
	}
	out := make([]string, len(v.Ints))
	at := memo(v.Dict, len(v.Ints))
	for row, code := range v.Ints {
		if !v.IsNull(row) {
			out[row] = at(code)
		}
	}
	return out
}

// memo gives the texts of a dictionary, and each of them once, where some rows may ask for one often.
func memo(dict *plan.Dictionary, rows int) func(code int64) string {
	if dict.Len()/4 > rows {
		return func(code int64) string { return dict.At(int(code)) }
	}
	texts := make([]string, dict.Len())
	return func(code int64) string {
		if texts[code] == "" {
			texts[code] = dict.At(int(code))
		}
		return texts[code]
	}
}

// mergeDictionaries makes a dictionary of the texts that occur.
func (j *joint) mergeDictionaries() error {
	var all []*dictionary.Chosen
	side := map[*plan.Dictionary]int{}
	for _, v := range j.parts {
		if v.Dict == nil {
			continue
		}
		i, known := side[v.Dict]
		if !known {
			i = len(all)
			side[v.Dict] = i
			all = append(all, dictionary.NewChosen(v.Dict))
		}
		all[i].Add(v.Ints, v.Nulls)
	}
	dict, codes, err := dictionary.Union(j.ctx, all)
	if err != nil {
		return err
	}
	j.v.Dict, j.v.Ints = dict, make([]int64, j.n)
	at := 0
	for i, v := range j.parts {
		if v.Dict == dict {
			copy(j.v.Ints[at:], v.Ints)
		} else if v.Dict != nil {
			of := side[v.Dict]
			if err := j.recode(j.v.Ints[at:], v, all[of], codes[of]); err != nil {
				return err
			}
		}
		at += j.rows[i]
	}
	return nil
}

// recodedRows is how many rows get their codes at once.
const recodedRows = 1 << 16

// recode gives the rows of a part their codes among the texts of all.
func (j *joint) recode(out []int64, v *plan.Vector, chosen *dictionary.Chosen, codes []uint32) error {
	blocks := (len(v.Ints) + recodedRows - 1) / recodedRows
	for _, err := range operators.SpreadIn(j.ctx, blocks, func(ctx context.Context, b int) error {
		for row := b * recodedRows; row < min(len(v.Ints), (b+1)*recodedRows); row++ {
			if !v.IsNull(row) {
				out[row] = int64(codes[chosen.Place(v.Ints[row])])
			}
		}
		return context.Cause(ctx)
	}) {
		if err != nil {
			return err
		}
	}
	return nil
}

// joinDecimals brings numbers to one scale, past 64 bits where one needs them.
func (j *joint) joinDecimals() {
	if j.joinNarrow() {
		return
	}
	j.v.Ints, j.v.Wide = nil, make([]*big.Int, j.n)
	at := 0
	for i, v := range j.parts {
		by := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(j.v.Type.Scale-v.Type.Scale)), nil)
		for row := range j.rows[i] {
			n := new(big.Int)
			switch {
			case v.IsNull(row):
			case v.Wide != nil:
				n.Mul(v.Wide[row], by)
			default:
				n.Mul(big.NewInt(v.Ints[row]), by)
			}
			j.v.Wide[at+row] = n
		}
		at += j.rows[i]
	}
}

// joinNarrow joins decimals that all fit 64 bits; false if one does not.
func (j *joint) joinNarrow() bool {
	j.v.Ints = large.Make[int64](j.n)
	at := 0
	for i, v := range j.parts {
		up := j.v.Type.Scale - v.Type.Scale
		if v.Type.Kind != plan.Null && (v.Wide != nil || up > maxPower) {
			return false
		}
		by := power(min(up, maxPower))
		for row := range j.rows[i] {
			if v.IsNull(row) {
				continue
			}
			n, ok := product(v.Ints[row], by)
			if !ok {
				return false
			}
			j.v.Ints[at+row] = n
		}
		at += j.rows[i]
	}
	return true
}

// product multiplies by a number that is not negative; ok is false where 64 bits are too
// few.
func product(x, by int64) (n int64, ok bool) {
	hi, lo := bits.Mul64(uint64(x), uint64(by))
	hi -= uint64(x>>63) & uint64(by)
	return int64(lo), int64(hi) == int64(lo)>>63
}

// maxPower is the largest power of ten in 64 bits.
const maxPower = 18

// power gives 10^n for 0 <= n <= maxPower.
func power(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}
