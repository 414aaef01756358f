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
func openOurs(ctx context.Context, dir string, o settings) (*ours, error) {
	backend, err := cpu.New(cpu.Options{Threads: o.Threads, NoSIMD: o.Plain})
	if err != nil {
		return nil, err
	}
	engine, err := sql.Open(ctx, sql.Config{Dir: dir, Backend: backend})
	if err != nil {
		return nil, errors.Join(err, backend.Close())
	}
	s := &ours{engine, backend, o.Cold}
	progress := newProgress(o.System)
	load := ssb.LoadOptions{SF: o.SF, Progress: func(table string, done, _ int64) { progress.report(table, done) }}
	if _, err := ssb.Load(ctx, engine, load); err != nil {
		return nil, errors.Join(fmt.Errorf("load the tables: %w", err), s.Close())
	}
	return s, nil
}

// Client implements system: a session of its own.
func (s *ours) Client(ctx context.Context) (client, error) {
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

// Prepare implements client. Sessions share the engine's cache of plans.
func (w whole) Prepare(context.Context, []string) error { return nil }

// Ask implements ssb.Engine.
func (w whole) Ask(ctx context.Context, texts []string) ([]ssb.Reply, error) {
	replies, err := w.Engine.Ask(ctx, texts)
	for i := range replies {
		answer := replies[i].Answer()
		replies[i].Answer = func() ssb.Answer { return answer }
	}
	return replies, err
}
