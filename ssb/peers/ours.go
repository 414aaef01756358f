package main

import (
	"context"
	"errors"
	"fmt"

	"gsdms/operators/cpu"
	"gsdms/sql"
	"gsdms/ssb"
)

// ours is gsdms on the CPU.
type ours struct {
	engine  *sql.Engine
	backend *cpu.Backend
	cold    bool // sessions plan every statement anew
}

// openOurs loads the benchmark into a folder, or uses what is there.
func openOurs(ctx context.Context, dir string, o options) (*ours, error) {
	backend, err := cpu.New(cpu.Options{Threads: o.threads, NoSIMD: o.plain})
	if err != nil {
		return nil, err
	}
	engine, err := sql.Open(ctx, sql.Config{Dir: dir, Backend: backend})
	if err != nil {
		return nil, errors.Join(err, backend.Close())
	}
	s := &ours{engine, backend, o.cold}
	if _, err := ssb.Load(ctx, engine, ssb.LoadOptions{SF: o.sf}); err != nil {
		return nil, errors.Join(fmt.Errorf("load gsdms: %w", err), s.Close())
	}
	return s, nil
}

// Name implements system.
func (s *ours) Name() string { return "gsdms" }

// Client implements system: a session of its own.
func (s *ours) Client(ctx context.Context) (ssb.Engine, error) {
	session := s.engine.NewSession()
	if s.cold {
		if _, err := session.Query(ctx, "SET gsdms_plan_cache = OFF"); err != nil {
			return nil, err
		}
	}
	return whole{ssb.Over(session)}, nil
}

// Close implements system.
func (s *ours) Close() error { return errors.Join(s.engine.Close(), s.backend.Close()) }

// whole brings every value to Go within the time of Ask, as DuckDB's driver does.
type whole struct{ ssb.Engine }

// Ask implements ssb.Engine.
func (w whole) Ask(ctx context.Context, texts []string) ([]ssb.Reply, error) {
	replies, err := w.Engine.Ask(ctx, texts)
	for i := range replies {
		answer := replies[i].Answer()
		replies[i].Answer = func() ssb.Answer { return answer }
	}
	return replies, err
}
