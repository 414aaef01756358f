package ddl

import (
	"context"
	"errors"
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/files"
	"gsdms/sql/parse"
	"gsdms/sql/result"
	"gsdms/sql/source"
)

// createSelect is CREATE TABLE … SELECT: the table with all rows of the query, or no
// table.
type createSelect struct{ node *ast.CreateTableStmt }

func (x createSelect) Permit(r command.Permits) error {
	return errors.Join(r.Create(x.node, account.Create|account.Insert), referencing(r, x.node))
}

func (x createSelect) run(ctx context.Context, c *call) (*result.Set, error) {
	n := x.node
	if n.OnDuplicate != ast.OnDuplicateKeyHandlingError {
		return nil, c.RefuseWord("SELECT", "IGNORE and REPLACE in CREATE TABLE … SELECT")
	}
	exists := c.made(n)
	if exists && n.IfNotExists {
		return &result.Set{Message: fmt.Sprintf("table %s exists", n.Table.Name.O)}, nil
	}
	if exists {
		return nil, c.ErrorAt(n.Table, parse.CodeTableExists, "Table '%s' already exists", n.Table.Name.O)
	}
	if err := c.reader().CheckPlain(n); err != nil {
		return nil, err
	}
	d, src, err := c.newRows(ctx, n)
	if err != nil {
		return nil, err
	}
	return x.fill(ctx, c, d, src)
}

// fill makes the table with its rows; again with wider types of a file where those are too narrow.
func (x createSelect) fill(ctx context.Context, c *call, d store.Definition, src newRows) (*result.Set, error) {
	n := x.node
	defer func() { src.stop() }()
	if err := errors.Join(c.withoutKeys(n, d), c.keysWithin(d), c.callsNone(d)); err != nil {
		return nil, err
	}
	in, err := c.catalogFor(ctx, n)
	if err != nil {
		return nil, err
	}
	defer c.Session.Changed()
	rows, err := in.CreateLoad(ctx, d, src.Source)
	for err != nil && src.wider != nil {
		wider, other, ok := src.wider(ctx, d, err)
		if !ok {
			break
		}
		src.stop()
		d, src = wider, other
		rows, err = in.CreateLoad(ctx, d, src.Source)
	}
	if errors.Is(err, store.ErrExists) {
		return nil, c.ErrorAt(n.Table, parse.CodeTableExists, "Table '%s' already exists", d.Name)
	}
	if err != nil && src.wider != nil {
		err = files.Explained(err)
	}
	if err != nil {
		return nil, c.RowError(err)
	}
	if src.found != nil {
		c.doors.NoteFile("", nil, src.found())
	}
	c.withoutPartitions(n)
	return &result.Set{Affected: int64(rows), Message: fmt.Sprintf("table %s created with %s", d.Name, command.CountRows(rows))}, nil
}

// newRows is the rows for a new table.
type newRows struct {
	ingest.Source
	stop  func()
	wider func(ctx context.Context, d store.Definition, err error) (store.Definition, newRows, bool) // the same with wider types, if they are what was wrong; nil: they are not
	found func() []string                                                                            // what is to be said of files that were read; nil: there are none
}

// newRows finds out what a new table is, and begins to read its rows: of the query, or where that
// asks for all that a file has, of the file, without a table in memory between them.
func (c *call) newRows(ctx context.Context, n *ast.CreateTableStmt) (d store.Definition, src newRows, err error) {
	if file := wholeFile(n); file != nil && c.Names.IsFile(file.Name.O) {
		return c.fileRows(ctx, n, file)
	}
	r, err := c.RowsOf(ctx, n.Select)
	if err != nil {
		return d, src, err
	}
	d, to, err := c.reader().SelectDefinition(n, r)
	if err != nil {
		r.Close()
		return d, src, err
	}
	rows, err := source.FromResult(c.Written(), n.Table, d.Columns, to, r)
	if err != nil {
		r.Close()
		return d, src, err
	}
	stop := func() {
		rows.Stop()
		r.Close()
	}
	return d, newRows{rows, stop, nil, nil}, nil
}

// fileRows is newRows of a file.
func (c *call) fileRows(ctx context.Context, n *ast.CreateTableStmt, file *ast.TableName) (d store.Definition, src newRows, err error) {
	fail := func(err error) (store.Definition, newRows, error) {
		e := c.ErrorAt(file, parse.CodeUnknownError, "%s", err)
		e.Err = err
		return d, src, e
	}
	if err := c.Names.MayRead("", file.Name.O); err != nil {
		return d, src, err
	}
	whole, err := c.doors.Files().Whole(ctx, file.Name.O)
	if err != nil {
		return fail(err)
	}
	var placed *parse.Error
	if d, src, err = c.wholeRows(ctx, n, whole); err != nil && !errors.As(err, &placed) {
		return fail(err)
	} else if err != nil {
		return d, src, err
	}
	c.doors.NoteFile(file.Name.O, whole.Omitted, whole.Remarks)
	return d, src, err
}

// wholeRows begins to read files whose columns are known.
func (c *call) wholeRows(ctx context.Context, n *ast.CreateTableStmt, whole *files.Whole) (d store.Definition, src newRows, err error) {
	if d, err = c.reader().FileDefinition(n, whole.Columns); err != nil {
		return d, src, err
	}
	rows, err := whole.Rows(ctx, d.Columns)
	if err != nil {
		return d, src, err
	}
	wider := func(ctx context.Context, d store.Definition, err error) (store.Definition, newRows, bool) {
		wider, ok := whole.Wider(ctx, d.Columns, err)
		if !ok {
			return d, newRows{}, false
		}
		if len(whole.Remarks) == 0 {
			c.doors.NoteFile("", nil, wider.Remarks)
		}
		d, src, err := c.wholeRows(ctx, n, wider)
		return d, src, err == nil
	}
	found := func() []string { return files.Remarks(rows.Files()...) }
	return d, newRows{rows, func() { rows.Close() }, wider, found}, nil
}

// wholeFile gives the only table that the query of a new table reads, where that is SELECT * and
// nothing else, and the statement declares no columns; nil: it is something else.
func wholeFile(n *ast.CreateTableStmt) *ast.TableName {
	q, ok := n.Select.(*ast.SelectStmt)
	if !ok || len(n.Cols) > 0 || len(n.Constraints) > 0 || q.From == nil || q.From.TableRefs.Right != nil || q.Fields == nil || len(q.Fields.Fields) != 1 {
		return nil
	}
	plain := q.With == nil && q.Where == nil && q.GroupBy == nil && q.Having == nil && q.OrderBy == nil && q.Limit == nil && !q.Distinct && q.WindowSpecs == nil && q.Lists == nil && q.LockInfo == nil
	all := q.Fields.Fields[0].WildCard
	from, ok := q.From.TableRefs.Left.(*ast.TableSource)
	if !plain || all == nil || all.Table.O != "" || !ok {
		return nil
	}
	file, ok := from.Source.(*ast.TableName)
	if !ok || file.Schema.O != "" {
		return nil
	}
	return file
}
