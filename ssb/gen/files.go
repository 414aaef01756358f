package gen

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

// Progress is told how far a table is, in rows (for lineorder in orders). Calls do not
// overlap.
type Progress func(table string, done, total int64)

// WriteFiles writes the five tables to dir as date.tbl, part.tbl, supplier.tbl,
// customer.tbl and lineorder.tbl, on the given number of goroutines. It makes dir if
// need be, writes NAME.tbl.partial and renames at the end: a file under its own name
// is whole. After an error or a cancelled ctx no partial file remains. progress may
// be nil.
func WriteFiles(ctx context.Context, dir string, sf float64, threads int, progress Progress) error {
	scale, err := NewScale(sf)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make the folder for the generated files: %w", err)
	}
	var mu sync.Mutex
	report := func(table string, done, total int64) {
		if progress != nil {
			mu.Lock()
			defer mu.Unlock()
			progress(table, done, total)
		}
	}
	for i := range tables {
		if err := writeTable(ctx, &tables[i], scale, dir, max(threads, 1), report); err != nil {
			return fmt.Errorf("generate %s at scale factor %v: %w", tables[i].name, scale.SF, err)
		}
	}
	return nil
}

func writeTable(ctx context.Context, t *table, s Scale, dir string, threads int, report Progress) error {
	path := filepath.Join(dir, t.name+".tbl")
	partial := path + ".partial"
	f, err := os.OpenFile(partial, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	err = writePieces(ctx, f, t, s, threads, report)
	if err == nil {
		err = f.Sync()
	}
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(partial, path)
	}
	if err != nil {
		return errors.Join(explain(err, dir), os.Remove(partial))
	}
	return nil
}

// explain adds what to do about a full disk.
func explain(err error, dir string) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: free space under %s or choose another folder; scale factor 1 takes 0.6 GB", err, dir)
	}
	return err
}

// writePieces makes the table's pieces concurrently. Where a piece starts in the file
// is known when the one before is made, so pieces are written concurrently too.
func writePieces(ctx context.Context, f *os.File, t *table, s Scale, threads int, report Progress) error {
	w := &writer{file: f, table: t, scale: s, report: report, starts: make([]chan int64, t.pieces(s)+1)}
	for i := range w.starts {
		w.starts[i] = make(chan int64, 1)
	}
	w.starts[0] <- 0
	group, ctx := errgroup.WithContext(ctx)
	for range threads {
		group.Go(guarded(func() error { return w.work(ctx) }))
	}
	return group.Wait()
}

// writer is the state that the workers of one table share.
type writer struct {
	file   *os.File
	table  *table
	scale  Scale
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
		if i >= w.table.pieces(w.scale) {
			return nil
		}
		from, to := w.table.bounds(w.scale, i)
		text = w.table.text(w.scale, from, to, text[:0])
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case start := <-w.starts[i]:
			w.starts[i+1] <- start + int64(len(text))
			if _, err := w.file.WriteAt(text, start); err != nil {
				return err
			}
		}
		w.report(w.table.name, w.done.Add(to-from), w.table.units(w.scale))
	}
}

// guarded turns a panic of f into an error.
func guarded(f func() error) func() error {
	return func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("internal error in the generator: %v\n%s", p, debug.Stack())
			}
		}()
		return f()
	}
}
