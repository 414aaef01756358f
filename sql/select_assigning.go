package sql

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan/value"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// selectAssigning is SELECT @a := x, …: behind it the session's variables have what its last row has
// set, and without a row they stay as they are.
type selectAssigning struct {
	node *ast.SelectStmt
	sets []assignment
}

// assignment is a column that is nothing but a setting.
type assignment struct {
	name  string
	place int // among the columns; below 0: counted from their end, since * stands before it
}

// assigningOf is what runs such a query, nil for any other. It notes what the list sets before the
// query is bound, which takes variables out of the list.
func assigningOf(n *ast.SelectStmt) statement {
	if n.Fields == nil {
		return nil
	}
	var sets []assignment
	fields := n.Fields.Fields
	starred := false
	for i, f := range fields {
		place := i
		if starred = starred || f.WildCard != nil; starred {
			place = i - len(fields)
		}
		for v := settingOf(f.Expr); v != nil; v = settingOf(v.Value) {
			sets = append(sets, assignment{v.Name, place})
		}
	}
	if sets == nil {
		return nil
	}
	return selectAssigning{n, sets}
}

// settingOf is the setting that an expression is, in parentheses or not; nil for any other.
func settingOf(n ast.ExprNode) *ast.VariableExpr {
	for {
		switch e := n.(type) {
		case *ast.ParenthesesExpr:
			n = e.Expr
		case *ast.VariableExpr:
			if e.Value != nil {
				return e
			}
			return nil
		default:
			return nil
		}
	}
}

func (selectAssigning) Nature() command.Nature { return command.OnlyReads }

func (x selectAssigning) run(ctx context.Context, c *call) (*result.Set, error) {
	q, err := c.engine.compile(ctx, c.Text, c.session.limited(x.kept()), c.session.surround(c.Names), c.watch)
	if err != nil {
		return nil, err
	}
	r, err := c.session.runQuery(ctx, q, c.View, c.watch, false)
	if err != nil {
		return nil, err
	}
	if err := c.session.counted(r); err != nil {
		return nil, err
	}
	if err := x.assign(c, r); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// kept is the query with a list of its own: binding takes the settings out of it, and a statement that
// is prepared is bound again.
func (x selectAssigning) kept() *ast.SelectStmt {
	n, list := *x.node, *x.node.Fields
	n.Fields, list.Fields = &list, make([]*ast.SelectField, len(list.Fields))
	for i, f := range x.node.Fields.Fields {
		own := *f
		list.Fields[i] = &own
	}
	return &n
}

// assign sets the variables, all or none.
func (x selectAssigning) assign(c *call, r *result.Set) error {
	last := r.Rows.Len - 1
	if last < 0 {
		return nil
	}
	next := c.session.settings.Clone()
	for _, s := range x.sets {
		if s.place < 0 {
			s.place += len(r.Rows.Columns)
		}
		column := &r.Rows.Columns[s.place]
		if err := next.SetOwn(s.name, value.Raw(column.Value(last), column.Type)); err != nil {
			return c.Written().ErrorAtWord(s.name, parse.CodeWrongVariableValue, "%s", err)
		}
	}
	c.session.settings = next
	return nil
}
