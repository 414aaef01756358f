package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Commands mean in files, arguments and pipes what they mean in the shell.
func TestCommandsInScripts(t *testing.T) {
	dir := t.TempDir()
	script := "select 1 a;\n.mode csv\nselect 2 b,\n  null n;\n\\i inner.sql\n.nullvalue '-'\n.headers off\nselect 5, null;\n.output out.txt\nselect 6 f;\n.output\n.output | sed s/8/eight/\nselect 78;\n.output\n.quit\nselect 9 not_reached;\n"
	write(t, dir, "s.sql", script)
	write(t, dir, "inner.sql", ".mode json\nselect 3 c; select 4 d;\n.mode csv\n")
	want := "┌───┐\n│ a │\n├───┤\n│ 1 │\n└───┘\nb,n\n2,\\N\n[\n{\"c\":3}\n]\n[\n{\"d\":4}\n]\nheaders is off\n5,-\n7eight\n"
	for about, run := range map[string]func() (string, string, int){
		"a file":         func() (string, string, int) { return runProgram(t, dir, "", "-f", "s.sql") },
		"a pipe":         func() (string, string, int) { return runProgram(t, dir, script) },
		"an argument":    func() (string, string, int) { return runProgram(t, dir, "", "-e", script) },
		"another file":   func() (string, string, int) { return runProgram(t, dir, "", ".read s.sql") },
		"a file from -f": func() (string, string, int) { return runProgram(t, dir, script, "-f", "-") },
	} {
		out, errs, status := run()
		if out != want || errs != "" || status != 0 {
			t.Errorf("%s: status %d, %q, wrote %s", about, status, errs, out)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "out.txt")); err != nil || string(text) != "6\n" {
			t.Errorf("%s: %v: the file has %q", about, err, text)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "db")); !os.IsNotExist(err) {
		t.Errorf("statements that keep nothing have made a folder: %v", err)
	}
}

// A file may be longer than a statement may be: it runs as it is read, and its lines are known.
func TestLongScript(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "long.sql"))
	if err != nil {
		t.Fatal(err)
	}
	line := "do 0; -- " + strings.Repeat("x", 1<<20) + "\n"
	lines := inputLimit/len(line) + 2
	for range lines {
		if _, err := f.WriteString(line); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.WriteString("select 7 a;\nselect\n  nope;\nselect 8 b"); err != nil || f.Close() != nil {
		t.Fatal("write the file:", err)
	}
	for _, args := range [][]string{{"-f", "long.sql"}, {".read long.sql"}} {
		out, errs, status := runProgram(t, dir, "", append(args, "--format", "csv")...)
		if out != "a\n7\n" || !strings.Contains(errs, fmt.Sprintf("line %d, column 3", lines+3)) || status != 1 {
			t.Errorf("%v: status %d, %.300s, wrote %.300s", args, status, errs, out)
		}
	}
}

// A command that fails ends the input as a statement does.
func TestCommandsThatFail(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "loop.sql", ".read loop.sql\n")
	for _, c := range []struct{ script, want string }{
		{".nope\nselect 1 n;", "there is no command .nope"},
		{".timer maybe\nselect 1 n;", `.timer is on or off, not "maybe"`},
		{".tables x\nselect 1 n;", `.tables takes nothing behind it, not "x"`},
		{".read loop.sql\nselect 1 n;", "more than 20 files read one another"},
		{".read none.sql\nselect 1 n;", "none.sql"},
		{".output | cat > /dev/null; exit 3\nselect 2;\n.output\nselect 1 n;", "ended with exit status 3"},
		{".output none/x\nselect 1 n;", "write results to a file"},
		{"\n-- a comment\nselect 1,\n\n  nope;\nselect 1 n;", "line 5, column 3"},
	} {
		out, errs, status := runProgram(t, dir, c.script, "--format", "csv")
		if !strings.Contains(errs, c.want) || status != 1 || strings.Contains(out, "n\n1\n") {
			t.Errorf("%q: status %d, %q, wrote %q", c.script, status, errs, out)
		}
		if out, _, status = runProgram(t, dir, c.script, "--format", "csv", "--keep-going"); status != 1 || !strings.HasSuffix(out, "n\n1\n") {
			t.Errorf("%q with --keep-going: status %d, wrote %q", c.script, status, out)
		}
	}
}

