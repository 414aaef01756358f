package sql

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/cockroachdb/datadriven"

	"gsdms/operators/cpu"
	"gsdms/pushscan"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
)

// openFolders opens a folder main and others beside it. It is closed with the test, or before.
func openFolders(t *testing.T, beside ...store.Folder) (e *Engine, end func()) {
	t.Helper()
	e, end, err := tryFolders(t, beside...)
	if err != nil {
		t.Fatal(err)
	}
	return e, end
}

// tryFolders is openFolders that may fail.
func tryFolders(t *testing.T, beside ...store.Folder) (*Engine, func(), error) {
	t.Helper()
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	e, err := Open(context.Background(), Config{Dir: "main", Beside: beside, Backend: backend, Scan: pushscan.Options{ChunkRows: 64}})
	if err != nil {
		return nil, nil, errors.Join(err, backend.Close())
	}
	end := sync.OnceFunc(func() {
		if err := errors.Join(e.Close(), backend.Close()); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(end)
	return e, end, nil
}

// TestMounted runs the files of testdata/mounted from text to text, each on an engine of its own
// with the folders main, hr and data/sales, which is the database sales; "alone" closes these and
// opens a folder by itself. "run" prints results and errors, for the user it names.
func TestMounted(t *testing.T) {
	datadriven.Walk(t, "testdata/mounted", func(t *testing.T, path string) {
		path, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Chdir(t.TempDir())
		var e *Engine
		var end func()
		sessions := map[string]*Session{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd == "alone" {
				if e != nil {
					end()
					e = nil
					clear(sessions)
				}
				return alone(t, d)
			}
			if e == nil {
				e, end = openFolders(t, store.Folder{Database: "hr", Dir: "hr"}, store.Folder{Database: "sales", Dir: "data/sales"})
			}
			user := ""
			d.MaybeScanArgs(t, "user", &user)
			if sessions[user] == nil && user == "" {
				sessions[user] = e.NewSession()
			}
			if sessions[user] == nil {
				sessions[user] = e.Connect(Client{User: user, Host: "h"})
			}
			return runAll(t, sessions[user], d.Input, "tsv")
		})
	})
}

// alone runs statements on the folder that they name, which is then closed.
func alone(t *testing.T, d *datadriven.TestData) string {
	t.Helper()
	backend, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	e, err := Open(context.Background(), Config{Dir: d.CmdArgs[0].Key, Backend: backend})
	if err != nil {
		return err.Error() + "\n"
	}
	defer e.Close()
	return runAll(t, e.NewSession(), d.Input, "tsv")
}

// Names that could not be told from others are refused, and nothing is held then.
func TestMountedNames(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"", "a.b", "a/b", "mysql", "INFORMATION_SCHEMA", "main", "gsdms"} {
		if _, _, err := tryFolders(t, store.Folder{Database: name, Dir: "other"}); err == nil {
			t.Errorf("a folder is the database %q", name)
		}
	}
	e, _ := openFolders(t, store.Folder{Database: "hr", Dir: "other"})
	if err := e.Hold(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, _, err := tryFolders(t, store.Folder{Database: "x", Dir: "elsewhere"}); !errors.Is(err, store.ErrLocked) {
		t.Errorf("a folder that is open: %v", err)
	}
}

// The folder that cannot be opened is named, and the others are free again.
func TestMountedDamage(t *testing.T) {
	t.Chdir(t.TempDir())
	e, end := openFolders(t, store.Folder{Database: "hr", Dir: "people"})
	mustRun(t, e.NewSession(), "CREATE TABLE t (a INT); CREATE TABLE hr.t AS SELECT 1 AS a")
	end()
	file := filepath.Join("people", "catalog.json")
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := tryFolders(t, store.Folder{Database: "hr", Dir: "people"}); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a damaged folder: %v", err)
	}
	if err := os.WriteFile(file, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	manifests, err := filepath.Glob("people/t/manifest*")
	if err != nil || len(manifests) != 1 {
		t.Fatal(manifests, err)
	}
	if err := os.WriteFile(manifests[0], []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	e, _ = openFolders(t, store.Folder{Database: "hr", Dir: "people"})
	if _, err := e.NewSession().Query(context.Background(), "SELECT * FROM hr.t"); err == nil || !strings.Contains(err.Error(), "hr.t") || !strings.Contains(err.Error(), manifests[0]) {
		t.Errorf("a damaged table: %v", err)
	}
	mustRun(t, e.NewSession(), "SELECT * FROM t; DROP TABLE hr.t")
}

// Text that has a plan is planned anew in another database, and where its folder has changed.
func TestMountedPlans(t *testing.T) {
	t.Chdir(t.TempDir())
	e, _ := openFolders(t, store.Folder{Database: "hr", Dir: "hr"})
	s := e.NewSession()
	mustRun(t, s, "CREATE TABLE t (a INT); INSERT INTO t VALUES (1); CREATE TABLE hr.t (a INT); INSERT INTO hr.t VALUES (2)")
	for range 3 {
		for database, want := range map[string]string{"main": "1", "hr": "2"} {
			mustRun(t, s, "USE "+database)
			if got := flat(mustRun(t, s, "SELECT MAX(a) FROM t")); got != want {
				t.Errorf("%s: %s, not %s", database, got, want)
			}
		}
	}
	mustRun(t, s, "USE hr; INSERT INTO t VALUES (5)")
	if got := flat(mustRun(t, s, "SELECT MAX(a) FROM t")); got != "5" {
		t.Errorf("after a change: %s", got)
	}
	var none *parse.Error
	if _, err := s.Query(context.Background(), "SELECT * FROM sales.t"); !errors.As(err, &none) || none.Code != parse.CodeUnknownDatabase {
		t.Errorf("a folder that is not open: %v", err)
	}
}

// A folder is another database here than by itself: its views mean its own tables.
func TestMountedUnderAnotherName(t *testing.T) {
	t.Chdir(t.TempDir())
	e, end := openFolders(t)
	mustRun(t, e.NewSession(), `CREATE TABLE t (a INT); INSERT INTO t VALUES (1); CREATE FUNCTION one(x INT) RETURNS INT RETURN 1; CREATE FUNCTION two(x INT) RETURNS INT RETURN main.one(x) + gsdms.one(x);
		CREATE VIEW v AS SELECT gsdms.two(t.a) + main.t.a AS b, main.t.* FROM main.t`)
	end()
	if err := os.Rename("main", "older"); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("old", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename("older", "old/main"); err != nil {
		t.Fatal(err)
	}
	// Here main is another folder, so what is called so is that.
	e, end = openFolders(t, store.Folder{Database: "before", Dir: "old/main"})
	s := e.NewSession()
	if got := code(t, s, "SELECT * FROM before.v"); got != 1356 {
		t.Errorf("a view of a table that main does not have: error %d", got)
	}
	mustRun(t, s, "CREATE TABLE t (a INT); INSERT INTO t VALUES (7); CREATE FUNCTION one(x INT) RETURNS INT RETURN 100")
	if got := flat(mustRun(t, s, "SELECT * FROM before.v")); got != "108|7" {
		t.Errorf("main.t is %s", got)
	}
	end()
	if err := os.Rename("main", "other"); err != nil {
		t.Fatal(err)
	}
	backend, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	if e, err = Open(context.Background(), Config{Dir: "other", Beside: []store.Folder{{Database: "before", Dir: "old/main"}}, Backend: backend}); err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if got := flat(mustRun(t, e.NewSession(), "SELECT * FROM before.v")); got != "3|1" {
		t.Errorf("where main is nothing else: %s", got)
	}
}

// Statements of several folders run at the same time: each change is whole, and what is read of a
// folder is of one moment.
func TestMountedTogether(t *testing.T) {
	t.Chdir(t.TempDir())
	e, _ := openFolders(t, store.Folder{Database: "hr", Dir: "hr"}, store.Folder{Database: "sales", Dir: "sales"})
	names := []string{"main.t", "hr.t", "sales.t"}
	for _, name := range names {
		mustRun(t, e.NewSession(), "CREATE TABLE "+name+" (a INT, b INT, CHECK (a = b)); INSERT INTO "+name+" VALUES (0, 0)")
	}
	const rounds = 12
	var all sync.WaitGroup
	ask := func(text string) {
		all.Go(func() {
			s := e.NewSession()
			for range rounds {
				if _, err := s.Query(context.Background(), text); err != nil {
					t.Errorf("%s: %v", text, err)
				}
			}
		})
	}
	for i, name := range names {
		other := names[(i+1)%len(names)]
		ask("INSERT INTO " + name + " SELECT MAX(a) + 1, MAX(b) + 1 FROM " + other)
		ask("UPDATE " + name + " SET a = a + 1, b = b + 1 WHERE a IN (SELECT a FROM " + other + ")")
		all.Go(func() {
			for range rounds {
				if got := flat(mustRun(t, e.NewSession(), "SELECT COUNT(*) FROM "+name+" x WHERE a <> b")); got != "0" {
					t.Errorf("%s has %s rows of two moments", name, got)
				}
			}
		})
	}
	all.Go(func() {
		s := e.NewSession()
		for range rounds {
			mustRun(t, s, "CREATE TABLE hr.made AS SELECT * FROM sales.t; CREATE OR REPLACE VIEW v AS SELECT * FROM hr.made; SELECT COUNT(*) FROM v; RENAME TABLE hr.made TO hr.done; DROP TABLE hr.done")
		}
	})
	all.Wait()
	for _, name := range names {
		if got := flat(mustRun(t, e.NewSession(), "SELECT COUNT(*) FROM "+name)); got != fmt.Sprint(rounds+1) {
			t.Errorf("%s has %s rows", name, got)
		}
	}
}
