package sql

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/plan"
	"gsdms/pushscan/store"
	"gsdms/sql/account"
	"gsdms/sql/parse"
)

// temporaryFolder is where the tables of sessions are, in the folder of the others. What is
// there when an engine opens it is of one that has not been closed, and goes.
const temporaryFolder = ".temporary"

// shelf has the folders of sessions that have tables of their own. Safe for concurrent use.
type shelf struct {
	dir string

	mu   sync.Mutex
	last int
	open map[*temporary]bool
}

// newShelf sweeps the folder of an engine, which no other process has open.
func newShelf(dir string) (*shelf, error) {
	s := &shelf{dir: filepath.Join(dir, temporaryFolder), open: map[*temporary]bool{}}
	if err := os.RemoveAll(s.dir); err != nil {
		return nil, fmt.Errorf("sweep the temporary tables in %s: %w", s.dir, err)
	}
	return s, nil
}

// temporary is the tables of one session.
type temporary struct {
	*store.Catalog
	dir string
}

// take makes room for the tables of a session.
func (s *shelf) take() (*temporary, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last++
	dir := filepath.Join(s.dir, strconv.Itoa(s.last))
	c, err := store.Open(dir, store.Options{})
	if err != nil {
		return nil, err
	}
	t := &temporary{c, dir}
	s.open[t] = true
	return t, nil
}

// drop drops the tables of a session; who reads them has them still.
func (s *shelf) drop(t *temporary) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, t)
	return errors.Join(t.Close(), os.RemoveAll(t.dir))
}

// close drops the tables of sessions that were not closed, too.
func (s *shelf) close() (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for t := range s.open {
		err = errors.Join(err, t.Close())
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}

// views are snapshots of the catalog and, before it, of the session's temporary tables.
type views struct {
	*store.View
	own *store.View // nil: the session has none
}

// views gives the newest snapshots. They must be closed.
func (s *Session) views() *views {
	v := &views{View: s.engine.catalog.View()}
	if s.temporary != nil {
		v.own = s.temporary.View()
	}
	return v
}

// has reports whether a name is that of a temporary table.
func (v *views) has(name string) bool {
	return v.own != nil && slices.Contains(v.own.Tables(), name)
}

// Table is of store.View.
func (v *views) Table(name string) (*plan.Table, error) {
	if v.has(name) {
		return v.own.Table(name)
	}
	return v.View.Table(name)
}

// Query is of store.View: a temporary table hides a view.
func (v *views) Query(name string) *store.Query {
	if v.has(name) {
		return nil
	}
	return v.View.Query(name)
}

// Keep is of store.View.
func (v *views) Keep() *views {
	out := &views{View: v.View.Keep()}
	if v.own != nil {
		out.own = v.own.Keep()
	}
	return out
}

// Close is of store.View.
func (v *views) Close() {
	v.View.Close()
	if v.own != nil {
		v.own.Close()
	}
}

// with are the same snapshots with a newer one of the catalog that has a table.
func (v *views) with(table string, newer *store.View) *views {
	if v.has(table) {
		return &views{View: v.View, own: newer}
	}
	return &views{View: newer, own: v.own}
}

// catalogOf is the catalog that has a table: the session's own, if that has it.
func (c *call) catalogOf(table string) *store.Catalog {
	if c.view.has(table) {
		return c.session.temporary.Catalog
	}
	return c.engine.catalog
}

// catalogFor is the catalog that a statement makes a table in.
func (c *call) catalogFor(n *ast.CreateTableStmt) (*store.Catalog, error) {
	switch {
	case n.TemporaryKeyword == ast.TemporaryNone:
		return c.engine.catalog, nil
	case n.TemporaryKeyword == ast.TemporaryGlobal:
		return nil, c.refuseWord("GLOBAL", "GLOBAL temporary tables")
	case c.session.temporary == nil:
		t, err := c.engine.shelf.take()
		if err != nil {
			return nil, err
		}
		c.session.temporary = t
	}
	return c.session.temporary.Catalog, nil
}

// made reports whether there is a table or a view that a statement would make.
func (c *call) made(n *ast.CreateTableStmt) bool {
	name := n.Table.Name.O
	if n.TemporaryKeyword != ast.TemporaryNone {
		return c.view.has(name)
	}
	return slices.Contains(c.view.Tables(), name) || c.view.View.Query(name) != nil
}

// dropTemporary drops the session's tables, when it ends.
func (s *Session) dropTemporary() {
	if s.temporary == nil {
		return
	}
	_ = s.engine.shelf.drop(s.temporary) // what stays of the folder is swept when the engine is closed, or opened
	s.temporary = nil
	s.engine.changed()
}

// permits are the rights of who asks, who may do everything with temporary tables.
type permits struct {
	account.Rights
	view *views
}

// Need is of account.Rights.
func (p permits) Need(q account.Privileges, table string) error {
	if p.view.has(table) {
		return nil
	}
	return p.Rights.Need(q, table)
}

// NeedAny is of account.Rights.
func (p permits) NeedAny(table string) error {
	if p.view.has(table) {
		return nil
	}
	return p.Rights.NeedAny(table)
}

// create is the right to make a table.
func (p permits) create(n *ast.CreateTableStmt, q account.Privileges) error {
	if n.TemporaryKeyword == ast.TemporaryNone {
		return p.Rights.Need(q, n.Table.Name.O)
	}
	return p.NeedTemporary()
}

// lasting refuses a key to a temporary table, which is there for a session only.
func (c *call) lasting(name *ast.TableName) (*plan.Table, error) {
	if c.view.has(name.Name.O) {
		return nil, c.errorAt(name, parse.CodeNotSupported, "gsdms does not support foreign keys to temporary tables")
	}
	return c.table(name)
}

// withoutKeys refuses foreign keys of temporary tables.
func (c *call) withoutKeys(n *ast.CreateTableStmt, d store.Definition) error {
	if n.TemporaryKeyword == ast.TemporaryNone || len(d.ForeignKeys) == 0 {
		return nil
	}
	return c.refuse(n.Table, "foreign keys of temporary tables")
}
