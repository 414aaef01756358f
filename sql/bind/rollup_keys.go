package bind

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"

	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/sql/bind/scalar"
	"gsdms/sql/parse"
)

// rollUp has the keys of GROUP BY be those of WITH ROLLUP. An expression is a key then where it is
// written as one: what it comes to does not tell, since COALESCE(k, 1) is k where that cannot be
// NULL, but a row that is not grouped by the one has NULL for it, and 1 for the other where the
// key is k.
func (b *binder) rollUp(items []*ast.ByItem) error {
	b.rollup = true
	b.keysAs = make([]string, len(items))
	for i, item := range items {
		if b.keysAs[i] = spelling(b.meant(item.Expr)); slices.Contains(b.keysAs[:i], b.keysAs[i]) {
			return parse.ErrorAt(b.text, parse.FindWord(b.text, "ROLLUP"), parse.CodeNotSupported, "WITH ROLLUP of the same expression twice is not supported")
		}
	}
	return nil
}

// meant is what an item of GROUP BY stands for: the field that a number or an alias names, or
// itself. It is nil for a column of *.
func (b *binder) meant(node ast.ExprNode) ast.ExprNode {
	switch n := node.(type) {
	case *ast.PositionExpr:
		return b.fields[n.N-1].node
	case *ast.ColumnNameExpr:
		if i, _ := b.fieldOrKey(n.Name); i >= 0 {
			return b.fields[i].node
		}
	}
	return node
}

// keyWritten gives the place of the key that an expression is written as, -1 if it is none.
// Columns and constants among expressions are found by what they are.
func (b *binder) keyWritten(n ast.ExprNode) int {
	if !b.overGroups() {
		return -1
	}
	switch n.(type) {
	case *ast.ColumnNameExpr, *ast.ParenthesesExpr:
		return -1
	}
	return slices.Index(b.keysAs, spelling(n))
}

// A key that is an ENUM or a SET is a text behind WITH ROLLUP, as a column and where rows are ordered by it; in an
// expression it is what it was.

// asText gives a key that is an ENUM or a SET as the text that it is behind WITH ROLLUP, and others as they are.
func (b *binder) asText(e plan.Expr) plan.Expr {
	if s, ok := e.(plan.Slot); ok && b.rollup && s.Index >= 0 && s.Of.Listed() {
		return plan.Cast{X: s, To: plan.Type{Kind: plan.String}}
	}
	return e
}

// ordered is what rows are ordered by for an expression.
func (b *binder) ordered(e plan.Expr) plan.Expr {
	return coerce.Ordered(b.asText(e))
}

// spelling is an expression as a text that does not depend on blanks and the case of names.
func spelling(n ast.ExprNode) string {
	if n == nil {
		return ""
	}
	var s strings.Builder
	flags := format.DefaultRestoreFlags | format.RestoreNameLowercase
	if err := scalar.Unwrap(n).Restore(format.NewRestoreCtx(flags, &s)); err != nil {
		return ""
	}
	return s.String()
}
