package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/ipc"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/rowgroups"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/store"
	"gsdms/pushscan/store/ingest"
)

// Reader gives the rows of files, one file after another, as an ingest.Source. One
// goroutine calls Next; Close may be called once, by the same.
type Reader struct {
	ctx        context.Context // Open's: ends what goes on between calls of Next
	definition store.Definition
	opts       Options
	paths      []string   // of the files that are not looked at yet
	files      []Sniffed  // that are
	at         int        // the next file to open
	given      int64      // rows so far
	current    fileSource // nil: none open
	done       int64      // bytes of the files that are through
	total      int64
	err        error // what ended the reading
}

// fileSource reads one file: textSource, parquetSource or childSource.
type fileSource interface {
	Next(ctx context.Context) (*ingest.Batch, error)
	Read() int64
	Close() error
}

// Open checks all files, finds out what they are and starts to read the first; where the first
// rows do (Options.First), files are looked at as they are needed. The definition is of the table
// to load. ctx ends the reading; the caller closes the Reader.
func Open(ctx context.Context, paths []string, def store.Definition, opts Options) (*Reader, error) {
	if len(paths) == 0 {
		return nil, fmt.Errorf("load table %s: no file given", def.Name)
	}
	r := &Reader{ctx: ctx, definition: def, opts: opts, paths: paths}
	for len(r.paths) > 0 && (opts.First == 0 || len(r.files) == 0) {
		if err := r.look(); err != nil {
			return nil, err
		}
	}
	if err := r.open(); err != nil {
		return nil, err
	}
	return r, nil
}

// look finds out what the next file is.
func (r *Reader) look() error {
	path := r.paths[0]
	s, sample, err := sniff(path, r.definition, r.opts)
	if err != nil {
		return err
	}
	l, err := textLayout(s, r.definition, r.opts)
	if err != nil {
		return placed(s, r.definition, r.opts.without(s.Fields), err)
	}
	s.declaredDays(sample, r.definition, l, r.opts)
	r.paths, r.files, r.total = r.paths[1:], append(r.files, s), r.total+s.Bytes
	return nil
}

// textLayout maps a text file's fields; nil for a Parquet or IPC file, whose fields are
// not known yet.
func textLayout(s Sniffed, def store.Definition, opts Options) (*layout.Layout, error) {
	if s.Format.HasSchema() {
		return nil, nil
	}
	names, byPlace := s.Fields, opts.Columns != nil && s.Format != JSON || s.Fields == nil
	if byPlace {
		names = expected(def, opts)
	}
	def, err := opts.inFolders(def, s.Path, names)
	if err != nil {
		return nil, err
	}
	if byPlace {
		return layout.New(def, opts.without(names))
	}
	l, err := layout.ByName(def, opts.without(names))
	if err != nil && s.Format != JSON && opts.Header == HeaderAuto && layout.Unknown(def, s.Fields) {
		err = fmt.Errorf("%w; if the first line is no header, say IGNORE 0 LINES or --header no", err)
	}
	return l, err
}

// open starts the next file.
func (r *Reader) open() error {
	s := &r.files[r.at]
	r.at++
	if s.Format.HasSchema() {
		return r.openForeign(s)
	}
	l, err := textLayout(*s, r.definition, r.opts)
	if err != nil {
		return placed(*s, r.definition, r.opts.without(s.Fields), err)
	}
	text, err := openText(r.ctx, *s, l, r.opts)
	if err != nil {
		return err
	}
	r.current = text
	return nil
}

// foreignSource reads a Parquet or IPC file, whose fields are known once it is open.
type foreignSource interface {
	fileSource
	Schema() schema.Schema
	Begin(l *layout.Layout, void columns.Void) error // before Next: where the fields go, and which doubles are NULL
}

// openForeign opens a Parquet or IPC file.
func openForeign(ctx context.Context, s Sniffed, opts Options) (foreignSource, error) {
	if s.Format == Parquet {
		return rowgroups.Open(s.Path, opts.parquet())
	}
	return ipc.Open(ctx, s.Path, ipc.Options{Roots: opts.Roots, Memory: opts.Memory})
}

// openForeign starts a Parquet or IPC file, whose fields go to columns by their names
// unless the options say otherwise.
func (r *Reader) openForeign(s *Sniffed) error {
	source, err := openForeign(r.ctx, *s, r.opts)
	if err != nil {
		return err
	}
	s.take(source.Schema())
	l, err := s.foreignLayout(r.definition, r.opts)
	if err != nil {
		err = placed(*s, r.definition, s.names(r.definition, r.opts), err)
	} else {
		err = source.Begin(l, r.opts.void())
	}
	if err != nil {
		return errors.Join(err, source.Close())
	}
	r.current = source
	return nil
}

// foreignLayout maps the fields of a schema, which was taken in.
func (s *Sniffed) foreignLayout(def store.Definition, opts Options) (*layout.Layout, error) {
	names := s.Fields
	if opts.Columns != nil {
		names = opts.Columns
	}
	def, err := opts.inFolders(def, s.Path, names)
	if err != nil {
		return nil, err
	}
	if opts.Columns != nil {
		return layout.New(def, opts.without(names))
	}
	return layout.ByName(def, s.names(def, opts))
}

// Files tells what was found out about each file that was looked at, in the order given.
func (r *Reader) Files() []Sniffed { return r.files }

// Next gives the next batch, io.EOF at the end of the last file. An error is final.
func (r *Reader) Next(ctx context.Context) (*ingest.Batch, error) {
	if r.err != nil {
		return nil, r.err
	}
	batch, err := r.step(ctx)
	r.err = err
	r.report()
	return batch, err
}

func (r *Reader) step(ctx context.Context) (*ingest.Batch, error) {
	for {
		if r.opts.First > 0 && r.given >= r.opts.First {
			return nil, io.EOF
		}
		batch, err := r.current.Next(ctx)
		if err == nil {
			r.given += int64(batch.Rows)
			r.files[r.at-1].lose(r.definition, batch, r.opts.Written != nil)
		}
		if err != io.EOF {
			return batch, err
		}
		if r.at == len(r.files) && len(r.paths) == 0 {
			return nil, io.EOF
		}
		if r.at == len(r.files) {
			if err := r.look(); err != nil {
				return nil, err
			}
		}
		if err := r.finish(); err != nil {
			return nil, err
		}
		if err := r.open(); err != nil {
			return nil, err
		}
	}
}

// finish closes the current file and counts its bytes.
func (r *Reader) finish() error {
	r.done += r.current.Read()
	current := r.current
	r.current = nil
	return current.Close()
}

func (r *Reader) report() {
	if r.opts.Progress == nil {
		return
	}
	read := r.done
	if r.current != nil {
		read += r.current.Read()
	}
	r.opts.Progress(read, r.total)
}

// Close stops everything that Open started.
func (r *Reader) Close() error {
	if r.err == nil {
		r.err = fmt.Errorf("load table %s: the reader is closed", r.definition.Name)
	}
	if r.current == nil {
		return nil
	}
	return r.finish()
}

func (o Options) threads() int {
	if o.First > 0 {
		return 1 // more would parse what nobody asks for
	}
	if o.Threads > 0 {
		return o.Threads
	}
	return runtime.GOMAXPROCS(0)
}
