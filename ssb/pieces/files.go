package pieces

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"

	"golang.org/x/sync/errgroup"
)

// Progress is told how far a table is, in its units. Calls do not overlap.
type Progress func(table string, done, total int64)

// Files says where tables are written to, and how.
type Files struct {
	Dir      string
	Threads  int
	Space    string   // what the data take, for the error of a full disk
	Progress Progress // may be nil
}

// Write writes each table to Dir as NAME.tbl, on that many goroutines. It makes Dir if
// need be, writes NAME.tbl.partial and renames at the end: a file under its own name is
// whole. After an error or a cancelled ctx no partial file remains.
func (f Files) Write(ctx context.Context, tables []Table) error {
	if err := os.MkdirAll(f.Dir, 0o755); err != nil {
		return fmt.Errorf("make the folder for the generated files: %w", err)
	}
	f.Progress = oneByOne(f.Progress)
	for _, t := range tables {
		if err := f.write(ctx, t); err != nil {
			return fmt.Errorf("generate table %s: %w", t.Name, err)
		}
	}
	return nil
}

// oneByOne keeps calls of p from overlapping; p may be nil.
func oneByOne(p Progress) Progress {
	var mu sync.Mutex
	return func(table string, done, total int64) {
		if p != nil {
			mu.Lock()
			defer mu.Unlock()
			p(table, done, total)
		}
	}
}

func (f Files) write(ctx context.Context, t Table) error {
	path := filepath.Join(f.Dir, t.Name+".tbl")
	partial := path + ".partial"
	file, err := os.OpenFile(partial, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	err = f.writePieces(ctx, file, t)
	if err == nil {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(partial, path)
	}
	if err != nil {
		return errors.Join(f.explain(err), os.Remove(partial))
	}
	return nil
}

// explain adds what to do about a full disk.
func (f Files) explain(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: free space under %s or choose another folder; %s", err, f.Dir, f.Space)
	}
	return err
}

// writePieces makes the table's pieces concurrently. Where a piece starts in the file
// is known when the one before is made, so pieces are written concurrently too.
func (f Files) writePieces(ctx context.Context, file *os.File, t Table) error {
	w := &writer{file: file, table: t, report: f.Progress, starts: make([]chan int64, t.pieces()+1)}
	for i := range w.starts {
		w.starts[i] = make(chan int64, 1)
	}
	w.starts[0] <- 0
	group, ctx := errgroup.WithContext(ctx)
	for range max(f.Threads, 1) {
		group.Go(Guarded(func() error { return w.work(ctx) }))
	}
	return group.Wait()
}

// writer is the state that the workers of one table share.
type writer struct {
	file   *os.File
	table  Table
	report Progress
	starts []chan int64 // starts[i] gets the offset of piece i, once
	next   atomic.Int64 // the piece to make next
	done   atomic.Int64 // units written
}

// work makes and writes pieces until none is left. Pieces are taken in order, so the
// one before is always done or in the making, and the wait for its end is finite.
func (w *writer) work(ctx context.Context) error {
	var text []byte
	for {
		i := w.next.Add(1) - 1
		if i >= w.table.pieces() {
			return nil
		}
		from, to := w.table.bounds(i)
		text = w.table.Text(from, to, text[:0])
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case start := <-w.starts[i]:
			w.starts[i+1] <- start + int64(len(text))
			if _, err := w.file.WriteAt(text, start); err != nil {
				return err
			}
		}
		w.report(w.table.Name, w.done.Add(to-from), w.table.Units)
	}
}

// Guarded turns a panic of f into an error.
func Guarded(f func() error) func() error {
	return func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("internal error in the generator: %v\n%s", p, debug.Stack())
			}
		}()
		return f()
	}
}
