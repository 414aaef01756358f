package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// runProgram runs gsdms and gives what it wrote and its exit status.
func runProgram(t *testing.T, dir, input string, args ...string) (out, errs string, status int) {
	t.Helper()
	c := program(dir, args...)
	var stdout, stderr strings.Builder
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(input), &stdout, &stderr
	var exit *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return stdout.String(), stderr.String(), c.ProcessState.ExitCode()
}

// commandStep is one run of the program.
type commandStep struct {
	about  string
	args   []string
	input  string
	out    string // all of it
	errs   string // a part of it
	status int
}

// commandSteps are the runs, one after the other in one folder.
func commandSteps() []commandStep {
	return []commandStep{
		{"a file", []string{"-f", "make.sql"}, "", "", "", 0},
		{"-e and a format", []string{"-e", "select * from t; select 1 + 1 s", "--format", "csv"}, "", "a,b\n1,x\n2,\\N\ns\n2\n", "", 0},
		{"the command's name", []string{"sql", "-e", "select 7 s", "--format=tsv"}, "", "s\n7\n", "", 0},
		{"standard input", []string{"--format", "json"}, "select b from t where a = 1", "[\n{\"b\":\"x\"}\n]\n", "", 0},
		{"an error stops", []string{"-f", "bad.sql", "--format", "csv"}, "", "1\n1\n", "error 1054 at line 4, column 3: Unknown column 'nope'", 1},
		{"unless told to go on", []string{"-f", "bad.sql", "--format", "csv", "--keep-going"}, "", "1\n1\n2\n2\n", "    nope\n    ^", 1},
		{"together", []string{"--together", "--format", "csv", "-e", "select count(*) from t; select max(a) from t"}, "", "count(*)\n2\nmax(a)\n2\n", "", 0},
		{"a picture", []string{"--picture", "plan.svg", "-e", "select count(*) from t; create table p (a int); explain analyze select a from t"}, "", "", "plan-2.svg", 0},
		{"a picture of nothing", []string{"--picture", "none/plan.svg", "-e", "select 1"}, "", "", "draw the plan: open none/plan.svg", 1},
		{"a loaded file", []string{"load", "t", "t.csv"}, "", "", "", 0},
		{"a bad file", []string{"load", "t", "bad.csv"}, "", "", "bad.csv, line 3, field 1 (a): \"five\"", 1},
		{"nothing of it stays", []string{"-e", "select count(*) c from t", "--format", "csv"}, "", "c\n3\n", "", 0},
		{"no such table", []string{"load", "tt", "t.csv"}, "", "", "tt", 1},
		{"no such file", []string{"-f", "none.sql"}, "", "", "none.sql", 1},
		{"a wrong flag", []string{"--nope"}, "", "", "unknown flag --nope", 2},
		{"an objective", []string{"-e", "create table o (a int); drop table o", "--objective", "makespan"}, "", "", "", 0},
		{"a wrong objective", []string{"-e", "select 1", "--objective", "speed"}, "", "", "--objective: an objective is concurrency or makespan, not \"speed\"", 2},
		{"a version that is misspelt", []string{"--versio"}, "", "", "unknown flag --versio", 2},
		{"a wrong format", []string{"-e", "select 1", "--format", "xml"}, "", "", "--format", 2},
		{"a wrong size", []string{"-e", "select 1", "--memory", "many"}, "", "", "is not a size", 2},
		{"a query with more than all", []string{"-e", "select 1", "--memory", "1M", "--query-memory", "2M"}, "", "", "--query-memory of 2097152 bytes", 2},
		{"a query over its memory", []string{"-e", "select a, count(*) from t group by a", "--memory", "10", "--format", "csv"}, "", "", "--memory", 1},
		{"a wrong command", []string{"load"}, "", "", "<table>", 2},
		{"the format of a file", []string{"load", "t", "t.csv", "--format", "xls"}, "", "", "xls", 2},
		{"a long delimiter", []string{"load", "t", "t.csv", "--delimiter", "||"}, "", "", "--delimiter", 2},
		{"a query that is not there", []string{"ssb", "run", "--queries", "Q9.9"}, "", "", "Q9.9", 2},
		{"no query at once", []string{"ssb", "run", "--concurrency", "1,0"}, "", "", "--concurrency 0", 2},
		{"no query of the lab at once", []string{"lab", "kernels", "--queries", "2,0"}, "", "", "--queries 0", 2},
		{"less than none of them", []string{"lab", "gpu", "--concurrency=-1"}, "", "", "--concurrency -1", 2},
		{"no benchmark", []string{"ssb", "run"}, "", "", "gsdms ssb load makes them", 1},
		{"no place for the report", []string{"ssb", "run", "--out", "none/x.json"}, "", "", "--out none/x.json", 1},
		{"a comment behind a column", []string{"--format", "csv"}, "select 1 + 1 -- two\n, 2 /* x */ + 1 # three\n", "1 + 1,2 /* x */ + 1\n2,3\n", "", 0},
		{"no run", []string{"ssb", "run", "--runs", "0"}, "", "", "--runs 0", 2},
		{"a small scale", []string{"ssb", "gen", "--sf", "0.001"}, "", "", "scale factor 0.001", 2},
		{"a byte order mark", []string{"--format", "csv"}, "\ufeffselect 1;", "1\n1\n", "", 0},
		{"one vertical", []string{"-e", `select 1 a\G select 2 b`, "--format", "csv"}, "", "*************************** 1. row ***************************\na: 1\nb\n2\n", "", 0},
		{"a short time", []string{"-e", "select count(*) from t", "--timeout", "1ns"}, "", "", "error 3024", 1},
		{"SQL alone", []string{"--format", "csv", "select 1 + 2 s; select 4 f"}, "", "s\n3\nf\n4\n", "", 0},
		{"a command that is not there", []string{"laod", "t"}, "", "", "\"laod\" is neither a command nor SQL", 2},
		{"lines of JSON", []string{"--format", "ndjson", "select a, b from t where a < 3 order by a"}, "", "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":null}\n", "", 0},
		{"standard input loaded", []string{"load", "t", "-"}, "a,b\n70,p\n71,q\n", "", "standard input: csv", 0},
		{"it is there", []string{"--format", "csv", "select b from t where a > 69 order by a"}, "", "b\np\nq\n", "", 0},
		{"an error in it", []string{"load", "t", "-"}, "a,b\n72,p\nx,q\n", "", "standard input, line 3, field 1 (a)", 1},
		{"a table from it", []string{"load", "--create", "made", "-"}, "n,s\n1,one\n", "", "from all of standard input", 0},
		{"a table from objects in it", []string{"load", "--create", "objects", "-"}, "[{\"n\": 1, \"s\": \"one\"}, {\"n\": 2}]", "", "standard input: json", 0},
		{"a format that is said", []string{"load", "--create", "said", "--format", "csv", "--header", "no", "-"}, "{a},1\n[b],2\n", "", "`column2` BIGINT", 0},
		{"twice", []string{"load", "t", "-", "-"}, "", "", "given twice", 1},
		{"an export", []string{"export", "made", "--to", "made.parquet"}, "", "1 row written to made.parquet\n", "", 0},
		{"again", []string{"export", "made", "--to", "made.parquet"}, "", "", "--force replaces it", 1},
		{"a query over it", []string{"export", "--sql", "select n * 2 as d, s from made", "--to", "made.parquet", "--force"}, "", "1 row written to made.parquet\n", "", 0},
		{"to Arrow", []string{"export", "--sql", "select d, s from 'made.parquet'", "--to", "made.arrow"}, "", "1 row written to made.arrow\n", "", 0},
		{"files as tables", []string{"--format", "csv", "select a.d, b.s from 'made.parquet' a join 'made.arrow' b on a.d = b.d"}, "", "d,s\n2,one\n", "", 0},
		{"nothing to export", []string{"export", "--to", "x.csv"}, "", "", "name a table", 2},
		{"a format that is not there", []string{"export", "made", "--to", "x.xls"}, "", "", "x.xls: a file is written in the format", 2},
		{"a view over a file outside", []string{"--load-root", "other", "select * from 't.csv'"}, "", "", "outside of the folders", 1},
		{"a folder outside", []string{"--load-root", "other", "-e", "load data infile 't.csv' into table t"}, "", "", "t.csv", 1},
	}
}

