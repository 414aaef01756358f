package sql

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/pushscan/store"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/define"
	"gsdms/sql/files"
	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// loadData is LOAD DATA [LOCAL] INFILE. Without a FIELDS clause a file is as MySQL expects it, and as
// INTO OUTFILE writes it: with tabs, MySQL's escapes and no quotes. The form of a file of the server
// is found out where its name or its first bytes say that it is CSV, .tbl, JSON, Parquet or Arrow,
// or where its first line names all columns.
type loadData struct{ node *ast.LoadDataStmt }

func (loadData) Nature() command.Nature { return command.ChangesRows }

// local reports whether the file is the client's, who may read it.
func (x loadData) local() bool { return x.node.FileLocRef == ast.FileLocClient }

func (x loadData) Permit(r command.Permits) error {
	p := account.Insert
	if x.node.OnDuplicate == ast.OnDuplicateKeyHandlingReplace {
		p |= account.Delete
	}
	err := r.Need(p, x.node.Table.Name.O)
	if !x.local() {
		err = errors.Join(r.NeedGlobal(account.File), err)
	}
	return err
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
	if !x.local() || c.session.client == nil {
		o.Roots = c.engine.config.LoadRoots
		return x.from(ctx, c, t, x.node.Path, o)
	}
	path, done, err := c.fetched(ctx, x.node.Path)
	if err != nil {
		return nil, err
	}
	defer done()
	r, err := x.from(ctx, c, t, path, o)
	return r, renamed(err, path, x.node.Path)
}

// from loads the file that is at a path, or the files that a pattern means.
func (x loadData) from(ctx context.Context, c *call, t *plan.Table, path string, o load.Options) (*result.Set, error) {
	paths, err := load.MatchAll([]string{path}, o.Roots)
	if err != nil {
		return nil, err
	}
	if x.computes() || x.node.OnDuplicate == ast.OnDuplicateKeyHandlingReplace {
		return x.through(ctx, c, t, paths, o)
	}
	rows, sniffed, err := c.engine.load(ctx, c.Catalog(t.Name), definitionOf(t), paths, o)
	if x.meets(err) {
		return x.through(ctx, c, t, paths, o)
	}
	if err != nil {
		return nil, err
	}
	c.noteFiles(x.node.Path, sniffed)
	if x.local() && c.session.client != nil {
		sniffed = nil // nobody has asked what it is
	}
	return &result.Set{Affected: int64(rows), Message: loadMessage(rows, t.Name, sniffed)}, nil
}

// noteFiles says what is to be said of files that were loaded, of a path or pattern.
func (c *call) noteFiles(path string, sniffed []load.Sniffed) {
	for _, f := range sniffed {
		c.session.noteFile(path, nil, files.Remarks(f))
		for _, u := range f.Unheld {
			c.session.noteFile(path, []plan.Omitted{{Name: u.Name, Type: u.Type}}, nil)
		}
	}
}

