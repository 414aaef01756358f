package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/plan/network"
	"gsdms/sql/parse"
)

// jsonTableIn gives the JSON_TABLE that a part of FROM is, nil for others.
func jsonTableIn(n ast.ResultSetNode) (*ast.TableSource, *parse.JSONTable) {
	if s, ok := n.(*ast.TableSource); ok {
		t, _ := s.Source.(*parse.JSONTable)
		return s, t
	}
	return nil, nil
}

// unfolded joins a side with a JSON_TABLE: where its document is one of the side's rows, each of
// these with the rows of its own document, and ofLeft says so.
func (b *binder) unfolded(n *ast.Join, left side) (right side, ofLeft bool, err error) {
	s, t := jsonTableIn(n.Right)
	if t == nil {
		return side{}, false, nil
	}
	document, err := b.document(t, &left)
	if err != nil {
		return side{}, false, err
	}
	for _, c := range network.ColumnsIn(document) {
		for _, made := range network.Visible(left.node) {
			ofLeft = ofLeft || c.Table == made
		}
	}
	if !ofLeft {
		return side{}, false, nil
	}
	outer := n.Tp == ast.LeftJoin && !n.StraightJoin
	if n.Tp == ast.RightJoin || n.Tp == parse.FullJoin || outer && !always(n.On) {
		return side{}, false, b.Errorf(parse.CodeNotSupported, "JSON_TABLE of a column of the same FROM is joined by a comma, JOIN or LEFT JOIN ... ON TRUE; a subquery of both can be joined in other ways")
	}
	right, err = b.jsonTable(t, s, document, left.node, outer)
	return right, true, err
}

// always reports whether a condition is the word TRUE, or 1.
func always(on *ast.OnCondition) bool {
	if on == nil {
		return false
	}
	v, ok := on.Expr.(ast.ValueExpr)
	return ok && v.GetValue() == int64(1)
}

// document binds the document of a JSON_TABLE, which sees the tables before it.
func (b *binder) document(t *parse.JSONTable, left *side) (plan.Expr, error) {
	outer, clause := b.scope, b.clause
	b.scope, b.clause = left, inWhere
	defer func() { b.scope, b.clause = outer, clause }()
	return b.Expr(t.Document())
}

// jsonTable gives rows with those of a JSON_TABLE of a document that is one of their expressions.
func (b *binder) jsonTable(t *parse.JSONTable, s *ast.TableSource, document plan.Expr, in network.Node, outer bool) (side, error) {
	alias := s.AsName.O
	if alias == "" {
		return side{}, b.Errorf(parse.CodeNoAlias, "Every table function must have an alias")
	}
	document, err := b.ofJSON(document)
	if err != nil {
		return side{}, err
	}
	u := &unfoldings{binder: b}
	rows, err := u.rows(&t.Rows, outer)
	if err != nil {
		return side{}, err
	}
	table, err := b.Table(&plan.TableRef{Alias: alias, Table: plan.Schema(alias, u.columns...)})
	if err != nil {
		return side{}, err
	}
	return b.sideOf(&network.Unfold{In: in, Table: table, Document: document, Outer: outer, Rows: rows}, table), nil
}

// ofDocument binds an expression of a JSON_TABLE's own names.
func (b *binder) ofDocument(e parse.JSONExpr, values map[string]plan.Expr) (plan.Expr, error) {
	s := *b.statement
	s.text, s.places = e.Text, nil
	in := s.binder(nil)
	in.values = values
	out, err := in.Expr(e.ExprNode)
	if err != nil {
		cause := parse.AsError("", err)
		return nil, b.Errorf(cause.Code, "JSON_TABLE: %s", cause.Message)
	}
	return out, nil
}
