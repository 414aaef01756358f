package sql

import (
	"context"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// createIndex is CREATE INDEX: nothing is made, as a warning says, since joins and filters find
// rows without one. A unique one would promise what is not held, and is refused.
type createIndex struct{ node *ast.CreateIndexStmt }

func (createIndex) Nature() command.Nature { return command.ChangesTables }

func (x createIndex) Permit(r command.Permits) error {
	return r.Need(account.Alter, x.node.Table.Name.O)
}

func (x createIndex) run(_ context.Context, c *call) (*result.Set, error) {
	if _, err := c.Table(x.node.Table); err != nil {
		return nil, err
	}
	if x.node.KeyType != ast.IndexKeyTypeNone && x.node.KeyType != ast.IndexKeyTypeFulltext {
		return nil, c.Refuse(x.node.Table, "unique indexes: of the keys only PRIMARY KEY is held")
	}
	c.session.withoutIndex(x.node.IndexName)
	return &result.Set{Message: "no index is made: none is needed"}, nil
}

// withoutIndex warns that an index that was asked for is not made.
func (s *Session) withoutIndex(name string) {
	if name != "" {
		name = parse.QuoteName(name) + " "
	}
	s.warn("Note", parse.CodeNotSupported, "No index "+name+"is made: rows are found without one")
}

// withoutIndexes warns of the indexes among the constraints of a table.
func (s *Session) withoutIndexes(constraints ...*ast.Constraint) {
	for _, k := range constraints {
		switch k.Tp {
		case ast.ConstraintKey, ast.ConstraintIndex, ast.ConstraintFulltext:
			s.withoutIndex(k.Name)
		}
	}
}
