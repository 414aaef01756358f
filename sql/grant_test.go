package sql

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan"
	"gsdms/sql/account"
	"gsdms/sql/parse"
)

// granted opens a folder with tables, a view and the users ann and bob, who have nothing.
func granted(t *testing.T) (e *Engine, owner, ann *Session) {
	t.Helper()
	e = openEngine(t, filepath.Join(t.TempDir(), "shop"), pushscan.Options{})
	owner = e.NewSession()
	mustRun(t, owner, `CREATE TABLE t (a INT PRIMARY KEY); INSERT INTO t VALUES (1), (2); CREATE TABLE u (a INT); INSERT INTO u VALUES (7);
		CREATE FUNCTION twice(x INT) RETURNS INT RETURN x * 2;
		CREATE VIEW v AS SELECT twice(a) - a + 100 b FROM t; CREATE VIEW w AS SELECT b FROM v; CREATE USER ann IDENTIFIED BY 'a', bob IDENTIFIED BY 'b'`)
	ann = e.Connect(Client{User: "ann", Host: "h"})
	t.Cleanup(ann.Close)
	return e, owner, ann
}

// code is the number of a statement's error, 0 for none.
func code(t *testing.T, s *Session, text string) int {
	t.Helper()
	_, err := s.Query(context.Background(), text)
	if err == nil {
		return 0
	}
	return parse.AsError(text, err).Code
}

// needing is a statement and the privileges that it needs.
type needing struct {
	text   string
	needs  []string // as GRANT spells them, each on a table or on *.*
	denied int
}

// privileged gives statements; those about files have them in a folder.
func privileged(out string) []needing {
	return []needing{
		{"SELECT * FROM t", []string{"SELECT ON t"}, 1142},
		{"SELECT * FROM gsdms.t x JOIN u ON x.a < u.a", []string{"SELECT ON t", "SELECT ON u"}, 1142},
		{"SELECT 1 FROM u WHERE EXISTS (SELECT * FROM t WHERE t.a = u.a)", []string{"SELECT ON t", "SELECT ON u"}, 1142},
		{"WITH c AS (SELECT a FROM t) SELECT * FROM c UNION SELECT a FROM u", []string{"SELECT ON t", "SELECT ON u"}, 1142},
		{"WITH t AS (SELECT 1 a) SELECT * FROM t", nil, 0},
		{"SELECT * FROM v", []string{"SELECT ON v"}, 1142},
		{"SELECT * FROM w, u", []string{"SELECT ON w", "SELECT ON u"}, 1142},
		{"SELECT twice(a) FROM u", []string{"SELECT ON u", "EXECUTE ON gsdms.*"}, 0},
		{"SELECT twice(7)", []string{"EXECUTE ON *.*"}, 1370},
		{"CREATE OR REPLACE FUNCTION twice(x INT) RETURNS INT RETURN x + x", []string{"CREATE ON *.*", "DROP ON *.*"}, 1370},
		{"CREATE FUNCTION n(x INT) RETURNS INT RETURN twice(x) + x", []string{"CREATE ON *.*"}, 1370},
		{"DROP FUNCTION twice", []string{"DROP ON gsdms.*"}, 1370},
		{"EXPLAIN SELECT * FROM t", []string{"SELECT ON t"}, 1142},
		{"EXPLAIN ANALYZE SELECT * FROM v", []string{"SELECT ON v"}, 1142},
		{"INSERT INTO t VALUES (11)", []string{"INSERT ON t"}, 1142},
		{"REPLACE INTO t VALUES (1)", []string{"INSERT ON t", "DELETE ON t"}, 1142},
		{"DELETE FROM t WHERE a = 1", []string{"SELECT ON t", "DELETE ON t"}, 1142},
		{"EXPLAIN DELETE FROM t WHERE a = 1", []string{"SELECT ON t", "DELETE ON t"}, 1142},
		{"EXPLAIN UPDATE t JOIN u ON t.a = u.a SET t.a = 9", []string{"SELECT ON t", "UPDATE ON t", "SELECT ON u"}, 1142},
		{"EXPLAIN INSERT INTO t SELECT a FROM u", []string{"INSERT ON t", "SELECT ON u"}, 1142},
		{"ALTER TABLE t ADD x INT", []string{"ALTER ON t"}, 1142},
		{"ALTER TABLE u RENAME TO n", []string{"ALTER ON u", "DROP ON u", "CREATE, INSERT ON n"}, 1142},
		{"ALTER TABLE u ADD b INT, ADD FOREIGN KEY (b) REFERENCES t (a)", []string{"ALTER ON u", "SELECT ON t"}, 1142},
		{"RENAME TABLE u TO n", []string{"ALTER ON u", "DROP ON u", "CREATE, INSERT ON n"}, 1142},
		{"UPDATE t SET a = a + 10 WHERE a = 1", []string{"SELECT ON t", "UPDATE ON t"}, 1142},
		{"UPDATE t JOIN u ON t.a = u.a SET t.a = 9", []string{"SELECT ON t", "UPDATE ON t", "SELECT ON u"}, 1142},
		{"DELETE x FROM t AS x JOIN u ON x.a = u.a", []string{"SELECT ON t", "DELETE ON t", "SELECT ON u"}, 1142},
		{"WITH RECURSIVE r AS (SELECT 1 n UNION ALL SELECT n + a FROM r, t WHERE n < 3) SELECT * FROM r", []string{"SELECT ON t"}, 1142},
		{"INSERT INTO u SELECT a FROM t", []string{"INSERT ON u", "SELECT ON t"}, 1142},
		{"CREATE TABLE n (a INT)", []string{"CREATE ON n"}, 1142},
		{"CREATE TABLE n (a INT, FOREIGN KEY (a) REFERENCES t (a))", []string{"CREATE ON n", "SELECT ON t"}, 1142},
		{"CREATE TABLE n AS SELECT * FROM v", []string{"CREATE, INSERT ON n", "SELECT ON v"}, 1142},
		{"CREATE VIEW n AS SELECT a FROM u", []string{"CREATE ON n", "SELECT ON u"}, 1142},
		{"CREATE OR REPLACE VIEW v AS SELECT a FROM u", []string{"CREATE ON v", "DROP ON v", "SELECT ON u"}, 1142},
		{"TRUNCATE TABLE u", []string{"DROP ON u"}, 1142},
		{"OPTIMIZE TABLE t", []string{"SELECT ON t", "INSERT ON t"}, 1142},
		{"DROP TABLE t, u", []string{"DROP ON t", "DROP ON u"}, 1142},
		{"DROP VIEW w", []string{"DROP ON w"}, 1142},
		{"DESCRIBE t", []string{"INSERT ON t"}, 1142},
		{"SHOW INDEX FROM t", []string{"DROP ON t"}, 1142},
		{"SHOW CREATE TABLE t", []string{"INSERT ON t"}, 1142},
		{"SHOW TABLES WHERE Tables_in_shop > (SELECT MIN(a) FROM t)", []string{"SELECT ON t"}, 1142},
		{"SHOW CREATE VIEW v", []string{"SELECT ON v"}, 1142},
		{"SELECT a FROM t INTO OUTFILE '" + out + "/f.csv'", []string{"SELECT ON t", "FILE ON *.*"}, 0},
		{"SELECT * FROM '" + out + "/in.csv'", []string{"FILE ON *.*"}, 1227},
		{"LOAD DATA INFILE '" + out + "/in.csv' INTO TABLE u", []string{"FILE ON *.*", "INSERT ON u"}, 0},
		{"GRANT SELECT ON t TO ann", []string{"PROCESS ON *.*", "ALL ON *.*"}, -1227},
		{"SELECT 1", nil, 0}, {"SHOW TABLES", nil, 0}, {"SET @a = 1", nil, 0}, {"SELECT * FROM information_schema.TABLES", nil, 0},
	}
}

