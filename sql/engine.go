package sql

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"gsdms/operators"
	"gsdms/operators/spill"
	"gsdms/optimizer"
	"gsdms/plan"
	"gsdms/pushscan"
	"gsdms/pushscan/engine"
	"gsdms/pushscan/store"
	"gsdms/sql/account"
	"gsdms/sql/files"
	"gsdms/sql/lock"
	"gsdms/sql/parse"
	"gsdms/sql/scope"
	"gsdms/sql/setting"
)

// Config says where an engine keeps its tables and what it may use. The zero values
// of the limits ask for the defaults.
type Config struct {
	Dir         string            // folder of the tables; made if need be
	Name        string            // of the database that the folder's own tables are of; "": that of the folder
	Beside      []store.Folder    // further folders, each with the name of its database
	Backend     operators.Backend // owned by the caller, who closes it after the engine
	Spare       operators.Backend // runs what Backend refuses; nil: that is an error; likewise owned
	Weigh       bool              // Spare also runs what it is expected to be faster at
	GroupSides  bool              // as of engine.Options
	Memory      int64             // bytes that all queries together may hold, with what is kept for later ones; 0: DefaultMemory
	QueryMemory int64             // bytes that one query may hold; 0: pushscan.DefaultQueryMemory
	Timeout     time.Duration     // of a statement, until a session sets its own; 0: none
	LoadRoots   []string          // folders that LOAD DATA and queries may read files of; nil: any
	LocalFiles  int64             // bytes of clients' files (LOAD DATA LOCAL) until they are loaded, together; 0: half of the disk that is free
	Threads     int               // parsers of a load; 0: one for each processor
	Once        bool              // one statement is asked and no more: what it reads of files is kept for nobody
	Connections int               // that each door lets in at a time; 0: setting.DefaultConnections
	Scan        pushscan.Options

	// Natives are functions and aggregates of numbers that the program around the engine brings.
	Natives []plan.Native

	// Observe is told what became of each statement, before its session goes on. Any number of
	// goroutines call it. May be nil.
	Observe func(Observation)

	// Source gives the source of a program on another device, for EXPLAIN CUDA; nil: there
	// is none.
	Source func(*operators.Program, pushscan.Granularity) (string, error)
}

// DefaultMemory is what all queries together may hold, in bytes.
const DefaultMemory = 8 << 30

// Engine owns the tables of its folders and the streams that scan them. Users and the tables of
// sessions are in the first. It is safe for concurrent use.
type Engine struct {
	config   Config
	home     string // Database
	catalogs *store.Catalogs
	run      *engine.Engine
	plans    *scope.Plans
	files    *files.Cache
	parsers  parse.Parsers
	natives  scope.Natives
	late     sync.WaitGroup // what still reads snapshots after its statement has ended
	clients  clients
	received received
	locks    lock.Locks // that sessions take by name

	connections, statements usage // of users
	memories                memories
	users                   *account.Users
	shelf                   *scope.Shelf // of temporary tables
	since                   time.Time    // when it was opened
}

