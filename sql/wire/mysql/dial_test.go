package mysql

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/go-mysql-org/go-mysql/client"
	"github.com/go-mysql-org/go-mysql/mysql"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/parse"
)

func dial(t *testing.T, address string) *Client {
	t.Helper()
	c, err := Dial(context.Background(), Target{Network: "tcp", Address: address, User: "root"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// A result over the wire is the one of a session in the process, cell by cell, and has
// columns of the same kinds.
func TestDial(t *testing.T) {
	engine, address := serve(t, Options{})
	c, local := dial(t, address), engine.NewSession()
	for _, text := range []string{
		"CREATE TABLE t (i INT, d DECIMAL(18,4), f DOUBLE, s VARCHAR(20), day DATE)",
		"INSERT INTO t VALUES (1, -0.05, 1e-300, 'a\\nb', '1970-01-01'), (-5, 99999999999999.9999, -0.1, '', '0001-01-01'), (NULL, NULL, NULL, NULL, NULL), (7, 0, 0, 'ä', '9999-12-31')",
	} {
		if _, err := c.Query(context.Background(), text); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{
		"SELECT * FROM t", "SELECT * FROM t WHERE i > 100", "SELECT SUM(d), AVG(d), AVG(i), SUM(f), MIN(day), COUNT(*), SUM(i) / 7 FROM t", "SELECT NULL, TRUE, 1.50, 18446744073709551615, 'x'", "SELECT s, 100 * AVG(d) FROM t GROUP BY s", "EXPLAIN SELECT 1",
	} {
		want, err := local.Query(context.Background(), text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Query(context.Background(), text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got.Rows.Len != want.Rows.Len || len(got.Columns) != len(want.Columns) || got.Plain != want.Plain {
			t.Fatalf("%s: %d rows of %d columns, not %d of %d", text, got.Rows.Len, len(got.Columns), want.Rows.Len, len(want.Columns))
		}
		for k := range want.Columns {
			if got.Columns[k].Name != want.Columns[k].Name {
				t.Errorf("%s: column %s is %s", text, want.Columns[k].Name, got.Columns[k].Name)
			}
			for i := range want.Rows.Len {
				a, aNull := want.Text(i, k)
				b, bNull := got.Text(i, k)
				if a != b || aNull != bNull {
					t.Errorf("%s: row %d, column %s is %q, not %q", text, i, want.Columns[k].Name, b, a)
				}
			}
		}
	}
	var e *parse.Error
	if _, err := c.Query(context.Background(), "SELECT nope"); !errors.As(err, &e) || e.Code != 1054 {
		t.Errorf("an error: %v", err)
	}
	answers := c.Together(context.Background(), []string{"SELECT 1", "SELECT nope", "SELECT 3"})
	if text, _ := answers[2].Result.Text(0, 0); answers[0].Err != nil || answers[1].Err == nil || text != "3" {
		t.Errorf("together: %+v", answers)
	}
}

// A context that ends, ends the statement on the server and not the connection.
func TestDialCancel(t *testing.T) {
	_, address := serve(t, Options{})
	db := pool(t, address, "")
	query := slowTable(t, db)
	c := dial(t, address)
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	go func() { _, err := c.Query(ctx, query); failed <- err }()
	running(t, db, 1)
	cancel()
	var e *parse.Error
	if err := <-failed; !errors.As(err, &e) || e.Code != 1317 {
		t.Errorf("a cancelled query: %v", err)
	}
	if _, err := c.Query(context.Background(), "SELECT 1"); err != nil {
		t.Error(err)
	}
}

// certificate makes a key and a certificate for the test.
func certificate(t *testing.T) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "gsdms"}, NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

// Who wants encryption gets it, and cancelling works within it; who asks a server that has
// none is refused.
func TestTLS(t *testing.T) {
	_, address := serve(t, Options{TLS: &tls.Config{Certificates: []tls.Certificate{certificate(t)}}})
	db := pool(t, address, "?tls=skip-verify")
	query := slowTable(t, db)
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	go func() { failed <- db.QueryRowContext(ctx, query).Scan(new(int)) }()
	running(t, db, 1)
	cancel()
	if err := <-failed; !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled query: %v", err)
	}
	running(t, db, 0)
	if got := scan(t, pool(t, address, ""), "SELECT 1"); len(got) != 1 {
		t.Errorf("without encryption: %v", got)
	}
	_, plain := serve(t, Options{})
	if err := pool(t, plain, "?tls=skip-verify").Ping(); err == nil {
		t.Error("a server without a certificate is taken for one that has one")
	}
}

// The commands besides queries do what the protocol says.
func TestCommands(t *testing.T) {
	_, address := serve(t, Options{})
	c := connect(t, address)
	ask := func(command byte, rest string) byte {
		t.Helper()
		c.ResetSequence()
		if err := c.WritePacket(append(append(make([]byte, 4), command), rest...)); err != nil {
			t.Fatal(err)
		}
		b, err := c.ReadPacket()
		if err != nil {
			t.Fatal(err)
		}
		return b[0]
	}
	if _, err := c.Execute("SET @x = 1"); err != nil {
		t.Fatal(err)
	}
	if b := ask(mysql.COM_RESET_CONNECTION, ""); b != mysql.OK_HEADER {
		t.Errorf("reset: %x", b)
	}
	if r, err := c.Execute("SELECT @x IS NULL"); err != nil {
		t.Error(err)
	} else if n, _ := r.GetInt(0, 0); n != 1 {
		t.Error("a reset leaves variables")
	}
	if b := ask(mysql.COM_STATISTICS, ""); b != 'T' {
		t.Errorf("statistics: %x", b)
	}
	if b := ask(mysql.COM_INIT_DB, "information_schema"); b != mysql.OK_HEADER {
		t.Errorf("a database: %x", b)
	}
	if b := ask(mysql.COM_INIT_DB, "nope"); b != mysql.ERR_HEADER {
		t.Errorf("no database: %x", b)
	}
	if b := ask(mysql.COM_BINLOG_DUMP, ""); b != mysql.ERR_HEADER {
		t.Errorf("an unknown command: %x", b)
	}
	if err := c.Ping(); err != nil {
		t.Error(err)
	}
}

// Above the number of connections a client is told so, and one that leaves makes room.
func TestTooMany(t *testing.T) {
	_, address := serve(t, Options{Most: 2})
	one := connect(t, address)
	connect(t, address)
	if _, err := client.Connect(address, "root", "", ""); err == nil || !strings.HasSuffix(err.Error(), "1040 (): Too many connections") {
		t.Errorf("a third connection: %v", err)
	}
	if _, err := Dial(context.Background(), Target{Network: "tcp", Address: address, User: "root"}); err == nil || !strings.HasSuffix(err.Error(), "1040 (08004): Too many connections") {
		t.Errorf("a third connection of our own: %v", err)
	}
	one.Close()
	for range 400 {
		if c, err := client.Connect(address, "root", "", ""); err == nil {
			c.Close()
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Error("there is never room again")
}

// A prepared statement gets values of every type, also NULLs alone, of which no types are
// sent, and can be run again after an error.
func TestDialPrepared(t *testing.T) {
	_, address := serve(t, Options{})
	c := dial(t, address)
	s, err := c.Prepare(context.Background(), "SELECT ?, ? IS NULL")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		value plan.Value
		text  string
		null  bool
	}{
		{plan.Value{}, "", true}, {value.OfInt(-7), "-7", false}, {value.OfFloat(0.1), "0.1", false}, {value.OfString("it's"), "it's", false},
		{value.OfDate(19782), "2024-02-29", false}, {value.OfDecimal(-105, 2), "-1.05", false}, {plan.Value{}, "", true},
	} {
		r, err := s.Execute(context.Background(), []plan.Value{want.value, want.value})
		if err != nil {
			t.Fatalf("%v: %v", want.value, err)
		}
		text, null := r.Text(0, 0)
		if isNull, _ := r.Text(0, 1); text != want.text || null != want.null || (isNull == "1") != want.null {
			t.Errorf("%v came back as %q, NULL %v", want.value, text, null)
		}
		if _, err := s.Execute(context.Background(), []plan.Value{want.value}); !parse.IsCode(err, parse.CodeWrongArguments) {
			t.Errorf("one value for two parameters: %v", err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Prepare(context.Background(), "SELECT FROM WHERE"); err == nil {
		t.Error("what is no SQL was prepared")
	}
	if err := c.Ping(context.Background()); err != nil {
		t.Error(err)
	}
}