func TestCommandLine(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"make.sql": "create table t (a int, b varchar(5));\ninsert into t values (1, 'x'), (2, null);\n",
		"bad.sql":  "select 1;\n\nselect\n  nope\nfrom t;\nselect 2;",
		"t.csv":    "a,b\n3,z\n",
		"bad.csv":  "a,b\n4,z\nfive,y\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range commandSteps() {
		out, errs, status := runProgram(t, dir, step.input, step.args...)
		if step.args[0] == "load" && status == 0 {
			out = "" // it says how long it took
		}
		if out != step.out || !strings.Contains(errs, step.errs) || status != step.status {
			t.Errorf("%s: gsdms %q:\nout %q, want %q\nerr %q, want %q\nstatus %d, want %d",
				step.about, step.args, out, step.out, errs, step.errs, status, step.status)
		}
	}
}

// A statement that needs no table leaves nothing on disk.
func TestNothingIsMade(t *testing.T) {
	dir := t.TempDir()
	if out, errs, status := runProgram(t, dir, "", "--format", "csv", "select 1 + 1 as s"); out != "s\n2\n" || status != 0 {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestVersion(t *testing.T) {
	out, errs, status := runProgram(t, t.TempDir(), "", "--version")
	if status != 0 || errs != "" || !strings.HasPrefix(out, "gsdms ") || !strings.Contains(out, runtime.Version()) ||
		!strings.Contains(out, "backends cpu") || strings.Count(out, "\n") != 1 {
		t.Errorf("status %d, %q, %q", status, out, errs)
	}
	got := commitOf(&debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.modified", Value: "true"}, {Key: "GOARCH", Value: "amd64"}}})
	if want := ", commit 0123456789ab with changes"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "64k": 64 << 10, "512M": 512 << 20, "4GiB": 4 << 30, "1.5g": 3 << 29, "2TB": 2 << 40} {
		var b bytesFlag
		if err := b.UnmarshalText([]byte(text)); err != nil || int64(b) != want {
			t.Errorf("%s: got %d, %v; want %d", text, b, err, want)
		}
	}
	for _, text := range []string{"", "-1", "0", "M", "1e30G", "4X", "nan", "inf"} {
		var b bytesFlag
		if err := b.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q: got %d, want an error", text, b)
		}
	}
}
