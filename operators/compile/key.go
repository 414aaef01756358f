package compile

import (
	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/compile/scalar"
	"gsdms/operators/compile/tabulate"
	"gsdms/operators/index"
	"gsdms/plan"
)

// A group key that is a function of one number is a table from the numbers that there can
// be, or from the rows of the dimension that they are looked up in, to its values, if
// these are few. Then the values are known when the query is compiled, and so are tight
// bounds of the key: lo_orderdate DIV 100 has 80 values, though the numbers from
// 19920101 DIV 100 back to 0 are as good for all that its operator says.

// fewValues may be tabulated for any streamed table; more, up to manyValues, for one that
// has eight times as many rows.
const fewValues = 1 << 8

// A column that has another value in every row of a joined table, larger from row to row, says
// no more than the row's number: groups are found by that, without a look-up for each row, and
// closer together, and their keys are looked up when they are written.

// keyOf compiles a group key. One that others decide may become a fold of its values.
func (c *compiler) keyOf(e plan.Expr, decided bool) (operators.Key, error) {
	if ref, ok := e.(plan.ColumnRef); ok && !decided {
		if k, ok, err := c.rowKey(ref); ok || err != nil {
			return k, err
		}
		if k, ok, err := c.rankedKey(ref); ok || err != nil {
			return k, err
		}
	}
	o, err := c.groupKey(e)
	if err != nil {
		return operators.Key{}, err
	}
	return c.key(c.withDictionary(o, e.Type()), e.Type()), nil
}

// rowKey compiles a key that rises with the rows of the table that it is looked up in; ok is
// false of any other.
func (c *compiler) rowKey(e plan.ColumnRef) (k operators.Key, ok bool, err error) {
	p := exprs.Place{Table: e.Table, Column: e.Column}
	table, ordinal, number := c.tables[p.Table].Ref.Table, p.Column, func() (int, error) { return c.RowReg(p.Table) }
	if ref := c.Where.Column(p).Ref; ref != nil {
		table, ordinal, number = ref.Table, ref.Column, func() (int, error) { return c.NumberReg(p) }
	} else if c.tables[p.Table].Reach != restrict.Keyed || c.tables[p.Table].Mark >= 0 {
		return k, false, nil
	}
	if table.Columns[ordinal].Ref != nil {
		return k, false, nil
	}
	v, err := c.cache.View(c.ctx, table, ordinal)
	if err != nil || !v.Rises {
		return k, false, err
	}
	reg, err := number()
	if err != nil {
		return k, false, err
	}
	k = c.key(scalar.Operand{Reg: reg, Dict: table.Columns[ordinal].Dict, Numbered: table.Columns[ordinal].Unsorted}, e.Type())
	k.Values = v.Array
	return k, true, nil
}

// referredRow compiles a column that refers to rows by their keys as the numbers of these rows:
// there are as many, and they are NULL where the keys are; ok is false of anything else.
func (c *compiler) referredRow(e plan.Expr) (row int, ok bool, err error) {
	ref, ok := e.(plan.ColumnRef)
	if !ok || c.Where.Column(exprs.Place{Table: ref.Table, Column: ref.Column}).Ref == nil {
		return -1, false, nil
	}
	row, err = c.NumberReg(exprs.Place{Table: ref.Table, Column: ref.Column})
	return row, true, err
}

// groupKey compiles the expression of a group key.
func (c *compiler) groupKey(e plan.Expr) (scalar.Operand, error) {
	if o, ok, err := c.ofOneNumber(e); ok || err != nil && !plan.IsOutOfRange(err) {
		return o, err
	}
	return c.Equal(e)
}

// ofOneNumber compiles a function of one column of numbers as a table; ok is false where
// it is none, or there are too many numbers. A value that is out of range is an error
// only for the rows that count.
func (c *compiler) ofOneNumber(e plan.Expr) (o scalar.Operand, ok bool, err error) {
	places := exprs.Places(e, nil)
	if _, plain := e.(plan.ColumnRef); plain || len(places) != 1 {
		return scalar.Operand{}, false, nil
	}
	p := places[0]
	column := c.Where.ValueColumn(p)
	if column.Coded() || column.Type.Float() {
		return scalar.Operand{}, false, nil
	}
	r, err := c.Value(plan.ColumnRef{Table: p.Table, Column: p.Column})
	if err != nil {
		return scalar.Operand{}, false, err
	}
	most := uint64(min(tabulate.Many, max(fewValues, c.Prog.Table.Rows/8)))
	span := func(r operators.Reg) uint64 { return uint64(r.Hi) - uint64(r.Lo) }
	if look, ok := c.LookedUp(r); ok && span(c.Reg(look.At)) < min(most, span(c.Reg(r))) {
		return c.byRow(e, p, look)
	}
	if span(c.Reg(r)) >= most {
		return scalar.Operand{}, false, nil
	}
	return c.Tabulate(e, column.Type, scalar.Operand{Reg: r}, c.Cached(index.KeptArray, p, e))
}

// byRow compiles a function of a column that is looked up: the function is looked up
// instead, at the same place.
func (c *compiler) byRow(e plan.Expr, p exprs.Place, look operators.Lookup) (scalar.Operand, bool, error) {
	at := c.Reg(look.At)
	from, of := c.Prog.Arrays[look.Array], c.Where.ValueColumn(p).Type
	kind := index.KeptByRow
	if at.Nullable {
		kind = index.KeptByRowOrNull
	}
	t, err := c.Cached(kind, p, e)(at.Lo, at.Hi, func(m *tabulate.Maker) (*tabulate.Table, error) {
		return m.FillByRow(e, of, from, at)
	})
	if err != nil {
		return scalar.Operand{}, false, err
	}
	place := look.At
	if t.OnNull && at.Nullable {
		place = c.Compute(operators.IfInt, 0, operators.Reg{Hi: at.Hi + 1}, c.IsNull(place), c.Number(at.Hi+1), place)
	}
	return scalar.Operand{Reg: c.Lookup(t.Array, place, t.Reg), Dict: t.Dict}, true, nil
}
