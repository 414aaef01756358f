package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/apache/arrow/go/v15/arrow/flight/flightsql"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// startServer starts a server and gives the lines that it writes.
func startServer(t *testing.T, dir string, args ...string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	server := program(dir, append([]string{"serve"}, args...)...)
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill() }) // it may have ended
	return server, bufio.NewScanner(out)
}

// The shell on a served folder runs there, completes the server's tables, and lives
// on after Ctrl-C has ended a statement there.
func TestShellOnServer(t *testing.T) {
	dir := t.TempDir()
	_, lines := startServer(t, dir, "--mysql", "")
	if !lines.Scan() {
		t.Fatal("it does not serve")
	}
	if _, errs, status := runProgram(t, dir, "", "-e", "CREATE TABLE orders (customer_name VARCHAR(10), n INT); INSERT INTO orders VALUES "+strings.Repeat("('a', 1),", 2999)+"('b', 2)"); status != 0 {
		t.Fatal(errs)
	}
	c := openShell(t, dir)
	c.send("select max(customer_name) from ord\t where orders.cust\t > 'a';\r")
	c.expect("1 row")
	c.expect(firstPrompt)
	c.send("select count(*) from orders a, orders b, orders c where rand(a.n) + rand(b.n) < rand(c.n) + 1;\r")
	time.Sleep(300 * time.Millisecond) // it has begun, or has not: both end
	c.send("\x03")
	c.expect("error 1317")
	c.expect(firstPrompt)
	c.send(".schema\r")
	c.expect("CREATE TABLE `orders`")
	c.expect(firstPrompt)
	c.send("\x04")
	c.leave()
}

// While a process serves a folder others run their statements there; when it ends, at
// SIGTERM and with status 0, its socket is gone and the folder is theirs again.
func TestServe(t *testing.T) {
	dir := t.TempDir()
	server, lines := startServer(t, dir, "--mysql", "127.0.0.1:0", "--socket", "other.sock")
	port := ""
	for range 3 {
		if !lines.Scan() {
			t.Fatal("it does not say where it listens")
		}
		if _, after, ok := strings.Cut(lines.Text(), "127.0.0.1:"); ok {
			port = after
		}
	}
	socket := filepath.Join(dir, "db", folderSocket)
	if info, err := os.Stat(socket); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket: %v, %v", info.Mode(), err)
	}
	const create = "CREATE TABLE t (a INT, d DECIMAL(6,2), day DATE, s VARCHAR(9)); INSERT INTO t VALUES (1, 1.5, '2024-02-29', 'x'), (2, NULL, NULL, NULL)"
	if _, errs, status := runProgram(t, dir, "", "-e", create); status != 0 || !strings.Contains(errs, "another process serves") {
		t.Fatalf("status %d: %s", status, errs)
	}
	const query, want = "SELECT *, a / 3, a * 0.5e0 FROM t ORDER BY a", "a,d,day,s,a / 3,a * 0.5e0\n1,1.50,2024-02-29,x,0.3333,0.5\n2,\\N,\\N,\\N,0.6667,1\n"
	for _, where := range [][]string{nil, {"--host", "127.0.0.1", "--port", port}, {"--socket", filepath.Join(dir, "other.sock")}, {"--together"}} {
		got, errs, status := runProgram(t, dir, "", append([]string{"-e", query, "--format", "csv"}, where...)...)
		if got != want || status != 0 {
			t.Errorf("with %v: status %d, %s%s", where, status, got, errs)
		}
	}
	if _, errs, status := runProgram(t, dir, "", "--host", "127.0.0.1", "--port", port, "--user", "eve", "-e", "SELECT 1"); status != 1 || !strings.Contains(errs, "Access denied") {
		t.Errorf("a stranger: %d, %s", status, errs)
	}
	if _, errs, status := runProgram(t, dir, "", "-e", "SELECT nope FROM t"); status != 1 || !strings.Contains(errs, "error 1054") {
		t.Errorf("an error: %d, %s", status, errs)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
	if _, err := os.Stat(socket); !os.IsNotExist(err) {
		t.Errorf("its socket is still there: %v", err)
	}
	got, errs, status := runProgram(t, dir, "", "-e", query, "--format", "csv")
	if got != want || errs != "" || status != 0 {
		t.Errorf("afterwards: status %d, %s%s", status, got, errs)
	}
}

// A socket that a process has left when it was killed does not keep others out, neither as
// clients nor as the next server.
func TestServeAfterKill(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		server, lines := startServer(t, dir, "--mysql", "")
		if !lines.Scan() {
			t.Error("it does not serve")
		}
		_ = server.Process.Kill()
		_ = server.Wait()
		if _, errs, status := runProgram(t, dir, "", "-e", "SELECT 1"); status != 0 || errs != "" {
			t.Errorf("status %d: %s", status, errs)
		}
	}
}

