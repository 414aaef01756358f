package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	prompt "github.com/c-bata/go-prompt"

	"gsdms/plan"
)

// --db is read as a folder, or as a name and a folder.
func TestFoldersFlag(t *testing.T) {
	for text, want := range map[string][2]string{
		"shop": {"", "shop"}, "sales=/data/sales": {"sales", "/data/sales"}, "./a=b": {"", "./a=b"}, "/x/a=b": {"", "/x/a=b"},
		"=x": {"", "=x"}, "a=b=c": {"a", "b=c"}, "..": {"", ".."},
	} {
		var f foldersFlag
		if err := f.UnmarshalText([]byte(text)); err != nil || f.Database != want[0] || f.Dir != want[1] {
			t.Errorf("--db %s is %q, %v", text, f.Folder, err)
		}
	}
	if err := new(foldersFlag).UnmarshalText([]byte("hr=")); err == nil {
		t.Error("a name without a folder is one")
	}
}

// Folders that are given with names are databases of one program.
func TestFoldersOfOneProgram(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		args      []string
		out, errs string
		status    int
	}{
		{[]string{"--db", "hr=people", "--format", "csv", "CREATE TABLE hr.t AS SELECT 7 AS a; SELECT a, DATABASE() FROM hr.t"}, "a,DATABASE()\n7,db\n", "", 0},
		{[]string{"--db", "staff=people", "--format", "csv", "SELECT a + 1 AS a FROM staff.t"}, "a\n8\n", "", 0},
		{[]string{"--db", "hr=people", "-e", ".schema"}, "CREATE TABLE `t` (\n  `a` bigint\n);\n", "", 0},
		{[]string{"--db", "hr=people", "-e", "CREATE VIEW hr.v AS SELECT 1 AS a; CREATE TABLE t (b INT)", "-e", ".schema", "-e", "USE hr", "-e", ".schema t", "-e", ".schema db.t"},
			"USE `hr`;\nCREATE TABLE `t` (\n  `a` bigint\n);\nUSE `gsdms`;\nCREATE TABLE `t` (\n  `b` int\n);\nUSE `hr`;\nCREATE VIEW `v` AS SELECT 1 AS a;\n" +
				"CREATE TABLE `t` (\n  `a` bigint\n);\nCREATE TABLE `t` (\n  `b` int\n);\n", "", 0},
		{[]string{"--db", "hr=people", "load", "--create", "--header", "no", "db.made", "-"}, "", "CREATE TABLE `made` (", 0},
		{[]string{"--db", "hr=people", "load", "--create", "--header", "no", "hr.made", "-"}, "", "CREATE TABLE `hr`.`made` (", 0},
		{[]string{"--db", "hr=people", "load", "--header", "no", "gsdms.made", "-"}, "", "", 0},
		{[]string{"--db", "hr=people", "load", "--header", "no", "other.made", "-"}, "", `table "other.made" doesn't exist`, 1},
		{[]string{"--db", "hr=people", "--format", "csv", "SELECT (SELECT COUNT(*) FROM made) AS here, COUNT(*) AS there FROM hr.made"}, "here,there\n2,1\n", "", 0},
		{[]string{"--db", "hr=people", "export", "hr.made", "--to", "made.csv"}, "1 row written to made.csv\n", "", 0},
		{[]string{"--db", "hr=people", "export", "db.made", "--to", "home.csv"}, "2 rows written to home.csv\n", "", 0},
		{[]string{"--db", "people", "SELECT 1"}, "", "--db people: a further folder needs a name", 2},
		{[]string{"--db", "hr=people", "--db", "hr=x", "SELECT 1"}, "", "another folder has this name", 2},
		{[]string{"--db", "db=people", "SELECT 1"}, "", "open people: db is what the database", 1},
		{[]string{"--db", "hr=db", "SELECT 1"}, "", "given twice", 1},
		{[]string{"--db", "hr=people", "load", "--format", "csv", "--header", "no", "hr.t", "-"}, "", "", 0},
		{[]string{"--db", "hr=people", "--format", "csv", "SELECT COUNT(*) AS n FROM hr.t"}, "n\n2\n", "", 0},
	} {
		out, errs, status := runProgram(t, dir, "9\n", c.args...)
		if c.args[2] == "load" && status == 0 {
			out = "" // it says how long it took
		}
		if out != c.out || !strings.Contains(errs, c.errs) || status != c.status {
			t.Errorf("gsdms %q:\nout %q, want %q\nerr %q, want %q\nstatus %d, want %d", c.args, out, c.out, errs, c.errs, status, c.status)
		}
	}
}

