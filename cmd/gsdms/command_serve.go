package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"gsdms/sql"
	"gsdms/sql/wire/flight"
	"gsdms/sql/wire/metrics"
	"gsdms/sql/wire/mysql"
)

// serveCommand gives the folder to programs that speak the protocols of MySQL and of Arrow
// Flight SQL.
type serveCommand struct {
	MySQL  []string `name:"mysql" placeholder:"ADDRESS" default:"127.0.0.1:3306" help:"Listen here for clients of MySQL (${default}); may be given several times, and \"\" is nowhere. Sockets that systemd passes take its place."`
	Socket string   `placeholder:"PATH" help:"Listen on this socket, too, besides gsdms.sock in each folder."`

	MaxConnections int `placeholder:"N" default:"1000" help:"How many connections each kind of client may have at a time (${default}); one that waits takes some 30 KiB."`

	LocalFiles bytesFlag `placeholder:"SIZE" help:"Disk that files may take together which clients send with LOAD DATA LOCAL, until they are loaded; by default half of what is free in the folder."`

	Grace time.Duration `placeholder:"TIME" default:"5s" help:"How long running statements may go on after SIGTERM (${default}); then they are cancelled, and the status is 143."`
	serveTLS
	serveFlight
	serveWatch
}

// serveFlight says where clients of Arrow Flight SQL come in.
type serveFlight struct {
	Flight      []string `name:"flight" placeholder:"ADDRESS" help:"Listen here for clients of Arrow Flight SQL (ADBC, JDBC), such as 127.0.0.1:32010; may be given several times."`
	FlightPlain bool     `name:"flight-plain" help:"Listen for them without TLS even where others than this machine can come in."`
}

// folderSocket is the socket in the folder of the tables by which other processes of gsdms
// find the one that serves it.
const folderSocket = "gsdms.sock"

// Validate refuses values that mean nothing.
func (c *serveCommand) Validate() error {
	if c.Grace < 0 {
		return fmt.Errorf("--grace %s: it must not be negative", c.Grace)
	}
	if c.MaxConnections < 1 {
		return fmt.Errorf("--max-connections %d: it must be at least 1", c.MaxConnections)
	}
	return c.serveWatch.Validate()
}

// Run runs the command.
func (c *serveCommand) Run(e *environment) (err error) {
	encryption, err := c.encryption()
	if err != nil {
		return err
	}
	var counts metrics.Counts
	observe, endTraces, err := c.observer(e.ctx, &counts, e.errs)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, endTraces()) }()
	quiet, noMore := context.WithCancel(e.ctx)
	defer noMore()
	e.observe, e.connections, e.localFiles = releaseWhenQuiet(quiet, observe), c.MaxConnections, int64(c.LocalFiles)
	engine, closeEngine, err := e.open()
	if err != nil {
		return err
	}
	defer closeEngine()
	defer listenBeside(e.threads())()
	if err := engine.Hold(e.ctx); err != nil {
		return e.inUse(err)
	}
	if err := c.checkAddresses(e.dir(), engine.HasUsers(), encryption != nil); err != nil {
		return err
	}
	doors, err := c.open(e, engine, encryption, &counts)
	if err != nil {
		return err
	}
	ctx, stop := e.interruptedWith(c.Grace)
	defer stop()
	c.rereading(ctx, e)
	for _, d := range doors {
		for _, l := range d.listeners {
			fmt.Fprintf(e.out, d.says+"\n", l.Addr())
		}
	}
	return announced(ctx, stop, func() error { return serveAll(ctx, doors) })
}

// door is a way in: addresses, and what answers there until ctx ends.
type door struct {
	says      string // with the address
	listeners []net.Listener
	serve     func(ctx context.Context, listeners ...net.Listener) error
}

// open listens on all addresses, or on none.
func (c *serveCommand) open(e *environment, engine *sql.Engine, encryption *tls.Config, counts *metrics.Counts) (doors []door, err error) {
	defer func() {
		for _, d := range doors {
			for _, l := range d.listeners {
				if err != nil {
					_ = l.Close() // the error is that of another
				}
			}
		}
	}()
	grace := max(c.Grace, 1) // 0 would be the servers' default
	listeners, err := c.listen(e, engine.HasUsers())
	doors = append(doors, door{"gsdms serves " + e.folders() + " on %s", listeners, mysql.NewServer(engine, mysql.Options{TLS: encryption, Grace: grace}).Serve})
	if err != nil {
		return doors, err
	}
	listeners, err = listenAll("--flight", c.Flight)
	doors = append(doors, door{"gsdms serves " + e.folders() + " to clients of Flight SQL on %s", listeners, flight.NewServer(engine, flight.Options{TLS: encryption, Grace: grace}).Serve})
	if err != nil {
		return doors, err
	}
	listeners, err = listenAll("--http", []string{c.HTTP})
	return append(doors, httpDoor(engine, counts, encryption, listeners)), err
}