// A server that is watched says what it does, and logs what is slow.
func TestServeIsWatched(t *testing.T) {
	dir := t.TempDir()
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	server := program(dir, "serve", "--mysql", "", "--http", "127.0.0.1:0", "--slow-log", "1ns")
	server.Stderr = log
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill() }) // it may have ended
	lines, address := bufio.NewScanner(out), ""
	for address == "" && lines.Scan() {
		_, address, _ = strings.Cut(lines.Text(), "answers http on ")
	}
	const script = "CREATE TABLE t (a INT); INSERT INTO t VALUES (1), (2); SELECT SUM(a) FROM t; SELECT b FROM t"
	if _, errs, status := runProgram(t, dir, "", "--keep-going", "-e", script); status != 1 || !strings.Contains(errs, "1054") {
		t.Fatalf("status %d, %s", status, errs)
	}
	r, err := http.Get("http://" + address + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	page, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`gsdms_statements_total{kind="select",outcome="ok"} 1`, `gsdms_errors_total{code="1054"} 1`, "gsdms_rows_added_total 2",
		`gsdms_rides_total{table="t"} 1`, `gsdms_pushed_bytes_total{table="t"} 2`, `gsdms_alone_bytes_total{table="t"} 2`,
	} {
		if !strings.Contains(string(page), want+"\n") {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
	front, err := http.Get("http://" + address + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer front.Body.Close()
	if text, err := io.ReadAll(front.Body); err != nil || front.StatusCode != http.StatusOK || !strings.Contains(string(text), "<title>gsdms</title>") {
		t.Errorf("the page: status %d, %v, %s", front.StatusCode, err, text)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
	if text, err := os.ReadFile(log.Name()); err != nil || strings.Count(string(text), "slow statement") != 4 {
		t.Errorf("the log: %s, %v", text, err)
	}
}

// With a certificate all that is answered over HTTP is encrypted.
func TestServeEncryptsHTTP(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	roots := certify(t, cert, key)
	_, lines := startServer(t, dir, "--mysql", "", "--http", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key)
	address := ""
	for address == "" && lines.Scan() {
		_, address, _ = strings.Cut(lines.Text(), "answers https on ")
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	for _, path := range []string{"/", "/healthz", "/metrics"} {
		r, err := client.Get("https://" + address + path)
		if err != nil {
			t.Fatal(err)
		}
		if r.Body.Close(); r.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", path, r.StatusCode)
		}
	}
}

// certify writes a certificate for loopback and its key, and gives who believes it.
func certify(t *testing.T, cert, key string) *x509.CertPool {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	public, err := x509.CreateCertificate(rand.Reader, form, form, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: public})
	pool.AppendCertsFromPEM(text)
	for path, block := range map[string][]byte{cert: text, key: pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})} {
		if err := os.WriteFile(path, block, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return pool
}

func TestServeRefuses(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--mysql", "0.0.0.0:3306"}, "there are no users"}, {[]string{"--mysql", ":3306"}, "there are no users"}, {[]string{"--mysql", "nonsense"}, "host:port"},
		{[]string{"--mysql", "", "--http", "nonsense"}, "--http nonsense"},
		{[]string{"--mysql", "", "--flight", "0.0.0.0:32010"}, "there are no users"}, {[]string{"--mysql", "", "--flight", "32010"}, "--flight 32010"},
		{[]string{"--mysql", "127.0.0.1:0", "--tls-cert", "x"}, "go together"}, {[]string{"--mysql", "127.0.0.1:0", "--tls-cert", "x", "--tls-key", "y"}, "certificate x"},
	} {
		if _, errs, status := runProgram(t, t.TempDir(), "", append([]string{"serve"}, c.args...)...); status != 1 || !strings.Contains(errs, c.says) {
			t.Errorf("serve %v: status %d, %s", c.args, status, errs)
		}
	}
}

// Clients of Flight SQL are served beside those of MySQL; where others can come in there
// must be users, and TLS unless a flag says otherwise.
func TestServeFlight(t *testing.T) {
	dir := t.TempDir()
	server, lines := startServer(t, dir, "--mysql", "", "--flight", "127.0.0.1:0")
	address := ""
	for address == "" && lines.Scan() {
		_, address, _ = strings.Cut(lines.Text(), "clients of Flight SQL on ")
	}
	c, err := flightsql.NewClient(address, nil, nil, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if n, err := c.ExecuteUpdate(t.Context(), "CREATE TABLE t AS SELECT 1 AS a"); err != nil || n != 1 {
		t.Errorf("%d rows, %v", n, err)
	}
	if got, errs, status := runProgram(t, dir, "", "-e", "SELECT * FROM t; CREATE USER ann IDENTIFIED BY 'a'", "--format", "csv"); status != 0 || !strings.HasPrefix(got, "a\n1\n") {
		t.Errorf("status %d, %s%s", status, got, errs)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("the server ended with %v", err)
	}
	if _, errs, status := runProgram(t, dir, "", "serve", "--mysql", "", "--flight", "0.0.0.0:0"); status != 1 || !strings.Contains(errs, "in plain") {
		t.Errorf("status %d, %s", status, errs)
	}
	if _, lines := startServer(t, dir, "--mysql", "", "--flight", "0.0.0.0:0", "--flight-plain"); !lines.Scan() {
		t.Error("it does not serve where a flag allows it")
	}
}
