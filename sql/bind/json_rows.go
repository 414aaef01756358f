package bind

import (
	"maps"
	"strconv"
	"strings"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/plan/value"
	"gsdms/sql/bind/step"
	"gsdms/sql/parse"
)

// unfoldings are those of a JSON_TABLE, and what its columns are of them.
type unfoldings struct {
	*binder
	out     *network.Compute
	columns []plan.Column
}

// rows adds the rows that a path gives of a document, and those nested in them; outer keeps rows
// without any.
func (u *unfoldings) rows(rows *parse.JSONRows, document plan.Expr, outer bool) error {
	array, err := u.array(rows, document)
	if err != nil {
		return err
	}
	number, element := u.unfold(array, outer)
	values, err := u.found(rows.Columns, map[string]plan.Expr{parse.JSONNumber: number, parse.JSONElement: element})
	if err != nil {
		return err
	}
	for i, c := range rows.Columns {
		e, err := u.ofDocument(c.JSONExpr, values[i])
		if err != nil {
			return err
		}
		u.out.Exprs = append(u.out.Exprs, e)
		u.columns = append(u.columns, step.Column(c.Name, e))
	}
	if len(rows.Nested) > 1 {
		return u.sideBySide(rows.Nested, element)
	}
	for _, nested := range rows.Nested {
		if err := u.rows(nested, element, true); err != nil {
			return err
		}
	}
	return nil
}

// found adds what the paths of columns find in an element, its kind and its text, so that an element is
// looked into once for each column. It gives what the names in their expressions are.
func (u *unfoldings) found(columns []parse.JSONColumn, names map[string]plan.Expr) ([]map[string]plan.Expr, error) {
	found, parts := u.net.AddTable(""), u.net.AddTable("")
	first, then := &network.Compute{In: u.out.In, Table: found}, &network.Compute{Table: parts}
	out := make([]map[string]plan.Expr, len(columns))
	for i, c := range columns {
		if out[i] = maps.Clone(names); c.Found.ExprNode == nil {
			continue
		}
		e, err := u.ofDocument(c.Found, names)
		if err != nil {
			return nil, err
		}
		k := u.Building()
		at := u.net.AddColumn(found, e)
		kind, text := k.Build("COALESCE", k.Build("JSON_TYPE", at), plan.Literal(value.OfString(""))), k.Build("JSON_UNQUOTE", at)
		if k.Err != nil {
			return nil, k.Err
		}
		out[i][parse.JSONFound], out[i][parse.JSONKind], out[i][parse.JSONText] = at, u.net.AddColumn(parts, kind), u.net.AddColumn(parts, text)
		first.Exprs, then.Exprs = append(first.Exprs, e), append(then.Exprs, kind, text)
	}
	if len(first.Exprs) > 0 {
		then.In, u.out.In = first, then
	}
	return out, nil
}

// array binds the array that a path gives of a document.
func (u *unfoldings) array(rows *parse.JSONRows, document plan.Expr) (plan.Expr, error) {
	return u.ofDocument(rows.Array, map[string]plan.Expr{parse.JSONDocument: document})
}

// unfold has each row once for each element of an array, and gives the number of that and it.
func (u *unfoldings) unfold(array plan.Expr, outer bool) (number, element plan.Expr) {
	made := u.net.AddTable("", plan.Column{Name: parse.JSONNumber, Type: plan.Type{Kind: plan.Int}, Nullable: outer},
		plan.Column{Name: parse.JSONElement, Type: plan.JsonType(), Nullable: outer})
	u.out.In = &network.Unfold{In: u.out.In, Table: made, Array: array, Outer: outer}
	return u.net.Ref(made, 0), u.net.Ref(made, 1)
}

// sideBySide adds the rows of several paths of one element: each row is there once for each path that
// gives rows, or once if none does, and has the element for its own path alone.
func (u *unfoldings) sideBySide(nested []*parse.JSONRows, element plan.Expr) error {
	k := u.Building()
	number := func(n int) plan.Expr { return plan.Literal(value.OfInt(int64(n))) }
	paths, lengths := make([]string, len(nested)), make([]plan.Expr, len(nested))
	none := number(0)
	for i, rows := range nested {
		array, err := u.array(rows, element)
		if err != nil {
			return err
		}
		paths[i] = strconv.Itoa(i + 1)
		lengths[i] = k.Build("COALESCE", k.Build("JSON_LENGTH", array), number(0))
		none = k.Build(plan.Add, none, lengths[i])
	}
	path, _ := u.unfold(plan.Const{Value: value.OfString("[" + strings.Join(paths, ", ") + "]"), Of: plan.JsonType()}, false)
	own := make([]plan.Expr, len(nested))
	counts := []plan.Expr{plan.Combine(plan.And, []plan.Expr{k.Build(plan.Eq, path, number(1)), k.Build(plan.Eq, none, number(0))})}
	for i, length := range lengths {
		is := k.Build(plan.Eq, path, number(i+1))
		own[i] = k.Build(plan.If, is, element, plan.NullOf(plan.JsonType()))
		counts = append(counts, plan.Combine(plan.And, []plan.Expr{is, k.Build(plan.Gt, length, number(0))}))
	}
	if k.Err != nil {
		return k.Err
	}
	var err error
	if u.out.In, err = u.Filter(u.out.In, []plan.Expr{plan.Combine(plan.Or, counts)}); err != nil {
		return err
	}
	for i, rows := range nested {
		if err := u.rows(rows, own[i], true); err != nil {
			return err
		}
	}
	return nil
}
