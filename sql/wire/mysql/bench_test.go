package mysql

import (
	"bufio"
	"bytes"
	"context"
	stdsql "database/sql"
	values "database/sql/driver"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-mysql-org/go-mysql/mysql"
	driver "github.com/go-sql-driver/mysql"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql"
	"gsdms/sql/wire/wiretest"
)

// reader is a client that does no more than it must: it asks, and reads to the end.
type reader struct {
	raw
	in *bufio.Reader
}

func reading(b *testing.B, address string) *reader {
	r, _, answer := introduce(b, address, "root", caching, func([]byte) []byte { return nil })
	if answer[0] != mysql.OK_HEADER {
		b.Fatalf("%q", answer)
	}
	return &reader{r, bufio.NewReaderSize(r.Conn, 1<<20)}
}

// ask sends a command and reads its rows, of which it gives the bytes.
func (r *reader) ask(b *testing.B, command []byte) (total int) {
	r.say(0, command)
	for ends := 0; ends < 2; {
		head, err := r.in.Peek(header + 1)
		if err != nil {
			b.Fatal(err)
		}
		size := int(head[0]) | int(head[1])<<8 | int(head[2])<<16
		switch {
		case head[header] == mysql.ERR_HEADER:
			b.Fatal("an error")
		case head[header] == mysql.EOF_HEADER && size < 9:
			ends++
		}
		if _, err := r.in.Discard(header + size); err != nil {
			b.Fatal(err)
		}
		total += header + size
	}
	return total
}

// thousand is a table of 1,000 rows, and a query of it with three rows of two columns.
func thousand(b *testing.B, address string) (db *stdsql.DB, query string) {
	db = pool(b, address, "?interpolateParams=true")
	must(b, db, "CREATE TABLE n (n INT, g INT)")
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, ",(%d,%d)", i, i%3)
	}
	must(b, db, "INSERT INTO n VALUES "+text.String()[1:])
	return db, "SELECT g, SUM(n) FROM n WHERE n BETWEEN 10 AND 900 GROUP BY g ORDER BY g"
}

