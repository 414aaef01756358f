package sql

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan"
)

// A session that only reads runs queries and what shows something, and refuses the rest
// without doing any of it.
func TestOnlyReads(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	s := e.NewSession()
	mustRun(t, s, "CREATE TABLE t (a INT); INSERT INTO t VALUES (1), (2)")
	s.OnlyReads()
	mustRun(t, s, "SELECT SUM(a) FROM t; SHOW TABLES; SHOW CREATE TABLE t; EXPLAIN FORMAT=JSON SELECT a FROM t; EXPLAIN ANALYZE SELECT a FROM t; SET gsdms_timeout = '1m'; TRACE SELECT a FROM t; SHOW WARNINGS; BEGIN; COMMIT; CALL kmeans('t', 'a', 1)")
	for _, text := range []string{
		"INSERT INTO t VALUES (3)", "DROP TABLE t", "CREATE TABLE u (a INT)", "TRUNCATE TABLE t", "CREATE VIEW v AS SELECT a FROM t", "KILL 1",
		"SELECT a FROM t INTO OUTFILE '" + t.TempDir() + "/x'", "CREATE TABLE u AS SELECT a FROM t", "INSERT INTO t SELECT a FROM t",
		"CREATE USER eve IDENTIFIED BY 'x'", "OPTIMIZE TABLE t", "LOAD DATA INFILE 'x' INTO TABLE t",
	} {
		if _, err := s.Query(context.Background(), text); err == nil || !strings.Contains(err.Error(), "1792") {
			t.Errorf("%s: %v", text, err)
		}
	}
	r, err := s.Query(context.Background(), "SELECT COUNT(*), SUM(a) FROM t")
	if err != nil || r.Rows.Columns[0].Ints[0] != 2 || r.Rows.Columns[1].Ints[0] != 3 {
		t.Errorf("the table has changed: %v, %v", r, err)
	}
}

// Who may see the statements of others sees all that rides; who may not sees that somebody
// does, and of tables without privileges not even their names.
func TestLiveHoldsRights(t *testing.T) {
	e := openEngine(t, t.TempDir()+"/shop", pushscan.Options{})
	owner := e.Connect(Client{User: "root", Host: "h", Owner: true})
	mustRun(t, owner, "CREATE TABLE secret (pay INT); CREATE TABLE seen (b INT); INSERT INTO secret VALUES (1), (2); INSERT INTO secret SELECT a.pay FROM secret a, secret b, secret c, secret d, secret e, secret f, secret g, secret h, secret i, secret j, secret k, secret l")
	mustRun(t, owner, "CREATE USER ann IDENTIFIED BY 'a'; GRANT SELECT ON seen TO ann; CREATE USER bob IDENTIFIED BY 'b'; GRANT SELECT, PROCESS ON *.* TO bob")
	ann, bob := e.Connect(Client{User: "ann", Host: "h"}), e.Connect(Client{User: "bob", Host: "h"})
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	const long = "SELECT COUNT(*) FROM secret a, secret b, secret c WHERE a.pay + b.pay <> c.pay AND RAND(a.pay) + RAND(b.pay) < RAND(c.pay) + 1"
	go func() {
		defer close(done)
		_, _ = owner.Query(ctx, long) // it is cancelled
	}()
	defer func() { stop(); <-done }()
	var full Live
	for end := time.Now().Add(20 * time.Second); len(full.Streams) == 0 || len(full.Streams[0].Riders) == 0 || full.Streams[0].Wave == nil; full = bob.Live() {
		if time.Now().After(end) {
			t.Fatal("nobody rides")
		}
		time.Sleep(time.Millisecond)
	}
	if s := full.Streams[0]; !full.Everything || s.Table != "secret" || !strings.Contains(s.Riders[0].Text, "COUNT(*)") || s.Riders[0].Columns[0] != "pay" {
		t.Errorf("bob sees %+v", full)
	}
	some := ann.Live()
	if len(some.Streams) != 1 || len(some.Streams[0].Riders) != 1 || some.Streams[0].Riders[0].Of != full.Streams[0].Riders[0].Of || some.Everything {
		t.Fatalf("ann sees %+v", some)
	}
	text := fmt.Sprintf("%+v %+v %+v %+v", some.Streams, some.Streams[0].Wave, some.Waves, some.Traffic)
	for _, w := range some.Waves {
		text += fmt.Sprintf("%+v", *w.Wave)
	}
	text += fmt.Sprintf("%+v", *some.Streams[0].Wave.Wave)
	if strings.Contains(text, "secret") || strings.Contains(text, "pay") || len(some.Now) != 1 || some.Now[0].User != "ann" {
		t.Errorf("ann sees %s, %+v", text, some.Now)
	}
	if again := bob.Live(); again.Streams[0].Wave.Wave.Demands[0].Name == "" {
		t.Error("what ann may not see is taken from bob, too")
	}
}
