package sql

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/operators/cpu"
)

// Users are there again when the folder is opened again; their file can be read by nobody
// else, holds no password, and a statement that fails leaves it as it was.
func TestUsersFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "db")
	backend, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer backend.Close()
	open := func() *Engine {
		e, err := Open(context.Background(), Config{Dir: dir, Backend: backend})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	e := open()
	s := e.NewSession()
	mustRun(t, s, "CREATE TABLE t (a INT); CREATE USER ann IDENTIFIED BY 'geheim'")
	if _, err := s.Query(context.Background(), "CREATE USER bob IDENTIFIED BY 'x', ann IDENTIFIED BY 'y'"); err == nil {
		t.Error("a user is made twice")
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "users.json")
	text, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(text), "geheim") {
		t.Errorf("the file is %s, %v", text, err)
	}
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v", info.Mode())
	}
	e = open()
	if _, ok := e.Secret("ann"); !ok || !e.HasUsers() {
		t.Error("the user is gone")
	}
	if _, ok := e.Secret("bob"); ok {
		t.Error("half of a statement was done")
	}
	if got := flat(mustRun(t, e.NewSession(), "SELECT COUNT(*) FROM t")); got != "0" {
		t.Errorf("the table beside the file has %s rows", got)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), Config{Dir: dir, Backend: backend}); err == nil || !strings.Contains(err.Error(), "users.json") {
		t.Errorf("a damaged file: %v", err)
	}
}