// A statement of a pipe is answered before the next one is written.
func TestPipesAreAnsweredAsTheyCome(t *testing.T) {
	c := program(t.TempDir(), "--format", "csv", "--no-header")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer c.Process.Kill()
	lines := bufio.NewReader(out)
	for _, step := range []struct{ send, want string }{
		{"select 1;\n", "1\n"}, {"select ';\n.mode json\n' is\n not null;\n", "1\n"}, {".mode tsv\nselect 2, 3;\n", "2\t3\n"},
	} {
		if _, err := io.WriteString(in, step.send); err != nil {
			t.Fatal(err)
		}
		if line, err := lines.ReadString('\n'); line != step.want || err != nil {
			t.Fatalf("%q is answered by %q, %v", step.send, line, err)
		}
	}
	io.WriteString(in, "select 4") // the end of the input ends it
	in.Close()
	if line, err := lines.ReadString('\n'); line != "4\n" || err != nil {
		t.Errorf("the last answer is %q, %v", line, err)
	}
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
}

func TestFormatsAndNull(t *testing.T) {
	dir := t.TempDir()
	query := "select 1 a, null b union all select 2, 'x|y'"
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--format", "markdown"}, "| a | b |\n|---:|---|\n| 1 | NULL |\n| 2 | x\\|y |\n"},
		{[]string{"--format", "markdown", "--null", "*"}, "| a | b |\n|---:|---|\n| 1 | \\* |\n| 2 | x\\|y |\n"},
		{[]string{"--format", "ndjson"}, "{\"a\":1,\"b\":null}\n{\"a\":2,\"b\":\"x|y\"}\n"},
		{[]string{"--format", "csv", "--null", ""}, "a,b\n1,\n2,x|y\n"},
		{[]string{"--format", "tsv", "--no-header"}, "1\t\\N\n2\tx|y\n"},
		{[]string{"--no-header", "--null", "∅"}, "┌───┬─────┐\n│ 1 │ ∅   │\n│ 2 │ x|y │\n└───┴─────┘\n"},
		{[]string{"--format", "vertical", "--null", "-"}, "*************************** 1. row ***************************\na: 1\nb: -\n*************************** 2. row ***************************\na: 2\nb: x|y\n"},
	} {
		if out, errs, status := runProgram(t, dir, "", append(c.args, query)...); out != c.want || status != 0 {
			t.Errorf("%v: status %d, %q, wrote\n%s", c.args, status, errs, out)
		}
	}
}

func TestTogetherSaysWhatWasShared(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "n.csv", "i\n"+strings.Repeat("1\n", 1000))
	if _, errs, status := runProgram(t, dir, "", "create table n as select * from 'n.csv'"); status != 0 {
		t.Fatal(errs)
	}
	texts := "select sum(i) from n; select max(i) from n where i > 0; select count(*) from n where i < 5; select 1"
	out, errs, _ := runProgram(t, dir, "", "--together", "--format", "csv", texts)
	if !strings.Contains(errs, "4 statements together, ") || !strings.Contains(errs, "; n was read 1.00 times for 3 of them") {
		t.Errorf("%q", errs)
	}
	if want := "sum(i)\n1000\nmax(i)\n1\ncount(*)\n1000\n1\n1\n"; out != want {
		t.Errorf("%q, want %q", out, want)
	}
	write(t, dir, "f.csv", "i,j\n"+strings.Repeat("1,2\n", 1000))
	_, errs, _ = runProgram(t, dir, "", "--together", "select sum(i) from 'f.csv'; select max(j) from 'f.csv'; select count(*) from 'f.csv' where j > i; select max(j) from 'f.csv'")
	if !strings.Contains(errs, "; f.csv was read 1.00 times for 4 of them") {
		t.Errorf("%q", errs)
	}
	out, errs, _ = runProgram(t, dir, ".together on\n"+strings.ReplaceAll(texts, "; ", ";\n")+";\n.together off\n")
	if !strings.Contains(out, "together is on") || !strings.Contains(errs, "4 statements together, ") {
		t.Errorf("%q, %q", out, errs)
	}
}

