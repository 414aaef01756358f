package embed

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"gsdms/sql/wire/mysql"
)

// DriverName is what Register calls the driver.
const DriverName = "gsdms"

// Register makes sql.Open(embed.DriverName, name) find a Driver. The program's main calls it,
// once or more: nothing is registered by importing this package.
func Register() {
	if !slices.Contains(sql.Drivers(), DriverName) {
		sql.Register(DriverName, &Driver{})
	}
}

// Driver gives database/sql the tables of folders and of servers. The zero value is ready.
// All pools that it opens on a folder share one DB, and so its scans; a folder is closed
// with the last of them. Safe for concurrent use.
type Driver struct {
	Options Options // of the folders that it opens

	mu      sync.Mutex
	folders map[string]*folder // by the paths of all
}

// folder is an open folder and how many connectors use it.
type folder struct {
	db    *DB
	users int
}

// Open is of driver.Driver; database/sql calls OpenConnector instead.
func (d *Driver) Open(name string) (driver.Conn, error) {
	return nil, errors.New("open a connection by itself: use sql.Open, or sql.OpenDB with OpenConnector")
}

// OpenConnector is of driver.DriverContext. A name is a folder, which others may follow as in
// folder;hr=other, mysql://user:password@host:port/ or unix://user:password@/path/of/socket. Folders
// are opened by the first connection.
func (d *Driver) OpenConnector(name string) (driver.Connector, error) {
	at, err := parseName(name)
	if err != nil {
		return nil, err
	}
	if at.folder == "" {
		return &serverConnector{d, at}, nil
	}
	path, err := filepath.Abs(at.folder)
	if err != nil {
		return nil, fmt.Errorf("find the folder %s: %w", at.folder, err)
	}
	databases, err := at.databases()
	if err != nil {
		return nil, err
	}
	return &folderConnector{driver: d, at: folders{path, databases}}, nil
}

// folders are a folder and those beside it, by the names of their databases.
type folders struct {
	path      string
	databases map[string]string
}

// key is the same for the same folders.
func (f folders) key() string { return fmt.Sprint(f.path, f.databases) }

// use opens folders, or takes part in them.
func (d *Driver) use(ctx context.Context, at folders) (*DB, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f := d.folders[at.key()]; f != nil {
		f.users++
		return f.db, nil
	}
	o := d.Options
	o.Databases = maps.Clone(at.databases)
	maps.Copy(o.Databases, d.Options.Databases)
	db, err := Open(ctx, at.path, o)
	if err != nil {
		return nil, err
	}
	if d.folders == nil {
		d.folders = map[string]*folder{}
	}
	d.folders[at.key()] = &folder{db, 1}
	return db, nil
}

// leave is the opposite of use.
func (d *Driver) leave(at folders) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	f := d.folders[at.key()]
	if f.users--; f.users > 0 {
		return nil
	}
	delete(d.folders, at.key())
	return f.db.Close()
}

// folderConnector connects to a folder in this process. It is an io.Closer, by which
// sql.DB.Close ends its part in the folder.
type folderConnector struct {
	driver *Driver
	at     folders

	mu     sync.Mutex
	db     *DB // nil before the first connection
	closed bool
}

// Connect is of driver.Connector.
func (c *folderConnector) Connect(ctx context.Context) (driver.Conn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, fmt.Errorf("connect to %s: the pool is closed", c.at.path)
	}
	if c.db == nil {
		db, err := c.driver.use(ctx, c.at)
		if err != nil {
			return nil, err
		}
		c.db = db
	}
	return c.db.connect(), nil
}

// Driver is of driver.Connector.
func (c *folderConnector) Driver() driver.Driver { return c.driver }

// Close is of io.Closer.
func (c *folderConnector) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	if c.db == nil {
		return nil
	}
	c.db = nil
	return c.driver.leave(c.at)
}

// serverConnector connects to a server.
type serverConnector struct {
	driver *Driver
	at     place
}

// Connect is of driver.Connector.
func (c *serverConnector) Connect(ctx context.Context) (driver.Conn, error) {
	client, err := mysql.Dial(ctx, c.at.server)
	if err != nil {
		return nil, err
	}
	if c.at.database != "" {
		if _, err := client.Query(ctx, "USE "+quoted(c.at.database)); err != nil {
			return nil, errors.Join(err, client.Close())
		}
	}
	return &conn{session: remote{client}}, nil
}

// Driver is of driver.Connector.
func (c *serverConnector) Driver() driver.Driver { return c.driver }

// Connector gives database/sql the DB: sql.OpenDB(db.Connector()). The pool is to be closed
// before the DB, which it leaves open.
func (db *DB) Connector() driver.Connector { return dbConnector{db} }

// dbConnector connects to a DB that somebody else closes.
type dbConnector struct{ db *DB }

// Connect is of driver.Connector.
func (c dbConnector) Connect(context.Context) (driver.Conn, error) { return c.db.connect(), nil }

// Driver is of driver.Connector.
func (c dbConnector) Driver() driver.Driver { return &Driver{} }

func (db *DB) connect() driver.Conn { return &conn{session: local{db.engine.NewSession()}} }
