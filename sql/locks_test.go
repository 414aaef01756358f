package sql

import (
	"context"
	"testing"
	"time"
)

// Locks by name are as the manual's chapter on locking functions says, between sessions.
func TestLocks(t *testing.T) {
	a := clientSession(t)
	b := a.engine.Connect(Client{User: "bob", Host: "localhost"})
	for _, c := range []struct {
		s         *Session
		ask, want string
	}{
		{a, "SELECT GET_LOCK('l', 0), IS_FREE_LOCK('l'), IS_USED_LOCK('L') = CONNECTION_ID(), RELEASE_LOCK('none'), IS_USED_LOCK('none')", "1|0|1|NULL|NULL"},
		{b, "SELECT GET_LOCK('l', 0), RELEASE_LOCK('l'), RELEASE_ALL_LOCKS()", "0|0|0"},
		{a, "SELECT RELEASE_LOCK('l'), IS_FREE_LOCK('l')", "1|1"},
		{b, "SELECT GET_LOCK('l', -1) AS got ORDER BY got", "1"},
		{b, "SELECT GET_LOCK('l', 10)", "1"},
		{b, "SELECT RELEASE_LOCK('l'), RELEASE_LOCK('l'), RELEASE_LOCK('l')", "1|1|NULL"},
		{b, "DO GET_LOCK('l', 1), GET_LOCK('m', 1), GET_LOCK('m', 1); SELECT RELEASE_ALL_LOCKS()", "3"},
		{b, "SET @got = GET_LOCK('l', 1); SELECT @got", "1"},
		{a, "EXPLAIN SELECT RELEASE_ALL_LOCKS(), GET_LOCK('x', 0); SELECT IS_FREE_LOCK('x')", "1"},
		{a, "PREPARE p FROM 'SELECT GET_LOCK(?, 0)'; SELECT IS_FREE_LOCK('q')", "1"},
		{a, "SET @q = 'q'; EXECUTE p USING @q", "1"},
		{a, "EXECUTE p USING @q; SELECT RELEASE_LOCK('q'), RELEASE_LOCK('q')", "1|1"},
	} {
		if got := flat(mustRun(t, c.s, c.ask)); got != c.want {
			t.Errorf("%s gives %s, want %s", c.ask, got, c.want)
		}
	}
	for text, want := range map[string]int{
		"SELECT GET_LOCK('', 1)": 3057, "SELECT GET_LOCK(NULL, 1)": 3057, "SELECT GET_LOCK(REPEAT('x', 65), 1)": 3057, "SELECT GET_LOCK('x')": 1582,
		"SELECT GET_LOCK('x', NULL)": 1210, "SELECT IS_FREE_LOCK()": 1582, "SELECT RELEASE_ALL_LOCKS(1)": 1582,
	} {
		if got := code(t, a, text); got != want {
			t.Errorf("%s: error %d, want %d", text, got, want)
		}
	}
	if code(t, a, "SELECT GET_LOCK(name, 0) FROM city") == 0 {
		t.Error("the lock of a row's value was taken")
	}
	done := make(chan string, 1)
	go func() { done <- flat(mustRun(t, a, "SELECT GET_LOCK('l', 60)")) }()
	for text, _ := a.active.now(); text == ""; text, _ = a.active.now() {
		time.Sleep(time.Millisecond)
	}
	b.Close() // whose locks are free then
	if got := <-done; got != "1" {
		t.Errorf("who waited got %s", got)
	}
}

// A session that waits for a lock ends with its statement's time, and by KILL; two that wait for
// each other are told.
func TestWaitingForLocks(t *testing.T) {
	a := clientSession(t)
	b := a.engine.Connect(Client{User: "bob", Host: "localhost"})
	defer b.Close()
	mustRun(t, a, "SELECT GET_LOCK('x', 0)")
	mustRun(t, b, "SELECT GET_LOCK('y', 0); SET gsdms_timeout = '20ms'")
	if got := code(t, b, "SELECT GET_LOCK('x', -1)"); got != 3024 {
		t.Errorf("the end of a statement's time: error %d", got)
	}
	mustRun(t, b, "SET gsdms_timeout = 0")
	done := make(chan int, 1)
	go func() {
		_, err := b.Query(context.Background(), "SELECT GET_LOCK('x', -1)")
		done <- b.fault("", err).Code
	}()
	for text, _ := b.active.now(); text == ""; text, _ = b.active.now() {
		time.Sleep(time.Millisecond)
	}
	for got := 0; got != 3058; {
		if got = code(t, a, "SELECT GET_LOCK('y', 1)"); got != 3058 && got != 0 {
			t.Fatalf("two that wait for each other: error %d", got)
		}
	}
	b.KillQuery()
	if got := <-done; got != 1317 {
		t.Errorf("KILL: error %d", got)
	}
}

// LOCK TABLES is taken, and says that it locks nothing.
func TestLockTables(t *testing.T) {
	s := clientSession(t)
	mustRun(t, s, "LOCK TABLES city READ, sale WRITE")
	if level, text := noted(t, s); level != "Warning" || text == "" {
		t.Errorf("%s %q", level, text)
	}
	mustRun(t, s, "UNLOCK TABLES")
	if got := code(t, s, "LOCK TABLES nowhere READ"); got != 1146 {
		t.Errorf("a table that is not there: error %d", got)
	}
}
