package sql

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gsdms/sql/parse"
	"gsdms/sql/result"
)

// Limits of users hold for statements that run, their time and their rows, and for connections;
// those of others and of the owner are not theirs.
func TestLimitsOfUsers(t *testing.T) {
	e, owner, ann := granted(t)
	mustRun(t, owner, "GRANT SELECT ON *.* TO ann, bob")
	bob := e.Connect(Client{User: "bob", Host: "h"})
	defer bob.Close()
	mustRun(t, owner, `ALTER USER ann ATTRIBUTE '{"max_rows": 2, "max_running": 1}'`)
	series := "WITH RECURSIVE n AS (SELECT 1 i UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n"
	if got := code(t, ann, series); got != 1226 {
		t.Errorf("three rows where two may come: error %d", got)
	}
	for _, flowing := range []bool{true, false} {
		r, err := ann.ask(context.Background(), "SELECT a FROM t", flowing)
		if err != nil || r.Drop() != nil {
			t.Errorf("two rows: %v", err)
		}
	}
	r, err := ann.Stream(context.Background(), series)
	if err == nil {
		err = r.Drop()
	}
	if !parse.IsCode(err, 1226) {
		t.Errorf("three rows one after another: %v", err)
	}
	mustRun(t, bob, series)
	_, err = ann.Query(context.Background(), "SELECT /*+ MAX_EXECUTION_TIME(60000) */ GET_LOCK('x', 0), GET_LOCK('y', 0)")
	if err != nil {
		t.Fatal(err)
	}
	mustRun(t, owner, `ALTER USER ann ATTRIBUTE '{"max_time": "30ms"}'`)
	second := e.Connect(Client{User: "ann", Host: "h"})
	defer second.Close()
	if _, err := second.Query(context.Background(), "SELECT GET_LOCK('x', -1)"); !parse.IsCode(err, 3024) || !strings.Contains(err.(*parse.Error).Hint, "user ann") {
		t.Errorf("a statement of more than 30 ms: %v", err)
	}
	mustRun(t, owner, `ALTER USER ann ATTRIBUTE '{"max_time": null}'`)
	if got := flat(mustRun(t, second, "SELECT GET_LOCK('x', 1)")); got != "0" {
		t.Errorf("a statement without a limit of time gives %s", got)
	}
}

// Statements of one user that run at the same time are counted.
func TestRunningStatementsOfAUser(t *testing.T) {
	e, owner, ann := granted(t)
	mustRun(t, owner, `GRANT SELECT ON *.* TO ann; ALTER USER ann ATTRIBUTE '{"max_running": 1}'`)
	r, err := ann.Stream(context.Background(), "SELECT a FROM t")
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Drop()
	second := e.Connect(Client{User: "ann", Host: "h"})
	defer second.Close()
	finish, err := ann.work(nil) // as if a query ran
	if err != nil {
		t.Fatal(err)
	}
	if got := code(t, second, "SELECT 1"); got != 1226 {
		t.Errorf("a second statement at the same time: error %d", got)
	}
	for _, x := range second.Together(context.Background(), []string{"SELECT 1"}) {
		if !parse.IsCode(x.Err, 1226) {
			t.Errorf("queries together: %v", x.Err)
		}
	}
	if got := code(t, second, "SHOW PROCESSLIST"); got != 0 {
		t.Errorf("SHOW PROCESSLIST at the limit: error %d", got)
	}
	finish()
	for range 3 {
		if got := code(t, second, "SELECT 1"); got != 0 {
			t.Errorf("one statement: error %d", got)
		}
	}
	if got := code(t, second, "SELECT nothing"); got != 1054 {
		t.Errorf("error %d", got)
	}
	if n := e.statements.count["ann"]; n != 0 {
		t.Errorf("%d statements are counted where none runs", n)
	}
}

