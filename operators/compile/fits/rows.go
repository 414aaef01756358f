package fits

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/operators/truth"
	"gsdms/plan"
)

const (
	mostKnown   = 1 << 16 // for how many patterns what they fit is remembered for further rows
	mostFitting = 1 << 24 // how many pairs of a text and a row are kept
)

// Rows finds the rows of a table that pass and fit each text of a column, in their order; without Starts
// where a row cannot be told what it fits, or too many fit. What it found is kept by the cache.
func (f Condition) Rows(ctx context.Context, cache *index.Cache, text plan.Column, t *plan.Table, passing *operators.BitSet) (*index.Order, error) {
	texts := text.Dict.Len()
	text.Min, text.Max = 0, int64(texts)-1
	own, err := f.ownColumns(ctx, cache, t)
	if err != nil {
		return nil, err
	}
	fits, err := own.fits(ctx, &text, passing)
	if fits == nil || err != nil {
		return &index.Order{}, err
	}
	release, err := cache.Hold(ctx, fits.Bytes())
	if err != nil {
		return nil, err
	}
	defer release()
	o := fits.Order()
	return o, cache.Keep(ctx, t, o.Rows, o.Starts)
}

// fits are the rows that fit; nil where a row cannot be told what it fits, or too many fit.
func (o ownColumns) fits(ctx context.Context, text *plan.Column, passing *operators.BitSet) (*index.Fits, error) {
	prober := truth.NewProber(ctx, text)
	fits, known := index.NewFits(o.table.Name, text.Dict.Len(), mostFitting), map[string]sets.Ranges{}
	var values []byte
	for row := range o.table.Rows {
		if !index.Has(passing, row) {
			continue
		}
		values = o.valuesOf(values[:0], row)
		codes, isKnown := known[string(values)]
		if !isKnown {
			var ok bool
			if codes, ok = o.fitted(prober, row); !ok {
				return nil, ctx.Err()
			}
			if len(known) < mostKnown {
				known[string(values)] = codes
			}
		}
		if !fits.Add(row, codes) {
			return nil, ctx.Err()
		}
	}
	return fits, nil
}

// ownColumns are the columns of a table that a condition is of, with what they hold.
type ownColumns struct {
	by    Condition
	table *plan.Table
	of    []int
	holds []*operators.Array
}

func (f Condition) ownColumns(ctx context.Context, cache *index.Cache, t *plan.Table) (ownColumns, error) {
	own := ownColumns{by: f, table: t, of: f.own()}
	for _, column := range own.of {
		a, err := cache.Column(ctx, own.table, column)
		if err != nil {
			return own, err
		}
		own.holds = append(own.holds, a)
	}
	return own, nil
}

// valuesOf appends what a row has in the columns: rows that have the same fit the same texts.
func (o ownColumns) valuesOf(into []byte, row int) []byte {
	for _, a := range o.holds {
		n, null := index.NumberOf(a, row)
		if null {
			n = 0
			into = append(into, 1)
		} else {
			into = append(into, 0)
		}
		into = binary.NativeEndian.AppendUint64(into, uint64(n))
	}
	return into
}

// fitted gives the texts that a row fits, by their codes; false where that is not known.
func (o ownColumns) fitted(prober truth.Prober, row int) (sets.Ranges, bool) {
	e, ok := o.ofRow(row)
	if !ok || e == nil {
		return nil, ok
	}
	v, ok := prober.Truth(e)
	return v.Yes.In, ok && !v.Yes.Null
}

// ofRow gives what a condition is for one row of a table, of the text alone; nil where it is NULL
// whatever the text is. ok is false where that is not known.
func (o ownColumns) ofRow(row int) (e plan.Expr, ok bool) {
	e = plan.Replace(o.by.Of, func(x plan.Expr) plan.Expr {
		r, ok := x.(plan.ColumnRef)
		if !ok || o.by.IsText(r.Table, r.Column) {
			return nil
		}
		v := plan.Value{}
		if n, null := index.NumberOf(o.holds[slices.Index(o.of, r.Column)], row); !null {
			v = truth.ColumnValue(&o.table.Columns[r.Column], n)
		}
		return plan.Const{Value: v, Of: r.Type()}
	})
	call := e.(plan.Call)
	at := call
	if call.Op != plan.LikeOf {
		at = call.Args[0].(plan.Call)
	}
	if len(exprs.Places(at.Args[1], nil)) > 0 {
		return nil, false // a text as the pattern
	}
	pattern, err := plan.Eval(at.Args[1], nil)
	if err != nil {
		return nil, false // an error only for rows that count
	}
	if pattern.IsNull() {
		return nil, true
	}
	if call.Op == plan.LikeOf {
		return likeConstant(at, pattern.Text)
	}
	return plan.NewLike(at.Args[0], "%"+literally.Replace(pattern.Text)+"%", '\\'), true
}

// literally makes a pattern of LIKE of a text.
var literally = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

// likeConstant is a LIKE whose pattern is known.
func likeConstant(e plan.Call, pattern string) (plan.Expr, bool) {
	escape, ok := e.Args[2].(plan.Const)
	if !ok || escape.Value.Kind != plan.String {
		return nil, false
	}
	l := plan.NewLike(e.Args[0], pattern, firstRune(escape.Value.Text))
	return l, !l.TooWild()
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}
