package sql

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"gsdms/pushscan"
	"gsdms/sql/scope"
)

// A temporary table is of one session, which reads and changes it as any other; it hides one
// of its name, and goes with the session.
func TestTemporaryTables(t *testing.T) {
	a := clientSession(t)
	b := a.engine.Connect(Client{User: "bob", Host: "localhost"})
	defer b.Close()
	for _, c := range []struct {
		s         *Session
		ask, want string
	}{
		{a, "SELECT name FROM city WHERE id = 1; CREATE VIEW v AS SELECT name FROM city WHERE id = 1; SELECT * FROM v", "Bern"},
		{a, "CREATE TEMPORARY TABLE city (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL DEFAULT 'none'); SELECT COUNT(*) FROM city", "0"},
		{a, "INSERT INTO city (id) VALUES (1), (7); SELECT name FROM city WHERE id = 1", "none"},
		{b, "SELECT name FROM city WHERE id = 1", "Bern"},
		{a, "SELECT * FROM v", "Bern"}, // a view reads what it was made of
		{a, "REPLACE INTO city VALUES (1, 'Rom'); UPDATE city SET name = CONCAT(name, '!') WHERE id IN (SELECT city FROM sale); SELECT id, name FROM city ORDER BY id", "1|Rom!\n7|none"},
		{a, "DELETE FROM city WHERE id = 7; INSERT INTO city SELECT id + 10, 'x' FROM sale; SELECT COUNT(*), SUM(id) FROM city", "4|37"},
		{a, "SELECT c.name, SUM(s.price) FROM city c JOIN sale s ON s.city = c.id GROUP BY c.name", "Rom!|2.00"},
		{a, "ALTER TABLE city ADD COLUMN n INT DEFAULT 5; SELECT SUM(n) FROM city", "20"},
		{a, "SHOW CREATE TABLE city", "city|CREATE TEMPORARY TABLE `city` (\n  `id` int NOT NULL,\n  `name` varchar(20) NOT NULL DEFAULT 'none',\n  `n` int DEFAULT '5',\n  PRIMARY KEY (`id`)\n)"},
		{a, "SHOW COLUMNS FROM city LIKE 'n'", "n|int|YES||5|"},
		{a, "SHOW TABLES; SELECT COUNT(*) FROM information_schema.columns WHERE table_name = 'city'", "2"},
		{a, "TRUNCATE TABLE city; SELECT COUNT(*) FROM city", "0"},
		{a, "CREATE TEMPORARY TABLE sums AS SELECT city, SUM(price) AS total FROM sale GROUP BY city; SELECT total FROM sums ORDER BY city", "2.00\n7.00"},
		{a, "CREATE TEMPORARY TABLE IF NOT EXISTS sums AS SELECT 1 AS x; SELECT total FROM sums ORDER BY city LIMIT 1", "2.00"},
		{a, "CREATE TABLE lasting AS SELECT * FROM sums; SELECT COUNT(*) FROM lasting", "2"},
		{b, "SELECT COUNT(*) FROM lasting", "2"},
		{a, "PREPARE p FROM 'SELECT COUNT(*) FROM sums WHERE city > ?'; SET @c = 1; EXECUTE p USING @c", "1"},
		{a, "DROP TABLE city; SELECT name FROM city WHERE id = 1", "Bern"},
		{a, "CREATE TEMPORARY TABLE v (x INT); SELECT COUNT(*) FROM v", "0"},
		{a, "DROP TEMPORARY TABLE v; SELECT * FROM v", "Bern"},
		{a, "DROP TEMPORARY TABLE IF EXISTS city; SELECT COUNT(*) FROM city", "2"},
	} {
		if got := flat(mustRun(t, c.s, c.ask)); got != c.want {
			t.Errorf("%s\n gives %s\n  not  %s", c.ask, got, c.want)
		}
	}
	refuseTemporary(t, a, b)
	folder := filepath.Join(a.engine.config.Dir, scope.OwnFolder)
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("%d folders of sessions, want 1: %v", len(left), err)
	}
	r, err := a.Stream(context.Background(), "SELECT * FROM sums")
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	a.Reset()
	if got := code(t, a, "SELECT * FROM sums"); got != 1146 {
		t.Errorf("a temporary table behind a reset: error %d", got)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("%d folders of sessions are left: %v", len(left), err)
	}
}

