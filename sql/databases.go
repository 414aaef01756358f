package sql

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// createDatabase is CREATE DATABASE: a name before those of tables, which are in the catalog with
// all others.
type createDatabase struct{ node *ast.CreateDatabaseStmt }

func (createDatabase) Nature() command.Nature { return command.ChangesTables }

func (x createDatabase) Permit(r command.Permits) error {
	return r.NeedDatabase(account.Create, x.node.Name.O)
}

func (x createDatabase) run(ctx context.Context, c *call) (*result.Set, error) {
	name := x.node.Name.O
	err := store.ErrDatabaseExists
	if !c.engine.isDatabase(name) && !inform.IsSchema(name) {
		err = c.engine.catalogs.CreateDatabase(ctx, name)
	}
	switch {
	case errors.Is(err, store.ErrDatabaseExists) && x.node.IfNotExists:
		c.session.warn("Note", parse.CodeDatabaseExists, fmt.Sprintf("Can't create database '%s'; database exists", name))
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

func (dropDatabase) Nature() command.Nature { return command.ChangesTables }

func (x dropDatabase) Permit(r command.Permits) error {
	return r.NeedDatabase(account.Drop, x.node.Name.O)
}

func (x dropDatabase) run(ctx context.Context, c *call) (*result.Set, error) {
	name := x.node.Name.O
	if c.engine.isDatabase(name) || inform.IsSchema(name) {
		return nil, c.Written().RefuseWord(name, "DROP DATABASE of %s, which is there as long as the folder is: drop its tables", name)
	}
	if dir := c.engine.catalogs.Mounted(name); dir != "" {
		return nil, c.Written().RefuseWord(name, "DROP DATABASE of %s, which is the folder %s and there as long as it is given: drop its tables", name, dir)
	}
	err := c.engine.catalogs.DropDatabase(ctx, name)
	var none *store.UnknownDatabaseError
	switch {
	case errors.As(err, &none) && x.node.IfExists:
		c.session.warn("Note", none.SQLCode(), none.Error())
		return c.drop(nil, nil)
	case errors.As(err, &none):
		return nil, parse.Hinted(c.ErrorAt(nil, none.SQLCode(), "%s", none), name, c.engine.catalogs.Databases())
	case err != nil:
		return nil, err
	}
	c.engine.changed()
	if c.session.settings.Database == name {
		c.session.settings.Database = ""
	}
	return &result.Set{Message: "dropped " + name}, nil
}

// alterDatabase is ALTER DATABASE, which sets what all texts have anyway.
func alterDatabase(n *ast.AlterDatabaseStmt) statement {
	for _, o := range n.Options {
		if o.Tp != ast.DatabaseOptionCharset && o.Tp != ast.DatabaseOptionCollate {
			return unsupported{n}
		}
	}
	return settled{"texts are utf8mb4 and compare by bytes"}
}

// named is how the catalogs have a table that somebody names, who may write the name of any database
// before it.
func (e *Engine) named(table string) string {
	view := e.View()
	defer view.Close()
	database, own, ok := strings.Cut(table, ".")
	if there := slices.Contains(view.Tables(), table) || view.Query(table) != nil; there || !ok || !e.isDatabase(database) {
		return table
	}
	return own
}

// Written is how a statement names a table that somebody names, who may write its database before it.
func (e *Engine) Written(table string) string {
	database, own := roster.Split(e.named(table), e.catalogs.Databases())
	if database == "" {
		return parse.QuoteName(own)
	}
	return parse.QuoteName(database) + "." + parse.QuoteName(own)
}

// checkNames refuses names of databases that could not be told from others.
func (c Config) checkNames() error {
	for _, f := range append([]store.Folder{{Database: cmp.Or(c.Name, "x"), Dir: c.Dir}}, c.Beside...) {
		switch {
		case f.Database == "" || strings.ContainsAny(f.Database, `./\`) || utf8.RuneCountInString(f.Database) > 64:
			return fmt.Errorf("open %s: %q is no name for a database: a name has 1 to 64 characters and no dot", f.Dir, f.Database)
		case inform.IsSchema(f.Database):
			return fmt.Errorf("open %s: a database %s is there already, it describes the others: give the folder another name", f.Dir, f.Database)
		}
	}
	return nil
}

// checkDatabases refuses a database that is called like that of the first folder, but where it is
// only the folder that has come to be called so.
func (e *Engine) checkDatabases() error {
	for _, name := range e.catalogs.Databases() {
		if dir := e.catalogs.Of(name + ".").Dir(); e.isDatabase(name) && (dir != e.config.Dir || e.config.Name != "") {
			return fmt.Errorf("open %s: %s is what the database in %s is called: give one of them another name", dir, name, e.config.Dir)
		}
	}
	return nil
}
