package scope

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/load"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/define"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
)

// Parse reads a statement, in which names without a database are of n.Database.
func (n *Names) Parse(text string) (ast.StmtNode, error) {
	return n.parseIn(&qualifier{names: n, database: n.Database}, text)
}

// ParseQuery is of bind.Views: names in the text of a view are of the view's database.
func (n *Names) ParseQuery(q *roster.Query) (ast.StmtNode, error) {
	return n.parseIn(n.within(q.Name), q.Text)
}

// within is the qualifier of the text of a view or a function.
func (n *Names) within(name string) *qualifier {
	q := &qualifier{names: n}
	q.database, _ = roster.Split(name, n.Databases())
	q.home, q.dir = n.Home(name)
	return q
}

func (n *Names) parseIn(q *qualifier, text string) (ast.StmtNode, error) {
	node, err := n.parsers.Parse(text)
	if err != nil {
		return nil, err
	}
	q.done = map[*ast.TableName]bool{}
	if f, ok := node.(*parse.CreateFunction); ok {
		q.table(f.Table)
	}
	node.Accept(q)
	if n.mentions != nil {
		n.mentions.in(node)
	}
	return node, nil
}

// Knows is of bind.Databases.
func (n *Names) Knows(schema string) (database string, ok bool) {
	if n.home(schema) {
		return "", true
	}
	if slices.Contains(n.Databases(), schema) {
		return schema, true
	}
	return "", inform.IsSchema(schema)
}

// Shown is of bind.Databases: where there are several databases, the one without a name is named, too.
func (n *Names) Shown(name string) string {
	database, own := roster.Split(name, n.Databases())
	if database == "" && len(n.Databases()) > 0 && !load.IsFileName(name) {
		return roster.Join(n.HomeName, own)
	}
	return name
}

// Key is what a statement's text is known by among plans: the same text means something else in
// another database. No statement begins with this byte.
func (n *Names) Key(text string) string {
	if n.Database == "" {
		return text
	}
	return "\x01" + parse.QuoteName(n.Database) + " " + text
}

// qualifier gives the tables and functions that a statement names the names that the catalog has
// for them, where they are of a database with a name. It leaves the names that WITH gives, and
// those without a database of the tables of a DELETE, which are found in its FROM.
type qualifier struct {
	names    *Names
	database string                  // of names without one
	home     string                  // of a text that a folder with a name has: this
	dir      string                  // and the folder
	target   ast.CIStr               // as it is written, that of the table that is made or altered
	done     map[*ast.TableName]bool // that have got theirs
	with     [][]string              // in small letters: names of WITH, by query around the place
}

// Enter is of ast.Visitor.
func (q *qualifier) Enter(node ast.Node) (ast.Node, bool) {
	switch n := node.(type) {
	case *ast.SelectStmt, *ast.SetOprStmt, *ast.UpdateStmt:
		q.with = append(q.with, nil)
	case *ast.CommonTableExpression:
		if n.IsRecursive {
			q.define(n.Name.L)
		}
	case *ast.DeleteStmt:
		q.with = append(q.with, nil)
		q.targets(n)
	case *ast.DeleteTableList:
		for _, t := range n.Tables {
			q.done[t] = t.Schema.O == ""
		}
	case *ast.ShowStmt:
		if n.Table != nil && n.Table.Schema.O == "" {
			n.Table.Schema = ast.NewCIStr(n.DBName)
		}
	case *ast.CreateTableStmt:
		q.target = n.Table.Schema
	case *ast.AlterTableStmt:
		q.target = n.Table.Schema
	case *ast.OptimizeTableStmt:
		for _, t := range n.Tables {
			t.Accept(q) // which the statement itself does not
		}
	case *ast.ColumnOption:
		if n.Refer != nil {
			n.Refer.Accept(q) // which the option itself does not
		}
	case *ast.ReferenceDef:
		if n.Table != nil && n.Table.Schema.O == "" {
			n.Table.Schema = q.target
		}
	case *ast.TableName:
		n.Schema = q.own(n.Schema)
		q.table(n)
	case *ast.ColumnName:
		n.Schema = q.own(n.Schema)
	case *ast.SelectField:
		if n.WildCard != nil {
			n.WildCard.Schema = q.own(n.WildCard.Schema)
		}
	case *ast.FuncCallExpr:
		n.Schema = q.own(n.Schema)
		q.function(n)
	}
	return node, false
}

