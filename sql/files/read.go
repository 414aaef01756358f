package files

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/load"
	"gsdms/pushscan/load/malformed"
	inmemory "gsdms/pushscan/relation"
	"gsdms/pushscan/store"
)

// described is what the files of a name have: all columns of the first, and how to read them.
type described struct {
	paths    []string
	name     string // that a table of the first would have
	columns  []plan.Column
	omitted  []plan.Omitted
	parts    []plan.Column // of columns, that were asked for
	unparted []plan.Part   // that are no fields by themselves
	few      bool          // only the first rows are read
	found    load.Sniffed  // of the first
	options  load.Options
}

// describe finds out what files have.
func (f *Cache) describe(ctx context.Context, stamps []load.Stamp) (*described, error) {
	d := &described{}
	for _, s := range stamps {
		d.paths = append(d.paths, s.Path)
	}
	def, found, o, err := load.Describe(ctx, load.Telling(d.paths, f.roots), load.Options{Roots: f.roots, Threads: f.threads, Endless: true})
	if err != nil {
		return nil, err
	}
	def, o = load.WithFolders(def, d.paths, o)
	shown(def.Columns)
	for _, u := range found.Unheld {
		d.omitted = append(d.omitted, plan.Omitted{Name: u.Name, Type: u.Type})
	}
	d.name, d.columns, d.found, d.options = def.Name, def.Columns, found, o
	return d, nil
}

// shown gives columns of truths the type that queries see them as.
func shown(columns []plan.Column) {
	for i := range columns {
		if t := &columns[i].Type; t.Kind == plan.Bool {
			*t = plan.Type{Kind: plan.Int, Name: "TINYINT(1)", Min: math.MinInt8, Max: math.MaxInt8}
		}
	}
}

// missing gives the ordinals of the columns that are wanted and that a table lacks, or does not have
// in order; it may be nil. A table has one column at least, since its rows are counted by one.
func (d *described) missing(t *plan.Table, wanted Wanted) (out []int) {
	d = d.asked(wanted)
	for i, c := range d.all() {
		if use := d.use(&c, wanted); use != Unused && (t == nil || !serves(t, c.Name, use)) {
			out = append(out, i)
		}
	}
	if out == nil && t == nil {
		return []int{max(0, slices.IndexFunc(d.columns, func(c plan.Column) bool { return c.Type.Kind != plan.String }))}
	}
	return out
}

// serves reports whether a table has a column as it is used.
func serves(t *plan.Table, name string, use Use) bool {
	return slices.ContainsFunc(t.Columns, func(c plan.Column) bool {
		return c.Name == name && (c.Unsorted == nil || use <= Computed || use == Told && c.Unsorted.Once() || c.Unsorted.Filed())
	})
}

// Serves reports whether a file's table has its columns as they are wanted.
func Serves(t *plan.Table, wanted Wanted) bool {
	return !slices.ContainsFunc(t.Shown(), func(c plan.Column) bool {
		use, _ := wanted.Use(strings.ToLower(c.Name))
		return !serves(t, c.Name, use)
	})
}

func hasColumn(t *plan.Table, name string) bool {
	return slices.ContainsFunc(t.Columns, func(c plan.Column) bool { return c.Name == name })
}

// load reads what an entry lacks of the columns that are wanted.
func (f *Cache) load(ctx context.Context, key kept, t *fileTable, wanted Wanted) (of *described, table *plan.Table, err error) {
	if t.before != nil {
		of, table = t.before.of, t.before.table
	} else if of, err = f.describe(ctx, t.stamps); err != nil {
		return nil, nil, err
	} else {
		of.few = key.first > 0
	}
	of = of.asked(wanted)
	missing := of.missing(table, wanted)
	of, read, err := f.columns(ctx, key, of, missing, wanted)
	if err != nil {
		return of, nil, err
	}
	remarks := read.Remarks
	if table != nil {
		table = inmemory.Without(table, func(c *plan.Column) bool { return hasColumn(read, c.Name) })
		if read, err = inmemory.Beside(table, read, of.places(table, read)); err != nil {
			return of, nil, err
		}
	}
	read.Omitted, read.Remarks, read.Inside = of.omitted, remarks, partsOf(read)
	return of, read, nil
}

// places says where the columns of two tables stand among each other, in the order of the file.
func (d *described) places(a, b *plan.Table) (out []int) {
	for _, c := range slices.Concat(a.Columns, b.Columns) {
		place := 0
		for _, other := range d.all() {
			if other.Name == c.Name {
				break
			}
			if hasColumn(a, other.Name) || hasColumn(b, other.Name) {
				place++
			}
		}
		out = append(out, place)
	}
	return out
}

