package define

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// SelectDefinition is the table that a statement declares with the columns of a result
// that it does not: those behind the others. It gives the column that each of the result's
// goes to.
func (x Reader) SelectDefinition(n *ast.CreateTableStmt, rows *result.Set) (store.Definition, []int, error) {
	d := store.Definition{Name: n.Table.Name.O}
	if err := x.addColumns(&d, n); err != nil {
		return d, nil, err
	}
	var to []int
	for i, output := range rows.Columns {
		at := Ordinal(d.Columns, output.Name)
		if slices.Contains(to, at) {
			return d, nil, x.ErrorAt(n.Table, parse.CodeDuplicateColumn, "Duplicate column name '%s'", output.Name)
		}
		if at >= 0 && d.Columns[at].Generated() {
			return d, nil, x.ErrorAt(n.Table, parse.CodeGeneratedValue, "The value specified for generated column '%s' in table '%s' is not allowed.", d.Columns[at].Name, d.Name)
		}
		if at < 0 {
			at = len(d.Columns)
			t, err := storedType(output, &rows.Rows.Columns[i], rows.Rows.Len, rows.More == nil)
			if err != nil {
				return d, nil, x.ErrorAt(n.Table, parse.CodeNotSupported, "column %s: %s", output.Name, err)
			}
			d.Columns = append(d.Columns, plan.Column{Name: output.Name, Type: t, Nullable: true})
		}
		to = append(to, at)
	}
	return d, to, x.addRest(&d, n)
}

// FileDefinition reads CREATE TABLE … SELECT of all columns of a file, whose rows nobody has seen:
// the columns of the file are those of the table.
func (x Reader) FileDefinition(n *ast.CreateTableStmt, columns []plan.Column) (store.Definition, error) {
	d := store.Definition{Name: n.Table.Name.O}
	for _, c := range columns {
		t, err := storedType(plan.Output{Name: c.Name, Type: c.Type}, &plan.Vector{}, 0, false)
		if err != nil {
			return d, x.ErrorAt(n.Table, parse.CodeNotSupported, "column %s: %s", c.Name, err)
		}
		d.Columns = append(d.Columns, plan.Column{Name: c.Name, Type: t, Nullable: true})
	}
	return d, x.addRest(&d, n)
}

// storedType is the type of a table's column for the values of a result: the declared type
// of the column that they come from, if it has room for them, else that of MySQL for such
// an expression. A text that is computed has room for any, since rows that come later may have longer ones; another one
// for the longest, or for any where these are not all of the values and have no dictionary.
func storedType(o plan.Output, v *plan.Vector, rows int, all bool) (plan.Type, error) {
	switch t := o.Type; t.Kind {
	case plan.Null:
		return plan.Type{Kind: plan.String, Name: "VARCHAR(1)", Precision: 1}, nil
	case plan.Bool:
		return plan.Type{Kind: plan.Int, Name: "TINYINT(1)", Min: -128, Max: 127}, nil
	case plan.Int:
		if t.Name != "" && t.Min < t.Max && within(v, t.Min, t.Max) {
			return plan.Type{Kind: plan.Int, Name: t.Name, Min: t.Min, Max: t.Max}, nil
		}
		return plan.Type{Kind: plan.Int, Name: "BIGINT", Min: math.MinInt64, Max: math.MaxInt64}, nil
	case plan.Unsigned:
		return value.UnsignedType(), nil
	case plan.Decimal:
		return storedDecimal(t)
	case plan.Double:
		if t.Name == "" {
			t.Name = value.DoubleName
		}
		return plan.Type{Kind: plan.Double, Name: t.Name}, nil
	case plan.Date:
		return plan.Type{Kind: plan.Date, Name: "DATE"}, nil
	case plan.DateTime, plan.Time:
		if t.Name != "" && t.Min < t.Max {
			return plan.Type{Kind: t.Kind, Name: t.Name, Scale: t.Scale, Min: t.Min, Max: t.Max}, nil
		}
		t = plan.Type{Kind: t.Kind, Scale: t.Scale}
		t.Name = t.String()
		return t, nil
	case plan.String:
		known := all || v.Dict != nil && o.Origin != nil && o.Origin.Declared // the dictionary of computed texts is of the first rows
		if !known && t.Bytes() {
			return value.BytesType(0, false), nil
		}
		if t.Name == "" || !known && t.Name != value.JSONName && !t.Listed() {
			return plan.Type{Kind: plan.String, Name: "TEXT"}, nil
		}
		return textType(t, longest(v, rows)), nil
	default:
		return t, fmt.Errorf("values of type %s cannot be stored", t)
	}
}

// within reports whether all numbers of a vector lie between bounds.
func within(v *plan.Vector, lo, hi int64) bool {
	for i, n := range v.Ints {
		if (n < lo || n > hi) && !v.IsNull(i) {
			return false
		}
	}
	return true
}

// storedDecimal is the type of a column for a decimal.
func storedDecimal(t plan.Type) (plan.Type, error) {
	t = value.DecimalType(t.Precision, t.Scale)
	return decimalType(t.Precision, t.Scale), nil
}

// decimalType is DECIMAL(digits,scale).
func decimalType(digits, scale int) plan.Type {
	t := plan.Type{Kind: plan.Decimal, Precision: digits, Scale: scale, Name: fmt.Sprintf("DECIMAL(%d,%d)", digits, scale)}
	if t.Keyed() {
		return t
	}
	t.Max = 1
	for range digits {
		t.Max *= 10
	}
	t.Max--
	t.Min = -t.Max
	return t
}

// longestVarchar is how many characters a VARCHAR has at most; longer texts are TEXT.
const longestVarchar = 16383

func textType(t plan.Type, longest int) plan.Type {
	switch {
	case t.Name == value.JSONName || t.Listed():
		return plan.Type{Kind: plan.String, Name: t.Name}
	case t.Bytes():
		if t.Precision == 0 && t.Name != value.BytesType(0, false).Name {
			t = value.BytesType(max(1, longest), false)
		}
		return plan.Type{Kind: plan.String, Name: t.Name, Precision: t.Precision}
	case t.Name == "TEXT" || longest > longestVarchar:
		return plan.Type{Kind: plan.String, Name: "TEXT"}
	case t.Name != "" && t.Precision >= max(1, longest):
		return plan.Type{Kind: plan.String, Name: t.Name, Precision: t.Precision}
	}
	longest = max(1, longest)
	return plan.Type{Kind: plan.String, Name: fmt.Sprintf("VARCHAR(%d)", longest), Precision: longest}
}

// longest is how many characters the longest text of a vector has.
func longest(v *plan.Vector, rows int) (most int) {
	if v.Dict != nil {
		for i := range v.Dict.Len() {
			if b := v.Dict.Bytes(i); len(b) > most {
				most = max(most, utf8.RuneCount(b))
			}
		}
		return most
	}
	for row := range rows {
		if !v.IsNull(row) && len(v.Texts[row]) > most {
			most = max(most, utf8.RuneCountInString(v.Texts[row]))
		}
	}
	return most
}
