package main

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// settings are what an engine's process has to know.
type settings struct {
	System  string
	Suite   string
	SF      float64 // of the Star Schema Benchmark's data
	Rows    int64   // of other suites' large tables; 0: as many as are usual
	Texts   int64   // addresses of the suite hits; 0: as many as are usual
	Count   int     // queries of the suite random; 0: as many as are usual
	Threads int
	Seed    uint64
	Dir     string
	Memory  int64 // bytes that an engine may take; 0: as it thinks best
	Plain   bool
	Cold    bool
}

// request asks an engine's process for one measurement: a turn, or a loop.
type request struct {
	Turn *turn
	Loop *loop
}

// reply is what came of it.
type reply struct {
	Error   string   // the process cannot go on
	Fault   string   // why a query of the turn has no right answer
	First   spent    // of a turn: its first run, which counts as untimed
	Times   []spent  // of a turn: its timed runs
	Busy    spent    // of a turn: all its runs
	Idle    spent    // before the request came
	Latency Latency  // of a loop
	Answers []answer // of a turn: by query
	Samples []sample // of a loop
}

// spent is time on the clock, the processor time of a process within it, and the runs
// that took it.
type spent struct {
	Wall, CPU time.Duration
	Runs      int
}

func (s *spent) add(more spent) {
	s.Runs += more.Runs
	s.Wall += more.Wall
	s.CPU += more.CPU
}

// process is an engine that answers requests, in a process of its own. One goroutine
// uses it.
type process struct {
	name    string
	command *exec.Cmd
	in      io.WriteCloser
	encoder *gob.Encoder
	decoder *gob.Decoder
	busy    spent // in turns
	idle    spent // while others had theirs
}

// start starts a system's process and waits until its tables are loaded. It ends with
// close, at the end of ctx, or when this process ends.
func start(ctx context.Context, name string, s settings) (*process, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{name: name, command: exec.CommandContext(ctx, program, serving)}
	p.command.Stderr = os.Stderr
	out, err := p.command.StdoutPipe()
	if err == nil {
		p.in, err = p.command.StdinPipe()
	}
	if err == nil {
		err = p.command.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("start a process for %s: %w", name, err)
	}
	p.encoder, p.decoder = gob.NewEncoder(p.in), gob.NewDecoder(out)
	s.System = name
	if _, err := p.exchange(s); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

// ask has a request answered.
func (p *process) ask(r request) (reply, error) {
	answer, err := p.exchange(r)
	p.busy.add(answer.Busy)
	p.idle.add(answer.Idle)
	return answer, err
}

// exchange sends a message and waits for the reply.
func (p *process) exchange(message any) (reply, error) {
	if err := p.encoder.Encode(message); err != nil {
		return reply{}, fmt.Errorf("%s: its process has ended: %w", p.name, err)
	}
	var r reply
	if err := p.decoder.Decode(&r); err != nil {
		return reply{}, fmt.Errorf("%s: its process has ended (killed for want of memory?): %w", p.name, err)
	}
	if r.Error != "" {
		return r, fmt.Errorf("%s: %s", p.name, r.Error)
	}
	return r, nil
}

// close lets the process close its tables and waits for its end.
func (p *process) close() error {
	if err := errors.Join(p.in.Close(), p.command.Wait()); err != nil {
		return fmt.Errorf("end the process of %s: %w", p.name, err)
	}
	return nil
}
