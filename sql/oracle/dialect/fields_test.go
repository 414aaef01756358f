package dialect

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"testing"

	"github.com/go-mysql-org/go-mysql/client"
	"github.com/go-mysql-org/go-mysql/mysql"

	wire "gsdms/sql/wire/mysql"
)

// TestFieldsEqualMariaDB compares what clients are told of columns of tables: their tables, types,
// lengths and flags.
func TestFieldsEqualMariaDB(t *testing.T) { fields(t, mariaDB()) }

// TestFieldsEqualMySQL compares the same with MySQL 8.
func TestFieldsEqualMySQL(t *testing.T) { fields(t, mySQL()) }

func fields(t *testing.T, m maker) {
	t.Helper()
	s := begin(t, m)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	e, err := openEngine(t.Context(), filepath.Join(dir, "d"))
	if err != nil {
		t.Fatal(err)
	}
	ours, theirs := dial(t, door(t, e)), dial(t, filepath.Join(s.dir, "s"))
	for _, text := range []string{
		"CREATE TABLE r (k INT PRIMARY KEY, n VARCHAR(10))",
		"CREATE TABLE p (x INT, y SMALLINT UNSIGNED, z INT NOT NULL DEFAULT 5, w BIGINT UNSIGNED, PRIMARY KEY (x, y), UNIQUE (z), UNIQUE (w, z))",
		"CREATE TABLE i (id INT AUTO_INCREMENT PRIMARY KEY, fk INT, t TINYINT, b BOOL, s SMALLINT NOT NULL, m MEDIUMINT, g BIGINT DEFAULT 3, tu TINYINT UNSIGNED, mu MEDIUMINT UNSIGNED, iu INT UNSIGNED UNIQUE, FOREIGN KEY (fk) REFERENCES r (k))",
		"CREATE TABLE f (d DECIMAL(10,2), n DECIMAL(5), f FLOAT, g DOUBLE NOT NULL, gu DOUBLE UNSIGNED, fx FLOAT(7,3), dx DOUBLE(12,4))",
		"CREATE TABLE c (c CHAR(5), v VARCHAR(30) NOT NULL, x TEXT, b BINARY(3), vb VARBINARY(9), l BLOB, e ENUM('a', 'bcd') NOT NULL, s SET('x', 'y'))",
		"CREATE TABLE w (d DATE, m DATETIME, m3 DATETIME(3), t TIME, t2 TIME(2), y YEAR)",
		"CREATE VIEW v AS SELECT n, k FROM r",
	} {
		for _, c := range []*client.Conn{ours, theirs} {
			if _, err := c.Execute(text); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
	}
	for _, query := range []string{
		"SELECT * FROM r", "SELECT * FROM p", "SELECT * FROM i", "SELECT * FROM f", "SELECT * FROM c", "SELECT * FROM w", "SELECT id AS x, s one FROM d.i AS y", "SELECT r.* FROM i LEFT JOIN r ON k = fk",
		"SELECT * FROM i JOIN p ON s = y", "SELECT id, s FROM i ORDER BY m", "SELECT s, COUNT(*) > 5 AND NULL FROM i GROUP BY s", "SELECT DISTINCT v, e FROM c", "SELECT k FROM r WHERE EXISTS (SELECT 1 FROM i WHERE fk = k)",
		"SELECT a.k, b.k FROM r a JOIN r b ON a.n = b.n", "SELECT * FROM r NATURAL JOIN (SELECT 1 AS one) x", "SELECT (k) FROM r LIMIT 2",
	} {
		mine, err := ours.Execute(query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		other, err := theirs.Execute(query)
		if err != nil {
			t.Fatalf("%s: %s: %v", m.name, query, err)
		}
		for i, f := range other.Fields {
			if len(f.OrgTable) == 0 {
				continue // an expression, whose types are the engine's
			}
			if got, want := described(mine.Fields[i]), described(f); got != want {
				t.Errorf("%s: ours %s, theirs %s", query, got, want)
			}
		}
	}
}

// described is what a client is told of a column. Texts have a collation here that MariaDB calls
// binary: MySQL sends the flag for it, with which some clients take texts for bytes.
func described(f *mysql.Field) string {
	flags, charset := f.Flag, f.Charset
	if charset != 63 {
		flags &^= mysql.BINARY_FLAG
		charset = 46
	}
	return fmt.Sprintf("%s.%s.%s of %s.%s: type %d, charset %d, %d(%d), flags %b", f.Schema, f.Table, f.Name, f.OrgTable, f.OrgName, f.Type, charset, f.ColumnLength, f.Decimal, flags)
}

// door serves an engine at a socket until the test ends.
func door(t *testing.T, e *engine) (socket string) {
	t.Helper()
	socket = filepath.Join(filepath.Dir(t.TempDir()), "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- wire.NewServer(e.Engine, wire.Options{}).Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := errors.Join(<-done, e.Close()); err != nil {
			t.Error(err)
		}
	})
	return socket
}

func dial(t *testing.T, socket string) *client.Conn {
	t.Helper()
	c, err := client.Connect(socket, "root", "", "d")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() }) // its server may be gone
	return c
}
