package main

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"gsdms/ssb/bench"
)

// The systems' names.
const (
	gsdms      = "gsdms"
	duckMemory = "DuckDB"
	duckFile   = "DuckDB file"
	duckPacked = "DuckDB packed"
)

// crowdAtFirst is how many clients are there when a loop begins; it makes more when all
// are waiting.
const crowdAtFirst = 64

// system is an engine with the benchmark's tables in it.
type system interface {
	// Client gives a client for one goroutine; the system closes it with itself.
	Client(ctx context.Context) (client, error)
	Close() error
}

// client asks queries; one goroutine uses it.
type client interface {
	// Ask runs queries, several of them at the same time, and returns when the last is
	// done: one outcome for each, in order.
	Ask(ctx context.Context, queries []bench.Query) []outcome
	// Prepare plans queries that will be asked one by one, as far as a client keeps plans.
	Prepare(ctx context.Context, queries []bench.Query) error
}

// outcome is what a query gave. answer is called before the client's next Ask, if at all,
// and is no part of the time that is measured.
type outcome struct {
	err    error
	answer func() (answer, error)
}

// server is the engine's end of the pipes.
type server struct {
	settings settings
	system   system
	client   client // of the turns
	crowd    *crowd // of the loops
}

// serve is the life of an engine's process: it loads the tables, and answers requests
// until in ends. Between requests nothing of the engine runs.
func serve(ctx context.Context, in io.Reader, out io.Writer) (err error) {
	decoder, encoder := gob.NewDecoder(in), gob.NewEncoder(out)
	s := &server{}
	if err := decoder.Decode(&s.settings); err != nil {
		return fmt.Errorf("read the settings: %w", err)
	}
	err = guarded(func() error { return s.open(ctx) })()
	if err != nil {
		return encoder.Encode(reply{Error: err.Error()})
	}
	defer func() { err = errors.Join(err, s.system.Close()) }()
	if err := encoder.Encode(reply{}); err != nil {
		return err
	}
	return s.answer(ctx, decoder, encoder)
}

// answer takes request after request.
func (s *server) answer(ctx context.Context, decoder *gob.Decoder, encoder *gob.Encoder) error {
	for {
		since, used := time.Now(), processorTime()
		var q request
		if err := decoder.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read a request: %w", err)
		}
		waited := spent{Wall: time.Since(since), CPU: processorTime() - used}
		var r reply
		err := guarded(func() (err error) {
			r, err = s.measure(ctx, q)
			return err
		})()
		if err != nil {
			r.Error = err.Error()
		}
		r.Idle = waited
		if err := encoder.Encode(r); err != nil {
			return fmt.Errorf("write a reply: %w", err)
		}
	}
}

func (s *server) measure(ctx context.Context, q request) (reply, error) {
	if q.Loop != nil {
		s.crowd.queries = q.Loop.Queries
		if err := s.crowd.gather(ctx, max(crowdAtFirst, q.Loop.Clients)); err != nil {
			return reply{}, err
		}
	}
	runtime.GC() // nobody's run pays for what was before
	if q.Loop != nil {
		return q.Loop.run(ctx, s.crowd)
	}
	return q.Turn.run(ctx, s.client)
}

// open loads the tables.
func (s *server) open(ctx context.Context) error {
	o := s.settings
	runtime.GOMAXPROCS(o.Threads)
	w, err := suiteOf(o)
	if err != nil {
		return err
	}
	dir := filepath.Join(o.Dir, folderName.Replace(w.Name+"-"+w.Size))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	switch o.System {
	case gsdms:
		s.system, err = openOurs(ctx, filepath.Join(dir, "gsdms"), w, o)
	case duckFile:
		s.system, err = openDuck(ctx, filepath.Join(dir, "duck.db"), w, o)
	default:
		s.system, err = openDuck(ctx, "", w, o)
	}
	if err != nil {
		return err
	}
	if s.client, err = s.system.Client(ctx); err != nil {
		return errors.Join(err, s.system.Close())
	}
	s.crowd = &crowd{system: s.system}
	return nil
}

// folderName makes a suite's name and size a name in the folder of the data.
var folderName = strings.NewReplacer(" ", "-", ",", "")

// processorTime is what the process has taken so far, all threads together.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
