package change

import (
	"context"
	"errors"
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/bind"
	"gsdms/sql/bind/strict"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/source"
)

// insertRows is INSERT … VALUES and REPLACE … VALUES, for small tables.
type insertRows struct{ node *ast.InsertStmt }

func (insertRows) Nature() command.Nature { return command.ChangesRows }

func (x insertRows) Permit(r command.Permits) error {
	return permitInsert(r, x.node)
}

func (x insertRows) Run(ctx context.Context, c *command.Call) (*result.Set, error) {
	t, to, err := insertInto(c, x.node)
	if err != nil {
		return nil, err
	}
	if x.node.IsReplace && hasUnique(t) {
		return mergeRows(x).Run(ctx, c)
	}
	w, err := newWrittenRows(c, t, to, x.node)
	if err != nil {
		return nil, err
	}
	defer w.close()
	r, err := put(ctx, c, x.node, t, w)
	if err != nil {
		return nil, insertError(c, x.node, to, t, err)
	}
	if at := numberOf(t); at >= 0 && r.First == 0 {
		r.First = source.Counted(w.last[at].Last())
	}
	return r, nil
}

// put gives the rows of an INSERT or a REPLACE to the table. What is affected is counted as
// MySQL does: a row that is replaced goes, and another one comes. Without keys none is replaced.
func put(ctx context.Context, c *command.Call, n *ast.InsertStmt, t *plan.Table, src ingest.Source) (*result.Set, error) {
	defer c.Session.Changed()
	src = store.For(t.Shown(), src)
	if n.IsReplace && len(keysOf(t)) > 0 {
		r, err := c.Catalog(t.Name).Replace(ctx, t.Name, src)
		if err != nil {
			return nil, err
		}
		c.Session.Numbered(r.First)
		return &result.Set{Affected: int64(r.Rows + r.Removed), Message: fmt.Sprintf("%s inserted, %d replaced", command.CountRows(r.Rows), r.Removed), First: r.First}, nil
	}
	l, err := c.Catalog(t.Name).LoadNumbered(ctx, t.Name, src)
	if err != nil {
		return nil, err
	}
	c.Session.Numbered(l.First)
	return &result.Set{Affected: int64(l.Rows), Message: command.CountRows(l.Rows) + " inserted", First: l.First}, nil
}

// insertError gives the error for a value that the table does not take its place.
func insertError(c *command.Call, n *ast.InsertStmt, to []int, t *plan.Table, err error) error {
	var refused *store.RowError
	rows := parse.RowsOf(n)
	if !errors.As(err, &refused) || refused.Row >= int64(rows.Len()) {
		return c.RowError(err)
	}
	rows.Seek(int(refused.Row))
	values := rows.Next()
	at := firstNode(values, n)
	for i, column := range to {
		if t.Columns[column].Name == refused.Column {
			at = values[i]
		}
	}
	return c.ErrorAt(at, refused.Code, "row %d: column %s, value %s: %s", refused.Row+1, refused.Column, refused.Value, refused.Reason)
}

// insertInto gives the table of an INSERT and the ordinals that its values go to.
func insertInto(c *command.Call, n *ast.InsertStmt) (*plan.Table, []int, error) {
	if err := plainInsert(c, n); err != nil {
		return nil, nil, err
	}
	name, ok := insertTarget(n)
	if !ok {
		return nil, nil, c.Refuse(n, "INSERT into more than one table")
	}
	t, err := target(c, name, "INSERT")
	if err != nil {
		return nil, nil, err
	}
	if len(n.Columns) == 0 && len(n.Lists) > 0 && len(n.Lists[0]) == 0 {
		return filling(c, t), nil, nil // VALUES (): every column makes its own
	}
	to, err := targets(c, t, n.Columns)
	return filling(c, t), to, err
}

// plainInsert refuses the forms of INSERT and REPLACE that name partitions.
func plainInsert(c *command.Call, n *ast.InsertStmt) error {
	if len(n.PartitionNames) > 0 {
		return c.RefuseWord("PARTITION", "partitions")
	}
	return nil
}

func insertTarget(n *ast.InsertStmt) (*ast.TableName, bool) {
	source, ok := n.Table.TableRefs.Left.(*ast.TableSource)
	if !ok || n.Table.TableRefs.Right != nil {
		return nil, false
	}
	name, ok := source.Source.(*ast.TableName)
	return name, ok
}

// targets are the ordinals that the values of a row go to: those of the listed
// columns, or all.
func targets(c *command.Call, t *plan.Table, listed []*ast.ColumnName) ([]int, error) {
	var to []int
	if len(listed) == 0 {
		for i := range t.Shown() {
			to = append(to, i)
		}
		return to, nil
	}
	taken := map[int]bool{}
	for _, n := range listed {
		i := define.Ordinal(t.Shown(), n.Name.O)
		if i < 0 {
			return nil, define.UnknownColumn(c.Written(), n, t)
		}
		if taken[i] {
			return nil, c.ErrorAt(n, parse.CodeColumnTwice, "Column '%s' specified twice", n.Name.O)
		}
		taken[i] = true
		to = append(to, i)
	}
	return to, nil
}

func firstNode(values []ast.ExprNode, otherwise ast.Node) ast.Node {
	if len(values) > 0 {
		return values[0]
	}
	return otherwise
}

func insertValue(c *command.Call, constants *bind.Constants, b *source.Builder, e ast.ExprNode, row int) error {
	if _, ok := e.(*ast.DefaultExpr); ok {
		return nil // fill puts the default there
	}
	v, err := insertedValue(c, constants, b.Of, e, row)
	if err == nil {
		b.Add(v)
	}
	return err
}

// insertedValue evaluates a value for a column.
func insertedValue(c *command.Call, constants *bind.Constants, of *plan.Column, e ast.ExprNode, row int) (plan.Value, error) {
	v, err := constantOf(c, constants, of, e)
	if err != nil {
		return v, fmt.Errorf("column '%s' at row %d: %w", of.Name, row+1, err)
	}
	if v.IsNull() && !of.Nullable {
		return v, c.ErrorAt(e, parse.CodeNotNull, "Column '%s' cannot be null", of.Name)
	}
	if err := source.CheckText(v.Text); err != nil {
		return v, c.ErrorAt(e, parse.CodeWrongNumber, "column '%s' at row %d: %s", of.Name, row+1, parse.AsError("", err).Message)
	}
	return v, nil
}

// constantOf evaluates a value as the column holds it.
func constantOf(c *command.Call, constants *bind.Constants, of *plan.Column, e ast.ExprNode) (plan.Value, error) {
	if _, plain := e.(ast.ValueExpr); plain || !command.HasQuery(e) {
		return constants.Of(e, of.Type)
	}
	v, err := c.Constant(e)
	if err != nil {
		return v, err
	}
	return strict.Convert(v, of.Type)
}
