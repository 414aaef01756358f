package mysql

import (
	"bytes"
	"context"
	stdsql "database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-mysql-org/go-mysql/client"
	"github.com/go-mysql-org/go-mysql/mysql"
)

// slowTable makes a table, and gives a query of it that takes long enough to be stopped.
func slowTable(t *testing.T, db *stdsql.DB) string {
	t.Helper()
	must(t, db, "CREATE TABLE slow (n INT)")
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, ",(%d)", i)
	}
	must(t, db, "INSERT INTO slow VALUES "+b.String()[1:])
	return "SELECT COUNT(*) FROM slow a JOIN slow b ON a.n + b.n > 1 JOIN slow c ON c.n + b.n > 1 AND a.n * c.n > 3"
}

// running waits until as many statements run as are wanted, without the one that asks.
func running(t *testing.T, db *stdsql.DB, want int) (id int) {
	t.Helper()
	for range 400 {
		rows := scan(t, db, "SELECT ID FROM information_schema.PROCESSLIST WHERE INFO LIKE '%FROM slow a%' AND INFO NOT LIKE '%PROCESSLIST%'")
		if len(rows) == want {
			if want > 0 {
				_, _ = fmt.Sscan(fmt.Sprint(rows[0][0]), &id)
			}
			return id
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("there are never %d statements running, but %v", want, scan(t, db, "SHOW PROCESSLIST"))
	return 0
}

// A statement ends when its client cancels it, by KILL, and by its time limit; the session
// that was killed by QUERY goes on.
func TestCancel(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "")
	query := slowTable(t, db)
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	go func() { failed <- db.QueryRowContext(ctx, query).Scan(new(int)) }()
	running(t, db, 1)
	cancel() // go-sql-driver hangs up
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled query: %v", err)
	}
	running(t, db, 0)

	c := connect(t, address)
	go func() { _, err := c.Execute(query); failed <- err }()
	must(t, db, fmt.Sprintf("KILL QUERY %d", running(t, db, 1)))
	if err := <-failed; err == nil || !strings.Contains(err.Error(), "1317") {
		t.Errorf("a killed query: %v", err)
	}
	if err := c.Ping(); err != nil {
		t.Errorf("after KILL QUERY: %v", err)
	}
	go func() { _, err := c.Execute(query); failed <- err }()
	must(t, db, fmt.Sprintf("KILL %d", running(t, db, 1)))
	if err := <-failed; err == nil || c.Ping() == nil {
		t.Errorf("a killed connection: %v", err)
	}
	for _, limit := range []string{"SET max_execution_time = 20", "SET gsdms_timeout = '20ms'"} {
		c := connect(t, address)
		if _, err := c.Execute(limit); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Execute(query); err == nil || !strings.Contains(err.Error(), "3024") {
			t.Errorf("after %s: %v", limit, err)
		}
	}
	if err := db.QueryRow(strings.Replace(query, "SELECT", "SELECT /*+ MAX_EXECUTION_TIME(20) */", 1)).Scan(new(int)); err == nil || !strings.Contains(err.Error(), "3024") {
		t.Errorf("with a hint: %v", err)
	}
}

// 200 connections at once get right answers, each its own.
func TestManyConnections(t *testing.T) {
	engine, address := serve(t, Options{})
	db := pool(t, address, "")
	must(t, db, "CREATE TABLE n (n INT)")
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, ",(%d)", i)
	}
	must(t, db, "INSERT INTO n VALUES "+b.String()[1:])
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			c, err := client.Connect(address, "root", "", "shop")
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			for k := range 5 {
				from := i*5 + k
				r, err := c.Execute("SELECT COUNT(*), SUM(n) FROM n WHERE n >= ?", from)
				if err != nil {
					t.Error(err)
					return
				}
				count, _ := r.GetInt(0, 0)
				sum, _ := r.GetString(0, 1)
				if want := (from + 999) * (1000 - from) / 2; count != int64(1000-from) || sum != fmt.Sprint(want) {
					t.Errorf("from %d on there are %d with the sum %s, not %d with %d", from, count, sum, 1000-from, want)
				}
			}
		})
	}
	all.Wait()
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for range 400 {
		if r, _ := engine.NewSession().Query(context.Background(), "SHOW PROCESSLIST"); r.Rows.Len == 1 { // the one that asks
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Error("sessions of clients that have left are still there")
}

// Garbage, cut packets and lengths that nothing follows harm nobody else.
func TestGarbage(t *testing.T) {
	_, address := serve(t, Options{Patience: 50 * time.Millisecond})
	db := pool(t, address, "")
	for _, b := range [][]byte{
		[]byte("GET / HTTP/1.1\r\n\r\n"), {0xff, 0xff, 0xff, 1}, {0, 0, 0, 1}, {1, 0, 0, 1, 7}, bytes.Repeat([]byte{0}, 1000), bytes.Repeat([]byte{0xff}, 100_000), {3, 0}, {},
		append([]byte{32, 0, 0, 1, 0xff, 0xff, 0xff, 0xff}, make([]byte, 28)...),
	} {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = c.Write(b)
		_ = c.SetReadDeadline(time.Now().Add(10 * time.Second))
		if _, err := io.Copy(io.Discard, c); errors.Is(err, context.DeadlineExceeded) || isTimeout(err) {
			t.Errorf("after %.20q the connection stays open", b)
		}
		c.Close()
	}
	// After the handshake: commands that are none, empty, cut or unknown.
	for _, b := range [][]byte{{}, {0xee}, {mysql.COM_STMT_EXECUTE}, {mysql.COM_STMT_EXECUTE, 1, 0, 0, 0, 9}, {mysql.COM_FIELD_LIST}, {mysql.COM_CHANGE_USER}, {mysql.COM_SET_OPTION}, {mysql.COM_STMT_SEND_LONG_DATA, 1}, {mysql.COM_STMT_PREPARE}, {mysql.COM_QUERY}, {mysql.COM_INIT_DB}, {mysql.COM_BINLOG_DUMP}} {
		c := connect(t, address)
		c.ResetSequence()
		if err := c.WritePacket(append(make([]byte, 4), b...)); err != nil {
			t.Fatal(err)
		}
		if len(b) > 0 && b[0] != mysql.COM_STMT_SEND_LONG_DATA {
			_, _ = c.ReadPacket()
		}
		c.Close()
	}
	if err := db.Ping(); err != nil {
		t.Error(err)
	}
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}

// The server ends gracefully: a statement that runs gets its answer, or is cancelled when
// the grace is over, and idle connections are closed.
func TestEnd(t *testing.T) {
	engine, address := serve(t, Options{})
	query := slowTable(t, pool(t, address, ""))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- NewServer(engine, Options{Grace: 100 * time.Millisecond}).Serve(ctx, l) }()
	idle, busy := connect(t, l.Addr().String()), connect(t, l.Addr().String())
	failed := make(chan error, 1)
	go func() { _, err := busy.Execute(query); failed <- err }()
	running(t, pool(t, address, ""), 1)
	stop()
	if err := <-failed; err == nil || !strings.Contains(err.Error(), "1317") {
		t.Errorf("what runs too long: %v", err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	if idle.Ping() == nil {
		t.Error("an idle connection is still there")
	}
}
