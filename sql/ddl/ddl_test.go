package ddl

import (
	"testing"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"gsdms/sql/account"
	"gsdms/sql/command"
	"gsdms/sql/parse"
	"gsdms/sql/scope"
)

func parsed(t *testing.T, text string) ast.StmtNode {
	t.Helper()
	node, err := new(parse.Parsers).Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return node
}

// What changes what there is ends a transaction; other statements are others'.
func TestOf(t *testing.T) {
	for text, is := range map[string]bool{
		"CREATE TABLE t (a INT)": true, "CREATE TABLE t AS SELECT 1": true, "CREATE VIEW v AS SELECT 1": true, "CREATE DATABASE d": true,
		"CREATE INDEX i ON t (a)": true, "ALTER TABLE t ADD b INT": true, "RENAME TABLE t TO u": true, "TRUNCATE t": true, "DROP INDEX i ON t": true,
		"DROP TABLE t": true, "DROP VIEW v": true, "DROP DATABASE d": true, "CREATE FUNCTION f (x INT) RETURNS INT RETURN x": true, "DROP FUNCTION f": true,
		"SELECT 1": false, "INSERT INTO t VALUES (1)": false, "CREATE USER u IDENTIFIED BY 'x'": false, "OPTIMIZE TABLE t": false,
	} {
		x := Of(parsed(t, text))
		if (x != nil) != is {
			t.Errorf("%s is run here: %v", text, x != nil)
		}
		if x != nil && x.Nature() != command.ChangesTables {
			t.Errorf("%s has the nature %b", text, x.Nature())
		}
	}
}

// Only where a new table asks for all that one file has, and nothing of it, are its rows taken from
// the file.
func TestWholeFile(t *testing.T) {
	for text, want := range map[string]string{
		"CREATE TABLE t AS SELECT * FROM `a.csv`":                      "a.csv",
		"CREATE TABLE t AS SELECT * FROM `a.csv` AS f":                 "a.csv",
		"CREATE TABLE t (b INT) AS SELECT * FROM `a.csv`":              "",
		"CREATE TABLE t AS SELECT a FROM `a.csv`":                      "",
		"CREATE TABLE t AS SELECT *, 1 FROM `a.csv`":                   "",
		"CREATE TABLE t AS SELECT f.* FROM `a.csv` AS f":               "",
		"CREATE TABLE t AS SELECT DISTINCT * FROM `a.csv`":             "",
		"CREATE TABLE t AS SELECT * FROM `a.csv` WHERE a = 1":          "",
		"CREATE TABLE t AS SELECT * FROM `a.csv` LIMIT 1":              "",
		"CREATE TABLE t AS SELECT * FROM `a.csv` ORDER BY a":           "",
		"CREATE TABLE t AS SELECT * FROM `a.csv`, `b.csv`":             "",
		"CREATE TABLE t AS SELECT * FROM d.`a.csv`":                    "",
		"CREATE TABLE t AS SELECT 1":                                   "",
		"CREATE TABLE t AS SELECT * FROM (SELECT * FROM `a.csv`) AS f": "",
		"CREATE TABLE t AS (SELECT 1) UNION SELECT * FROM `a.csv`":     "",
	} {
		got := ""
		if file := wholeFile(parsed(t, text).(*ast.CreateTableStmt)); file != nil {
			got = file.Name.O
		}
		if got != want {
			t.Errorf("%s reads %q, want %q", text, got, want)
		}
	}
}

// A foreign key asks for the right to read the table that it refers to, wherever it is declared; to
// take another's place is to drop it.
func TestPermits(t *testing.T) {
	r := command.Permits{Rights: account.Rights{Grants: &account.Grants{}}, Names: &scope.Names{Views: &scope.Views{}}}
	for text, want := range map[string]bool{
		"CREATE TABLE t (a INT)":                                          true,
		"CREATE TABLE t (a INT REFERENCES u (a))":                         false,
		"CREATE TABLE t (a INT, FOREIGN KEY (a) REFERENCES u (a))":        false,
		"CREATE TABLE t (a INT, PRIMARY KEY (a), KEY (a), CHECK (a > 1))": true,
	} {
		if err := referencing(r, parsed(t, text).(*ast.CreateTableStmt)); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
	if replacing(false) != account.Create || replacing(true) != account.Create|account.Drop {
		t.Error("the rights to make and to replace are others")
	}
}
