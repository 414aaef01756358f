package unfold

import (
	"context"
	"fmt"

	"gsdms/operators/tail/builder"
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// column is a column on the way. What it is of a value is what an expression says; of most values that
// is known without it.
type column struct {
	*builder.Builder
	of    plan.UnfoldedColumn
	legs  []json.Leg // within the element; none where the path leads to several places
	path  []json.Leg // that path
	along func(doc plan.Value) (plan.Value, error)
	plain func(c *column, written string, times int) bool // nil: no value is plain
	whole bool                                            // it is of JSON: an object is one
	kept  bool                                            // documents are as MySQL keeps them, and so are their values

	expr  *plan.Prepared
	slots [3]plan.Value
	fixed [kinds]fixed
}

// kind is a kind of JSON values of which there is one, or of which a column has the same value.
type kind int

const (
	nothing kind = iota
	null
	yes
	no
	object
	array
	kinds
)

// examples are values of kinds.
var examples = [kinds]string{null: "null", yes: "true", no: "false", object: "{}", array: "[]"}

// fixed is what a column is of a kind of values, once that is known.
type fixed struct {
	known bool
	value plan.Value
}

func newColumn(ctx context.Context, of plan.UnfoldedColumn) *column {
	c := &column{of: of}
	c.path, _, _ = json.ReadPath(of.Path)
	if json.OnePlace(c.path) {
		c.legs, c.path = c.path, nil
	}
	t := plan.Type{Kind: plan.Int}
	switch of.Is {
	case plan.ExistsAt:
		t.Kind = plan.Bool
	case plan.ValueAt:
		t = of.Value.Type()
		c.whole, c.expr = of.As.Name == value.JSONName, plan.Prepare(ctx, of.Value)
		if of.As.Kind == t.Kind && of.As.Scale == t.Scale {
			c.plain = plainValues[t.Kind]
		}
		if c.whole {
			c.plain = (*column).document
		}
		c.along = function.JSONAlong("JSON_EXTRACT", value.OfString(of.Path))
	}
	c.Builder = builder.New(t, 0)
	return c
}

// begin has NULL in all rows before one that have no value yet.
func (c *column) begin(row int) *column {
	if n := row - c.Len(); n > 0 {
		c.Null(n)
	}
	return c
}

// put gives rows what the column is of what its path leads to in an element.
func (c *column) put(text string, at json.Span, times int) error {
	switch {
	case c.of.Is == plan.ExistsAt:
		c.Ints(c.exists(text, at), times)
		return nil
	case c.path != nil:
		return c.several(at.Of(text), times)
	case at.To == 0:
		return c.same(nothing, times)
	}
	written := at.Of(text)
	switch written[0] {
	case 'n':
		return c.same(null, times)
	case 't':
		return c.same(yes, times)
	case 'f':
		return c.same(no, times)
	case '{':
		if !c.whole {
			return c.same(object, times)
		}
	case '[':
		if !c.whole {
			return c.same(array, times)
		}
	}
	if c.plain != nil && c.V.Wide == nil && c.plain(c, written, times) {
		return nil
	}
	return c.evaluate(written, times)
}

// exists is 1 where the path leads to something.
func (c *column) exists(text string, at json.Span) int64 {
	some := at.To > 0
	if c.path != nil {
		all, _ := json.All(at.Of(text), c.path)
		some = len(all) > 0
	}
	if some {
		return 1
	}
	return 0
}

// several evaluates what a path of several places leads to in an element.
func (c *column) several(element string, times int) error {
	v, err := c.along(value.OfString(element))
	switch {
	case err != nil:
		return err
	case v.IsNull():
		return c.same(nothing, times)
	}
	return c.evaluate(v.Text, times)
}

// same has the value that the column is of a kind.
func (c *column) same(k kind, times int) error {
	f := &c.fixed[k]
	if !f.known {
		v, err := c.value(examples[k])
		if err != nil {
			return err
		}
		*f = fixed{true, v}
	}
	return c.add(f.value, times)
}

// evaluate has the expression's value.
func (c *column) evaluate(written string, times int) error {
	v, err := c.value(written)
	if err != nil {
		return err
	}
	return c.add(v, times)
}

// value is the expression of a value as it is written; of none where that is "".
func (c *column) value(written string) (plan.Value, error) {
	c.slots = [3]plan.Value{{}, value.OfString(""), {}}
	if written != "" {
		v, _ := json.Read(written)
		text := string(json.Append(nil, v))
		c.slots = [3]plan.Value{value.OfString(text), value.OfString(json.KindOf(v)), value.OfString(function.JSONUnquote(text))}
	}
	v, err := c.expr.Eval(c.slot)
	if err == nil && v.IsNull() {
		err = c.refused(written)
	}
	if err != nil {
		return v, fmt.Errorf("compute %s: %w", c.of.Text, err)
	}
	return v, nil
}

// refused gives the error that NULL is of a value as it is written; of none where that is "".
func (c *column) refused(written string) error {
	if written == "" {
		if c.of.Refuses.None {
			return fault.Errorf(fault.CodeJSONMissing, "Missing value for JSON_TABLE column '%s'", c.of.Name)
		}
		return nil
	}
	if !c.of.Refuses.Wrong {
		return nil
	}
	as, known := castNames[c.of.As.Kind]
	switch kind := c.slots[1].Text; {
	case kind == "NULL":
		return nil
	case kind == "OBJECT" || kind == "ARRAY":
		return fault.Errorf(fault.CodeJSONScalar, "Can't store an array or an object in the scalar JSON_TABLE column '%s'", c.of.Name)
	case kind == "STRING" && known && !spelled(c.slots[2].Text):
		return fault.Errorf(fault.CodeJSONInvalid, "Invalid JSON value for CAST to %s from column %s at row 1", as, c.of.Name)
	}
	return fault.Errorf(fault.CodeJSONColumn, "Value is out of range for JSON_TABLE's column '%s'", c.of.Name)
}

// castNames are MySQL's names of the numbers that a text may spell.
var castNames = map[plan.Kind]string{plan.Int: "INTEGER", plan.Unsigned: "INTEGER", plan.Decimal: "DECIMAL", plan.Double: "DOUBLE"}

func (c *column) slot(e plan.Expr) (plan.Value, error) {
	s, ok := e.(plan.Slot)
	if !ok || s.Index >= len(c.slots) {
		return plan.Value{}, fmt.Errorf("%s is not among the %d slots of a value", e, len(c.slots))
	}
	return c.slots[s.Index], nil
}

func (c *column) add(v plan.Value, times int) error {
	if v.IsNull() {
		c.Null(times)
		return nil
	}
	for range times {
		if err := c.Add(v); err != nil {
			return err
		}
	}
	return nil
}

// again begins the column of other rows.
func (c *column) again() {
	n := c.Len()
	c.Builder = builder.New(c.V.Type, n+n/8)
}

// spelled reports whether a text is a number.
func spelled(text string) bool {
	_, ok := value.ParseNumber(text)
	return ok
}
