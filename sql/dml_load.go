package sql

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/pushscan/store"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// loadData is LOAD DATA [LOCAL] INFILE. Without a FIELDS clause the form of the file
// is found out from the file.
type loadData struct{ node *ast.LoadDataStmt }

func (loadData) Nature() command.Nature { return command.ChangesRows }

func (x loadData) Permit(r command.Permits) error {
	return errors.Join(r.NeedGlobal(account.File), r.Need(account.Insert, x.node.Table.Name.O))
}

func (x loadData) run(ctx context.Context, c *call) (*result.Set, error) {
	t, err := c.Table(x.node.Table)
	if err != nil {
		return nil, err
	}
	if err := c.mayRead(x.node); err != nil {
		return nil, err
	}
	o, err := c.loadOptions(x.node)
	if err != nil {
		return nil, err
	}
	rows, sniffed, err := c.engine.load(ctx, c.Catalog(t.Name), definitionOf(t), []string{x.node.Path}, o)
	if err != nil {
		return nil, err
	}
	for _, f := range sniffed {
		for _, u := range f.Unheld {
			c.session.noteOmitted(f.Path, []plan.Omitted{{Name: u.Name, Type: u.Type}})
		}
	}
	return &result.Set{Affected: int64(rows), Message: loadMessage(rows, t.Name, sniffed)}, nil
}

// mayRead refuses a client what it could not read itself: files of the user that the server
// runs as, unless --load-root names folders. Files are those of the server's machine.
func (c *call) mayRead(n *ast.LoadDataStmt) error {
	client := c.session.client
	switch {
	case client == nil:
		return nil
	case n.FileLocRef == ast.FileLocClient:
		return c.RefuseWord("LOCAL", "LOAD DATA LOCAL for clients; without LOCAL the server reads the file")
	case !filepath.IsAbs(n.Path):
		return c.Refuse(n, "relative paths in LOAD DATA of clients, whose working folder is not the server's: write the whole path of %s", n.Path)
	case !client.Owner && len(c.engine.config.LoadRoots) == 0:
		return parse.ErrorAt(c.Text, parse.FindWord(c.Text, "INFILE"), parse.CodeNoFiles, "clients may not read files of the server: start it with --load-root DIR to let them read those in a folder, or connect by its socket")
	}
	return nil
}

func loadMessage(rows int, table string, sniffed []load.Sniffed) string {
	m := fmt.Sprintf("%s loaded into %s", command.CountRows(rows), table)
	for _, s := range sniffed {
		m += fmt.Sprintf("; %s: %s", s.Path, s)
	}
	return m
}

// Load appends files to a table: all of their rows, or none. The engine's roots and
// threads hold.
func (e *Engine) Load(ctx context.Context, table string, paths []string, o load.Options) (rows int, found []load.Sniffed, err error) {
	d, err := e.Definition(table)
	if err != nil {
		return 0, nil, err
	}
	return e.load(ctx, e.catalog, d, paths, o)
}

// load is Load into a table of a catalog.
func (e *Engine) load(ctx context.Context, into *store.Catalog, d store.Definition, paths []string, o load.Options) (rows int, found []load.Sniffed, err error) {
	o.Roots, o.Threads = e.config.LoadRoots, e.config.Threads
	src, err := load.Open(ctx, paths, d, o)
	if err != nil {
		return 0, nil, err
	}
	defer src.Close()
	defer e.changed()
	rows, err = into.Load(ctx, d.Name, store.For(d.Columns, src))
	return rows, src.Files(), err
}

// Definition is what CREATE TABLE declared.
func (e *Engine) Definition(table string) (store.Definition, error) {
	view := e.catalog.View()
	defer view.Close()
	t, err := view.Table(table)
	if err != nil {
		return store.Definition{}, err
	}
	return definitionOf(t), nil
}

// definitionOf is what declared a table.
func definitionOf(t *plan.Table) store.Definition {
	d := store.Definition{Name: t.Name, PrimaryKey: t.PrimaryKey, ForeignKeys: t.ForeignKeys}
	for _, c := range define.ToFill(t.Shown(), time.Now()) {
		d.Columns = append(d.Columns, plan.Column{Name: c.Name, Type: c.Type, Nullable: c.Nullable, Default: c.Default})
	}
	return d
}

// loadOptions reads the clauses; what gsdms does not have is refused.
func (c *call) loadOptions(n *ast.LoadDataStmt) (load.Options, error) {
	var o load.Options
	if err := c.plainLoad(n); err != nil {
		return o, err
	}
	if n.Format != nil {
		f, err := load.ParseFormat(*n.Format)
		if err != nil {
			return o, c.ErrorAt(n, parse.CodeNotSupported, "%s", err)
		}
		o.Format = f
	}
	if n.FieldsInfo != nil {
		if err := c.fieldOptions(&o, n.FieldsInfo); err != nil {
			return o, err
		}
	}
	if n.IgnoreLines != nil {
		o.IgnoreLines, o.Header = int(min(*n.IgnoreLines, 1<<31)), load.HeaderNo
	}
	for _, column := range n.ColumnsAndUserVars {
		name := ""
		if column.ColumnName != nil {
			name = column.ColumnName.Name.O
		}
		o.Columns = append(o.Columns, name)
	}
	return o, nil
}

func (c *call) plainLoad(n *ast.LoadDataStmt) error {
	local := n.FileLocRef == ast.FileLocClient // the parser then sets IGNORE by itself
	switch {
	case n.OnDuplicate == ast.OnDuplicateKeyHandlingReplace, n.OnDuplicate == ast.OnDuplicateKeyHandlingIgnore && !local:
		return c.RefuseWord("INTO", "REPLACE and IGNORE in LOAD DATA")
	case len(n.ColumnAssignments) > 0:
		return c.RefuseWord("SET", "SET in LOAD DATA")
	case len(n.Options) > 0:
		return c.RefuseWord("WITH", "WITH in LOAD DATA")
	case n.LinesInfo != nil && n.LinesInfo.Starting != nil:
		return c.RefuseWord("LINES", "LINES STARTING BY")
	case n.LinesInfo != nil && n.LinesInfo.Terminated != nil && *n.LinesInfo.Terminated != "\n" && *n.LinesInfo.Terminated != "\r\n":
		return c.RefuseWord("LINES", "lines that end with %q; they end with \\n or \\r\\n", *n.LinesInfo.Terminated)
	}
	return nil
}

// fieldOptions reads FIELDS. What is not written there is as in MySQL: a tab between
// fields, no quotes, backslash escapes, and no header.
func (c *call) fieldOptions(o *load.Options, f *ast.FieldsClause) error {
	o.Delimiter, o.Quote, o.Escape, o.Header = '\t', load.None, '\\', load.HeaderNo
	for _, clause := range []struct {
		text *string
		to   *byte
		name string
	}{{f.Terminated, &o.Delimiter, "TERMINATED BY"}, {f.Enclosed, &o.Quote, "ENCLOSED BY"}, {f.Escaped, &o.Escape, "ESCAPED BY"}} {
		switch {
		case clause.text == nil:
		case *clause.text == "" && clause.to != &o.Delimiter:
			*clause.to = load.None
		case len(*clause.text) == 1:
			*clause.to = (*clause.text)[0]
		default:
			return c.RefuseWord("FIELDS", "FIELDS %s %q; it is one character", clause.name, *clause.text)
		}
	}
	if f.DefinedNullBy != nil {
		o.NullText = *f.DefinedNullBy
	}
	return nil
}
