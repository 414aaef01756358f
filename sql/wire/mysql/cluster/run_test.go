package cluster

import (
	"context"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Three nodes behind MariaDB's Spider answer as one does, where there is such a MariaDB.
func TestClusterAnswersAsOneNode(t *testing.T) {
	if testing.Short() {
		t.Skip("three nodes and a database of MariaDB take a minute: left out with -short")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "./run.sh")
	c.Env = append(c.Environ(), "SF=0.02", "PORT=23420")
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) } // it ends what it has begun
	c.WaitDelay = 20 * time.Second
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("run.sh: %v\n%s", err, out)
	}
	if why, skipped := strings.CutPrefix(string(out), "skipped: "); skipped {
		t.Skip(why)
	}
	t.Logf("%s", out)
	if n := strings.Count(string(out), "\nok "); n < 25 {
		t.Errorf("%d statements were compared:\n%s", n, out)
	}
}
