package scope

import (
	"context"
	"maps"
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/pushscan/store/roster"
	"gsdms/sql/account"
	"gsdms/sql/bind"
	"gsdms/sql/files"
	"gsdms/sql/inform"
	"gsdms/sql/parse"
)

// Names is what names in FROM mean to one statement: the tables and the views of the
// catalog, and files. It remembers the views that were asked for. One goroutine uses it.
type Names struct {
	*Views
	Context    context.Context // of the statement
	Rights     account.Rights  // of who asks
	Database   string          // that names without one are of; "": the one without a name
	HomeName   string          // what the database without a name is called
	Describing bool            // names without a database are of one that describes the other
	Natives    Natives         // of the program around the engine
	UsedOwn    string          // a temporary table that it has found, "" for none

	home      func(name string) bool // whether a name is that of the database without one
	parsers   *parse.Parsers
	files     *files.Cache
	changed   func()                              // called where a file is not what it was
	used      []*roster.Query                     // the views that it has found
	read      []reading                           // what the statement itself names
	functions map[*roster.Function]*bind.Function // that it has found
	mentions  *mentioned                          // what the statement may read of files; nil: anything
	beside    map[string]*mentioned               // what those may read of files that run together with it: see Together
	tries     bool                                // of a file the first rows may be given, though they may not do
	tried     int64                               // as Tried
	whole     bool                                // Again was called
	eased     []*plan.Table                       // as Eased
	orderly   map[string]bool                     // files of which many rows are expected: see Order
}

// NewNames gives what names mean in a view of the catalog; home reports whether a name is shown
// for the database without one, and changed is called when a file is
// found to be another one than before.
func NewNames(ctx context.Context, view *Views, home func(string) bool, parsers *parse.Parsers, cache *files.Cache, changed func()) *Names {
	return &Names{Views: view, home: home, parsers: parsers, files: cache, changed: changed, Context: ctx}
}

// self is how names are found within what has them.
func (n *Names) self() *Names { return n }

// MayRead is of bind.Readers.
func (n *Names) MayRead(schema, name string) error {
	if inform.IsSchema(schema) || schema == "" && n.Describing {
		return nil
	}
	if n.Has(name) {
		return nil
	}
	r := reading{name: name, file: n.IsFile(name)}
	if !slices.Contains(n.read, r) {
		n.read = append(n.read, r)
	}
	return mayRead(n.Rights, r)
}

// IsFile reports whether a name is that of a file, not of a table or a view.
func (n *Names) IsFile(name string) bool {
	return load.IsFileName(name) && n.Views.Query(name) == nil && !slices.Contains(n.Views.Tables(), name)
}

// Table finds a table, or reads the file that is named.
func (n *Names) Table(name string) (*plan.Table, error) {
	if n.Has(name) {
		n.UsedOwn = name
		return n.own.Table(name)
	}
	return n.LastingTable(name)
}

// LastingTable is of bind.Lasting.
func (n *Names) LastingTable(name string) (*plan.Table, error) {
	t, err := n.View.Table(name)
	if err == nil || !parse.IsCode(err, parse.CodeUnknownTable) || !load.IsFileName(name) {
		return t, err
	}
	t, err = n.file(name)
	if n.files.Forgotten() {
		n.changed()
	}
	return t, err
}

// Told finds a table, or says what columns a file has, which need not read its rows.
func (n *Names) Told(name string) (*plan.Table, error) {
	if !n.IsFile(name) || n.Has(name) {
		return n.Table(name)
	}
	t, err := n.files.Told(n.Context, name)
	if n.files.Forgotten() {
		n.changed()
	}
	return t, err
}

// file gives the rows of a file that the statement may need, if they are few the first alone.
func (n *Names) file(name string) (*plan.Table, error) {
	first := n.mentions.firstOf(name)
	switch {
	case first == nil || first.passed > 0 && !n.tries || n.beside[name] != nil:
		return n.all(name)
	case first.passed == 0:
		return n.files.First(n.Context, name, first.rows, n.mentions.wanted())
	}
	t, all, err := n.files.Try(n.Context, name, n.mentions.wanted())
	if !all {
		n.tried = first.passed
	}
	return t, err
}

