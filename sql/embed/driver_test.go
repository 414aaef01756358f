package embed

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"net"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"gsdms/operators/cpu"
	engine "gsdms/sql"
	"gsdms/sql/parse"
	"gsdms/sql/wire/mysql"
)

// doors gives the pools that a test is run with: of a folder in this process, and of a
// server over the network and by a socket.
func doors(t *testing.T) map[string]*sql.DB {
	t.Helper()
	tcp, unix := serve(t)
	d := &Driver{Options: Options{Threads: 2}}
	out := map[string]*sql.DB{}
	for door, name := range map[string]string{"folder": t.TempDir() + "/shop", "network": "mysql://" + tcp + "/shop", "socket": "unix://root@" + unix} {
		c, err := d.OpenConnector(name)
		if err != nil {
			t.Fatal(err)
		}
		db := sql.OpenDB(c)
		t.Cleanup(func() {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		})
		out[door] = db
	}
	return out
}

// serve gives the addresses of a server with an empty folder for each.
func serve(t testing.TB) (tcp, unix string) {
	t.Helper()
	unix = filepath.Join(t.TempDir(), "s.sock")
	for _, at := range []struct{ network, address string }{{"tcp", "127.0.0.1:0"}, {"unix", unix}} {
		backend, err := cpu.New(cpu.Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		e, err := engine.Open(context.Background(), engine.Config{Dir: t.TempDir() + "/shop", Backend: backend})
		if err != nil {
			t.Fatal(err)
		}
		l, err := net.Listen(at.network, at.address)
		if err != nil {
			t.Fatal(err)
		}
		if at.network == "tcp" {
			tcp = l.Addr().String()
		}
		ctx, stop := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- mysql.NewServer(e, mysql.Options{}).Serve(ctx, l) }()
		t.Cleanup(func() {
			stop()
			if err := errors.Join(<-done, e.Close(), backend.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	return tcp, unix
}

func must(t *testing.T, db *sql.DB, text string, args ...any) sql.Result {
	t.Helper()
	r, err := db.Exec(text, args...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return r
}

// all reads the rows of a query as the driver gives them.
func all(t *testing.T, db interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}, text string, args ...any) (out [][]any) {
	t.Helper()
	rows, err := db.QueryContext(context.Background(), text, args...)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		row, to := make([]any, len(names)), make([]any, len(names))
		for i := range row {
			to[i] = &row[i]
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatal(err)
		}
		out = append(out, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// Values of every type go in as parameters, bound and not as text, and come back.
func TestValues(t *testing.T) {
	day := time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC)
	for door, db := range doors(t) {
		t.Run(door, func(t *testing.T) {
			must(t, db, "CREATE TABLE v (k INT PRIMARY KEY, i BIGINT, d DECIMAL(10,2), f DOUBLE, s VARCHAR(40), day DATE, at DATETIME(6), span TIME(1))")
			rows := [][]any{
				{int64(1), int64(math.MinInt64 + 1), "-12345678.90", 0.1, `it's "a" \ b; -- c ?`, day, day.Add(86399999999 * time.Microsecond), "-07:08:09.5"},
				{int64(2), nil, nil, nil, nil, nil, nil, nil},
				{int64(3), int64(math.MaxInt64), "0.05", -1e300, "", day.AddDate(-80, 0, 1), day.AddDate(-90, 0, 0), "00:00:00.0"},
				{int64(4), int64(0), "0.00", 0.0, "Ü", time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(1, 1, 1, 0, 0, 0, 1000, time.UTC), "838:59:59.0"},
			}
			for _, r := range rows {
				if n, err := must(t, db, "INSERT INTO v VALUES (?, ?, ?, ?, ?, ?, ?, ?)", r...).RowsAffected(); err != nil || n != 1 {
					t.Errorf("%d rows affected, error %v", n, err)
				}
			}
			if got := all(t, db, "SELECT * FROM v ORDER BY k"); !reflect.DeepEqual(got, rows) {
				t.Errorf("got  %v\nwant %v", got, rows)
			}
			for i, r := range rows {
				for c, name := range []string{"i", "d", "f", "s", "day", "at", "span"} {
					text := "SELECT k FROM v WHERE " + name + " <=> ?"
					if r[c+1] != nil {
						text = "SELECT k FROM v WHERE " + name + " = ?"
					}
					if got := all(t, db, text, r[c+1]); len(got) != 1 || got[0][0] != int64(i+1) {
						t.Errorf("%s with %v: %v, not %d", text, r[c+1], got, i+1)
					}
				}
			}
			if got := all(t, db, "SELECT k FROM v WHERE s = ?", []byte("' OR '1'='1")); got != nil {
				t.Errorf("a parameter was read as SQL: %v", got)
			}
		})
	}
}

// A prepared statement runs many times, and with limits that are parameters.
func TestPrepared(t *testing.T) {
	for door, db := range doors(t) {
		t.Run(door, func(t *testing.T) {
			must(t, db, "CREATE TABLE n (x INT)")
			must(t, db, "INSERT INTO n VALUES (1), (2), (3), (NULL), (5)")
			s, err := db.Prepare("SELECT COUNT(*), SUM(x) FROM (SELECT x FROM n WHERE x > ? ORDER BY x LIMIT ?) s")
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			var all sync.WaitGroup
			for _, want := range []struct{ above, limit, count, sum int }{{0, 10, 4, 11}, {1, 2, 2, 5}, {2, 1, 1, 3}} {
				for range 5 {
					all.Go(func() {
						var count, sum int
						if err := s.QueryRow(want.above, want.limit).Scan(&count, &sum); err != nil || count != want.count || sum != want.sum {
							t.Errorf("%+v: %d, %d, error %v", want, count, sum, err)
						}
					})
				}
			}
			all.Wait()
			if _, err := s.Query(1); err == nil {
				t.Error("a statement of two parameters ran with one")
			}
			if _, err := db.Query("SELECT ?", sql.Named("x", 1)); err == nil || !strings.Contains(err.Error(), "names") {
				t.Errorf("a parameter with a name: %v", err)
			}
		})
	}
}

// What comes back is typed, also for who asks for types before there are rows.
func TestColumnTypes(t *testing.T) {
	for door, db := range doors(t) {
		t.Run(door, func(t *testing.T) {
			must(t, db, "CREATE TABLE c (i INT, d DECIMAL(10,2), f DOUBLE, s VARCHAR(40), day DATE)")
			rows, err := db.Query("SELECT i + 1 i, d, f, CONCAT(s, s) s, day FROM c")
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			types, err := rows.ColumnTypes()
			if err != nil {
				t.Fatal(err)
			}
			want := []string{"i BIGINT NullInt64", "d DECIMAL NullString 10,2", "f DOUBLE NullFloat64", "s VARCHAR NullString", "day DATE NullTime"}
			for i, c := range types {
				got := fmt.Sprintf("%s %s %s", c.Name(), c.DatabaseTypeName(), c.ScanType().Name())
				if p, s, ok := c.DecimalSize(); ok {
					got += fmt.Sprintf(" %d,%d", p, s)
				}
				if got != want[i] {
					t.Errorf("column %d: %s, not %s", i, got, want[i])
				}
			}
			if rows.Next() {
				t.Error("an empty table has a row")
			}
		})
	}
}

// Errors have MySQL's numbers, and there are no transactions.
func TestRefusals(t *testing.T) {
	for door, db := range doors(t) {
		t.Run(door, func(t *testing.T) {
			var e *parse.Error
			if _, err := db.Query("SELECT * FROM nowhere"); !errors.As(err, &e) || e.Code != parse.CodeUnknownTable {
				t.Errorf("an unknown table: %v", err)
			}
			if _, err := db.Begin(); err == nil || !strings.Contains(err.Error(), "transactions") {
				t.Errorf("a transaction: %v", err)
			}
			if _, err := db.Query("SELECT ?", math.Inf(1)); err == nil {
				t.Error("infinity is a parameter")
			}
			if _, err := db.Query("SELECT ?", "\xff"); err == nil || !strings.Contains(err.Error(), "UTF-8") {
				t.Errorf("a text that is not UTF-8: %v", err)
			}
			if err := db.Ping(); err != nil {
				t.Errorf("after errors: %v", err)
			}
			must(t, db, "CREATE TABLE x (a INT)")
			if n, err := must(t, db, "INSERT INTO x VALUES (1)").LastInsertId(); err != nil || n != 0 {
				t.Errorf("a row has got the number %d, %v", n, err)
			}
			must(t, db, "CREATE TABLE numbered (id INT AUTO_INCREMENT PRIMARY KEY, a INT) AUTO_INCREMENT = 7")
			for _, want := range []int64{7, 9} {
				if n, err := must(t, db, "INSERT INTO numbered (a) VALUES (?), (?)", 1, 2).LastInsertId(); err != nil || n != want {
					t.Errorf("rows have got numbers from %d on, want %d: %v", n, want, err)
				}
			}
			if got := all(t, db, "INSERT INTO x VALUES (1)"); got != nil {
				t.Errorf("the rows of an INSERT: %v", got)
			}
		})
	}
}

// A context that ends cancels the statement, and the connection goes on.
func TestCancel(t *testing.T) {
	for door, db := range doors(t) {
		t.Run(door, func(t *testing.T) {
			db.SetMaxOpenConns(1)
			must(t, db, "CREATE TABLE big (a INT)")
			must(t, db, "INSERT INTO big VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)")
			text := "SELECT COUNT(*) FROM big a, big b, big c, big d, big e, big f, big g, big h, big i, big j, big k WHERE a.a * b.a + c.a * d.a * k.a > e.a + f.a * g.a + h.a * i.a + j.a + ?"
			ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
			defer cancel()
			if _, err := db.QueryContext(ctx, text, 7); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("a query that was cancelled: %v", err)
			}
			ctx, cancel = context.WithCancel(context.Background())
			time.AfterFunc(50*time.Millisecond, cancel)
			if _, err := db.ExecContext(ctx, strings.Replace(text, "?", "8", 1)); !errors.Is(err, context.Canceled) {
				t.Errorf("a statement that was cancelled: %v", err)
			}
			for range 20 {
				if got := all(t, db, "SELECT COUNT(*) FROM big"); got[0][0] != int64(10) {
					t.Errorf("after a cancelled one: %v", got)
				}
			}
		})
	}
}

// Pools of one folder share it; it is free again when the last one is closed.
func TestFolderIsShared(t *testing.T) {
	path := t.TempDir() + "/shop"
	d := &Driver{Options: Options{Threads: 1}}
	open := func(d *Driver, path string) *sql.DB {
		c, err := d.OpenConnector(path)
		if err != nil {
			t.Fatal(err)
		}
		return sql.OpenDB(c)
	}
	one, two := open(d, path), open(d, path+"/../shop")
	must(t, one, "CREATE TABLE t (a INT)")
	must(t, two, "INSERT INTO t VALUES (1), (2)")
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	other := open(&Driver{}, path)
	if err := other.Ping(); err == nil {
		t.Error("two engines have one folder open")
	}
	if got := all(t, two, "SELECT SUM(a) FROM t"); got[0][0] != "3" {
		t.Errorf("after another pool was closed: %v", got)
	}
	if err := errors.Join(two.Close(), other.Close()); err != nil {
		t.Fatal(err)
	}
	again := open(&Driver{}, path)
	defer again.Close()
	if got := all(t, again, "SELECT COUNT(*) FROM t"); got[0][0] != int64(2) {
		t.Errorf("opened again: %v", got)
	}
}

// What SET changes is gone with the connection's next owner.
func TestSettingsDoNotLeak(t *testing.T) {
	db := doors(t)["folder"]
	db.SetMaxOpenConns(1)
	c, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.ExecContext(context.Background(), "SET gsdms_timeout = '7s'"); err != nil {
		t.Fatal(err)
	}
	if got := all(t, c, "SELECT @@gsdms_timeout"); got[0][0] != "7s" {
		t.Errorf("the setting is %v", got)
	}
	c.Close()
	if got := all(t, db, "SELECT @@gsdms_timeout"); got[0][0] == "7s" {
		t.Error("the next owner has the setting")
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]place{
		"some/folder":             {folder: "some/folder"},
		"some/folder;hr=x;b=/y=z": {folder: "some/folder", beside: "hr=x;b=/y=z"},
		"mysql://h":               {server: mysql.Target{Network: "tcp", Address: "h:3306", User: "root"}},
		"mysql://u:p%40@[::1]:7/": {server: mysql.Target{Network: "tcp", Address: "[::1]:7", User: "u", Password: "p@"}},
		"mysql://u@h:7/shop":      {server: mysql.Target{Network: "tcp", Address: "h:7", User: "u"}, database: "shop"},
		"unix://u:p@/a/b.sock":    {server: mysql.Target{Network: "unix", Address: "/a/b.sock", User: "u", Password: "p"}},
	} {
		if got, err := parseName(name); err != nil || got != want {
			t.Errorf("%s: %+v, error %v", name, got, err)
		}
	}
	for _, name := range []string{"", "mysql://", "mysql://u:secret@h:x/", "postgres://u:secret@h/", "mysql://u:secret@h/?a=b", "unix://u:secret@h/x"} {
		if _, err := parseName(name); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
