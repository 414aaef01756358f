package sql

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"gsdms/pushscan"
)

// SHOW PROCESSLIST says what each session scans, and with whom.
func TestProcessListSaysWhoRidesTogether(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{ChunkRows: 1 << 16})
	s := e.NewSession()
	mustRun(t, s, "SET cte_max_recursion_depth = 2000; CREATE TABLE n AS WITH RECURSIVE n AS (SELECT 1 i UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT i FROM n; CREATE TABLE big AS SELECT a.i FROM n a, n b")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan error, 2)
	for i := range 2 {
		rider := e.Connect(Client{User: fmt.Sprintf("rider%d", i), Host: "h"})
		go func() {
			var err error
			for err == nil { // until they are seen
				_, err = rider.Query(ctx, fmt.Sprintf("SELECT SUM(i %% %d) FROM big", 7+i))
			}
			ended <- err
		}()
	}
	share := regexp.MustCompile(`(?m)^1 scanning big, \d+ %, with 2\n2 scanning big, \d+ %, with 1$`)
	seen := ""
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end) && !share.MatchString(seen); time.Sleep(time.Millisecond) {
		r, err := s.Query(context.Background(), "SHOW PROCESSLIST")
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for i := range r.Rows.Len {
			id, _ := r.Text(i, 0)
			state, _ := r.Text(i, 6)
			lines = append(lines, id+" "+state)
		}
		seen = strings.Join(lines, "\n")
	}
	if !share.MatchString(seen) || !strings.HasSuffix(seen, "\n0 executing") {
		t.Errorf("the two are not seen to ride together:\n%s", seen)
	}
	cancel()
	<-ended
	<-ended
}

// The list of what runs shows no password.
func TestProcessListShowsNoPassword(t *testing.T) {
	e := openEngine(t, t.TempDir(), pushscan.Options{})
	owner := e.NewSession()
	for text, want := range map[string]string{
		"CREATE USER ann IDENTIFIED BY 'secret'":         "CREATE USER ann IDENTIFIED …",
		"SET PASSWORD FOR ann = 'secret'":                "SET PASSWORD …",
		"PREPARE p FROM 'ALTER USER a IDENTIFIED BY ?'":  "PREPARE p FROM …",
		"SELECT 'a literal', password FROM t LIMIT 3, 4": "SELECT 'a literal', password FROM t LIMIT 3, 4",
	} {
		s := e.Connect(Client{User: "bob", Host: "h"})
		_, done := s.begin(t.Context(), text)
		for _, list := range []string{"SHOW FULL PROCESSLIST", "SELECT * FROM information_schema.processlist"} {
			r := mustRun(t, owner, list)
			found := false
			for row := range r.Rows.Len {
				for column := range r.Columns {
					got, _ := r.Text(row, column)
					found = found || got == want
					if strings.Contains(got, "secret") {
						t.Errorf("%s shows %q", list, got)
					}
				}
			}
			if !found {
				t.Errorf("%s does not show %q", list, want)
			}
		}
		done()
		s.Close()
	}
}
