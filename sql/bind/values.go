package bind

import (
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan/network"
	"gsdms/sql/parse"
)

// rowsOf binds VALUES ROW(…), …, whose columns are column_0, column_1 and so on: a table of
// their constants, else the rows of as many SELECTs without FROM.
func (b *binder) rowsOf(s *ast.SelectStmt) (relation, error) {
	if err := b.with(s.With); err != nil {
		return relation{}, err
	}
	rel, ok := b.constantRows(s.Lists)
	if !ok {
		var err error
		if rel, err = b.valueRows(s.Lists, 1); err != nil {
			return relation{}, err
		}
	}
	return b.orderSet(rel, s.OrderBy, s.Limit)
}

// valueRows puts rows together, the halves before the whole, so that many rows are no deep
// network; first is the number of the first.
func (b *binder) valueRows(rows []*ast.RowExpr, first int) (relation, error) {
	if len(rows) == 1 {
		return b.valueRow(rows[0], first)
	}
	half := len(rows) / 2
	upper, err := b.valueRows(rows[:half], first)
	if err != nil {
		return relation{}, err
	}
	lower, err := b.valueRows(rows[half:], first+half)
	if err != nil {
		return relation{}, err
	}
	if len(upper.columns) != len(lower.columns) {
		b.Place = parse.OffsetOf(b.text, rows[half].Values[0])
		return relation{}, b.Errorf(parse.CodeValueCount, "Column count doesn't match value count at row %d: %d columns, %d values", first+half, len(upper.columns), len(lower.columns))
	}
	return b.combine(network.UnionAll, upper, lower)
}

// valueRow binds a row of VALUES.
func (b *binder) valueRow(row *ast.RowExpr, number int) (relation, error) {
	if len(row.Values) == 0 {
		return relation{}, b.Errorf(parse.CodeNotSupported, "row %d of VALUES is empty: Each row of a VALUES clause must have at least one column, unless when used as source in an INSERT statement.", number)
	}
	q := &ast.SelectStmt{SelectStmtOpts: &ast.SelectStmtOpts{}, Kind: ast.SelectStmtKindSelect, Fields: &ast.FieldList{}}
	for i, e := range row.Values {
		q.Fields.Fields = append(q.Fields.Fields, &ast.SelectField{Expr: e, Offset: e.OriginTextPosition(), AsName: ast.NewCIStr(fmt.Sprintf("column_%d", i))})
	}
	return b.beside().selects(q)
}
