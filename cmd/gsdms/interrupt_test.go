package main

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A signal ends a command that writes to a pipe which nobody reads, with the status that
// shells know, and its folder can be opened at once.
func TestSignalsEndABlockedWriter(t *testing.T) {
	dir := t.TempDir()
	table := program(dir)
	table.Stdin = strings.NewReader("CREATE TABLE t (a INT, b TEXT); INSERT INTO t VALUES " + strings.Repeat("(1, '"+strings.Repeat("x", 90)+"'), ", 2999) + "(1, 'y')")
	if out, err := table.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for sent, status := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		c := program(dir, "--format", "csv", "-e", "SELECT * FROM t")
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		defer c.Process.Kill()
		if _, err := out.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		checkEnds(t, c, sent, status)
		if out, err := program(dir, "-e", "SELECT COUNT(*) FROM t").CombinedOutput(); err != nil {
			t.Errorf("after %s: %v: %s", sent, err, out)
		}
	}
}

// checkEnds sends a signal to a command, which must end with a status.
func checkEnds(t *testing.T, c *exec.Cmd, sent syscall.Signal, status int) {
	t.Helper()
	if err := c.Process.Signal(sent); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(patience, func() { c.Process.Kill() })
	defer watchdog.Stop()
	state, err := c.Process.Wait()
	if err != nil || state.ExitCode() != status {
		t.Errorf("after %s: %v, %v, want status %d", sent, state, err, status)
	}
}

// A file of the system's own, whose reading may wait for ever, is no data.
func TestLoadRefusesFilesOfTheSystem(t *testing.T) {
	dir := t.TempDir()
	out, err := program(dir, "-e", "CREATE TABLE t (a TEXT); LOAD DATA INFILE '/proc/version' INTO TABLE t").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "/proc/version: it is no regular file but one of the system's own") {
		t.Errorf("%v: %s", err, out)
	}
}
