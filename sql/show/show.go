package show

import (
	"cmp"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/dcl"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/setting"
)

// Asker is who asks, and what of the session and the server may be told.
type Asker struct {
	Facts    inform.Facts
	Settings setting.Values
	Warnings []Warning // that the statement before has left
	Client   bool      // of MySQL; else a session within the process
	Caller   dcl.Caller
	Who      string // what USER() says
}

// Warning is a row of SHOW WARNINGS.
type Warning struct {
	Level   string
	Code    int
	Message string
}

// Errors are those among warnings.
func Errors(all []Warning) (out []Warning) {
	for _, w := range all {
		if w.Level == "Error" {
			out = append(out, w)
		}
	}
	return out
}

// Answer is the rows of a SHOW, of which its LIKE and WHERE have taken nothing yet.
type Answer struct {
	*result.Set
	Like int         // the column that LIKE is about
	File *plan.Table // whose columns are listed; nil: those of no file
}

// Statement is a SHOW. It changes nothing.
type Statement interface {
	Nature() command.Nature
	Permit(r command.Permits) error
	Run(c *command.Call, by Asker) (Answer, error)
}

// Of is what runs a SHOW, nil for one that there is not. A new one is a case here or a row of lists.
func Of(n *ast.ShowStmt) Statement {
	switch n.Tp {
	case ast.ShowCreateTable:
		return create{n.Table, tableText}
	case ast.ShowCreateView:
		return create{n.Table, viewText}
	}
	if l := lists(n.Tp); l != nil {
		return list{n, l}
	}
	return nil
}

// OfFunction is what runs SHOW CREATE FUNCTION.
func OfFunction(n *parse.ShowCreateFunction) Statement {
	return createFunction{create{n.Table, functionText}}
}

// call is what a SHOW works with.
type call struct {
	*command.Call
	Asker
	file *plan.Table // of Answer
}

// database is what DATABASE() says.
func (c *call) database() string { return cmp.Or(c.Settings.Database, c.Facts.Database) }

// lister makes the rows of a SHOW, and says which column its LIKE is about.
type lister func(c *call, n *ast.ShowStmt) (r *result.Set, like int, err error)

// list is a SHOW that lists something, of which LIKE and WHERE take a part.
type list struct {
	node *ast.ShowStmt
	list lister
}

// Nature is that of a command.
func (x list) Nature() command.Nature {
	if x.node.Tp == ast.ShowWarnings || x.node.Tp == ast.ShowErrors {
		return command.OnlyReads | command.Uncounted | command.KeepsWarnings
	}
	return command.OnlyReads | command.Uncounted
}

// Permit refuses to describe a table of which the user has nothing.
func (x list) Permit(r command.Permits) error {
	n := x.node
	if n.Table == nil || n.Tp != ast.ShowColumns && n.Tp != ast.ShowIndex {
		return nil
	}
	schema := n.Table.Schema.O
	if inform.IsSchema(schema) || schema == "" && r.Names.Describing {
		return nil
	}
	if name := n.Table.Name.O; !load.IsFileName(name) || !r.Names.IsFile(name) {
		return r.NeedAny(name)
	}
	return r.NeedGlobal(account.File)
}

// Run lists it.
func (x list) Run(c *command.Call, by Asker) (Answer, error) {
	in := call{Call: c, Asker: by}
	r, like, err := x.list(&in, x.node)
	return Answer{r, like, in.file}, err
}