// Open opens the folders of c, which no other process may have open.
func Open(ctx context.Context, c Config) (*Engine, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("open %s: %w", c.Dir, err)
	}
	c = c.withDefaults()
	if err := c.checkNames(); err != nil {
		return nil, err
	}
	catalogs, err := store.OpenAll(c.Dir, c.Beside, store.Options{})
	if err != nil {
		return nil, err
	}
	known, err := account.Open(c.Dir)
	if err != nil {
		return nil, errors.Join(err, catalogs.Close())
	}
	swept, err := scope.NewShelf(c.Dir)
	if err != nil {
		return nil, errors.Join(err, catalogs.Close())
	}
	c.Scan.Spill = spill.NewSpace(c.Dir)
	plans := scope.NewPlans()
	forget := func() {
		plans.Forget()
		catalogs.Forget()
		swept.Forget()
	}
	run := engine.New(c.Backend, engine.Options{Memory: c.Memory, QueryMemory: c.QueryMemory, Spare: c.Spare, Weigh: c.Weigh, GroupSides: c.GroupSides, Scan: c.Scan, Forget: forget})
	catalogs.Bill(run.Charge)
	catalogs.Share(c.Memory / 2)
	swept.Bill(run.Charge, c.Memory/2)
	e := &Engine{
		config: c, home: homeName(c), catalogs: catalogs, plans: plans, files: files.New(c.Memory/4, c.LoadRoots, c.Threads, c.Scan.Spill, c.Once), users: known, shelf: swept, since: time.Now(),
		run: run, natives: scope.Natives{},
	}
	catalogs.Guard(e.holds)
	catalogs.Completes(e.completes)
	if err := errors.Join(e.checkDatabases(), e.bring(ctx, c.Natives)); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

func (c Config) withDefaults() Config {
	if c.Memory <= 0 {
		c.Memory = DefaultMemory
	}
	if c.QueryMemory <= 0 {
		c.QueryMemory = min(pushscan.DefaultQueryMemory, c.Memory)
	}
	if c.Connections <= 0 {
		c.Connections = setting.DefaultConnections
	}
	return c
}

// Connections is how many connections each door lets in at a time.
func (e *Engine) Connections() int { return e.config.Connections }

// Close ends the streams, fails the queries that still run, and closes the folders.
func (e *Engine) Close() error {
	err := e.run.Close()
	e.late.Wait()
	return errors.Join(err, e.catalogs.Close(), e.shelf.Close())
}

// keep keeps the snapshots of a view until gone is closed, though its statement ends.
func (e *Engine) keep(view *scope.Views, gone <-chan struct{}) {
	select {
	case <-gone:
		return
	default:
	}
	own := view.Keep()
	e.late.Go(func() {
		<-gone
		own.Close()
	})
}

// Catalog gives the tables of the first folder, for loading from Go. Tables that are changed
// through it are seen by the next statement.
func (e *Engine) Catalog() *store.Catalog { return e.catalogs.First() }

// View takes the tables of all folders as they are now. The caller closes it.
func (e *Engine) View() *store.View { return e.catalogs.View() }

// Hold makes the folders and locks them now, and not with the first change of each.
func (e *Engine) Hold(ctx context.Context) error { return e.catalogs.Hold(ctx) }

// Device describes what runs the queries.
func (e *Engine) Device() optimizer.Device { return e.config.Backend.Device() }

// Settle returns when no kernel is being compiled beside what runs, or ctx ends, and reports whether one was.
func (e *Engine) Settle(ctx context.Context) (waited bool) {
	m, ok := e.config.Backend.(operators.Maker)
	return ok && m.Settle(ctx)
}

// NewSession begins a session with the engine's settings. Sessions need no closing.
func (e *Engine) NewSession() *Session {
	return &Session{engine: e, settings: setting.Values{
		Timeout: e.config.Timeout, Cache: true, Granularity: e.config.Scan.Granularity,
		Memory: e.config.Memory, QueryMemory: e.config.QueryMemory, Connections: e.config.Connections,
	}}
}

// names gives what names mean in a view of the catalog.
func (e *Engine) names(ctx context.Context, view *scope.Views) *scope.Names {
	n := scope.NewNames(ctx, view, e.isDatabase, &e.parsers, e.files, e.changed)
	n.Natives, n.HomeName = e.natives, e.Database()
	return n
}

// changed drops the plans of snapshots that are no longer the tables' newest, so that
// nothing keeps their files.
func (e *Engine) changed() {
	view := scope.NewViews(e.catalogs, nil)
	defer view.Close()
	e.plans.Sweep(e.names(context.Background(), view))
	e.run.Forget(func(t *plan.Table) bool {
		now, err := view.Table(t.Name)
		return err != nil || now != t
	})
}
