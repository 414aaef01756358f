package flight

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"gsdms/sql"
)

// local runs statements as the one who serves.
func local(t *testing.T, e *sql.Engine, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if _, err := e.NewSession().Query(context.Background(), text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// login gives a context with a token.
func login(t *testing.T, c *flightsql.Client, user, password string) context.Context {
	t.Helper()
	ctx, err := c.Client.AuthenticateBasicToken(context.Background(), user, password)
	if err != nil {
		t.Fatal(err)
	}
	return ctx
}

// Once there are users nobody comes in without a password or a token; tokens end with time,
// with the password and with the user; who comes in may do what is granted.
func TestUsers(t *testing.T) {
	engine, address := serve(t, Options{Idle: 300 * time.Millisecond})
	c := connect(t, address)
	run(t, c, "CREATE TABLE open_one (a INT)", "CREATE TABLE closed_one (a INT)", "INSERT INTO open_one VALUES (7)")
	local(t, engine, "CREATE USER ann IDENTIFIED BY 'pass:word'", "GRANT SELECT ON open_one TO ann")
	denied := func(ctx context.Context, what string, code codes.Code) {
		t.Helper()
		if _, err := ask(ctx, c, "SELECT * FROM open_one"); status.Code(err) != code {
			t.Errorf("%s: %v", what, err)
		}
	}
	as := func(said string) context.Context {
		return metadata.AppendToOutgoingContext(context.Background(), authHeader, said)
	}
	denied(context.Background(), "nobody", codes.Unauthenticated)
	for _, said := range []string{"Bearer", "Bearer x", "Basic", "Basic ?", "Basic " + base64.StdEncoding.EncodeToString([]byte("ann:wrong")), "Basic " + base64.StdEncoding.EncodeToString([]byte("root:")), "Digest x", ""} {
		denied(as(said), said, codes.Unauthenticated)
	}
	if _, err := c.Client.AuthenticateBasicToken(context.Background(), "ann", "wrong"); status.Code(err) != codes.Unauthenticated {
		t.Errorf("a wrong password: %v", err)
	}
	if rows, err := ask(as("Basic "+base64.StdEncoding.EncodeToString([]byte("ann:pass:word"))), c, "SELECT * FROM open_one"); err != nil || strings.Join(rows, "") != "7" {
		t.Errorf("with her password ann reads %v, %v", rows, err)
	}
	ann := login(t, c, "ann", "pass:word")
	if rows, err := ask(ann, c, "SELECT a, CURRENT_USER() FROM open_one"); err != nil || strings.Join(rows, "") != "7 ann@localhost" {
		t.Errorf("with a token ann reads %v, %v", rows, err)
	}
	for text, code := range map[string]codes.Code{"SELECT * FROM closed_one": codes.PermissionDenied, "INSERT INTO open_one VALUES (1)": codes.PermissionDenied, "CREATE USER eve IDENTIFIED BY 'e'": codes.PermissionDenied} {
		if _, err := ask(ann, c, text); status.Code(err) != code {
			t.Errorf("ann: %s: %v", text, err)
		}
	}
	if err := ingestInts(ann, c, "open_one", "a", 5); status.Code(err) != codes.PermissionDenied {
		t.Errorf("ann ingests: %v", err)
	}
	info, err := c.GetTables(ann, &flightsql.GetTablesOpts{IncludeSchema: true, TableTypes: []string{"TABLE"}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.DoGet(ann, info.Endpoint[0].Ticket)
	if err != nil {
		t.Fatal(err)
	}
	if rows, err := spell(r); err != nil || len(rows) != 1 || !strings.Contains(rows[0], " open_one ") {
		t.Errorf("ann sees %v, %v", rows, err)
	}
	time.Sleep(400 * time.Millisecond)
	denied(ann, "an old token", codes.Unauthenticated)
	ann = login(t, c, "ann", "pass:word")
	local(t, engine, "ALTER USER ann IDENTIFIED BY 'other'")
	denied(ann, "a token of the password before", codes.Unauthenticated)
	ann = login(t, c, "ann", "other")
	local(t, engine, "CREATE USER bob IDENTIFIED BY 'b'", "DROP USER ann")
	denied(ann, "a token of nobody", codes.Unauthenticated)
}

// A prepared statement is its user's alone.
func TestHandlesOfOthers(t *testing.T) {
	engine, address := serve(t, Options{})
	c := connect(t, address)
	local(t, engine, "CREATE USER ann IDENTIFIED BY 'a'", "CREATE USER bob IDENTIFIED BY 'b'")
	ann, bob := login(t, c, "ann", "a"), login(t, c, "bob", "b")
	p, err := c.Prepare(ann, "SELECT 1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Execute(bob); status.Code(err) != codes.NotFound {
		t.Errorf("bob runs the statement of ann: %v", err)
	}
	if _, err := p.Execute(ann); err != nil {
		t.Error(err)
	}
	if err := p.Close(bob); status.Code(err) != codes.NotFound {
		t.Errorf("bob closes the statement of ann: %v", err)
	}
}

// What a client SETs stays with its token, or its connection, and with nobody else.
func TestSettings(t *testing.T) {
	engine, address := serve(t, Options{})
	one, other := connect(t, address), connect(t, address)
	run(t, one, "SET max_execution_time = 471100, @x = 5")
	if got := asked(t, one, "SELECT @@max_execution_time, @x"); got != "471100 5" {
		t.Errorf("it was set to %s", got)
	}
	if got := asked(t, other, "SELECT @@max_execution_time, @x"); got != "0 (null)" {
		t.Errorf("another has %s", got)
	}
	local(t, engine, "CREATE USER ann IDENTIFIED BY 'a'")
	ann, again := login(t, one, "ann", "a"), login(t, one, "ann", "a")
	if _, err := one.ExecuteUpdate(ann, "SET max_execution_time = 120000"); err != nil {
		t.Fatal(err)
	}
	for ctx, want := range map[context.Context]string{ann: "120000", again: "0"} {
		if rows, err := ask(ctx, other, "SELECT @@max_execution_time"); err != nil || rows[0] != want {
			t.Errorf("with the token %v, %v, want %s", rows, err, want)
		}
	}
}

// certificate makes a certificate for this machine, and what trusts it.
func certificate(t *testing.T) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{raw}, PrivateKey: key}}, MinVersion: tls.VersionTLS12}, pool
}

// With a certificate all is encrypted, and who does not encrypt does not come in.
func TestTLS(t *testing.T) {
	config, pool := certificate(t)
	_, address := serve(t, Options{TLS: config})
	safe := connect(t, address, grpc.WithTransportCredentials(credentials.NewClientTLSFromCert(pool, "")))
	if got := asked(t, safe, "SELECT 1"); got != "1" {
		t.Errorf("SELECT 1 gives %s", got)
	}
	plain := connect(t, address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if _, err := ask(context.Background(), plain, "SELECT 1"); status.Code(err) != codes.Unavailable {
		t.Errorf("without encryption: %v", err)
	}
}
