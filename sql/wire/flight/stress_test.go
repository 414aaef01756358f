package flight

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	rpc "github.com/apache/arrow/go/v15/arrow/flight"
	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	"go.uber.org/goleak"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"gsdms/sql"
)

// digits makes a table whose joins with itself run for as long as anybody wants.
func digits(t *testing.T, c *flightsql.Client) {
	t.Helper()
	run(t, c, "CREATE TABLE digits (n INT)", "INSERT INTO digits VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)")
	run(t, c, "CREATE TABLE k AS SELECT a.n * 100 + b.n * 10 + c.n AS n FROM digits a, digits b, digits c", "CREATE TABLE big AS SELECT a.n * 1000 + b.n AS n FROM k a, k b ORDER BY n")
}

// long runs for minutes and gives no row before its end; wide gives 10^9 rows.
const (
	long = "SELECT SUM(a.n * b.n % 7 + c.n) FROM k a, k b, k c, k d WHERE RAND(a.n + b.n) + RAND(c.n) < 1 + RAND(d.n)"
	wide = "SELECT a.n, c.n, a.n + c.n FROM big a, k c"
)

// waitFor waits until something holds.
func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: it does not come to pass", what)
		}
	}
}

// processes lists the statements that run, by their texts and numbers.
func processes(t *testing.T, e *sql.Engine, like string) (ids []string) {
	t.Helper()
	r, err := e.NewSession().Query(context.Background(), "SELECT ID FROM information_schema.PROCESSLIST WHERE INFO NOT LIKE '%PROCESSLIST%' AND INFO LIKE '"+like+"'")
	if err != nil {
		t.Fatal(err)
	}
	for row := range r.Rows.Len {
		ids = append(ids, strconv.FormatInt(r.Rows.Columns[0].Ints[row], 10))
	}
	return ids
}

