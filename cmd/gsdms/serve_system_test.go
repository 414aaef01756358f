package main

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"database/sql"
	"database/sql/driver"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
)

// As systemd starts it the server listens on the socket that it gets, and on no other, says
// when clients can come and that it ends.
func TestServeUnderAManager(t *testing.T) {
	dir := t.TempDir()
	told, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(dir, "notify"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer told.Close()
	hears := func(want string) {
		t.Helper()
		text := make([]byte, 100)
		if err := told.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if n, err := told.Read(text); err != nil || string(text[:n]) != want {
			t.Fatalf("it says %q, not %q; %v", text[:n], want, err)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	socket, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	server := program(dir, "serve")
	server.Args = append([]string{"sh", "-c", `LISTEN_PID=$$ exec "$@"`, "sh"}, server.Args...)
	server.Path, err = exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	server.Env = append(server.Env, "LISTEN_FDS=1", "NOTIFY_SOCKET="+filepath.Join(dir, "notify"))
	server.ExtraFiles = []*os.File{socket}
	var said strings.Builder
	server.Stdout, server.Stderr = &said, &said
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill() }) // it may have ended
	hears("READY=1")
	_, port, _ := net.SplitHostPort(l.Addr().String())
	if got, errs, status := runProgram(t, dir, "", "--host", "127.0.0.1", "--port", port, "--format", "csv", "-e", "SELECT 7 AS n"); got != "n\n7\n" || status != 0 {
		t.Errorf("status %d, %s%s", status, got, errs)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	hears("STOPPING=1")
	if err := server.Wait(); err != nil || strings.Count(said.String(), "gsdms serves") != 2 { // the socket in the folder, too
		t.Errorf("%v, %s", err, said.String())
	}
}

// A socket that others can reach is refused without users, whoever has opened it.
func TestServeRefusesPassedSocket(t *testing.T) {
	l, err := net.Listen("tcp", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	socket, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	server := program(t.TempDir(), "serve")
	command := exec.Command("sh", append([]string{"-c", `LISTEN_PID=$$ exec "$@"`, "sh"}, server.Args...)...)
	command.Env, command.Dir, command.ExtraFiles = append(server.Env, "LISTEN_FDS=1"), server.Dir, []*os.File{socket}
	if out, err := command.CombinedOutput(); err == nil || !strings.Contains(string(out), "there are no users") {
		t.Errorf("%v, %s", err, out)
	}
}

// writeCertificate makes a certificate that signs itself, and gives who trusts only it.
func writeCertificate(t *testing.T, cert, key string) *x509.CertPool {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	number, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: number, NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	trust := x509.NewCertPool()
	for path, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: secret}} {
		text := pem.EncodeToMemory(block)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if path == cert && !trust.AppendCertsFromPEM(text) {
			t.Fatal("the certificate is none")
		}
	}
	return trust
}

// encrypted makes connections of a client that trusts these.
func encrypted(t *testing.T, address string, trust *x509.CertPool) driver.Connector {
	t.Helper()
	config := mysql.NewConfig()
	config.Net, config.Addr, config.User = "tcp", address, "root"
	config.TLS = &tls.Config{RootCAs: trust, ServerName: "localhost"}
	connector, err := mysql.NewConnector(config)
	if err != nil {
		t.Fatal(err)
	}
	return connector
}

// trusts reports whether a client that trusts these is let in.
func trusts(t *testing.T, address string, trust *x509.CertPool) bool {
	t.Helper()
	c, err := encrypted(t, address, trust).Connect(context.Background())
	if err != nil {
		return false
	}
	return c.Close() == nil
}

// open is a connection in the middle of its rows.
type open struct {
	*sql.Conn
	rows *sql.Rows
	read int
}

// reading begins to read a million rows.
func reading(t *testing.T, from driver.Connector) *open {
	t.Helper()
	ctx := context.Background()
	pool := sql.OpenDB(from)
	t.Cleanup(func() { pool.Close() })
	o := &open{}
	var err error
	if o.Conn, err = pool.Conn(ctx); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"CREATE TABLE IF NOT EXISTS n (k INT)", "TRUNCATE TABLE n", "INSERT INTO n VALUES " + numbers(1000)} {
		if _, err := o.ExecContext(ctx, text); err != nil {
			t.Fatal(err)
		}
	}
	if o.rows, err = o.QueryContext(ctx, "SELECT a.k, b.k FROM n AS a, n AS b"); err != nil {
		t.Fatal(err)
	}
	for o.read < 10 && o.rows.Next() {
		o.read++
	}
	return o
}

// goesOn reads the rows that are left, and asks again.
func (o *open) goesOn(t *testing.T) {
	t.Helper()
	for o.rows.Next() {
		o.read++
	}
	var n int
	if err := errors.Join(o.rows.Err(), o.rows.Close(), o.QueryRowContext(context.Background(), "SELECT COUNT(*) FROM n").Scan(&n)); err != nil || o.read != 1e6 || n != 1000 {
		t.Errorf("a connection from before has read %d rows, and %d: %v", o.read, n, err)
	}
}

