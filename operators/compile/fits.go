package compile

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// Where no equality says which rows of a table meet, but a pattern that they have and a text of the
// rows before do, each text is looked for once: what a pattern fits is a set of the dictionary's codes,
// as that of a constant is, and the rows whose pattern fits a text lie side by side, by its code. So no
// pair is made that the condition does not hold for.

const (
	mostFitted  = 1 << 25 // how many pairs of a text and a pattern are looked at
	mostKnown   = 1 << 16 // for how many patterns what they fit is remembered for further rows
	mostFitting = 1 << 24 // how many of them are kept
	textsOfRow  = 4       // how many texts there are at most for each row that is expected
)

// fit is a condition that a text of rows joined already and the rows of a table fit each other.
type fit struct {
	of   plan.Expr
	text plan.ColumnRef
}

// isText reports whether a column is that of the text.
func (f fit) isText(table, column int) bool { return table == f.text.Table && column == f.text.Column }

// fitting joins the table of a probe that comes first, by a condition of it or of a filter behind it. It
// gives what is left of the operators; false where there is no such condition, or it is not worth it.
func (c *compiler) fitting(ops []plan.Operator) (rest []plan.Operator, done bool, err error) {
	op, ok := ops[0].(plan.HashProbe)
	if !ok || len(op.Keys) > 0 {
		return nil, false, nil
	}
	rest = ops[1:]
	f, op, ok := c.fitWithin(op)
	for i := 0; i < len(rest) && !ok && op.Kind == plan.InnerJoin; i++ {
		if filter, isFilter := rest[i].(plan.Filter); isFilter {
			if f, ok = c.fitOf(op.Table, filter.Pred); ok {
				rest = slices.Delete(slices.Clone(rest), i, i+1)
			}
		}
	}
	if !ok {
		return nil, false, nil
	}
	if op.Band != nil {
		var left []plan.Operator
		op, left = bandOfPairs(op, op.Band)
		rest = append(left, rest...)
	}
	done, err = c.fitProbe(op, f)
	return rest, done, err
}

// fitWithin takes such a condition out of those that a probe has for pairs.
func (c *compiler) fitWithin(op plan.HashProbe) (fit, plan.HashProbe, bool) {
	if op.On == nil {
		return fit{}, op, false
	}
	all := plan.Conjuncts(op.On)
	for i, e := range all {
		if f, ok := c.fitOf(op.Table, e); ok {
			op.On = plan.Combine(plan.And, slices.Delete(slices.Clone(all), i, i+1))
			return f, op, true
		}
	}
	return fit{}, op, false
}

// fitOf takes a condition for one that says which rows of a table fit a text.
func (c *compiler) fitOf(table int, e plan.Expr) (f fit, ok bool) {
	if !isFit(e) {
		return fit{}, false
	}
	own, texts := 0, 0
	plan.Visit(e, func(x plan.Expr) bool {
		switch r, isColumn := x.(plan.ColumnRef); {
		case !isColumn:
			if call, ok := x.(plan.Call); ok && (call.Op == plan.Rand || call.Native != nil) {
				texts = -1 << 16
			}
		case r.Table == table:
			if own++; c.tables[table].Ref.Table.Columns[r.Column].Ref != nil {
				texts = -1 << 16
			}
		case texts == 0 || f.text.Table != r.Table || f.text.Column != r.Column:
			f.text = r
			texts++
		}
		return true
	})
	return fit{e, f.text}, own > 0 && texts == 1 && c.isThere(f.text)
}

// isThere reports whether a column of texts with a dictionary is one of rows that are joined.
func (c *compiler) isThere(r plan.ColumnRef) bool {
	t := &c.tables[r.Table]
	column := c.where.ValueColumn(exprs.Place{Table: r.Table, Column: r.Column})
	return (r.Table == c.net.Root || t.row >= 0 || t.Reach == restrict.Keyed) && t.mark < 0 &&
		column.Type.Kind == plan.String && column.Dict != nil && column.Unsorted == nil && column.Dict.Len() > 0
}

// isFit reports whether a condition is a LIKE, or asks whether a text is part of another.
func isFit(e plan.Expr) bool {
	call, ok := e.(plan.Call)
	return ok && (call.Op == plan.LikeOf || isPartOf(call))
}

// isPartOf reports whether a condition is INSTR(text, part) > 0.
func isPartOf(e plan.Call) bool {
	if e.Op != plan.Gt && e.Op != plan.Ne {
		return false
	}
	at, isCall := e.Args[0].(plan.Call)
	zero, isConst := e.Args[1].(plan.Const)
	return isCall && isConst && at.Op == "INSTR" && zero.Value.Kind == plan.Int && zero.Value.Int == 0
}

