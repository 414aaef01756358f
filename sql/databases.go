package sql

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
)

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