// A database of the folder can be named before the first statement.
func TestBeginInDatabase(t *testing.T) {
	dir := t.TempDir()
	if _, errs, status := runProgram(t, dir, "", "CREATE DATABASE `a``b`"); status != 0 {
		t.Fatal(errs)
	}
	if out, errs, status := runProgram(t, dir, "", "--database", "a`b", "--format", "csv", "SELECT DATABASE() AS d"); out != "d\na`b\n" || status != 0 {
		t.Errorf("status %d, %q, %s", status, out, errs)
	}
	if out, errs, status := runProgram(t, dir, "", "-D", "nope", "SELECT 1"); out != "" || status != 1 || !strings.Contains(errs, "Unknown database 'nope'") {
		t.Errorf("a database that is not there: status %d, %q, %s", status, out, errs)
	}
}

// Each folder that is served has a socket, by which another program comes into its database; the
// folder of another program is named where it is wanted.
func TestServeFolders(t *testing.T) {
	dir := t.TempDir()
	_, lines := startServer(t, dir, "--db", "hr=people", "--mysql", "")
	for range 2 {
		if !lines.Scan() {
			t.Fatal("it does not say where it listens")
		}
	}
	const statements = "CREATE TABLE IF NOT EXISTS t (a INT); INSERT INTO t VALUES (1); SELECT DATABASE() AS d, COUNT(*) AS n FROM t"
	people := program(dir, "--format", "csv", statements)
	people.Args[2] = "people"
	if out, err := people.Output(); err != nil || string(out) != "d,n\nhr,1\n" {
		t.Errorf("in the second folder: %q, %v", out, err)
	}
	if out, errs, _ := runProgram(t, dir, "", "--format", "csv", statements+"; SELECT COUNT(*) AS n FROM hr.t"); out != "d,n\ndb,1\nn\n1\n" {
		t.Errorf("in the first folder: %q, %s", out, errs)
	}
	for database, want := range map[string]string{"hr": "d,n\nhr,2\n", "nope": ""} {
		out, errs, status := runProgram(t, dir, "", "-D", database, "--format", "csv", statements)
		if out != want || (status == 0) != (want != "") || want == "" && !strings.Contains(errs, "Unknown database 'nope'") {
			t.Errorf("-D %s at a server: status %d, %q, %s", database, status, out, errs)
		}
	}
	other := program(dir, "--db", "hr=people", "SELECT 1")
	other.Args[2] = "mine"
	if out, err := other.CombinedOutput(); err == nil || !strings.Contains(string(out), "serves people") {
		t.Errorf("a folder that is served is opened: %s", out)
	}
}

// twoDatabases is a catalog with a table t, and another one in the database hr.
type twoDatabases struct{ home, hr *plan.Table }

func (c twoDatabases) Tables() []string { return []string{"hr.pay", "t"} }

func (c twoDatabases) Table(name string) (*plan.Table, error) {
	switch name {
	case "t":
		return c.home, nil
	case "hr.pay":
		return c.hr, nil
	}
	return nil, errQuit
}

// Behind a database its tables are suggested, and behind these their columns.
func TestCompletionKnowsDatabases(t *testing.T) {
	names := twoDatabases{
		&plan.Table{Name: "t", Columns: []plan.Column{{Name: "a"}}},
		&plan.Table{Name: "hr.pay", Database: "hr", Columns: []plan.Column{{Name: "amount"}}},
	}
	c := newCompleter(func() (plan.Catalog, func()) { return names, func() {} })
	for before, want := range map[string]string{
		"select * from hr.":                   "pay",
		"select * from h":                     "hr.pay",
		"use ":                                "hr",
		"select * from hr.pay where hr.pay.a": "amount",
		"select * from hr.pay p where p.":     "amount",
		"select * from hr.pay where pay.":     "amount",
	} {
		b := prompt.NewBuffer()
		b.InsertText(before, false, true)
		var got []string
		for _, s := range c.complete(*b.Document()) {
			got = append(got, s.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %s", before, got, want)
		}
	}
}

// Who names the folder above one with tables is told where they are, and nothing is left in it; who names
// a file is told that it is one.
func TestFoldersThatHaveNoTables(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	above, file := filepath.Join(dir, "db"), filepath.Join(other, "db")
	if err := errors.Join(os.Mkdir(above, 0o700), os.WriteFile(file, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, errs, status := runProgram(t, above, "", "-e", "CREATE TABLE t (a INT)"); status != exitOK {
		t.Fatal(errs)
	}
	if _, errs, _ := runProgram(t, dir, "", "-e", "SELECT 1"); errs != "" {
		t.Errorf("who asks for no table is told %q", errs)
	}
	_, errs, _ := runProgram(t, dir, "", "-e", "SELECT * FROM t")
	if want := "there are no tables in " + above + "; there are in " + filepath.Join(above, "db"); !strings.Contains(errs, want) {
		t.Errorf("%q does not say %q", errs, want)
	}
	if _, err := os.Stat(filepath.Join(above, "catalog.json")); err == nil {
		t.Error("a catalog is left in the folder above")
	}
	_, errs, status := runProgram(t, other, "", "-e", "SHOW TABLES")
	if status != exitError || !strings.Contains(errs, "it is a file, and tables are in a folder") {
		t.Errorf("of a file it ends with %d: %q", status, errs)
	}
}