// Leave is of ast.Visitor.
func (q *qualifier) Leave(node ast.Node) (ast.Node, bool) {
	switch n := node.(type) {
	case *ast.SelectStmt, *ast.SetOprStmt, *ast.UpdateStmt, *ast.DeleteStmt:
		q.with = q.with[:len(q.with)-1]
	case *ast.CommonTableExpression:
		q.define(n.Name.L)
	}
	return node, true
}

// targets gives the tables of a DELETE that have no database before them the one that their names
// are of, where FROM has a table of that and no other that is called so.
func (q *qualifier) targets(n *ast.DeleteStmt) {
	if n.Tables == nil || n.TableRefs == nil {
		return
	}
	plain, called := map[string]bool{}, map[string]bool{} // names in FROM: of this database, and given there
	eachSource(n.TableRefs.TableRefs, func(s *ast.TableSource) {
		name, ok := s.Source.(*ast.TableName)
		switch {
		case s.AsName.L != "":
			called[s.AsName.L] = true
		case ok && (name.Schema.O == "" || name.Schema.O == q.database || q.database == "" && q.names.home(name.Schema.O)):
			plain[name.Name.L] = true
		}
	})
	for _, t := range n.Tables.Tables {
		if t.Schema.O == "" && plain[t.Name.L] && !called[t.Name.L] {
			t.Schema = ast.NewCIStr(cmp.Or(q.database, define.HomeDatabase))
		}
	}
}

// eachSource visits what FROM names.
func eachSource(n ast.ResultSetNode, visit func(*ast.TableSource)) {
	switch n := n.(type) {
	case *ast.Join:
		eachSource(n.Left, visit)
		if n.Right != nil {
			eachSource(n.Right, visit)
		}
	case *ast.TableSource:
		if join, ok := n.Source.(*ast.Join); ok {
			eachSource(join, visit)
			return
		}
		visit(n)
	}
}

// define has a name be one of WITH, for the rest of the query.
func (q *qualifier) define(name string) {
	if last := len(q.with) - 1; last >= 0 {
		q.with[last] = append(q.with[last], name)
	}
}

// own gives the name of a database that the text of a view or a function has, where the folder that
// the text is in is another database here than by itself: there its own tables are of one that is
// called so, or like the folder.
func (q *qualifier) own(schema ast.CIStr) ast.CIStr {
	if q.home == "" || schema.O == "" {
		return schema
	}
	full, _ := filepath.Abs(q.dir)
	_, known := q.names.Knows(schema.O)
	if strings.EqualFold(schema.O, define.HomeDatabase) || !known && schema.O == filepath.Base(full) {
		return ast.NewCIStr(q.home)
	}
	return schema
}

// table gives a table, or a view, its name.
func (q *qualifier) table(n *ast.TableName) {
	if q.done[n] {
		return
	}
	q.done[n] = true
	database := n.Schema.O
	if database == "" {
		if slices.ContainsFunc(q.with, func(names []string) bool { return slices.Contains(names, n.Name.L) }) {
			return
		}
		database = q.database
	}
	if !slices.Contains(q.names.Databases(), database) {
		return
	}
	full := roster.Join(database, n.Name.O)
	if n.Schema.O == "" && load.IsFileName(n.Name.O) && !q.names.isStored(full) {
		return
	}
	n.Schema, n.Name = ast.NewCIStr(database), ast.NewCIStr(full)
}

// function gives a function of a user its name.
func (q *qualifier) function(n *ast.FuncCallExpr) {
	database := n.Schema.O
	if database == "" {
		database = q.database
	}
	full := roster.Join(database, n.FnName.O)
	if q.names.home(n.Schema.O) && q.names.Function(n.FnName.O) != nil {
		n.Schema = ast.CIStr{}
		return
	}
	if slices.Contains(q.names.Databases(), database) && q.names.Function(full) != nil {
		n.Schema, n.FnName = ast.CIStr{}, ast.NewCIStr(full)
	}
}

// isStored reports whether a name is that of a table or a view.
func (n *Names) isStored(name string) bool {
	return n.Has(name) || n.Views.Query(name) != nil || slices.Contains(n.Views.Tables(), name)
}