// fitProbe joins the rows that fit a text; false where these are looked for pair by pair.
func (c *compiler) fitProbe(op plan.HashProbe, f fit) (bool, error) {
	t := &c.tables[op.Table]
	dict := c.where.ValueColumn(exprs.Place{Table: f.text.Table, Column: f.text.Column}).Dict
	key := c.fitKey(t, f)
	if !c.cache.Has(key) && !c.worthFitting(t, f, dict.Len()) {
		return false, nil
	}
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		o, err := c.newFits(t, f, dict.Len())
		if err != nil {
			return nil, 0, err
		}
		return o, o.Bytes() + int64(len(key.Text)) + 256, nil
	})
	if err != nil {
		return false, err
	}
	o := v.(*index.Order)
	if o.Starts == nil {
		return false, nil
	}
	code, err := c.value(f.text)
	if err != nil {
		return false, err
	}
	place := operators.Reg{Lo: 0, Hi: int64(o.Len)}
	from, to := c.Lookup(o.Starts, code, place), c.Lookup(o.Starts, c.Plus(code, c.Number(1)), place)
	return true, c.spanned(op, t.Ref.Table.Name+" by "+f.of.String(), o, max(1, t.Ref.Table.Rows), from, to)
}

// fitKey names what fits the texts of a column.
func (c *compiler) fitKey(t *source, f fit) index.Key {
	own := plan.Replace(f.of, func(x plan.Expr) plan.Expr {
		if r, ok := x.(plan.ColumnRef); ok && f.isText(r.Table, r.Column) {
			return plan.Slot{Of: r.Type()}
		}
		return nil
	})
	return index.Key{
		Table: c.tables[f.text.Table].Ref.Table, With: t.Ref.Table, Kind: index.KeptFits, Column: f.text.Column, Text: exprs.PredicateKey(own) + "|" + t.where,
	}
}

// worthFitting reports whether to look for all texts, rather than for those of the rows that are
// expected, is worth it.
func (c *compiler) worthFitting(t *source, f fit, texts int) bool {
	rows := t.Ref.Table.Rows
	if t.passing != nil {
		rows = index.Members(t.passing)
	}
	return min(rows, f.different(t)) <= mostFitted/texts && c.prog.Estimate().Sink*textsOfRow >= float64(texts)
}

// own are the columns of a table that a condition is of.
func (f fit) own() (columns []int) {
	for _, p := range exprs.Places(f.of, nil) {
		if !f.isText(p.Table, p.Column) {
			columns = append(columns, p.Column)
		}
	}
	return columns
}

// different is how many different values these columns have at most in a row, as far as their
// dictionaries tell.
func (f fit) different(t *source) int {
	n := 1
	for _, column := range f.own() {
		dict := t.Ref.Table.Columns[column].Dict
		if dict == nil || dict.Len() >= mostKnown/n {
			return math.MaxInt
		}
		n *= dict.Len() + 1
	}
	return n
}

// newFits finds the rows of a table that fit each text, in their order; without Starts where a row
// cannot be told what it fits, or too many fit.
func (c *compiler) newFits(t *source, f fit, texts int) (*index.Order, error) {
	p := exprs.Place{Table: f.text.Table, Column: f.text.Column}
	column := *c.where.ValueColumn(p)
	column.Min, column.Max = 0, int64(texts)-1
	prober := truth.NewProber(c.ctx, &column)
	own, err := c.ownColumns(t, f)
	if err != nil {
		return nil, err
	}
	fits, known := index.NewFits(t.Ref.Table.Name, texts, mostFitting), map[string]sets.Ranges{}
	var values []byte
	for row := range t.Ref.Table.Rows {
		if !index.Has(t.passing, row) {
			continue
		}
		values = own.valuesOf(values[:0], row)
		codes, isKnown := known[string(values)]
		if !isKnown {
			var ok bool
			if codes, ok = own.fitted(prober, f, row); !ok {
				return &index.Order{}, c.ctx.Err()
			}
			if len(known) < mostKnown {
				known[string(values)] = codes
			}
		}
		if !fits.Add(row, codes) {
			return &index.Order{}, c.ctx.Err()
		}
	}
	release, err := c.cache.Hold(c.ctx, fits.Bytes())
	if err != nil {
		return nil, err
	}
	defer release()
	o := fits.Order()
	return o, c.cache.Keep(c.ctx, t.Ref.Table, o.Rows, o.Starts)
}

// ownColumns are the columns of a table that a condition is of, with what they hold.
type ownColumns struct {
	table *plan.Table
	of    []int
	holds []*operators.Array
}

func (c *compiler) ownColumns(t *source, f fit) (ownColumns, error) {
	own := ownColumns{table: t.Ref.Table, of: f.own()}
	for _, column := range own.of {
		a, err := c.cache.Column(c.ctx, own.table, column)
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
func (o ownColumns) fitted(prober truth.Prober, f fit, row int) (sets.Ranges, bool) {
	e, ok := o.ofRow(f, row)
	if !ok || e == nil {
		return nil, ok
	}
	v, ok := prober.Truth(e)
	return v.Yes.In, ok && !v.Yes.Null
}

// ofRow gives what a condition is for one row of a table, of the text alone; nil where it is NULL
// whatever the text is. ok is false where that is not known.
func (o ownColumns) ofRow(f fit, row int) (e plan.Expr, ok bool) {
	e = plan.Replace(f.of, func(x plan.Expr) plan.Expr {
		r, ok := x.(plan.ColumnRef)
		if !ok || f.isText(r.Table, r.Column) {
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
