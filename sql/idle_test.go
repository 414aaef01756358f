package sql

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"gsdms/pushscan"
	"gsdms/sql/parse"
)

// KILL ends a statement that sleeps or computes for nothing; that it is described first takes no
// time.
func TestIdleIsKilled(t *testing.T) {
	e := openEngine(t, filepath.Join(t.TempDir(), "db"), pushscan.Options{})
	for _, text := range []string{"SELECT SLEEP(1000)", "SELECT BENCHMARK(1000000000000000, MD5('a'))"} {
		s := e.Connect(Client{User: "root", Host: "localhost", Owner: true})
		defer s.Close()
		p, err := s.Prepare(context.Background(), text)
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() {
			_, err := p.Execute(context.Background(), nil)
			ended <- err
		}()
		for running := ""; running == ""; time.Sleep(time.Millisecond) {
			running, _ = s.active.now()
		}
		s.KillQuery()
		if err := <-ended; !parse.IsCode(err, 1317) {
			t.Errorf("%s: %v, want error 1317", text, err)
		}
	}
}
