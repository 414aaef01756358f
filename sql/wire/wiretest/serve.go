// Package wiretest opens engines and serves them, for tests of doors.
package wiretest

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"testing"

	"gsdms/operators/cpu"
	"gsdms/sql"
)

// Open opens an engine of an empty folder called shop until the test ends; c says what else
// it has.
func Open(t testing.TB, c sql.Config) *sql.Engine {
	t.Helper()
	backend, err := cpu.New(cpu.Options{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	c.Dir, c.Backend = t.TempDir()+"/shop", backend
	e, err := sql.Open(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(e.Close(), backend.Close()); err != nil {
			t.Error(err)
		}
	})
	return e
}

// Serve has a server listen on a free port until the test ends, and gives the address.
func Serve(t testing.TB, serve func(context.Context, ...net.Listener) error) (address string) {
	t.Helper()
	return serveOn(t, "tcp", "127.0.0.1:0", serve)
}

// ServeSocket does it on a socket in a folder of the test, and gives its path.
func ServeSocket(t testing.TB, serve func(context.Context, ...net.Listener) error) (path string) {
	t.Helper()
	return serveOn(t, "unix", filepath.Join(t.TempDir(), "s"), serve)
}

func serveOn(t testing.TB, network, address string, serve func(context.Context, ...net.Listener) error) string {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}