// BenchmarkShort is what the door adds to a short query: by a session, by a connection whose
// client does nothing, and by go-sql-driver's.
func BenchmarkShort(b *testing.B) {
	engine, address := serve(b, Options{})
	db, query := thousand(b, address)
	ctx := context.Background()
	b.Run("session", func(b *testing.B) {
		s := engine.Connect(sql.Client{User: "root"})
		defer s.Close()
		for b.Loop() {
			r, err := s.Stream(ctx, query)
			if err != nil {
				b.Fatal(err)
			}
			for _, err := range r.Batches() {
				if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("connection", func(b *testing.B) {
		c := reading(b, address)
		for b.Loop() {
			c.ask(b, append([]byte{mysql.COM_QUERY}, query...))
		}
	})
	b.Run("driver", func(b *testing.B) {
		for b.Loop() {
			readAll(b, db, query)
		}
	})
}

// readAll reads all rows of a query with two columns of numbers.
func readAll(b *testing.B, db *stdsql.DB, query string, args ...any) (n int) {
	rows, err := db.Query(query, args...)
	if err != nil {
		b.Fatal(err)
	}
	for rows.Next() {
		var x, y int64
		if err := rows.Scan(&x, &y); err != nil {
			b.Fatal(err)
		}
		n++
	}
	if rows.Err() != nil {
		b.Fatal(rows.Err())
	}
	return n
}

// BenchmarkPrepared is the same with parameters: what a prepared statement costs beside its
// scan.
func BenchmarkPrepared(b *testing.B) {
	engine, address := serve(b, Options{})
	db, _ := thousand(b, address)
	const query = "SELECT g, SUM(n) FROM n WHERE n BETWEEN ? AND ? GROUP BY g ORDER BY g"
	b.Run("session", func(b *testing.B) {
		p, err := engine.NewSession().Prepare(context.Background(), query)
		if err != nil {
			b.Fatal(err)
		}
		for i := 0; b.Loop(); i++ {
			if _, err := p.Execute(context.Background(), []plan.Value{value.OfInt(int64(i % 100)), value.OfInt(900)}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("driver", func(b *testing.B) {
		prepared, err := db.Prepare(query)
		if err != nil {
			b.Fatal(err)
		}
		defer prepared.Close()
		for i := 0; b.Loop(); i++ {
			rows, err := prepared.Query(i%100, 900)
			if err != nil {
				b.Fatal(err)
			}
			for rows.Next() {
			}
			if rows.Err() != nil {
				b.Fatal(rows.Err())
			}
		}
	})
}

// BenchmarkRows is a million rows of four columns by a client that does nothing, and by
// go-sql-driver's as numbers and texts.
func BenchmarkRows(b *testing.B) {
	engine := wiretest.Open(b, sql.Config{})
	address, socket := wiretest.Serve(b, NewServer(engine, Options{}).Serve), wiretest.ServeSocket(b, NewServer(engine, Options{}).Serve)
	s := engine.NewSession()
	const rows = 1 << 20
	for _, text := range []string{
		"CREATE TABLE big (n INT NOT NULL, f DECIMAL(12,2) NOT NULL, d DATE NOT NULL, s VARCHAR(20) NOT NULL)",
		"INSERT INTO big VALUES (1, 1.25, '2020-01-01', 'a text of some'), (20000, 123456.25, '1999-12-31', 'another'), (-4, 0.5, '2024-02-29', ''), (77, -3.75, '2001-01-01', 'the last one')",
	} {
		if _, err := s.Query(context.Background(), text); err != nil {
			b.Fatal(err)
		}
	}
	for n := 4; n < rows; n *= 2 {
		if _, err := s.Query(context.Background(), "INSERT INTO big SELECT n + 1, f, d, s FROM big"); err != nil {
			b.Fatal(err)
		}
	}
	began := processor()
	perSecond := func(b *testing.B) {
		b.ReportMetric(rows*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		b.ReportMetric((processor()-began).Seconds()*1e6/(rows*float64(b.N)), "cpu-us/row")
	}
	b.Run("connection", func(b *testing.B) {
		c := reading(b, address)
		began = processor()
		for b.Loop() {
			b.SetBytes(int64(c.ask(b, append([]byte{mysql.COM_QUERY}, "SELECT * FROM shop.big"...))))
		}
		perSecond(b)
	})
	b.Run("driver", func(b *testing.B) {
		began = processor()
		readBig(b, pool(b, address, ""), rows)
		perSecond(b)
	})
	b.Run("driver without database/sql", func(b *testing.B) {
		began = processor()
		readAsDriver(b, "tcp("+address+")", rows)
		perSecond(b)
	})
	b.Run("driver without database/sql, by a socket", func(b *testing.B) {
		began = processor()
		readAsDriver(b, "unix("+socket+")", rows)
		perSecond(b)
	})
	b.Run("driver of what was recorded", func(b *testing.B) { // what it takes with no server at all
		db := pool(b, playing(b, address, recorded(b, address, "SELECT * FROM shop.big")), "")
		began = processor()
		readBig(b, db, rows)
		perSecond(b)
	})
}

// processor is the processor time of this process.
func processor() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // it fails for no process's own
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// readBig reads so many rows of four columns by database/sql.
func readBig(b *testing.B, db *stdsql.DB, rows int) {
	db.SetMaxOpenConns(1)
	for b.Loop() {
		got, err := db.Query("SELECT * FROM big")
		if err != nil {
			b.Fatal(err)
		}
		var cells [4]stdsql.RawBytes
		n := 0
		for ; got.Next(); n++ {
			if err := got.Scan(&cells[0], &cells[1], &cells[2], &cells[3]); err != nil {
				b.Fatal(err)
			}
		}
		if got.Err() != nil || n != rows {
			b.Fatal(n, got.Err())
		}
	}
}

// readAsDriver reads so many rows of four columns by go-sql-driver's own interface.
func readAsDriver(b *testing.B, address string, rows int) {
	connector, err := driver.MySQLDriver{}.OpenConnector("root@" + address + "/shop")
	if err != nil {
		b.Fatal(err)
	}
	conn, err := connector.Connect(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	cells := make([]values.Value, 4)
	for b.Loop() {
		got, err := conn.(values.QueryerContext).QueryContext(context.Background(), "SELECT * FROM big", nil)
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for ; err == nil; n++ {
			err = got.Next(cells)
		}
		if err != io.EOF || n-1 != rows {
			b.Fatal(n, err)
		}
		got.Close()
	}
}

// recorded is the answer to a query as it came over the network.
func recorded(b *testing.B, address, query string) []byte {
	r := reading(b, address)
	var all bytes.Buffer
	r.in = bufio.NewReaderSize(io.TeeReader(r.Conn, &all), 1<<20)
	r.ask(b, append([]byte{mysql.COM_QUERY}, query...))
	return all.Bytes()
}

// playing listens for one client and passes all between it and a server, but answers SELECT with
// what was recorded.
func playing(b *testing.B, address string, answer []byte) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { l.Close() })
	go func() {
		client, err := l.Accept()
		if err != nil {
			return // the benchmark is over
		}
		defer client.Close()
		server, err := net.Dial("tcp", address)
		if err != nil {
			b.Error(err)
			return
		}
		defer server.Close()
		go func() { _, _ = io.Copy(client, server) }() // until one of them closes
		command := make([]byte, 1<<16)
		for n := 0; err == nil; {
			if n, err = client.Read(command); bytes.Contains(command[:n], []byte("SELECT")) {
				_, err = client.Write(answer)
			} else if err == nil {
				_, err = server.Write(command[:n])
			}
		}
	}()
	return l.Addr().String()
}
