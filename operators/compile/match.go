package compile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/compile/rows"
	"gsdms/operators/index"
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// form says in which numbers a match column is indexed.
type form uint8

const (
	asStored form = iota // its values
	asFloat              // its values as doubles
	asNumber             // its dates as yyyymmdd
	asNarrow             // the numbers of its codes
)

// keyColumn is a column of an index, or what is computed of each row, and the numbers it is
// indexed in.
type keyColumn struct {
	column int // -1: of is computed
	as     form
	of     *computed
}

// computed is the values of an expression for all rows of a table, as a column has them.
type computed struct {
	text   string // tells it from the table's other ones
	column plan.Column
	array  *operators.Array
	lost   []fault.Warning // of the rows' values
}

// stored is the key column of a column's values.
func stored(column int) keyColumn { return keyColumn{column: column} }

func (k keyColumn) name(t *plan.Table) string {
	if k.of != nil {
		return k.of.column.Name
	}
	return t.Columns[k.column].Name
}

// keyText spells key columns so that different indexes of a table differ.
func keyText(columns []keyColumn) string {
	var b strings.Builder
	for _, k := range columns {
		fmt.Fprintf(&b, "%d:%d;", k.column, k.as)
		if k.of != nil {
			b.WriteString(k.of.text + ";")
		}
	}
	return b.String()
}

// matchOf gives the key column of what a probe matches with, and describes its values.
func (c *compiler) matchOf(table int, match plan.Expr) (keyColumn, *plan.Column, error) {
	if m, ok := match.(plan.ColumnRef); ok {
		return stored(m.Column), c.Where.ValueColumn(exprs.Place{Table: table, Column: m.Column}), nil
	}
	of, err := c.ofRows(table, match)
	if err != nil {
		return keyColumn{}, nil, err
	}
	return keyColumn{column: -1, of: of}, &of.column, nil
}

// computeMatches computes what a probe matches with that is no column. Where that cannot
// be done for all rows, or fails for one, which may never meet the row that it is compared
// with, the equality becomes a condition of pairs: of an inner join a filter behind it.
func (c *compiler) computeMatches(op plan.HashProbe) (plan.HashProbe, []plan.Operator, error) {
	var keys, match, rest []plan.Expr
	for i, m := range op.Match {
		_, _, err := c.matchOf(op.Table, m)
		if isHopeless(err) {
			equal, err := typing.Build(plan.Eq, op.Keys[i], m)
			if err != nil {
				return op, nil, err
			}
			rest = append(rest, equal)
			continue
		}
		if err != nil {
			return op, nil, err
		}
		keys, match = append(keys, op.Keys[i]), append(match, m)
	}
	op.Keys, op.Match = keys, match
	if len(rest) == 0 {
		return op, nil, nil
	}
	op, left := ofPairs(op, rest)
	return op, left, nil
}

// oneKey has an inner join by several keys, of which one seems to find one row, be by that alone: the table is
// an array then, and no hash table of all keys. The other equalities are filters behind it.
func (c *compiler) oneKey(op plan.HashProbe) (plan.HashProbe, []plan.Operator, error) {
	t := &c.tables[op.Table]
	if op.Kind != plan.InnerJoin || len(op.Keys) < 2 || t.passing != nil {
		return op, nil, nil
	}
	one := slices.IndexFunc(op.Match, func(m plan.Expr) bool { return c.seemsUnique(t.Ref.Table, m) })
	if one < 0 {
		return op, nil, nil
	}
	var others []plan.Expr
	for i, m := range op.Match {
		if i == one {
			continue
		}
		equal, err := typing.Build(plan.Eq, op.Keys[i], m)
		if err != nil {
			return op, nil, err
		}
		others = append(others, equal)
	}
	op.Keys, op.Match = op.Keys[one:one+1], op.Match[one:one+1]
	op, left := ofPairs(op, others)
	return op, left, nil
}

