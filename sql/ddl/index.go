package ddl

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// createIndex is CREATE INDEX: it is kept as it is declared and none is made, as a warning says, since joins
// and filters find rows without one. A unique one is a rule of the table.
type createIndex struct{ node *ast.CreateIndexStmt }

func (x createIndex) Permit(r command.Permits) error {
	return r.Need(account.Alter, x.node.Table.Name.O)
}

func (x createIndex) run(ctx context.Context, c *call) (*result.Set, error) {
	key := &ast.Constraint{Name: x.node.IndexName, Keys: x.node.IndexPartSpecifications, Option: x.node.IndexOption}
	switch x.node.KeyType {
	case ast.IndexKeyTypeNone:
		key.Tp = ast.ConstraintIndex
	case ast.IndexKeyTypeFulltext:
		key.Tp = ast.ConstraintFulltext
	case ast.IndexKeyTypeUnique:
		key.Tp = ast.ConstraintUniq
	default:
		return nil, c.Refuse(x.node.Table, "this kind of index")
	}
	return altering(x.node.Table, &ast.AlterTableSpec{Tp: ast.AlterTableAddConstraint, Constraint: key}).run(ctx, c)
}

// altering is an ALTER TABLE of one step.
func altering(t *ast.TableName, s *ast.AlterTableSpec) alterTable {
	return alterTable{&ast.AlterTableStmt{Table: t, Specs: []*ast.AlterTableSpec{s}}}
}

// dropIndex is DROP INDEX, of a UNIQUE key and of the primary one, too.
type dropIndex struct{ node *ast.DropIndexStmt }

func (x dropIndex) Permit(r command.Permits) error {
	return r.Need(account.Alter, x.node.Table.Name.O)
}

func (x dropIndex) run(ctx context.Context, c *call) (*result.Set, error) {
	return altering(x.node.Table, &ast.AlterTableSpec{Tp: ast.AlterTableDropIndex, Name: x.node.IndexName}).run(ctx, c)
}

// withoutIndex warns that an index that was asked for is not made.
func (c *call) withoutIndex(name string) {
	if name != "" {
		name = parse.QuoteName(name) + " "
	}
	c.Session.Warn("Note", parse.CodeNotSupported, "No index "+name+"is made, its name is kept: rows are found without one")
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