// Each statement needs the privileges of the manual, no more, on each level that gives them:
// without the last one it is refused, whether its plan is kept or not.
func TestStatementsNeedPrivileges(t *testing.T) {
	out := t.TempDir()
	for _, c := range privileged(out) {
		t.Run(c.text, func(t *testing.T) {
			for missing := range c.needs {
				e, owner, ann := granted(t)
				prepareFiles(t, e, out)
				_ = code(t, owner, "EXPLAIN "+c.text) // a plan that others have made
				if strings.HasPrefix(c.text, "SELECT") && !strings.Contains(c.text, "OUTFILE") {
					mustRun(t, owner, c.text)
				}
				for i, p := range c.needs {
					if i != missing {
						mustRun(t, owner, "GRANT "+p+" TO ann")
					}
				}
				before := parse.AsError("", first(ann.Query(context.Background(), c.text)))
				switch {
				case c.denied < 0 && before.Code == -c.denied:
					continue
				case before.Code != parse.CodeDenied && before.Code != parse.CodeNoPrivilege && before.Code != parse.CodeNoFunctionRight, c.denied > 0 && before.Code != c.denied:
					t.Errorf("without %s: %v", c.needs[missing], before)
				}
				if before.Code == parse.CodeDenied && !strings.Contains(before.Message, " command denied to user 'ann'@'h' for table '") {
					t.Errorf("the refusal is %q", before.Message)
				}
				mustRun(t, owner, "GRANT "+c.needs[missing]+" TO ann")
				if got := code(t, ann, c.text); got != 0 {
					t.Errorf("with all privileges: error %d", got)
				}
			}
			if len(c.needs) == 0 {
				_, _, ann := granted(t)
				if got := code(t, ann, c.text); got != 0 {
					t.Errorf("without privileges: error %d", got)
				}
			}
		})
	}
}

