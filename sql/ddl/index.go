package ddl

import (
	"context"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// createIndex is CREATE INDEX: nothing is made, as a warning says, since joins and filters find
// rows without one. A unique one is a rule of the table.
type createIndex struct{ node *ast.CreateIndexStmt }

func (x createIndex) Permit(r command.Permits) error {
	return r.Need(account.Alter, x.node.Table.Name.O)
}

func (x createIndex) run(ctx context.Context, c *call) (*result.Set, error) {
	t, err := c.Table(x.node.Table)
	if err != nil {
		return nil, err
	}
	switch x.node.KeyType {
	case ast.IndexKeyTypeNone, ast.IndexKeyTypeFulltext:
		if err := c.reader().KnownColumns(t.Columns, x.node.IndexPartSpecifications); err != nil {
			return nil, err
		}
	case ast.IndexKeyTypeUnique:
		key := &ast.Constraint{Tp: ast.ConstraintUniq, Name: x.node.IndexName, Keys: x.node.IndexPartSpecifications}
		return altering(x.node.Table, &ast.AlterTableSpec{Tp: ast.AlterTableAddConstraint, Constraint: key}).run(ctx, c)
	default:
		return nil, c.Refuse(x.node.Table, "this kind of index")
	}
	c.withoutIndex(x.node.IndexName)
	return &result.Set{Message: "no index is made: none is needed"}, nil
}

// altering is an ALTER TABLE of one step.
func altering(t *ast.TableName, s *ast.AlterTableSpec) alterTable {
	return alterTable{&ast.AlterTableStmt{Table: t, Specs: []*ast.AlterTableSpec{s}}}
}

// dropIndex is DROP INDEX, of a UNIQUE key.
type dropIndex struct{ node *ast.DropIndexStmt }

func (x dropIndex) Permit(r command.Permits) error {
	return r.Need(account.Alter, x.node.Table.Name.O)
}

func (x dropIndex) run(ctx context.Context, c *call) (*result.Set, error) {
	if strings.EqualFold(x.node.IndexName, "PRIMARY") {
		return altering(x.node.Table, &ast.AlterTableSpec{Tp: ast.AlterTableDropPrimaryKey}).run(ctx, c)
	}
	return altering(x.node.Table, &ast.AlterTableSpec{Tp: ast.AlterTableDropIndex, Name: x.node.IndexName}).run(ctx, c)
}

// withoutIndex warns that an index that was asked for is not made.
func (c *call) withoutIndex(name string) {
	if name != "" {
		name = parse.QuoteName(name) + " "
	}
	c.Session.Warn("Note", parse.CodeNotSupported, "No index "+name+"is made: rows are found without one")
}

// withoutIndexes warns of the indexes among the constraints of a table.
func (c *call) withoutIndexes(constraints ...*ast.Constraint) {
	for _, k := range constraints {
		switch k.Tp {
		case ast.ConstraintKey, ast.ConstraintIndex, ast.ConstraintFulltext:
			c.withoutIndex(k.Name)
		}
	}
}

// withoutPartitions warns that no partitions are made: what is found and changed is the same.
func (c *call) withoutPartitions(n *ast.CreateTableStmt) {
	if n.Partition != nil {
		c.Session.Warn("Note", parse.CodeNotSupported, "No partitions are made: where rows lie by a column, scans pass over those that a condition leaves out")
	}
}
