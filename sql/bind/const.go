package bind

import (
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"

	"gsdms/plan"
	"gsdms/sql/bind/strict"
	"gsdms/sql/parse"
)

// Const evaluates an expression without columns and converts it to the type of a
// column by the rules of MySQL's strict mode: error 1264 for a number out of range,
// 1366 for what is no number, 1292 for what is no date, 1406 for a text that is
// too long. NULL stays NULL: whether it may be one is for the caller to say. The catalog is
// that of a session, or nil where its variables and the time are not known.
func Const(text string, n ast.ExprNode, to plan.Type, c plan.Catalog) (plan.Value, error) {
	b := newBinder(text, c)
	v, err := b.heard(b.FullConstant(n))
	if err != nil {
		return v, err
	}
	if number, ok := strict.Bits(n, to); ok {
		v = number
	}
	return strict.At(&b.Binder, v, to)
}

// Constants evaluates the values of a statement's rows, as Const does. What a value needs that is
// written as it is, as most are, is made once for all of them. One goroutine owns it.
type Constants struct {
	text    string
	catalog plan.Catalog
	literal *binder
}

// NewConstants makes Constants for a statement; the catalog is as in Const.
func NewConstants(text string, c plan.Catalog) *Constants {
	return &Constants{text: text, catalog: c, literal: newBinder(text, c)}
}

// Of is Const for one value.
func (k *Constants) Of(n ast.ExprNode, to plan.Type) (plan.Value, error) {
	if v, ok := strict.Plain(n, to); ok {
		return v, nil
	}
	_, bits := strict.Bits(n, to)
	if _, ok := n.(ast.ValueExpr); !ok || bits {
		return Const(k.text, n, to, k.catalog)
	}
	k.literal.Place, k.literal.Raw = -1, to.Bytes()
	v, err := k.value(n)
	if err != nil {
		return v, err
	}
	return strict.At(&k.literal.Binder, v, to)
}

// value is the value of a literal; of one that is a constant by itself, as most are, without what
// expressions need.
func (k *Constants) value(n ast.ExprNode) (plan.Value, error) {
	l, ok := n.(*test_driver.ValueExpr)
	if !ok {
		return k.literal.Constant(n)
	}
	k.literal.Place = parse.OffsetOf(k.text, n)
	e, err := k.literal.Literal(l)
	if err != nil {
		return plan.Value{}, err
	}
	if c, ok := e.(plan.Const); ok {
		return c.Value, nil
	}
	return k.literal.Constant(n)
}

// Value evaluates an expression without columns, as a session sees it, which hears what is lost. It has all digits of
// a quotient.
func Value(text string, n ast.ExprNode, c plan.Catalog) (plan.Value, error) {
	b := newBinder(text, c)
	return b.heard(b.FullConstant(n))
}

// heard gives a constant, of which the session hears what is lost.
func (b *binder) heard(v plan.Value, err error) (plan.Value, error) {
	if h, ok := b.catalog.(Hearers); ok && err == nil {
		h.Lose(b.Lost.All())
	}
	return v, err
}
