package sql

import (
	"context"
	"path/filepath"
	"reflect"
	"testing"

	"gsdms/pushscan"
)

// grantedStep is a privilege that ann gets, "" for none, and what becomes of a statement of hers then.
type grantedStep struct {
	grant, text string
	want        int
}

// databaseSteps are about the databases a and b beside that of the folder.
func databaseSteps() []grantedStep {
	return []grantedStep{
		{"", "USE a", 1044},
		{"", "SELECT * FROM a.t", 1142},
		{"", "SELECT * FROM `a.t`", 1142},
		{"SELECT ON gsdms.*", "SELECT * FROM t", 0},
		{"", "SELECT * FROM a.t", 1142},
		{"SELECT, DELETE ON a.*", "SELECT * FROM a.t", 0},
		{"", "SELECT * FROM `a.t`", 0},
		{"", "SELECT * FROM b.t", 1142},
		{"", "SELECT * FROM a.t, b.t", 1142},
		{"", "SELECT * FROM a.v", 0},
		{"", "USE b", 1044},
		{"", "USE a", 0},
		{"", "SELECT * FROM t", 0},
		{"", "SELECT f(1)", 1370},
		{"EXECUTE ON a.*", "SELECT f(1)", 0},
		{"", "SELECT gsdms.twice(1)", 1370},
		{"SELECT ON b.t", "DELETE a.t FROM b.t, a.t", 0},
		{"", "DELETE b.t FROM b.t, a.t", 1142},
		{"", "DELETE b.t FROM a.t, b.t", 1142},
		{"", "DELETE t FROM b.t, a.t", 0}, // of the current database
		{"", "DELETE t FROM a.t, b.t", 0},
		{"", "UPDATE b.t SET a = 1", 1142},
		{"", "INSERT INTO t VALUES (1)", 1142},
		{"", "CREATE TABLE n (a INT)", 1142},
		{"CREATE ON a.*", "CREATE TABLE n (a INT)", 0},
		{"", "CREATE TABLE b.n (a INT)", 1142},
		{"", "CREATE TEMPORARY TABLE b.n (a INT)", 1044},
		{"", "CREATE TABLE m (a INT, FOREIGN KEY (a) REFERENCES b.t (a))", 0},
		{"", "CREATE TABLE m2 (a INT REFERENCES b.p (a))", 1142},
		{"", "CREATE DATABASE c", 1044},
		{"", "DROP DATABASE a", 1044},
		{"CREATE ON *.*", "CREATE DATABASE c", 0},
		{"DROP ON c.*", "DROP DATABASE c", 0},
		{"", "GRANT SELECT ON a.t TO bob", 1227},
		{"SELECT ON nowhere.*", "SELECT 1", 0},
	}
}

// Privileges on a database or a table of one are for that one only, however a statement names it.
func TestPrivilegesOnDatabases(t *testing.T) {
	_, owner, ann := granted(t)
	mustRun(t, owner, `CREATE DATABASE a; CREATE DATABASE b; CREATE TABLE a.t (a INT PRIMARY KEY); CREATE TABLE b.t (a INT PRIMARY KEY); CREATE TABLE b.p (a INT PRIMARY KEY);
		CREATE FUNCTION a.f(x INT) RETURNS INT RETURN x; CREATE VIEW a.v AS SELECT a FROM b.t`)
	for _, step := range databaseSteps() {
		if step.grant != "" {
			if got := code(t, owner, "GRANT "+step.grant+" TO ann"); got != 0 && got != 1049 {
				t.Fatalf("GRANT %s: error %d", step.grant, got)
			}
		}
		if got := code(t, ann, step.text); got != step.want {
			t.Errorf("%s (after %q): error %d, want %d", step.text, step.grant, got, step.want)
		}
	}
	want := []string{
		"GRANT CREATE ON *.* TO `ann`@`%`",
		"GRANT SELECT ON `shop`.* TO `ann`@`%`",
		"GRANT SELECT, CREATE, DELETE, EXECUTE ON `a`.* TO `ann`@`%`",
		"GRANT DROP ON `c`.* TO `ann`@`%`",
		"GRANT SELECT ON `b`.`t` TO `ann`@`%`",
	}
	if got := column(t, owner, "SHOW GRANTS FOR ann"); !reflect.DeepEqual(got, want) {
		t.Errorf("grants %q", got)
	}
	mustRun(t, owner, "REVOKE SELECT ON a.* FROM ann")
	if got := code(t, ann, "SELECT * FROM t"); got != 1142 {
		t.Errorf("after REVOKE: error %d", got)
	}
}

// column is the first column of a statement's rows.
func column(t *testing.T, s *Session, text string) (out []string) {
	t.Helper()
	r := mustRun(t, s, text)
	for row := range r.Rows.Len {
		cell, _ := r.Text(row, 0)
		out = append(out, cell)
	}
	return out
}

// A user sees the databases of which there is something for them, and the others do not tell of
// theirs.
func TestSeenDatabases(t *testing.T) {
	_, owner, ann := granted(t)
	mustRun(t, owner, "CREATE DATABASE a; CREATE DATABASE b; CREATE TABLE a.t (a INT); CREATE TABLE b.t (a INT); GRANT SELECT ON b.t TO ann")
	if got, want := column(t, ann, "SHOW DATABASES"), []string{"information_schema", "shop", "b"}; !reflect.DeepEqual(got, want) {
		t.Errorf("databases %q", got)
	}
	if got, want := column(t, ann, "SELECT CONCAT(table_schema, '.', table_name) FROM information_schema.tables WHERE table_type = 'BASE TABLE'"), []string{"b.t"}; !reflect.DeepEqual(got, want) {
		t.Errorf("tables %q", got)
	}
}

// The processes say which database each session is in, and a folder that is opened again has its
// databases with their tables, views and privileges.
func TestDatabasesStay(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop")
	e := openEngine(t, dir, pushscan.Options{})
	s := e.Connect(Client{User: "root", Host: "localhost", Owner: true})
	mustRun(t, s, "CREATE DATABASE a; USE a; CREATE TABLE t (a INT); INSERT INTO t VALUES (5); CREATE VIEW v AS SELECT a FROM t; CREATE USER ann IDENTIFIED BY 'x'; GRANT SELECT ON a.v TO ann")
	if got := column(t, s, "SELECT db FROM information_schema.processlist"); !reflect.DeepEqual(got, []string{"a"}) {
		t.Errorf("the process is in %q", got)
	}
	p, err := s.Prepare(context.Background(), "SELECT a FROM t WHERE a > 0")
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, s, "USE gsdms")
	if r, err := p.Execute(context.Background(), nil); err != nil || r.Rows.Len != 1 {
		t.Errorf("a statement of another database: %v", err)
	}
	s.Close()
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	e = openEngine(t, dir, pushscan.Options{})
	ann := e.Connect(Client{User: "ann", Host: "h"})
	defer ann.Close()
	if got := column(t, ann, "SELECT a FROM a.v"); !reflect.DeepEqual(got, []string{"5"}) {
		t.Errorf("the view gives %q", got)
	}
	if got := code(t, ann, "SELECT a FROM a.t"); got != 1142 {
		t.Errorf("the table of the view: error %d", got)
	}
}