// A statement ends when its client cancels the call, when it goes away, when the flight is
// cancelled before or while it runs, and by KILL; nothing is left behind.
func TestCancel(t *testing.T) {
	engine, address := serve(t, Options{})
	c := connect(t, address)
	digits(t, c)
	ends := func(what, text string, end func(info *rpc.FlightInfo, cancel func())) {
		t.Helper()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		info, err := c.Execute(ctx, text)
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() {
			r, err := c.DoGet(ctx, info.Endpoint[0].Ticket)
			for err == nil && r.Next() {
				err = r.Err()
			}
			if err == nil {
				err = r.Err()
			}
			done <- err
		}()
		waitFor(t, what+" begins", func() bool { return len(processes(t, engine, "%k c%")) == 1 })
		end(info, cancel)
		select {
		case err := <-done:
			if status.Code(err) != codes.Canceled && !strings.Contains(err.Error(), "ancel") {
				t.Errorf("%s: %v", what, err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s does not end it", what)
		}
		waitFor(t, what+" leaves nothing", func() bool { return len(processes(t, engine, "%k c%")) == 0 })
	}
	for _, text := range []string{long, wide} {
		ends("the call's end", text, func(_ *rpc.FlightInfo, cancel func()) { cancel() })
		ends("CancelFlightInfo", text, func(info *rpc.FlightInfo, _ func()) {
			if r, err := c.CancelFlightInfo(context.Background(), &rpc.CancelFlightInfoRequest{Info: info}); err != nil || r.Status != rpc.CancelStatusCancelled {
				t.Errorf("%v, %v", r.Status, err)
			}
		})
		ends("CancelQuery", text, func(info *rpc.FlightInfo, _ func()) {
			//lint:ignore SA1019 older clients call it
			if r, err := c.CancelQuery(context.Background(), info); err != nil || r != flightsql.CancelResultCancelled {
				t.Errorf("%v, %v", r, err)
			}
		})
		ends("KILL", text, func(*rpc.FlightInfo, func()) { local(t, engine, "KILL "+processes(t, engine, "%k c%")[0]) })
		ends("KILL QUERY", text, func(*rpc.FlightInfo, func()) { local(t, engine, "KILL QUERY "+processes(t, engine, "%k c%")[0]) })
	}
	cancelBefore(t, c)
}

// cancelBefore cancels a flight before it begins.
func cancelBefore(t *testing.T, c *flightsql.Client) {
	t.Helper()
	info, err := c.Execute(context.Background(), "SELECT 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.CancelFlightInfo(context.Background(), &rpc.CancelFlightInfoRequest{Info: info}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.DoGet(context.Background(), info.Endpoint[0].Ticket); status.Code(err) != codes.Canceled {
		t.Errorf("a flight that was cancelled begins: %v", err)
	}
}

// An error amid the rows comes behind those before it.
func TestErrorAmidRows(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	digits(t, c)
	rows, err := ask(context.Background(), c, "SELECT 9223372036854775807 - 900000 + n FROM big")
	if len(rows) == 0 || len(rows) > 900000 || err == nil || !strings.Contains(err.Error(), "1690") {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	run(t, c, "SET max_execution_time = 100")
	if _, err := ask(context.Background(), c, long); status.Code(err) != codes.DeadlineExceeded || !strings.Contains(err.Error(), "3024") {
		t.Errorf("the timeout: %v", err)
	}
}

// A thousand streams at once, of which half are read slowly, give what they should.
func TestThousandStreams(t *testing.T) {
	_, address := serve(t, Options{})
	first := connect(t, address)
	digits(t, first)
	clients := []*flightsql.Client{first}
	for range 9 {
		clients = append(clients, connect(t, address))
	}
	var all sync.WaitGroup
	open := make(chan struct{})
	var opened sync.WaitGroup
	opened.Add(1000)
	for i := range 1000 {
		all.Go(func() {
			c, ctx := clients[i%len(clients)], context.Background()
			info, err := c.Execute(ctx, "SELECT n, "+strconv.Itoa(i)+" FROM k WHERE n >= "+strconv.Itoa(i%500)+" ORDER BY n")
			var r *rpc.Reader
			if err == nil {
				r, err = c.DoGet(ctx, info.Endpoint[0].Ticket)
			}
			opened.Done()
			if err != nil {
				t.Errorf("stream %d: %v", i, err)
				return
			}
			if defer_ := i%2 == 0; defer_ {
				<-open // until all streams are there
			}
			rows, err := spell(r)
			if err != nil || len(rows) != 1000-i%500 || rows[0] != strconv.Itoa(i%500)+" "+strconv.Itoa(i) {
				t.Errorf("stream %d: %d rows, %v", i, len(rows), err)
			}
			r.Release()
		})
	}
	opened.Wait()
	close(open)
	all.Wait()
}

// Whatever strangers send, and however they leave, others are served and nothing stays.
func TestStrangers(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	t.Run("", func(t *testing.T) {
		engine, address := serve(t, Options{Patience: 300 * time.Millisecond})
		c := connect(t, address)
		digits(t, c)
		open := strangers(t, address)
		if got := asked(t, c, "SELECT COUNT(*) FROM k"); got != "1000" {
			t.Errorf("beside strangers: %s", got)
		}
		for _, conn := range open { // who is silent or talks nonsense is shown the door
			if err := conn.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, conn); errors.Is(err, context.DeadlineExceeded) || err != nil && strings.Contains(err.Error(), "timeout") {
				t.Error("a stranger may stay")
			}
			conn.Close()
		}
		for _, ticket := range []string{"", "x", string(make([]byte, 40)), "\x0a\x03abc"} {
			if _, err := c.DoGet(context.Background(), &rpc.Ticket{Ticket: []byte(ticket)}); err == nil {
				t.Errorf("the ticket %q is good", ticket)
			}
		}
		for range 500 {
			garbage := make([]byte, rand.IntN(60))
			for j := range garbage {
				garbage[j] = byte(rand.Uint32())
			}
			if ticket, err := flightsql.CreateStatementQueryTicket(garbage); err == nil {
				if r, err := c.DoGet(context.Background(), &rpc.Ticket{Ticket: ticket}); err == nil {
					for r.Next() {
					}
					r.Release()
				}
			}
			stream, err := c.Client.DoPut(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			_ = stream.Send(&rpc.FlightData{DataHeader: garbage, DataBody: garbage, FlightDescriptor: &rpc.FlightDescriptor{Type: rpc.DescriptorPATH, Path: []string{"k"}}})
			_ = stream.CloseSend()
			if _, err := stream.Recv(); err == nil || status.Code(err) == codes.Unavailable {
				t.Errorf("garbage is rows: %v", err)
			}
		}
		if got := asked(t, c, "SELECT COUNT(*) FROM k"); got != "1000" {
			t.Errorf("after strangers: %s", got)
		}
		if n := engine.Status().Sessions; n != 0 {
			t.Errorf("%d sessions are left", n)
		}
	})
}

// strangers connect, and are silent or talk nonsense.
func strangers(t *testing.T, address string) []net.Conn {
	t.Helper()
	var open []net.Conn
	for i := range 200 {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		garbage := make([]byte, rand.IntN(300))
		for j := range garbage {
			garbage[j] = byte(rand.Uint32())
		}
		switch i % 4 {
		case 0:
			garbage = append([]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"), garbage...)
		case 1:
			garbage = []byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
		case 2:
			garbage = nil // which never says a word
		}
		if _, err := conn.Write(garbage); err != nil {
			t.Log(err)
		}
		open = append(open, conn)
	}
	return open
}

// A client that takes no rows is left alone after a while; there are only so many calls.
func TestStall(t *testing.T) {
	engine, address := serve(t, Options{Stall: 200 * time.Millisecond, Calls: 2})
	c := connect(t, address)
	digits(t, c)
	for range 2 {
		info, err := c.Execute(context.Background(), wide)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		if _, err := c.Client.DoGet(ctx, info.Endpoint[0].Ticket); err != nil {
			t.Fatal(err)
		}
	}
	waitFor(t, "both run", func() bool { return len(processes(t, engine, "%k c%")) == 2 })
	if _, err := c.Execute(context.Background(), "SELECT 1"); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("a third call: %v", err)
	}
	waitFor(t, "they end", func() bool { return len(processes(t, engine, "%k c%")) == 0 })
	if got := asked(t, c, "SELECT 1"); got != "1" {
		t.Error(got)
	}
}

// A server that ends lets what is nearly done end, and cancels the rest; clients that connect
// again go on.
func TestEnd(t *testing.T) {
	engine, _ := serve(t, Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- NewServer(engine, Options{Grace: 300 * time.Millisecond}).Serve(ctx, l) }()
	c := connect(t, l.Addr().String())
	digits(t, c)
	failed := make(chan error, 1)
	go func() {
		_, err := ask(context.Background(), c, long)
		failed <- err
	}()
	waitFor(t, "it runs", func() bool { return len(processes(t, engine, "%k c%")) == 1 })
	stop()
	if err := <-failed; err == nil || !strings.Contains(err.Error(), "the server ends") {
		t.Errorf("the statement: %v", err)
	}
	if err := <-ended; err != nil {
		t.Errorf("the server: %v", err)
	}
	again, err := net.Listen("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop = context.WithCancel(context.Background())
	go func() { ended <- NewServer(engine, Options{}).Serve(ctx, again) }()
	waitFor(t, "the client comes back", func() bool {
		rows, err := ask(context.Background(), c, "SELECT COUNT(*) FROM k")
		return err == nil && rows[0] == "1000"
	})
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// There are only so many connections.
func TestMost(t *testing.T) {
	_, address := serve(t, Options{Most: 1})
	c := connect(t, address)
	if got := asked(t, c, "SELECT 1"); got != "1" {
		t.Error(got)
	}
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 1)); err == nil || strings.Contains(err.Error(), "timeout") {
		t.Errorf("a second connection stays: %v", err)
	}
}
