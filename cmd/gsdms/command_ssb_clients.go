package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"time"

	"gsdms/sql"
	"gsdms/sql/wire/mysql"
	"gsdms/ssb"
	"gsdms/ssb/bench"
	"gsdms/ssb/clients"
)

// ssbClients asks as many clients do at once.
type ssbClients struct {
	remoteFlags
	Clients   []int         `default:"64,1000" placeholder:"N,..." help:"So many clients, each of which asks again when it has its answer (${default})."`
	Rates     []float64     `default:"100,500,1000,2000,4000" placeholder:"N,..." help:"So many queries a second, which arrive whether or not others have been answered; the most clients above ask them (${default})."`
	Duration  time.Duration `default:"5s" placeholder:"TIME" help:"How long each of the rounds is (${default})."`
	Rounds    int           `default:"3" placeholder:"N" help:"Rounds of each number of clients, the engine alone and by connections in turns (${default})."`
	Idle      int           `default:"0" placeholder:"N" help:"So many connections besides, which ask nothing."`
	Different int           `default:"1000" placeholder:"N" help:"Queries of different parameters, of which each client draws (${default})."`
	Seed      uint64        `default:"1" placeholder:"N" help:"Seed of the parameters, the draws and the arrivals (${default})."`
}

// Validate refuses what measures nothing.
func (c *ssbClients) Validate() error {
	if err := atLeastOne("clients", c.Clients); err != nil {
		return err
	}
	for _, r := range c.Rates {
		if !(r > 0 && r <= 1e6) {
			return fmt.Errorf("--rates %v: a rate is above 0, and a million at most", r)
		}
	}
	if c.Rounds < 1 || c.Idle < 0 || c.Different < 1 || c.Duration <= 0 {
		return fmt.Errorf("--idle %d must not be negative, and --rounds %d, --different %d and --duration %v must be above 0", c.Idle, c.Rounds, c.Different, c.Duration)
	}
	return nil
}

// Run runs the command.
func (c *ssbClients) Run(e *environment) error {
	return c.door(e, slices.Max(c.Clients)+c.Idle, c.measure)
}

// measuring measures what clients get: first is one who is there all the time.
type measuring func(ctx context.Context, e *environment, first clients.Asker, device string, ways []clients.Way) error

// door measures at the server that the flags name, else at one over an engine of this
// process, which lets in so many clients besides the first.
func (c *remoteFlags) door(e *environment, most int, measure measuring) error {
	remote, err := c.connect(e)
	if err != nil {
		return err
	}
	if remote != nil {
		defer remote.Close()
		ctx, stop := e.interrupted()
		defer stop()
		return measure(ctx, e, remote, "a server elsewhere", []clients.Way{connections(remote.Target())})
	}
	return e.withEngine(func(ctx context.Context, engine *sql.Engine) error {
		threads := e.threads()
		defer listenBeside(threads)()
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return fmt.Errorf("listen for the clients: %w", err)
		}
		ctx, end := context.WithCancel(ctx)
		served := make(chan error, 1)
		server := mysql.NewServer(engine, mysql.Options{Most: most + 1})
		go func() { served <- server.Serve(ctx, l) }()
		session := engine.Connect(sql.Client{User: "root", Owner: true})
		defer session.Close()
		err = measure(ctx, e, session, fmt.Sprintf("%s, %d threads", engine.Device().Name, threads),
			[]clients.Way{sessions(engine), connections(mysql.Target{Network: "tcp", Address: l.Addr().String(), User: "root"})})
		end()
		return errors.Join(err, <-served)
	})
}

// sessions is the way to an engine of this process.
func sessions(engine *sql.Engine) clients.Way {
	return clients.Way{Name: "sessions of the engine", Open: func(context.Context) (clients.Asker, func(), error) {
		return engine.NewSession(), func() {}, nil
	}}
}

// connections is the way to a server.
func connections(to mysql.Target) clients.Way {
	return clients.Way{Name: "connections", Open: func(ctx context.Context) (clients.Asker, func(), error) {
		c, err := mysql.Dial(ctx, to)
		if err != nil {
			return nil, nil, err
		}
		return c, func() { _ = c.Close() }, nil // the server counts who is left
	}}
}

// measure makes the questions, asks them in all ways and shows what came of it.
func (c *ssbClients) measure(ctx context.Context, e *environment, first clients.Asker, device string, ways []clients.Way) error {
	bar := newProgress(e.errs, "clients")
	defer bar.end()
	s, err := ssb.Scaled().Find(ctx, clients.One(first))
	if err != nil {
		return err
	}
	bar.show("clients: computing the right answers")
	q, err := clients.Ask(ctx, s, c.Seed, c.Different)
	if err != nil {
		return err
	}
	report, err := clients.Run(ctx, first, q, ways, clients.Options{
		Clients: c.Clients, Rates: c.Rates, Idle: c.Idle, Duration: c.Duration, Rounds: c.Rounds, Seed: c.Seed,
		Progress: func(stage string) { bar.show("clients: " + stage) },
	})
	bar.end()
	fmt.Fprintf(e.out, "%s, %s, %d different queries\n%s on %s, the clients on the same\n", s.Title, s.Size, c.Different, device, bench.ThisMachine().CPU)
	return errors.Join(report.Write(e.out), err)
}