// columns reads some columns of files. Of first rows all are read, one batch after another: there
// are too few to put off any. Where a value is not of the type that was found, it begins again with
// a wider one, and gives what the files have then.
func (f *Cache) columns(ctx context.Context, key kept, d *described, which []int, wanted Wanted) (*described, *plan.Table, error) {
	for {
		def, o := d.part(which)
		o.First = key.first
		t, err := f.readPart(ctx, key, d, def, o, wanted)
		if err == nil {
			return d, t, nil
		}
		if less, ok := d.without(err); ok {
			d, which = less, less.missing(nil, wanted)
			continue
		}
		if recoded, ok := load.Recoded(d.options, err); ok {
			d = d.recoded(recoded)
			continue
		}
		wider, ok := load.Wider(ctx, d.paths, def, o, err, false)
		if !ok {
			return d, nil, explained(d.untyped(err))
		}
		known := len(d.columns)
		d = d.with(wider.Columns)
		for i := range which {
			if which[i] >= known {
				which[i] += len(d.columns) - known // a part, which lies behind the columns
			}
		}
		for i := known; i < len(d.columns); i++ {
			if use, _ := wanted.Use(strings.ToLower(d.columns[i].Name)); use != Unused {
				which = append(slices.Clip(which), i)
			}
		}
	}
}

// part is the table of some columns, and the options to read it with.
func (d *described) part(which []int) (store.Definition, load.Options) {
	def, o := store.Definition{Name: d.name}, d.options
	for i, c := range d.all() {
		if slices.Contains(which, i) {
			def.Columns = append(def.Columns, c)
		} else {
			o.Others = append(o.Others, c.Name)
		}
	}
	return def, o
}

// recoded is the same files, read in another encoding. Others may hold d.
func (d *described) recoded(o load.Options) *described {
	other := *d
	other.options = o
	return &other
}

// with is what files have where some columns have other types than d says, or d lacks some. Others may
// hold d.
func (d *described) with(columns []plan.Column) *described {
	other := *d
	other.columns = slices.Clone(d.columns)
	for i := range other.columns {
		c := &other.columns[i]
		if at := slices.IndexFunc(columns, func(to plan.Column) bool { return to.Name == c.Name }); at >= 0 {
			c.Type = columns[at].Type
		}
	}
	for _, c := range columns {
		if c.Part == nil && !slices.ContainsFunc(d.columns, func(has plan.Column) bool { return has.Name == c.Name }) {
			other.columns = append(other.columns, c)
		}
	}
	shown(other.columns[len(d.columns):])
	return &other
}

// readPart reads the columns of a table, or where they are Parquet says how to.
func (f *Cache) readPart(ctx context.Context, key kept, d *described, def store.Definition, o load.Options, wanted Wanted) (*plan.Table, error) {
	order := func(i int) inmemory.Order {
		switch d.use(&def.Columns[i], wanted) {
		case Listed:
			return inmemory.Nothing
		case Computed:
			return inmemory.Often
		case Told:
			return inmemory.Equal
		}
		return inmemory.Whole
	}
	if key.first == 0 {
		parts, err := load.OpenParts(d.paths, def, o)
		if err != nil {
			return nil, err
		}
		if parts != nil {
			return inmemory.Deferred(ctx, key.name, def.Columns, order, parts, f.most, f.space)
		}
	}
	src, err := load.Open(ctx, d.paths, def, o)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	t, err := inmemory.Read(ctx, key.name, def.Columns, order, src, f.most, f.space)
	if err == nil {
		t.Remarks = guesses(src.Files()...)
	}
	return t, err
}

// Remarks says of files what a query has to be told: that their encoding is a guess, or what of their
// values is lost.
func Remarks(found ...load.Sniffed) (out []string) {
	out = guesses(found...)
	for _, s := range found {
		for _, l := range s.Lost {
			for _, w := range l.Says(l.Column, s.Path) {
				out = append(out, w.Message)
			}
		}
	}
	return out
}

// guesses says of files that their encoding is a guess.
func guesses(found ...load.Sniffed) (out []string) {
	for _, s := range found {
		if s.Guessed {
			out = append(out, fmt.Sprintf("%s has bytes that are not UTF-8, and is read as Windows-1252 (latin1)", s.Path))
		}
	}
	return out
}

// untyped says what to do where a value is not of the type that was found out.
func (d *described) untyped(err error) error {
	var wrong *malformed.Error
	isText := func(c plan.Column) bool {
		return c.Type.Kind == plan.String && wrong != nil && c.Name == wrong.Column
	}
	if errors.As(err, &wrong) && wrong.Met != "" && !wrong.IsEncoding() && !slices.ContainsFunc(d.columns, isText) {
		return fmt.Errorf("%w; the types come from the first %d KiB of %s: gsdms load --create makes a table that has such a column as text", err, load.SampleBytes>>10, d.found.Path)
	}
	return err
}

// explained says what to do where a file has no room, or its text is in another encoding.
func explained(err error) error {
	var large *inmemory.TooLargeError
	if errors.As(err, &large) {
		return fmt.Errorf("%w; gsdms load --create makes a table of it", err)
	}
	var wrong *malformed.Error
	if errors.As(err, &wrong) && wrong.IsEncoding() {
		return fmt.Errorf("%w; gsdms load --create --encoding latin1 makes a table of a file in Latin-1", err)
	}
	return err
}