// serveAll serves at all doors. What ends one ends the others.
func serveAll(ctx context.Context, doors []door) error {
	all, ctx := errgroup.WithContext(ctx)
	ctx, end := context.WithCancel(ctx)
	defer end()
	for _, d := range doors {
		if len(d.listeners) > 0 {
			all.Go(func() error {
				defer end()
				return d.serve(ctx, d.listeners...)
			})
		}
	}
	return all.Wait()
}

// listenBeside has Go use one thread more than queries do: where all compute, Go looks only
// every 10 ms whether a client has sent something. The function that it gives ends that.
func listenBeside(threads int) (end func()) {
	before := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(max(before, threads+1))
	return func() { runtime.GOMAXPROCS(before) }
}

// checkAddresses refuses to listen where strangers could come in, or read passwords.
func (c *serveCommand) checkAddresses(dir string, users, encrypted bool) error {
	for _, address := range c.MySQL {
		if _, err := checkAddress("--mysql", address, "127.0.0.1:3306", dir, users); err != nil {
			return err
		}
	}
	for _, address := range c.Flight {
		outside, err := checkAddress("--flight", address, "127.0.0.1:32010", dir, users)
		if err != nil {
			return err
		}
		if outside && !encrypted && !c.FlightPlain {
			return fmt.Errorf("--flight %s: passwords and rows would pass in plain; give --tls-cert and --tls-key, or --flight-plain where something else encrypts", address)
		}
	}
	return nil
}

// checkAddress refuses an address where strangers could come in, and reports whether it can
// be reached from outside.
func checkAddress(flag, address, such, dir string, users bool) (outside bool, _ error) {
	if address == "" {
		return false, nil
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false, fmt.Errorf("%s %s: %w; write host:port, such as %s", flag, address, err, such)
	}
	ip := net.ParseIP(host)
	outside = host != "localhost" && (ip == nil || !ip.IsLoopback())
	if outside && !users {
		return true, fmt.Errorf("%s %s: everybody who reaches this address could read and drop all tables, since there are no users; make one first: gsdms --db %s -e \"CREATE USER name IDENTIFIED BY 'password'\"", flag, address, dir)
	}
	return outside, nil
}

// listen opens the addresses and sockets for clients of MySQL. Those that are open are given
// with an error, too.
func (c *serveCommand) listen(e *environment, users bool) (all []net.Listener, err error) {
	if all, err = c.listenNetwork(e.dir(), users); err != nil {
		return all, err
	}
	sockets := []mysql.Within{{Database: e.DB[0].Database}}
	paths := []string{c.Socket}
	for _, f := range e.DB {
		sockets, paths = append(sockets, mysql.Within{Database: f.Database}), append(paths, filepath.Join(f.Dir, folderSocket))
	}
	for i, within := range sockets {
		if paths[i] == "" {
			continue
		}
		if within.Listener, err = listenSocket(paths[i]); err != nil {
			return all, err
		}
		all = append(all, within)
	}
	return all, nil
}

// listenNetwork gives the sockets that a service manager has passed, or else opens the
// addresses. Those that are open are given with an error, too.
func (c *serveCommand) listenNetwork(dir string, users bool) ([]net.Listener, error) {
	all, err := passed()
	if err != nil {
		return all, err
	}
	if len(all) == 0 {
		return listenAll("--mysql", c.MySQL)
	}
	for _, l := range all {
		if l.Addr().Network() != "tcp" {
			continue
		}
		if _, err := checkAddress("--mysql", l.Addr().String(), "127.0.0.1:3306", dir, users); err != nil {
			return all, err
		}
	}
	return all, nil
}

// listenAll opens the addresses of a flag. Those that are open are given with an error, too.
func listenAll(flag string, addresses []string) (all []net.Listener, err error) {
	for _, address := range addresses {
		if address == "" {
			continue
		}
		l, err := net.Listen("tcp", address)
		if err != nil {
			return all, fmt.Errorf("listen on %s %s: %w; another address, such as 127.0.0.1:0, may be free", flag, address, err)
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