// all gives all rows of a file. Where few of them may pass the statement's conditions, texts are in no order that
// are read for these few alone then.
func (n *Names) all(name string) (*plan.Table, error) {
	wanted := n.wanted(name)
	if m := n.mentions; m == nil || !m.restricts || n.beside[name] != nil || n.orderly[name] {
		return n.files.Table(n.Context, name, wanted)
	}
	t, err := n.files.Eased(n.Context, name, files.Wanted{Use: n.mentions.eased, Parts: wanted.Parts}, wanted)
	if err == nil && !files.Serves(t, wanted) && !slices.Contains(n.eased, t) {
		n.eased = append(n.eased, t)
	}
	return t, err
}

// Order asks of each file that the statement was bound to with texts in no order, for few rows of them, whether
// many rows are expected, and reports whether there is such a one: the statement is to be bound once more then,
// which gives it these in order.
func (n *Names) Order(many func(t *plan.Table) bool) (again bool) {
	for _, t := range n.eased {
		if many(t) {
			if n.orderly == nil {
				n.orderly = map[string]bool{}
			}
			n.orderly[t.Name], again = true, true
		}
	}
	n.eased = nil
	return again
}

// Try has the statement be bound to the first rows of a file, where a condition may leave enough of
// them. Who calls it has to look at Tried.
func (n *Names) Try() { n.tries = !n.whole }

// Tried is how many rows the statement has to give, where it was bound to the first rows of a file
// and a condition may leave too few of them: else it is to be bound again, after Again. 0: it was
// bound to all that it may need.
func (n *Names) Tried() int64 { return n.tried }

// Again has the statement be bound once more, to all rows of files.
func (n *Names) Again() { n.whole, n.tries, n.tried, n.mentions = true, false, 0, nil }

// StoredQuery is of bind.Views.
func (n *Names) StoredQuery(name string) *roster.Query {
	q := n.Views.Query(name)
	if q != nil && !slices.Contains(n.used, q) {
		n.used = append(n.used, q)
	}
	return q
}

// Binds says what statement it is that names are asked for: of files it reads what that mentions.
func (n *Names) Binds(node ast.StmtNode) {
	if n.mentions == nil {
		n.mentions = newMentioned()
	}
	n.mentions.in(node)
}

// namesOf gives the names of a catalog that has them, also within what a session knows.
func namesOf(c plan.Catalog) (*Names, bool) {
	has, ok := c.(interface{ self() *Names })
	if !ok {
		return nil, false
	}
	return has.self(), true
}

// newest reports whether a snapshot is what its name means now.
func newest(c plan.Catalog, t *plan.Table) bool {
	n, ok := namesOf(c)
	if !ok {
		now, err := c.Table(t.Name)
		return err == nil && now == t
	}
	now, err := n.View.Table(t.Name)
	return err == nil && now == t || parse.IsCode(err, parse.CodeUnknownTable) && n.files.Holds(t)
}

// readBy is what a statement names itself, as far as a catalog has been asked.
func readBy(c plan.Catalog) []reading {
	if n, ok := namesOf(c); ok {
		return n.read
	}
	return nil
}

// mayUse reports whether who asks may read all that a plan's statement names.
func mayUse(c plan.Catalog, p *cached) bool {
	n, ok := namesOf(c)
	return !ok || !slices.ContainsFunc(p.read, func(r reading) bool { return n.Has(r.name) || mayRead(n.Rights, r) != nil })
}

// queriesOf are the views that have been found in a catalog.
func queriesOf(c plan.Catalog) []*roster.Query {
	if n, ok := namesOf(c); ok {
		return n.used
	}
	return nil
}

// functionsOf are the functions that have been found in a catalog.
func functionsOf(c plan.Catalog) []*roster.Function {
	if n, ok := namesOf(c); ok {
		return slices.Collect(maps.Keys(n.functions))
	}
	return nil
}

// newestFunctions reports whether functions are what their names mean now.
func newestFunctions(c plan.Catalog, functions []*roster.Function) bool {
	n, ok := namesOf(c)
	for _, f := range functions {
		if !ok || n.Views.Function(f.Name) != f {
			return false
		}
	}
	return true
}

// newestQueries reports whether views are what their names mean now.
func newestQueries(c plan.Catalog, queries []*roster.Query) bool {
	n, ok := namesOf(c)
	for _, q := range queries {
		if !ok || n.View.Query(q.Name) != q {
			return false
		}
	}
	return true
}

// mayRead refuses what a statement may not read.
func mayRead(r account.Rights, what reading) error {
	if what.function {
		return r.NeedRoutine(account.Execute, what.name)
	}
	if what.file {
		return r.NeedGlobal(account.File)
	}
	return r.Need(account.Select, what.name)
}
