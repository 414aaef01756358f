package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"gsdms/sql/wire/metrics"
	"gsdms/sql/wire/mysql"
)

// serveCommand gives the folder to programs that speak MySQL's protocol.
type serveCommand struct {
	MySQL   []string `name:"mysql" placeholder:"ADDRESS" default:"127.0.0.1:3306" help:"Listen here for clients of MySQL (${default}); may be given several times, and \"\" is nowhere."`
	Socket  string   `placeholder:"PATH" help:"Listen on this socket, too, besides gsdms.sock in the folder."`
	TLSCert string   `name:"tls-cert" placeholder:"FILE" help:"Certificate in PEM, for clients that want encryption; needs --tls-key."`
	TLSKey  string   `name:"tls-key" placeholder:"FILE" help:"Key of the certificate, in PEM."`
	serveWatch
}

// folderSocket is the socket in the folder of the tables by which other processes of gsdms
// find the one that serves it.
const folderSocket = "gsdms.sock"

// Run runs the command.
func (c *serveCommand) Run(e *environment) error {
	encryption, err := c.encryption()
	if err != nil {
		return err
	}
	var counts metrics.Counts
	e.observe = c.observer(&counts, e.errs)
	engine, closeEngine, err := e.open()
	if err != nil {
		return err
	}
	defer closeEngine()
	defer listenBeside(e.threads())()
	if err := engine.Catalog().Hold(e.ctx); err != nil {
		return inUse(e.DB, err)
	}
	if err := c.checkAddresses(e.DB, engine.HasUsers()); err != nil {
		return err
	}
	watch, err := c.listenHTTP()
	if err != nil {
		return err
	}
	listeners, err := c.listen(e)
	if err != nil {
		return err
	}
	// A second signal ends the process at once, as if nobody had asked for the first.
	ctx, stop := signal.NotifyContext(e.ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	for _, l := range listeners {
		fmt.Fprintf(e.out, "gsdms serves %s on %s\n", e.DB, l.Addr())
	}
	if watch != nil {
		fmt.Fprintf(e.out, "gsdms answers http on %s\n", watch.Addr())
	}
	return alongside(ctx, watch, metrics.Handler(engine, &counts), func(ctx context.Context) error {
		return mysql.NewServer(engine, mysql.Options{TLS: encryption}).Serve(ctx, listeners...)
	})
}

// listenBeside has Go use one thread more than queries do: where all compute, Go looks only
// every 10 ms whether a client has sent something. The function that it gives ends that.
func listenBeside(threads int) (end func()) {
	before := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(max(before, threads+1))
	return func() { runtime.GOMAXPROCS(before) }
}

// checkAddresses refuses to listen where strangers could come in.
func (c *serveCommand) checkAddresses(dir string, users bool) error {
	for _, address := range c.MySQL {
		if address == "" {
			continue
		}
		host, _, err := net.SplitHostPort(address)
		if err != nil {
			return fmt.Errorf("--mysql %s: %w; write host:port, such as 127.0.0.1:3306", address, err)
		}
		if ip := net.ParseIP(host); !users && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return fmt.Errorf("--mysql %s: everybody who reaches this address could read and drop all tables, since there are no users; make one first: gsdms --db %s -e \"CREATE USER name IDENTIFIED BY 'password'\"", address, dir)
		}
	}
	return nil
}

// encryption reads the certificate, nil for none.
func (c *serveCommand) encryption() (*tls.Config, error) {
	if c.TLSCert == "" && c.TLSKey == "" {
		return nil, nil
	}
	if c.TLSCert == "" || c.TLSKey == "" {
		return nil, errors.New("--tls-cert and --tls-key go together")
	}
	pair, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey)
	if err != nil {
		return nil, fmt.Errorf("read the certificate %s and its key %s: %w", c.TLSCert, c.TLSKey, err)
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}

// listen opens all addresses and sockets, or none.
func (c *serveCommand) listen(e *environment) (all []net.Listener, err error) {
	defer func() {
		if err == nil {
			return
		}
		for _, l := range all {
			_ = l.Close() // the error is that of another
		}
	}()
	for _, address := range c.MySQL {
		if address == "" {
			continue
		}
		l, err := net.Listen("tcp", address)
		if err != nil {
			return all, fmt.Errorf("listen on --mysql %s: %w; another address, such as 127.0.0.1:0, may be free", address, err)
		}
		all = append(all, l)
	}
	sockets := []string{filepath.Join(e.DB, folderSocket)}
	if c.Socket != "" {
		sockets = append(sockets, c.Socket)
	}
	for _, path := range sockets {
		l, err := listenSocket(path)
		if err != nil {
			return all, err
		}
		all = append(all, l)
	}
	return all, nil
}

// listenSocket makes a socket that only this user can open. One that nobody listens on any
// more, of a process that was killed, is replaced.
func listenSocket(path string) (net.Listener, error) {
	if len(path) > maxSocketPath {
		return nil, fmt.Errorf("listen on the socket %s: its path has %d bytes and the system allows %d; start it with --db=. in the folder", path, len(path), maxSocketPath)
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSocket != 0 {
		if c, err := net.Dial("unix", path); err == nil {
			return nil, errors.Join(fmt.Errorf("listen on the socket %s: another process listens there", path), c.Close())
		}
		if err := os.Remove(path); err != nil {
			return nil, fmt.Errorf("remove the socket that a process has left: %w", err)
		}
	}
	before := syscall.Umask(0o177) // nothing else makes files meanwhile
	l, err := net.Listen("unix", path)
	syscall.Umask(before)
	if err != nil {
		return nil, fmt.Errorf("listen on the socket %s: %w", path, err)
	}
	return l, nil
}

// maxSocketPath is how long the path of a socket can be.
const maxSocketPath = 107

// served gives the socket of the process that serves a folder, false where none does.
func served(dir string) (path string, ok bool) {
	path = filepath.Join(dir, folderSocket)
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSocket == 0 || strings.TrimSpace(dir) == "" {
		return "", false
	}
	return path, true
}
