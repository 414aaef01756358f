package mysql

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/sql"
	"gsdms/sql/wire/wiretest"
)

// quiet waits until there are no sessions, and as few goroutines as before.
func quiet(t *testing.T, engine *sql.Engine, before int) {
	t.Helper()
	for range 1000 {
		if engine.Status().Sessions == 0 && runtime.NumGoroutine() <= before+2 {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("%d sessions are left, and %d goroutines of %d", engine.Status().Sessions, runtime.NumGoroutine(), before)
}

// Whoever guesses passwords is turned away each time, by both plugins, and leaves nothing.
func TestHostilePasswords(t *testing.T) {
	engine, address := serve(t, Options{})
	owner := engine.NewSession()
	if _, err := owner.Query(context.Background(), "CREATE USER ann IDENTIFIED BY 'geheim'"); err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	var all sync.WaitGroup
	for worker := range 4 {
		plugin, size := native, 20
		if worker%2 == 1 {
			plugin, size = caching, 32
		}
		all.Go(func() {
			for range wiretest.Rounds(t, 50) {
				r, _, answer := introduce(t, address, "ann", plugin, func([]byte) []byte {
					proof := make([]byte, size)
					_, _ = rand.Read(proof)
					return proof
				})
				if answer[0] != mysql.ERR_HEADER || binary.LittleEndian.Uint16(answer[1:]) != mysql.ER_ACCESS_DENIED_ERROR {
					t.Errorf("a wrong password: %q", answer)
				}
				_ = r.Close() // and is closed again when the test ends
			}
		})
	}
	all.Wait()
	quiet(t, engine, before)
}

// Who connects and says nothing, or begins a packet and stops, is let go.
func TestHalfOpen(t *testing.T) {
	engine, address := serve(t, Options{Patience: 100 * time.Millisecond})
	before := runtime.NumGoroutine()
	for i := range wiretest.Rounds(t, 20) {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if i%2 == 0 {
			if _, err := c.Write([]byte{200, 0, 0, 1, 5, 162}); err != nil {
				t.Fatal(err)
			}
		}
	}
	quiet(t, engine, before)
}

// A reader that takes a little at a time, but goes on, gets all of its rows; one that stops
// does not keep the server.
func TestSlowReaders(t *testing.T) {
	engine, address := serve(t, Options{Patience: time.Second})
	s := engine.NewSession()
	text := "INSERT INTO big VALUES " + strings.Repeat("('"+strings.Repeat("x", 1000)+"'),", 1000)
	for _, q := range []string{"CREATE TABLE big (s VARCHAR(1000))", text[:len(text)-1], "INSERT INTO big SELECT a.s FROM big a, (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8) b", "INSERT INTO big SELECT a.s FROM big a, (SELECT 1 UNION ALL SELECT 2) b"} {
		if _, err := s.Query(context.Background(), q); err != nil {
			t.Fatal(err)
		}
	}
	before := runtime.NumGoroutine()
	begin := func() raw {
		r, _, answer := introduce(t, address, "root", caching, func([]byte) []byte { return nil })
		if answer[0] != mysql.OK_HEADER {
			t.Fatalf("%q", answer)
		}
		r.say(0, append([]byte{mysql.COM_QUERY}, "SELECT s FROM shop.big"...))
		return r
	}
	stops, goes := begin(), begin()
	_ = stops.Conn.(*net.TCPConn).SetReadBuffer(64 << 10)
	taken, piece := 0, make([]byte, 64<<10)
	for taken < 27000*1000 {
		n, err := goes.Read(piece)
		if err != nil {
			t.Fatalf("after %d bytes: %v", taken, err)
		}
		if taken += n; taken < 1<<20 {
			time.Sleep(5 * time.Millisecond)
		}
	}
	_ = goes.Close()
	time.Sleep(1200 * time.Millisecond)                    // beyond the server's patience
	_ = stops.SetReadDeadline(time.Now().Add(time.Second)) // what the kernel has kept, which may be all
	_, _ = io.Copy(io.Discard, stops)
	_ = stops.Close()
	quiet(t, engine, before)
}

// Packets with some bytes changed, cut off or repeated harm nobody else: others get right
// answers meanwhile, and nothing is left.
func TestHostilePackets(t *testing.T) {
	engine, address := serve(t, Options{Patience: 200 * time.Millisecond})
	good := connect(t, address)
	before := runtime.NumGoroutine()
	query := append([]byte{mysql.COM_QUERY}, "SELECT a, COUNT(*) FROM (SELECT 1 a UNION ALL SELECT 2) q WHERE a > 0 GROUP BY a"...)
	prepare := append([]byte{mysql.COM_STMT_PREPARE}, "SELECT ? + ?, ?"...)
	execute := []byte{mysql.COM_STMT_EXECUTE, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 8, 0, 5, 0, 253, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 8, 64, 2, 'x', 'y'}
	long := []byte{mysql.COM_STMT_SEND_LONG_DATA, 1, 0, 0, 0, 2, 0, 'a', 'b'}
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			d := mathrand.New(mathrand.NewPCG(uint64(time.Now().UnixNano()), uint64(worker)))
			for range wiretest.Rounds(t, 40) {
				hostile(t, address, d, [][]byte{query, prepare, execute, long, {mysql.COM_FIELD_LIST, 'q', 0}, {mysql.COM_CHANGE_USER, 'r', 0, 0, 0}, {mysql.COM_RESET_CONNECTION}, {mysql.COM_INIT_DB, 's'}})
			}
		})
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	for n := 0; ; n++ {
		r, err := good.Execute(fmt.Sprintf("SELECT %d + 1", n))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := r.GetInt(0, 0); got != int64(n+1) {
			t.Fatalf("%d + 1 is %d", n, got)
		}
		select {
		case <-done:
			_ = good.Close()
			quiet(t, engine, before)
			return
		case <-time.After(time.Millisecond):
		}
	}
}