// Connections of a user are counted from Enter to the end of the session.
func TestConnectionsOfAUser(t *testing.T) {
	e, owner, ann := granted(t)
	mustRun(t, owner, "ALTER USER ann WITH MAX_USER_CONNECTIONS 1")
	if err := ann.Enter(); err != nil {
		t.Fatal(err)
	}
	second := e.Connect(Client{User: "ann", Host: "h"})
	if err := second.Enter(); !parse.IsCode(err, 1226) || !strings.Contains(err.Error(), "User 'ann' has exceeded the 'max_user_connections' resource (current value: 1)") {
		t.Errorf("a second connection: %v", err)
	}
	second.Name("bob")
	if err := second.Enter(); err != nil {
		t.Errorf("another user: %v", err)
	}
	ann.Close()
	second.Name("ann")
	if err := second.Enter(); err != nil {
		t.Errorf("behind the end of the first: %v", err)
	}
	second.Close()
	if len(e.connections.count) != 0 {
		t.Error(e.connections.count)
	}
	if got := flat(mustRun(t, owner, `ALTER USER ann ATTRIBUTE '{"max_rows": 7}'; SELECT max_user_connections, User_attributes FROM mysql.user WHERE User = 'ann'`)); got != `1|{"max_rows":7}` {
		t.Errorf("mysql.user has %s", got)
	}
	for text, want := range map[string]int{
		"ALTER USER ann WITH MAX_QUERIES_PER_HOUR 5": 1235, `ALTER USER ann ATTRIBUTE '{"max_rowz": 1}'`: 1210, `ALTER USER ann ATTRIBUTE '[]'`: 1210, `ALTER USER ann ATTRIBUTE '{"max_rows": -1}'`: 1210,
		`ALTER USER ann ATTRIBUTE '{"max_time": "soon"}'`: 1210, "ALTER USER ann COMMENT 'x'": 1235, "ALTER USER nobody WITH MAX_USER_CONNECTIONS 1": 1396,
		"CREATE USER eve IDENTIFIED BY 'e' WITH MAX_USER_CONNECTIONS 2": 0,
	} {
		if got := code(t, owner, text); got != want {
			t.Errorf("%s: error %d, want %d", text, got, want)
		}
	}
	again := e.Connect(Client{User: "ann", Host: "h"})
	defer again.Close()
	if got := code(t, again, "ALTER USER ann WITH MAX_USER_CONNECTIONS 9"); got != 1227 {
		t.Errorf("a user who changes the own limits: error %d", got)
	}
	if secret, _ := e.Secret("ann"); len(secret.Native) == 0 {
		t.Error("the password is gone with a change of limits")
	}
}

// A user's limit of memory holds for all queries of the user together, and for nobody else's:
// what does not fit goes to files, and what has to be held is refused until there is room.
func TestMemoryOfAUser(t *testing.T) {
	e, owner, ann := granted(t)
	const rows = 60000
	mustRun(t, owner, "CREATE TABLE big (i BIGINT NOT NULL, s VARCHAR(40) NOT NULL)")
	fillBig := []string{"INSERT INTO big VALUES (0, 'x0')"}
	for n := 1; n < rows; n *= 2 {
		fillBig = append(fillBig, fmt.Sprintf("INSERT INTO big SELECT i + %d, CONCAT('text number ', i + %d) FROM big", n, n))
	}
	mustRun(t, owner, strings.Join(fillBig, ";"))
	mustRun(t, owner, `GRANT SELECT ON *.* TO ann, bob; ALTER USER ann ATTRIBUTE '{"max_memory": "2M"}'`)
	bob := e.Connect(Client{User: "bob", Host: "h"})
	defer bob.Close()
	const groups = "SELECT COUNT(*), SUM(n) FROM (SELECT i, s, COUNT(*) n FROM big GROUP BY i, s) x"
	for _, c := range []struct {
		session *Session
		files   bool
	}{{ann, true}, {bob, false}} {
		r, err := c.session.Query(t.Context(), groups)
		if err != nil {
			t.Fatal(err)
		}
		spilled := int64(0)
		for _, p := range r.Report.Parts {
			spilled += p.Spilled
		}
		if got := flat(r); got != "65536|65536" || spilled > 0 != c.files || c.files && r.Report.Memory > 2<<20 {
			t.Errorf("%s: %s, %d bytes in files, %d in memory", c.session.userName(), got, spilled, r.Report.Memory)
		}
	}
	const all = "SELECT i, i + 1 FROM big" // 1 MiB
	held := mustRun(t, ann, all)
	second := e.Connect(Client{User: "ann", Host: "h"})
	defer second.Close()
	const most = "SELECT i, i + 1, i * 3 FROM big"
	_, err := second.Query(t.Context(), most)
	if !parse.IsCode(err, 1226) || !strings.Contains(err.Error(), "User 'ann' has exceeded the 'max_memory' resource (current value: 2097152)") {
		t.Errorf("beside a result of the same user: %v", err)
	}
	mustRun(t, bob, most)
	n := 0
	for r, err := range mustStream(t, second, "SELECT i, s, i + 1 FROM big").Batches() {
		if n += r.Len; err != nil {
			t.Fatal(err)
		}
	}
	if n != 65536 {
		t.Errorf("%d rows one after another", n)
	}
	runtime.KeepAlive(held)
	mustRun(t, owner, `ALTER USER ann ATTRIBUTE '{"max_memory": null}'`)
	mustRun(t, second, most)
	if got := flat(mustRun(t, owner, `ALTER USER ann ATTRIBUTE '{"max_memory": 3000000}'; SELECT User_attributes FROM mysql.user WHERE User = 'ann'`)); got != `{"max_memory":3000000}` {
		t.Errorf("mysql.user has %s", got)
	}
	for _, bad := range []string{`"lots"`, "-1", "[]", "true"} {
		if got := code(t, owner, fmt.Sprintf(`ALTER USER ann ATTRIBUTE '{"max_memory": %s}'`, bad)); got != 1210 {
			t.Errorf("max_memory %s: error %d", bad, got)
		}
	}
}

// mustStream begins a query whose rows come one after another.
func mustStream(t *testing.T, s *Session, text string) *result.Set {
	t.Helper()
	r, err := s.Stream(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}