// At SIGHUP the certificate is read again; one that is broken does not count. Connections that are
// open live on, also in the middle of their rows.
func TestServeReadsCertificateAgain(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	before := writeCertificate(t, cert, key)
	server := program(dir, "serve", "--mysql", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key)
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	server.Stderr = server.Stdout // one pipe has both
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill() }) // it may have ended
	lines, address := bufio.NewScanner(out), ""
	says := func(want string) string {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), want) {
				return lines.Text()
			}
		}
		t.Fatalf("it does not say %q", want)
		return ""
	}
	_, address, _ = strings.Cut(says("127.0.0.1:"), " on ")
	says(folderSocket)
	if !trusts(t, address, before) {
		t.Error("the first certificate is not shown")
	}
	first := reading(t, encrypted(t, address, before))
	after := writeCertificate(t, cert, key)
	hangUp := func() {
		t.Helper()
		if err := server.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
	}
	hangUp()
	says("read the certificate again")
	if trusts(t, address, before) || !trusts(t, address, after) {
		t.Error("the second certificate is not shown")
	}
	second := reading(t, encrypted(t, address, after))
	if err := os.WriteFile(key, []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	hangUp()
	says("clients are shown the one before")
	if !trusts(t, address, after) {
		t.Error("a broken certificate has taken the place of one that is not")
	}
	first.goesOn(t)
	second.goesOn(t)
}

// numbers are so many rows to insert, of which no two are equal: a join of them on what is
// neither an equality nor an order looks at all pairs.
func numbers(n int) string {
	rows := make([]string, n)
	for i := range rows {
		rows[i] = "(" + strconv.Itoa(i) + ")"
	}
	return strings.Join(rows, ", ")
}

// endless is a statement that would run for ever, of a table t of 3,000 numbers.
const endless = "SELECT COUNT(*) FROM t a JOIN t b ON BIT_COUNT(a.n ^ b.n) > 1 JOIN t c ON BIT_COUNT(a.n ^ b.n ^ c.n) > 1"

// serveEndless starts a server that has the table of an endless statement, and a client of it.
func serveEndless(t *testing.T, dir, statement string, args ...string) (server, client *exec.Cmd, said *strings.Builder) {
	t.Helper()
	server, lines := startServer(t, dir, append([]string{"--mysql", ""}, args...)...)
	if !lines.Scan() {
		t.Fatal("it does not serve")
	}
	if _, errs, status := runProgram(t, dir, "", "-e", "CREATE TABLE t (n INT); INSERT INTO t VALUES "+numbers(3000)); status != 0 {
		t.Fatal(errs)
	}
	client, said = program(dir, "-e", statement), &strings.Builder{}
	client.Stderr = said
	return server, client, said
}

// waitRunning waits until a statement like this one runs.
func waitRunning(t *testing.T, dir, like string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		got, _, _ := runProgram(t, dir, "", "--format", "csv", "-e", "SELECT COUNT(*) AS n FROM information_schema.processlist WHERE info LIKE '"+like+"' AND info NOT LIKE '%processlist%'")
		if got == "n\n1\n" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the statement does not run: %s", got)
		}
	}
}

// After the grace a statement that would run for ever is cancelled: its client gets an
// error, and the status of the server says that something was cut off.
func TestServeGrace(t *testing.T) {
	for _, grace := range []string{"0s", "100ms"} {
		t.Run(grace, func(t *testing.T) {
			dir := t.TempDir()
			server, client, said := serveEndless(t, dir, endless, "--grace", grace)
			if err := client.Start(); err != nil {
				t.Fatal(err)
			}
			waitRunning(t, dir, "%JOIN t c%")
			checkEnds(t, server, syscall.SIGTERM, 143)
			if err := client.Wait(); err == nil || said.Len() == 0 {
				t.Errorf("the client: %v, %s", err, said.String())
			}
			if out, err := program(dir, "-e", "SELECT COUNT(*) FROM t").CombinedOutput(); err != nil {
				t.Errorf("the folder: %v: %s", err, out)
			}
		})
	}
}

// A client that reads nothing does not hold up the end of the server.
func TestServeGraceOfOneWhoDoesNotRead(t *testing.T) {
	dir := t.TempDir()
	server, client, said := serveEndless(t, dir, "SELECT a.n, b.n, REPEAT('x', 100) FROM t a, t b", "--grace", "0s")
	client.Args = append(client.Args, "--format", "csv")
	out, err := client.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := client.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err, said.String())
	}
	checkEnds(t, server, syscall.SIGTERM, 143)
	_ = client.Process.Kill() // it may have seen the end
	_ = client.Wait()
}

// What ends by itself within the grace is not cut off.
func TestServeEndsWithinTheGrace(t *testing.T) {
	server, client, _ := serveEndless(t, t.TempDir(), "SELECT SLEEP(0)", "--grace", "1m")
	if out, err := client.Output(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	checkEnds(t, server, syscall.SIGTERM, 0)
}
