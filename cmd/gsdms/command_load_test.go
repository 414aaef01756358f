package main

import (
	"strings"
	"testing"
)

// Under other names a header is found, and that is said; --header no makes it a row.
func TestLoadUnderOtherNames(t *testing.T) {
	dir := t.TempDir()
	load := func(said string, args ...string) {
		t.Helper()
		_, errs, status := runProgram(t, dir, "n,s\none,two\n", append([]string{"load", "--columns", "p,q"}, args...)...)
		if status != 0 || !strings.Contains(errs, said) {
			t.Errorf("%q: status %d, %q", args, status, errs)
		}
	}
	load(`taken for a header, "n, s"; --header no`, "--create", "t", "-")
	load(`taken for a header, "n, s"; --header no`, "t", "-")
	load("no header", "--header", "no", "t", "-")
	if out, errs, _ := runProgram(t, dir, "", "--format", "csv", "select * from t order by p"); out != "p,q\nn,s\none,two\none,two\none,two\n" {
		t.Error(out, errs)
	}
}
