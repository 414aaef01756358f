package ddl

import (
	"context"
	"errors"
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// createDatabase is CREATE DATABASE: a name before those of tables, which are in the catalog with
// all others.
type createDatabase struct{ node *ast.CreateDatabaseStmt }

func (x createDatabase) Permit(r command.Permits) error {
	return r.NeedDatabase(account.Create, x.node.Name.O)
}

func (x createDatabase) run(ctx context.Context, c *call) (*result.Set, error) {
	name := x.node.Name.O
	err := store.ErrDatabaseExists
	if !c.isHome(name) && !inform.IsSchema(name) {
		err = c.Session.Catalogs().CreateDatabase(ctx, name)
	}
	switch {
	case errors.Is(err, store.ErrDatabaseExists) && x.node.IfNotExists:
		c.Session.Warn("Note", parse.CodeDatabaseExists, fmt.Sprintf("Can't create database '%s'; database exists", name))
		return &result.Set{Message: fmt.Sprintf("database %s exists", name)}, nil
	case errors.Is(err, store.ErrDatabaseExists):
		return nil, c.ErrorAt(nil, parse.CodeDatabaseExists, "Can't create database '%s'; database exists", name)
	case err != nil:
		return nil, err
	}
	return &result.Set{Affected: 1, Message: fmt.Sprintf("database %s created", name)}, nil
}

// dropDatabase is DROP DATABASE: all that is in it goes at once.
type dropDatabase struct{ node *ast.DropDatabaseStmt }

func (x dropDatabase) Permit(r command.Permits) error {
	return r.NeedDatabase(account.Drop, x.node.Name.O)
}

func (x dropDatabase) run(ctx context.Context, c *call) (*result.Set, error) {
	name := x.node.Name.O
	if c.isHome(name) || inform.IsSchema(name) {
		return nil, c.Written().RefuseWord(name, "DROP DATABASE of %s, which is there as long as the folder is: drop its tables", name)
	}
	if dir := c.Session.Catalogs().Mounted(name); dir != "" {
		return nil, c.Written().RefuseWord(name, "DROP DATABASE of %s, which is the folder %s and there as long as it is given: drop its tables", name, dir)
	}
	err := c.Session.Catalogs().DropDatabase(ctx, name)
	var none *store.UnknownDatabaseError
	switch {
	case errors.As(err, &none) && x.node.IfExists:
		c.Session.Warn("Note", none.SQLCode(), none.Error())
		return c.drop(nil, nil)
	case errors.As(err, &none):
		return nil, parse.Hinted(c.ErrorAt(nil, none.SQLCode(), "%s", none), name, c.Session.Catalogs().Databases())
	case err != nil:
		return nil, err
	}
	c.Session.Changed()
	c.doors.Dropped(name)
	return &result.Set{Message: "dropped " + name}, nil
}
