package load

import (
	"context"
	"io"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/load/objects"
	"gsdms/pushscan/store"
)

// grown gives the definition that was proposed for JSON texts columns for the members of one that it
// lacks, with types by the values behind the first one; ok is false where there is none, or no table has
// a column of such a name.
func grown(ctx context.Context, def store.Definition, late *objects.LateError, opts Options) (more store.Definition, ok bool) {
	if late.File == "" || opts.Columns != nil {
		return def, false
	}
	s, _, err := sniff(late.File, store.Definition{}, opts)
	if err != nil {
		return def, false
	}
	in, err := openInput(s, opts.Roots)
	if err != nil {
		return def, false
	}
	defer in.Close()
	known := func(name string) bool {
		same := func(other string) bool { return strings.EqualFold(other, name) }
		return slices.ContainsFunc(opts.Others, same) || slices.ContainsFunc(def.Columns, func(c plan.Column) bool { return same(c.Name) })
	}
	if s.members, err = objects.Rest(cancelled{ctx, in.plain}, known, SampleBytes, delimited.MaxRecord); err != nil {
		return def, false
	}
	types, err := memberTypes(s, opts)
	if err != nil {
		return def, false
	}
	columns, err := proposeColumns(objects.Names(s.members), types, s)
	def.Columns = slices.Concat(def.Columns, columns)
	return def, err == nil
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