// Help of a name that a statement and a function have says both, as the manual has them; of a statement
// also the forms of those that begin so.
func TestHelpOfStatementsAndFunctions(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string][]string{
		"INSERT":     {"INSERT [IGNORE] INTO table", "  adds rows, all or none.", "INSERT INTO table [(columns)] VALUES (…), … ON DUPLICATE", "INSERT(text, from, length, new)"},
		"replace;":   {"REPLACE INTO table", "  adds rows, in the place", "REPLACE(text, old, new)"},
		"TRUNCATE":   {"TRUNCATE [TABLE] name\n  takes all rows out of a table.\nTRUNCATE(x, digits)\n  x without the digits"},
		"select":     {"[WITH name AS (query), …] SELECT", "  gives rows.", "SELECT … INTO OUTFILE 'file'", "query FOR UPDATE"},
		"create":     {"CREATE TABLE [IF NOT EXISTS] name", "CREATE [OR REPLACE] VIEW name AS query"},
		"LOAD DATA":  {"LOAD DATA [LOCAL] INFILE"},
		"SUBSTRING(": {"SUBSTRING(text, from"},
	} {
		out, errs, status := runProgram(t, dir, ".help "+name+"\n")
		for _, w := range want {
			if !strings.Contains(out, w) || status != 0 {
				t.Errorf("help %s: status %d, %q has no %q in\n%s", name, status, errs, w, out)
			}
		}
	}
	if _, errs, _ := runProgram(t, dir, ".help nothing\n"); !strings.Contains(errs, "there is no function, statement or command nothing") {
		t.Errorf("%q", errs)
	}
}

// A command's help begins with its own flags.
func TestHelpBeginsWithTheCommandsFlags(t *testing.T) {
	for command, own := range map[string]string{"export": "--to=FILE", "load": "--create", "serve": "--mysql", "sql": "--execute"} {
		out, _, status := runProgram(t, t.TempDir(), "", command, "--help")
		first, all := strings.Index(out, "  "+own), strings.Index(out, "--threads")
		if at := strings.Index(out, own); first < 0 && at >= 0 {
			first = at
		}
		if status != 0 || first < 0 || all < first {
			t.Errorf("%s --help: status %d, %s at %d, --threads at %d", command, status, own, first, all)
		}
	}
}

func TestDescribeAndShowTablesMeanWhatTheySay(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ sql, out, errs string }{
		{"create table t (a int, b text); create view v as select a from t", "", ""},
		{"describe t b", "Field,Type,Null,Key,Default,Stored\nb,text,YES,", ""},
		{"desc t B", "\nb,text,", ""},
		{"describe v a", "\na,int", ""},
		{"describe t c", "", "Unknown column 'c' in 't'"},
		{"show tables from gsdms", "t\nv\n", ""},
		{"show tables from db like 'v%'", "\nv\n", ""},
		{"show tables from information_schema like 'TABLES'", "\nTABLES\n", ""},
		{"show tables from nope", "", "Unknown database 'nope'"},
	} {
		out, errs, _ := runProgram(t, dir, "", "--format", "csv", c.sql)
		if !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) || (c.errs == "") != (errs == "") {
			t.Errorf("%s: %q, wrote %q", c.sql, errs, out)
		}
		if strings.Contains(c.sql, " b") && strings.Contains(out, "\na,") {
			t.Errorf("%s tells of another column: %q", c.sql, out)
		}
	}
}