func first[T any](_ T, err error) error { return err }

// prepareFiles lets clients of an engine read and write the files of a folder, which has one
// to read.
func prepareFiles(t *testing.T, e *Engine, dir string) {
	t.Helper()
	e.config.LoadRoots = []string{dir}
	if err := os.WriteFile(filepath.Join(dir, "in.csv"), []byte("a\n5\n6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(filepath.Join(dir, "f.csv")) // of the run before
}

// A privilege is given on a table, on all, or on the server, and is taken back where it was
// given; sessions that are there feel it at once, prepared statements too.
func TestGrantAndRevoke(t *testing.T) {
	e, owner, ann := granted(t)
	bob := e.Connect(Client{User: "bob", Host: "h"})
	defer bob.Close()
	mustRun(t, owner, "GRANT SELECT ON t TO ann")
	p, err := ann.Prepare(context.Background(), "SELECT COUNT(*) FROM t WHERE a > ?")
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []string{"shop.t", "t", "*", "shop.*", "gsdms.*", "*.*"} {
		mustRun(t, owner, "GRANT SELECT ON "+level+" TO ann, bob@'%'")
		if got := code(t, ann, "SELECT * FROM t"); got != 0 {
			t.Errorf("granted on %s: error %d", level, got)
		}
		if got, all := code(t, bob, "SELECT * FROM u"), strings.Contains(level, "*"); (got == 0) != all {
			t.Errorf("granted on %s, another table: error %d", level, got)
		}
		if _, err := p.Execute(context.Background(), []plan.Value{value.OfInt(0)}); err != nil {
			t.Errorf("prepared: %v", err)
		}
		mustRun(t, owner, "REVOKE SELECT ON "+level+" FROM ann, bob")
		if got := code(t, ann, "SELECT * FROM t"); got != parse.CodeDenied {
			t.Errorf("taken back on %s: error %d", level, got)
		}
		if _, err := p.Execute(context.Background(), []plan.Value{value.OfInt(0)}); !parse.IsCode(err, parse.CodeDenied) {
			t.Errorf("prepared, and taken back on %s: %v", level, err)
		}
	}
	if _, err := ann.Prepare(context.Background(), "SELECT ? FROM t"); !parse.IsCode(err, parse.CodeDenied) {
		t.Errorf("a statement is prepared that is refused: %v", err)
	}
	for i, a := range ann.Together(context.Background(), []string{"SELECT * FROM t", "SELECT 1"}) {
		if (a.Err == nil) != (i == 1) {
			t.Errorf("together, %d: %v", i, a.Err)
		}
	}
	for text, want := range map[string]int{
		"GRANT SELECT ON t TO nobody": 1410, "REVOKE SELECT ON t FROM nobody": 1141, "REVOKE SELECT ON t FROM ann": 1147, "REVOKE SELECT ON shop.* FROM ann": 1141,
		"GRANT SELECT ON nowhere TO ann": 1146, "GRANT CREATE ON nowhere TO ann": 0, "GRANT FILE ON shop.* TO ann": 1221, "GRANT PROCESS ON t TO ann": 1144, "GRANT EXECUTE ON t TO ann": 1144,
		"GRANT INDEX ON t TO ann": 1235, "GRANT SELECT (a) ON t TO ann": 1235, "GRANT SELECT ON other.* TO ann": 1049,
		"GRANT SELECT ON t TO ann@localhost": 1235, "GRANT SELECT, INSERT ON v TO bob, nobody": 1410,
	} {
		if got := code(t, owner, text); got != want {
			t.Errorf("%s: error %d, not %d", text, got, want)
		}
	}
	if got := flat(mustRun(t, bob, "SHOW GRANTS")); got != "GRANT USAGE ON *.* TO `bob`@`%`" {
		t.Errorf("half of a GRANT was done: %s", got)
	}
}

// Who has some privileges sees what they are, and of tables and sessions only its own.
func TestOnesOwnIsSeen(t *testing.T) {
	e, owner, ann := granted(t)
	bob := e.Connect(Client{User: "bob", Host: "h"})
	defer bob.Close()
	mustRun(t, owner, "GRANT SELECT, INSERT ON u TO ann; GRANT CREATE ON shop.* TO bob; GRANT PROCESS ON *.* TO bob; GRANT ALL ON t TO bob")
	for _, c := range []struct {
		s         *Session
		ask, want string
	}{
		{ann, "SHOW GRANTS", "GRANT USAGE ON *.* TO `ann`@`%`\nGRANT SELECT, INSERT ON `shop`.`u` TO `ann`@`%`"},
		{ann, "SHOW GRANTS FOR CURRENT_USER()", "GRANT USAGE ON *.* TO `ann`@`%`\nGRANT SELECT, INSERT ON `shop`.`u` TO `ann`@`%`"},
		{owner, "SHOW GRANTS FOR bob", "GRANT PROCESS ON *.* TO `bob`@`%`\nGRANT CREATE ON `shop`.* TO `bob`@`%`\nGRANT ALL PRIVILEGES ON `shop`.`t` TO `bob`@`%`"},
		{owner, "SHOW GRANTS", "GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost`"},
		{ann, "SHOW TABLES", "u"}, {bob, "SHOW TABLES", "t\nu\nv\nw"},
		{ann, "SELECT TABLE_NAME FROM information_schema.VIEWS", ""}, {bob, "SELECT TABLE_NAME FROM information_schema.VIEWS", "v\nw"},
		{ann, "SELECT TABLE_NAME FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'shop'", "u"},
		{ann, "SELECT Name FROM information_schema.TABLES WHERE 0", ""},
		{ann, "SELECT * FROM information_schema.USER_PRIVILEGES", "'ann'@'%'|def|USAGE|NO"},
		{ann, "SELECT * FROM information_schema.TABLE_PRIVILEGES", "'ann'@'%'|def|shop|u|SELECT|NO\n'ann'@'%'|def|shop|u|INSERT|NO"},
		{bob, "SELECT * FROM information_schema.SCHEMA_PRIVILEGES", "'bob'@'%'|def|shop|CREATE|NO"},
		{owner, "SELECT GRANTEE, PRIVILEGE_TYPE FROM information_schema.USER_PRIVILEGES", "'ann'@'%'|USAGE\n'bob'@'%'|PROCESS"},
		{ann, "SELECT USER FROM information_schema.PROCESSLIST", "ann"}, {bob, "SELECT USER FROM information_schema.PROCESSLIST ORDER BY USER", "ann\nbob"},
	} {
		if c.ask = strings.Replace(c.ask, "SELECT Name", "SELECT TABLE_NAME", 1); flat(mustRun(t, c.s, c.ask)) != c.want {
			t.Errorf("%s: %s, not %s", c.ask, flat(mustRun(t, c.s, c.ask)), c.want)
		}
	}
	if got := code(t, ann, "SHOW GRANTS FOR bob"); got != parse.CodeNoPrivilege {
		t.Errorf("the grants of another: error %d", got)
	}
	if got := code(t, ann, "KILL QUERY 2"); got != parse.CodeNotOwner {
		t.Errorf("the session of another is told to end: error %d", got)
	}
	if got := code(t, ann, "KILL QUERY 1"); got != 0 && got != parse.CodeInterrupted {
		t.Errorf("one's own session: error %d", got)
	}
}

// Privileges are there when the folder is opened again; users of files that have none may do
// everything, and so may all where there are no users.
func TestGrantsAreKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop")
	old, err := json.Marshal(map[string]account.Secret{"old": account.NewSecret("x")})
	if err != nil {
		t.Fatal(err)
	}
	e := openEngine(t, dir, pushscan.Options{})
	mustRun(t, e.Connect(Client{User: "root", Host: "h"}), "CREATE TABLE t (a INT)")
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "users.json"), old, 0o600); err != nil {
		t.Fatal(err)
	}
	e = openEngine(t, dir, pushscan.Options{})
	mustRun(t, e.Connect(Client{User: "old", Host: "h"}), "SELECT * FROM t; CREATE TABLE x (a INT); SHOW PROCESSLIST")
	mustRun(t, e.NewSession(), "CREATE USER ann IDENTIFIED BY 'a'; GRANT SELECT, FILE ON *.* TO ann; GRANT DROP ON x TO ann; REVOKE CREATE ON *.* FROM old; ALTER USER ann IDENTIFIED BY 'b'")
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	e = openEngine(t, dir, pushscan.Options{})
	ann, old2 := e.Connect(Client{User: "ann", Host: "h"}), e.Connect(Client{User: "old", Host: "h"})
	mustRun(t, ann, "SELECT * FROM t; DROP TABLE x")
	if got := code(t, ann, "DROP TABLE t"); got != parse.CodeDenied {
		t.Errorf("a privilege that was not given: error %d", got)
	}
	mustRun(t, old2, "INSERT INTO t VALUES (1)")
	if got := code(t, old2, "CREATE TABLE y (a INT)"); got != parse.CodeDenied {
		t.Errorf("a privilege that was taken from a user of before: error %d", got)
	}
	mustRun(t, e.NewSession(), "DROP USER ann")
	if got := code(t, ann, "SELECT * FROM t"); got != parse.CodeDenied {
		t.Errorf("a user who was dropped: error %d", got)
	}
	mustRun(t, e.Connect(Client{User: "ann", Host: "h", Owner: true}), "SELECT * FROM t")
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
}
