package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
)

// A server sends traces of what its clients ask, the last ones when it ends; a collector that
// cannot be is refused at once.
func TestServeSendsTraces(t *testing.T) {
	var sent atomic.Int64
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if body, err := io.ReadAll(r.Body); err == nil && r.URL.Path == "/v1/traces" && bytes.Contains(body, []byte("SELECT SUM(a) FROM t WHERE a < ?")) {
			sent.Add(1)
		}
	}))
	defer collector.Close()
	dir := t.TempDir()
	server, lines := startServer(t, dir, "--mysql", "", "--otlp", collector.URL)
	if !lines.Scan() {
		t.Fatal("it does not serve")
	}
	if _, errs, status := runProgram(t, dir, "", "-e", "CREATE TABLE t (a INT); SELECT SUM(a) FROM t WHERE a < 7"); status != 0 {
		t.Fatalf("status %d, %s", status, errs)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
	if sent.Load() != 1 {
		t.Errorf("%d messages have the statement", sent.Load())
	}
	if _, errs, status := runProgram(t, dir, "", "serve", "--mysql", "", "--otlp", "nowhere"); status != 1 || !strings.Contains(errs, "no address of a collector") {
		t.Errorf("status %d, %s", status, errs)
	}
}