// What a temporary table's columns take unpacked is charged to the engine, and forgotten when that is short.
func TestTemporaryTablesAreCharged(t *testing.T) {
	a := clientSession(t)
	mustRun(t, a, `CREATE TEMPORARY TABLE d AS SELECT 0 AS x UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3;
		CREATE TEMPORARY TABLE e AS SELECT p.x + 4 * q.x + 16 * r.x + 64 * s.x AS x FROM d p, d q, d r, d s;
		CREATE TEMPORARY TABLE big AS SELECT p.x + 256 * q.x AS x, p.x % 3 AS y FROM e p, e q`)
	before := a.engine.run.Memory()
	if got := flat(mustRun(t, a, "SELECT COUNT(*), SUM(x), SUM(y) FROM big WHERE x >= 0")); got != "65536|2147450880|65280" {
		t.Error(got)
	}
	if now := a.engine.run.Memory(); now < before+65536 {
		t.Errorf("%d bytes are charged, and were before anything was unpacked %d", now, before)
	}
	a.engine.shelf.Forget()
	for begun := time.Now(); a.engine.run.Memory() > before; runtime.GC() {
		if time.Since(begun) > 20*time.Second {
			t.Fatalf("%d bytes are still charged", a.engine.run.Memory())
		}
	}
}

// refuseTemporary asks for what tables of a session cannot do, a's and b's.
func refuseTemporary(t *testing.T, a, b *Session) {
	t.Helper()
	for _, c := range []struct {
		s    *Session
		text string
		want int
	}{
		{b, "SELECT * FROM sums", 1146}, {a, "CREATE TEMPORARY TABLE sums (a INT)", 1050}, {a, "DROP TEMPORARY TABLE city", 1051}, {a, "CREATE VIEW w AS SELECT * FROM sums", 1352},
		{a, "CREATE TEMPORARY TABLE k (a INT, FOREIGN KEY (a) REFERENCES city (id))", 1235}, {a, "CREATE TEMPORARY TABLE pk (a INT PRIMARY KEY)", 0}, {a, "CREATE TABLE k (a INT, FOREIGN KEY (a) REFERENCES pk (a))", 1235},
		{a, "ALTER TABLE pk ADD FOREIGN KEY (a) REFERENCES city (id)", 1235}, {a, "INSERT INTO pk VALUES (1), (1)", 1062}, {a, "DROP TABLE sums, nowhere", 1051}, {a, "SELECT * FROM sums", 0},
	} {
		if got := code(t, c.s, c.text); got != c.want {
			t.Errorf("%s: error %d, want %d", c.text, got, c.want)
		}
	}
}

// What a plan reads is what the session means, whoever made it: tables and temporary ones of the
// same name never take each other's plans.
func TestTemporaryTablesAndPlans(t *testing.T) {
	a := clientSession(t)
	b := a.engine.Connect(Client{User: "bob", Host: "localhost"})
	defer b.Close()
	text := "SELECT COUNT(*) FROM city"
	mustRun(t, a, text)
	mustRun(t, a, "CREATE TEMPORARY TABLE city (x INT); INSERT INTO city VALUES (1), (2), (3), (4)")
	for range 3 {
		if got := flat(mustRun(t, a, text)); got != "4" {
			t.Errorf("the session with the temporary table counts %s", got)
		}
		if got := flat(mustRun(t, b, text)); got != "2" {
			t.Errorf("the other session counts %s", got)
		}
	}
	if r := mustRun(t, b, text); !r.Report.Cached {
		t.Error("the plan of the other session was not kept")
	}
	for _, x := range a.Together(context.Background(), []string{text, text}) {
		if x.Err != nil || flat(x.Result) != "4" {
			t.Error(x.Err)
		}
	}
}

// Temporary tables need a privilege to be made, and none to be used; those of sessions that
// were never closed go when the folder is opened.
func TestTemporaryTablesNeedThePrivilege(t *testing.T) {
	_, owner, ann := granted(t)
	if got := code(t, ann, "CREATE TEMPORARY TABLE x (a INT)"); got != 1044 {
		t.Errorf("without the privilege: error %d", got)
	}
	mustRun(t, owner, "GRANT CREATE TEMPORARY TABLES ON gsdms.* TO ann")
	mustRun(t, ann, "CREATE TEMPORARY TABLE t (a INT); INSERT INTO t VALUES (5), (6); DELETE FROM t WHERE a = 5; UPDATE t SET a = 7")
	if got := flat(mustRun(t, ann, "SELECT a FROM t")); got != "7" {
		t.Errorf("the temporary table has %s", got)
	}
	mustRun(t, ann, "DROP TABLE t")
	if got := code(t, ann, "SELECT a FROM t"); got != 1142 {
		t.Errorf("the table that was hidden: error %d", got)
	}
	if got := code(t, ann, "CREATE TEMPORARY TABLE y AS SELECT * FROM u"); got != 1142 {
		t.Errorf("rows that may not be read: error %d", got)
	}
	dir := filepath.Join(t.TempDir(), "db")
	left := filepath.Join(dir, scope.OwnFolder, "1", "t")
	if err := os.MkdirAll(left, 0o755); err != nil {
		t.Fatal(err)
	}
	e := openEngine(t, dir, pushscan.Options{})
	if _, err := os.Stat(left); err == nil {
		t.Error("what was left of a session is still there")
	}
	mustRun(t, e.NewSession(), "CREATE TEMPORARY TABLE x (a INT); INSERT INTO x VALUES (1)")
}
