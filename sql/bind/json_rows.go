package bind

import (
	"math"
	"strconv"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/bind/step"
	"gsdms/sql/parse"
)

// unfoldings are the columns that a JSON_TABLE has so far.
type unfoldings struct {
	*binder
	columns []plan.Column
}

// ofJSON gives the document of a JSON_TABLE as a text that functions of JSON take.
func (b *binder) ofJSON(document plan.Expr) (plan.Expr, error) {
	k := b.Building()
	e := k.Build("JSON_EXTRACT", document, plan.Literal(value.OfString("$")))
	if call, ok := e.(plan.Call); ok && call.Op == "JSON_EXTRACT" {
		return call.Args[0], k.Err
	}
	return e, k.Err
}

// rows binds the rows of a path, and those nested in them, whose columns stand where they are written; outer ones
// may be NULL as a whole.
func (u *unfoldings) rows(rows *parse.JSONRows, outer bool) (*plan.Unfolded, error) {
	path, err := u.path(rows.Path)
	if err != nil {
		return nil, err
	}
	out := &plan.Unfolded{Path: path}
	for i := range len(rows.Columns) + 1 {
		for _, n := range rows.Nested {
			if n.Behind != i {
				continue
			}
			nested, err := u.rows(n, true)
			if err != nil {
				return nil, err
			}
			out.Nested = append(out.Nested, nested)
		}
		if i == len(rows.Columns) {
			break
		}
		made, of, err := u.column(rows.Columns[i])
		if err != nil {
			return nil, err
		}
		made.At, of.Nullable = len(u.columns), of.Nullable || outer
		u.columns, out.Columns = append(u.columns, of), append(out.Columns, made)
	}
	return out, nil
}

// path gives the text of a path, which is a literal.
func (u *unfoldings) path(e parse.JSONExpr) (string, error) {
	bound, err := u.ofDocument(e, map[string]plan.Expr{})
	if err != nil {
		return "", err
	}
	path, ok := bound.(plan.Const)
	if !ok || path.Value.Kind != plan.String {
		return "", u.Errorf(parse.CodeNotSupported, "the paths of JSON_TABLE are texts")
	}
	k := u.Building()
	k.Build("JSON_EXTRACT", plan.Slot{Of: plan.JsonType(), Name: parse.JSONFound}, path) // says whether it is one
	return path.Value.Text, k.Err
}

// column binds a column.
func (u *unfoldings) column(c parse.JSONColumn) (made plan.UnfoldedColumn, of plan.Column, err error) {
	made = plan.UnfoldedColumn{Name: c.Name, Text: c.Text, Is: plan.NumberAmong}
	if c.Path.ExprNode == nil {
		return made, plan.Column{Name: c.Name, Type: plan.Type{Kind: plan.Int}}, nil
	}
	if made.Path, err = u.path(c.Path); err != nil {
		return made, of, err
	}
	if c.Value.ExprNode == nil {
		made.Is = plan.ExistsAt
		return made, plan.Column{Name: c.Name, Type: plan.Type{Kind: plan.Bool}}, nil
	}
	made.Is = plan.ValueAt
	text := plan.Type{Kind: plan.String}
	found := map[string]plan.Expr{
		parse.JSONFound: plan.Slot{Index: 0, Of: plan.JsonType(), CanBeNil: true, Name: parse.JSONFound},
		parse.JSONKind:  plan.Slot{Index: 1, Of: text, Name: parse.JSONKind},
		parse.JSONText:  plan.Slot{Index: 2, Of: text, CanBeNil: true, Name: parse.JSONText},
	}
	if made.Value, err = u.ofDocument(c.Value, found); err != nil {
		return made, of, err
	}
	as, err := u.ofDocument(c.As, found)
	if err != nil {
		return made, of, err
	}
	made.As, made.Refuses = as.Type(), c.Refuses
	made.Least, made.Most = boundOf(c.Least), boundOf(c.Most)
	return made, step.Column(c.Name, made.Value), nil
}

// boundOf reads a bound of whole numbers, the greatest of 64 bits for one behind it; 0 where there is none.
func boundOf(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil && text != "" {
		return math.MaxInt64
	}
	return n
}
