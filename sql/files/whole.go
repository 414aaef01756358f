package files

import (
	"context"
	"errors"

	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

// Whole is the files of a name for who reads all of their rows once, and keeps them elsewhere.
type Whole struct {
	Columns []plan.Column
	Omitted []plan.Omitted
	Remarks []string
	of      *described
}

// Rows are read one batch after another, and have to be closed.
type Rows interface {
	ingest.Source
	Files() []load.Sniffed // what was found out of the files so far
	Close() error
}

// Whole finds out what the files of a name have; nothing of them is kept.
func (f *Cache) Whole(ctx context.Context, name string) (*Whole, error) {
	stamps, err := load.Match(name, f.roots)
	if err != nil {
		return nil, err
	}
	of, err := f.describe(ctx, stamps)
	if err != nil {
		return nil, err
	}
	return of.whole(), nil
}

// Rows begins to read all rows, as a table of these columns has them: those of the files, by
// their names.
func (w *Whole) Rows(ctx context.Context, columns []plan.Column) (Rows, error) {
	return load.Open(ctx, w.of.paths, store.Definition{Name: w.of.name, Columns: columns}, w.of.options)
}

// Wider is the same files where a value of such rows was not of the type that was found, with wider
// types; ok is false where err is something else.
func (w *Whole) Wider(ctx context.Context, columns []plan.Column, err error) (wider *Whole, ok bool) {
	if o, recoded := load.Recoded(w.of.options, err); recoded {
		again := w.of.recoded(o)
		var wrong *malformed.Error
		again.found.Guessed = again.found.Guessed || errors.As(err, &wrong) && wrong.IsEncoding()
		return again.whole(), true
	}
	def, ok := load.Wider(ctx, w.of.paths, store.Definition{Name: w.of.name, Columns: columns}, w.of.options, err, true)
	of := w.of.with(def.Columns)
	return of.whole(), ok
}

func (d *described) whole() *Whole { return &Whole{d.columns, d.omitted, Remarks(d.found), d} }

// Explained says of an error of such rows what to do about it.
func Explained(err error) error { return explained(err) }