// mayRead refuses a client what it could not read itself: files of the user that the server
// runs as, unless --load-root names folders.
func (c *call) mayRead(n *ast.LoadDataStmt) error {
	client := c.session.client
	switch {
	case client == nil:
		return nil
	case n.FileLocRef == ast.FileLocClient && client.Fetch != nil:
		return nil
	case n.FileLocRef == ast.FileLocClient:
		return c.RefuseWord("LOCAL", "LOAD DATA LOCAL for clients of this protocol; without LOCAL the server reads the file")
	case !filepath.IsAbs(n.Path):
		return c.Refuse(n, "relative paths in LOAD DATA of clients, whose working folder is not the server's: write the whole path of %s", n.Path)
	case !client.Owner && len(c.engine.config.LoadRoots) == 0:
		return parse.ErrorAt(c.Text, parse.FindWord(c.Text, "INFILE"), parse.CodeNoFiles, "clients may not read files of the server: start it with --load-root DIR to let them read those in a folder, LOAD DATA LOCAL, or connect by its socket")
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

// Load appends files, or those that patterns mean, to a table, which may have its database before it: all of their rows, or
// none. The engine's roots and threads hold.
func (e *Engine) Load(ctx context.Context, table string, paths []string, o load.Options) (rows int, found []load.Sniffed, err error) {
	d, err := e.Definition(table)
	if err != nil {
		return 0, nil, err
	}
	o.Roots = e.config.LoadRoots
	if paths, err = load.MatchAll(paths, o.Roots); err != nil {
		return 0, nil, err
	}
	return e.load(ctx, e.catalogs.Of(d.Name), d, paths, o)
}

// load is Load into a table of a catalog, from files of any folder that o allows.
func (e *Engine) load(ctx context.Context, into *store.Catalog, d store.Definition, paths []string, o load.Options) (rows int, found []load.Sniffed, err error) {
	o.Threads = e.config.Threads
	defer e.changed()
	for {
		rows, found, err = loadOnce(ctx, into, d, paths, o)
		recoded, ok := load.Recoded(o, err)
		if !ok {
			return rows, found, err
		}
		o = recoded
	}
}

// loadOnce appends the rows of files, all or none.
func loadOnce(ctx context.Context, into *store.Catalog, d store.Definition, paths []string, o load.Options) (rows int, found []load.Sniffed, err error) {
	src, err := load.Open(ctx, paths, d, o)
	if err != nil {
		return 0, nil, err
	}
	defer src.Close()
	rows, err = into.Load(ctx, d.Name, store.For(d.Columns, src))
	return rows, src.Files(), err
}

// Definition is what CREATE TABLE declared.
func (e *Engine) Definition(table string) (store.Definition, error) {
	view := e.View()
	defer view.Close()
	t, err := view.Table(e.named(table))
	if err != nil {
		return store.Definition{}, err
	}
	return definitionOf(t), nil
}

// definitionOf is what declared a table.
func definitionOf(t *plan.Table) store.Definition {
	d := store.Definition{Name: t.Name, PrimaryKey: t.PrimaryKey, ForeignKeys: t.ForeignKeys}
	for _, c := range define.ToFill(t.Shown(), time.Now()) {
		d.Columns = append(d.Columns, plan.Column{Name: c.Name, Type: c.Type, Nullable: c.Nullable || c.Computed(), Default: c.Default, Formula: c.Formula})
	}
	return d
}

// loadOptions reads the clauses; what gsdms does not have is refused.
func (c *call) loadOptions(n *ast.LoadDataStmt) (load.Options, error) {
	o := load.Options{MySQL: n.FieldsInfo == nil && n.Format == nil}
	if err := c.plainLoad(n); err != nil {
		return o, err
	}
	if n.FileLocRef == ast.FileLocClient {
		o.Format = load.CSV
		if err := c.fieldOptions(&o, &ast.FieldsClause{}); err != nil {
			return o, err
		}
	}
	if n.Charset != nil {
		e, known := loadEncodings[strings.ToLower(*n.Charset)]
		if !known {
			return o, c.RefuseWord("CHARACTER", "CHARACTER SET %s of a file; it is utf8mb4 or latin1", *n.Charset)
		}
		o.Encoding = e
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

// loadEncodings are the character sets that a file may have.
var loadEncodings = map[string]load.Encoding{
	"utf8": load.UTF8, "utf8mb3": load.UTF8, "utf8mb4": load.UTF8, "binary": load.UTF8, "ascii": load.UTF8, "latin1": load.Latin1, "utf16le": load.UTF16,
}

func (c *call) plainLoad(n *ast.LoadDataStmt) error {
	switch {
	case len(n.Options) > 0:
		return c.RefuseWord("WITH", "WITH in LOAD DATA")
	case n.LinesInfo != nil && n.LinesInfo.Starting != nil:
		return c.RefuseWord("LINES", "LINES STARTING BY")
	case n.LinesInfo != nil && n.LinesInfo.Terminated != nil && !slices.Contains([]string{"\n", "\r\n", "\r"}, *n.LinesInfo.Terminated):
		return c.RefuseWord("LINES", "lines that end with %q; they end with \\n, \\r\\n or \\r", *n.LinesInfo.Terminated)
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
