package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"syscall"
	"time"

	"gsdms/operators/cpu"
	engine "gsdms/sql"
	"gsdms/ssb/bench"
)

// runOnce is the main of a process that does one errand.
func runOnce(ctx context.Context, in io.Reader, out io.Writer) error {
	var e errand
	if err := json.NewDecoder(in).Decode(&e); err != nil {
		return fmt.Errorf("read the errand: %w", err)
	}
	do := runInDuck
	if e.System == gsdms {
		do = runInOurs
	}
	f, err := do(ctx, e)
	if err != nil {
		f.Error = err.Error()
	}
	return json.NewEncoder(out).Encode(f)
}

func runInOurs(ctx context.Context, e errand) (f finished, err error) {
	backend, err := cpu.New(cpu.Options{Threads: e.Threads})
	if err != nil {
		return f, err
	}
	defer backend.Close()
	opened, err := engine.Open(ctx, engine.Config{Dir: e.Dir, Backend: backend, Memory: e.Memory, QueryMemory: e.Memory})
	if err != nil {
		return f, err
	}
	defer opened.Close()
	return timed(func() outcome {
		r, err := opened.NewSession().Query(ctx, e.Text)
		if err == nil && r.Rows == nil {
			return outcome{}
		}
		return outcomeOf(bench.Query{Text: e.Text}, r, err)
	})
}

func runInDuck(ctx context.Context, e errand) (f finished, err error) {
	db, err := sql.Open("duckdb", filepath.Join(e.Dir, "duck.db"))
	if err != nil {
		return f, err
	}
	defer db.Close()
	l := lane{prepared: map[string]*sql.Stmt{}}
	if l.conn, err = db.Conn(ctx); err != nil {
		return f, err
	}
	defer l.close()
	if err := execute(ctx, l.conn, fmt.Sprintf("SET threads = %d", e.Threads)); err != nil {
		return f, err
	}
	return timed(func() outcome {
		a := l.ask(ctx, bench.Query{Text: e.Text}, true)
		if a.err == nil {
			a.err = execute(ctx, l.conn, "CHECKPOINT") // a table is on disk then, as one of gsdms is
		}
		return a
	})
}

// timed does what an errand asks for and keeps the answer, if there is one.
func timed(do func() outcome) (f finished, err error) {
	began, busy := time.Now(), errandTime()
	a := do()
	f.Wall, f.CPU = time.Since(began), errandTime()-busy
	if a.err != nil || a.answer == nil {
		return f, a.err
	}
	f.Answer, err = a.answer()
	return f, err
}

// errandTime is what the process and those that it has started and that have ended have taken.
func errandTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		return 0
	}
	return processorTime() + time.Duration(u.Utime.Nano()+u.Stime.Nano())
}
