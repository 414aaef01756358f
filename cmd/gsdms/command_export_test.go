package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Rows go to standard output where - or its device is the file, in the format that is named; what is
// said of them goes elsewhere. A device is written as it is there, and a file is not replaced.
func TestExportToOutput(t *testing.T) {
	dir := t.TempDir()
	const query = "select 1 as a, 'x' as b union all select 2, null"
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--to", "-"}, "a,b\n1,x\n2,\\N\n"},
		{[]string{"--to", "/dev/stdout"}, "a,b\n1,x\n2,\\N\n"},
		{[]string{"--to", "-", "--format", "ndjson"}, "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":null}\n"},
		{[]string{"--to=-", "--format", "TSV"}, "a\tb\n1\tx\n2\t\\N\n"},
	} {
		out, errs, status := runProgram(t, dir, "", append([]string{"export", "--sql", query}, c.args...)...)
		if out != c.want || status != 0 || !strings.Contains(errs, "2 rows written\n") {
			t.Errorf("%v: status %d, %q, wrote %q, want %q", c.args, status, errs, out, c.want)
		}
	}
	for format, mark := range map[string]string{"parquet": "PAR1", "arrow": "ARROW1"} {
		if out, errs, status := runProgram(t, dir, "", "export", "--sql", query, "--to", "-", "--format", format); !strings.HasPrefix(out, mark) || !strings.HasSuffix(out, mark) || status != 0 {
			t.Errorf("%s: status %d, %q, %q", format, status, errs, out)
		}
	}
	if out, errs, status := runProgram(t, dir, "", "export", "--sql", query, "--to", os.DevNull); !strings.Contains(out, "2 rows written to ") || status != 0 {
		t.Errorf("a device: status %d, %q, %q", status, errs, out)
	}
	there := filepath.Join(dir, "there.out")
	write(t, dir, "there.out", "mine")
	if _, errs, status := runProgram(t, dir, "", "export", "--sql", query, "--to", there, "--format", "csv"); status == 0 || !strings.Contains(errs, "--force replaces it") {
		t.Errorf("a file that is there: status %d, %q", status, errs)
	}
	if _, errs, status := runProgram(t, dir, "", "export", "--sql", query, "--to", there, "--format", "csv", "--force"); status != 0 {
		t.Error(errs)
	}
	if text, err := os.ReadFile(there); err != nil || string(text) != "a,b\n1,x\n2,\\N\n" {
		t.Errorf("%q, %v", text, err)
	}
	if _, errs, status := runProgram(t, dir, "", "export", "--sql", query, "--to", "x.parquet.gz", "--format", "parquet"); status == 0 || !strings.Contains(errs, "not packed as a whole") {
		t.Errorf("packed twice: status %d, %q", status, errs)
	}
}

// The file may stand behind the table or the query, in place of --to.
func TestExportBehind(t *testing.T) {
	dir := t.TempDir()
	if _, errs, status := runProgram(t, dir, "", "create table made as select 1 as n"); status != 0 {
		t.Fatal(errs)
	}
	for _, c := range []struct {
		args      []string
		out, errs string
		status    int
	}{
		{[]string{"made", "made.csv"}, "1 row written to made.csv\n", "", 0},
		{[]string{"--sql", "select n, 2 from made", "two.csv"}, "1 row written to two.csv\n", "", 0},
		{[]string{"made", "a.csv", "--to", "b.csv"}, "", "name the file to write, once", 2},
		{[]string{"made"}, "", "gsdms export TABLE FILE, or --to FILE", 2},
		{[]string{"--sql", "select 1", "made", "a.csv"}, "", "name a table, or give a query", 2},
	} {
		out, errs, status := runProgram(t, dir, "", append([]string{"export"}, c.args...)...)
		if out != c.out || status != c.status || !strings.Contains(errs, c.errs) {
			t.Errorf("%v: status %d, %q, %q", c.args, status, out, errs)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "two.csv")); err != nil || string(text) != "n,2\n1,2\n" {
		t.Errorf("%q, %v", text, err)
	}
}
