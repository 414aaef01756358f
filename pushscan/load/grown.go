package load

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/objects"
	"gsdms/pushscan/store"
)

// unknownFields is that a file has fields for which the table has no columns.
type unknownFields struct {
	file string
	error
}

// Unwrap gives what it says.
func (u *unknownFields) Unwrap() error { return u.error }

// placed says of an error of a file's layout which file it is of. A proposed table may grow by fields of
// files that name these themselves; the first line of a CSV may be no header.
func placed(s Sniffed, def store.Definition, names []string, err error) error {
	err = fmt.Errorf("load %s: %w", s.Path, err)
	if (s.Format == JSON || s.Format.HasSchema()) && layout.Unknown(def, names) {
		return &unknownFields{s.Path, err}
	}
	return err
}

// grown gives the definition that was proposed for files columns for the fields of one that it lacks; ok
// is false where there is none, or no table has a column of such a name.
func grown(ctx context.Context, def store.Definition, file string, opts Options) (more store.Definition, ok bool) {
	if opts.Columns != nil {
		return def, false
	}
	known := func(name string) bool {
		same := func(other string) bool { return strings.EqualFold(other, name) }
		return slices.ContainsFunc(opts.Others, same) || slices.ContainsFunc(def.Columns, func(c plan.Column) bool { return same(c.Name) })
	}
	s, _, err := sniff(file, store.Definition{}, opts)
	if err != nil {
		return def, false
	}
	var columns []plan.Column
	if s.Format == JSON {
		columns, err = s.rest(ctx, known, opts)
	} else {
		var of store.Definition
		of, _, err = Infer(ctx, file, opts)
		columns = slices.DeleteFunc(of.Columns, func(c plan.Column) bool { return known(c.Name) })
	}
	def.Columns = slices.Concat(def.Columns, columns)
	return def, err == nil && len(columns) > 0
}

// rest proposes columns for the members of all objects of a JSON text but those that are known, with
// types by the values behind the first one.
func (s Sniffed) rest(ctx context.Context, known func(name string) bool, opts Options) ([]plan.Column, error) {
	in, err := openInput(s, opts.Roots)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if s.members, err = objects.Rest(cancelled{ctx, in.plain}, known, SampleBytes, delimited.MaxRecord); err != nil {
		return nil, err
	}
	types, err := memberTypes(s, opts)
	if err != nil {
		return nil, err
	}
	return proposeColumns(objects.Names(s.members), types, s)
}

// cancelled reads until a context ends.
type cancelled struct {
	ctx context.Context
	in  io.Reader
}

// Read implements io.Reader.
func (c cancelled) Read(p []byte) (int, error) {
	if c.ctx.Err() != nil {
		return 0, context.Cause(c.ctx)
	}
	return c.in.Read(p)
}