// hostile connects, sends some of the packets, changed, and looks at some of the answers.
func hostile(t *testing.T, address string, d *mathrand.Rand, packets [][]byte) {
	r, _, _ := introduce(t, address, "root", caching, func([]byte) []byte { return nil })
	defer r.Close()
	var sent bytes.Buffer
	for range 1 + d.IntN(6) {
		p := append([]byte(nil), packets[d.IntN(len(packets))]...)
		for range d.IntN(4) {
			p[d.IntN(len(p))] = byte(d.Uint32())
		}
		if d.IntN(4) == 0 {
			p = p[:d.IntN(len(p)+1)]
		}
		size := len(p)
		if d.IntN(10) == 0 {
			size = int(d.Uint32()) & (1<<uint(d.IntN(25)) - 1)
		}
		sent.Write([]byte{byte(size), byte(size >> 8), byte(size >> 16), byte(d.IntN(20) / 19)})
		sent.Write(p)
	}
	_ = r.SetDeadline(time.Now().Add(20 * time.Millisecond))
	if _, err := r.Write(sent.Bytes()); err == nil && d.IntN(2) == 0 {
		_, _ = io.Copy(io.Discard, io.LimitReader(r, 1<<16)) // whatever it is
	}
}

// What a client says, with bytes changed, left out, repeated and put in between, harms nobody
// else, and leaves nothing.
func TestHostileTraffic(t *testing.T) {
	engine, address := serve(t, Options{Patience: 200 * time.Millisecond})
	said := wiretest.Recorded(t, address, func(through string) {
		c := connect(t, through)
		for _, text := range []string{"SET NAMES utf8mb4", "CREATE TABLE IF NOT EXISTS n (a INT, s VARCHAR(20))", "INSERT INTO n VALUES (1, 'x'), (2, NULL)", "SELECT * FROM n", "SHOW TABLES"} {
			if _, err := c.Execute(text); err != nil {
				t.Fatal(err)
			}
		}
		for _, values := range [][]any{{1, "x"}, {nil, 2.5}} {
			if _, err := c.Execute("SELECT ? a, ? b FROM n", values...); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := c.FieldList("n", "%"); err != nil {
			t.Fatal(err)
		}
		_ = c.Quit()
	})
	good := connect(t, address)
	wiretest.Harm(t, address, wiretest.Conversation{
		Said: said,
		Good: func(n int) error {
			r, err := good.Execute(fmt.Sprintf("SELECT %d + 1", n))
			if err != nil {
				return err
			}
			got, _ := r.GetInt(0, 0)
			return wiretest.Equal(got, int64(n+1))
		},
		Left: func() (string, int) { return "sessions besides one", engine.Status().Sessions - 1 },
	})
}

// A statement of a MiB besides its texts is read, and is an answer or an error with its place.
func TestLongStatements(t *testing.T) {
	if testing.Short() {
		t.Skip("statements of a MiB take seconds to read: left out with -short")
	}
	_, address := serve(t, Options{})
	c := connect(t, address)
	const mib = 1<<20 - 100
	for _, step := range []struct{ name, text, says string }{
		{"comments", "SELECT " + strings.Repeat("/* */", 1<<18) + "1", ""},
		{"a text", "SELECT LENGTH('" + strings.Repeat("x", mib) + "')", ""},
		{"a list", "SELECT 7 IN (" + strings.Repeat("1,", mib/2) + "7)", ""},
		{"a sum", "SELECT 1" + strings.Repeat("+1", mib/2), "nested"},
		{"parentheses", "SELECT " + strings.Repeat("(", mib), "line 1"},
		{"garbage", "SELECT " + strings.Repeat("a b ", mib/4), "line 1"},
		{"more", "SELECT 7 IN (" + strings.Repeat("1,", 1<<19) + "7)", "1153"},
		{"a longer text", "SELECT LENGTH('" + strings.Repeat("x", 3<<20) + "')", ""},
		{"spaces", "SELECT 1" + strings.Repeat(" ", 1<<20), ""},
	} {
		began := time.Now()
		_, err := c.Execute(step.text)
		if (err == nil) != (step.says == "") || (err != nil && !strings.Contains(err.Error(), step.says)) {
			text := fmt.Sprint(err)
			t.Errorf("%s: %.300s", step.name, text)
		}
		t.Logf("%s: %v", step.name, time.Since(began))
	}
	if err := c.Ping(); err != nil {
		t.Errorf("after all: %v", err)
	}
}