// seemsUnique reports whether an expression is a column of as many numbers as the table has rows, up to
// twice, of which a sample has none again.
func (c *compiler) seemsUnique(t *plan.Table, e plan.Expr) bool {
	r, ok := e.(plan.ColumnRef)
	if !ok || t.Passing || t.Rows == 0 {
		return false
	}
	column := &t.Columns[r.Column]
	if column.Ref != nil || column.Dict != nil || column.Storage.Float || column.Storage.Nullable || column.Min > column.Max {
		return false
	}
	numbers := float64(column.Max) - float64(column.Min) + 1
	if numbers < float64(t.Rows) || numbers > 2*float64(t.Rows) {
		return false
	}
	share, err := c.cache.Repeats(c.ctx, t, r.Column)
	return err == nil && share == 0
}

// ofPairs has a probe test more conditions of pairs: of an inner join by a filter behind it.
func ofPairs(op plan.HashProbe, conditions []plan.Expr) (plan.HashProbe, []plan.Operator) {
	if op.Kind == plan.InnerJoin {
		return op, []plan.Operator{plan.Filter{Pred: plan.Combine(plan.And, conditions)}}
	}
	if op.On != nil {
		conditions = append(conditions, op.On)
	}
	op.On = plan.Combine(plan.And, conditions)
	return op, nil
}

// isHopeless reports whether an expression cannot be computed before rows meet.
func isHopeless(err error) bool {
	var unsupported *emit.UnsupportedError
	var outside *plan.RangeError
	var other *fault.Error
	return errors.As(err, &unsupported) || errors.As(err, &outside) || errors.As(err, &other)
}

// ofRows gives the values of an expression over one table for all its rows, from the
// cache.
func (c *compiler) ofRows(table int, e plan.Expr) (*computed, error) {
	t := c.net.Tables[table].Table
	key := index.Key{Table: t, Kind: index.KeptMatch, Column: -1, Text: exprs.PredicateKey(e)}
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		var lost fault.Told
		s := newCompiler(fault.Telling(c.ctx, &lost), &plan.Pipeline{Text: c.net.Text, Tables: c.net.Tables, Root: table}, c.cache)
		o, err := s.Expr(e)
		if err != nil {
			return nil, 0, err
		}
		s.Tell()
		s.Done()
		out := &computed{text: key.Text, column: plan.Column{Name: e.String(), Type: e.Type(), Dict: o.Dict}, lost: lost.All()}
		if out.array, err = rows.Array(c.ctx, c.cache, s.Prog, o.Reg, e.String()); err != nil {
			return nil, 0, err
		}
		return out, int64(len(out.array.Data)) + int64(len(key.Text)) + 128, c.cache.Keep(c.ctx, t, out.array)
	})
	if err != nil {
		return nil, err
	}
	fault.TellsTo(c.ctx).Add(v.(*computed).lost...)
	return v.(*computed), nil
}

// keyArray gives a column in the form it is indexed in.
func (c *compiler) keyArray(t *plan.Table, k keyColumn) (*operators.Array, error) {
	a, of, err := c.keyValues(t, k)
	if err != nil {
		return nil, err
	}
	switch k.as {
	case asFloat:
		if of.Scale > emit.MaxPower {
			return nil, &emit.UnsupportedError{Why: "a join of a number with " + of.String()}
		}
		return rows.Floats(c.ctx, a, emit.Power(of.Scale)), nil
	case asNarrow:
		return rows.Decoded(c.ctx, a, t.Columns[k.column].Dict)
	case asNumber:
		return rows.Mapped(c.ctx, a, func(day int64) int64 { y, m, d := value.Civil(day); return int64(y*10000 + m*100 + d) }), nil
	}
	return a, nil
}

// keyValues gives the values of a key column, those of a foreign key in place of row
// numbers.
func (c *compiler) keyValues(t *plan.Table, k keyColumn) (*operators.Array, plan.Type, error) {
	if k.of != nil {
		return k.of.array, k.of.column.Type, nil
	}
	a, err := c.cache.Column(c.ctx, t, k.column)
	column := &t.Columns[k.column]
	for err == nil && column.Ref != nil {
		var keys *operators.Array
		if keys, err = c.cache.Column(c.ctx, column.Ref.Table, column.Ref.Column); err == nil {
			a, err = index.Through(c.ctx, a, keys)
		}
		if errors.Is(err, index.ErrNoNull) {
			err = &emit.UnsupportedError{Why: err.Error(), Wide: true}
		}
		column = &column.Ref.Table.Columns[column.Ref.Column]
	}
	return a, column.Type, err
}
