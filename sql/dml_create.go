package sql

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load"
	"gsdms/pushscan/load/delimited"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
)

// Proposal is a table that was made for a file, and what it was found from.
type Proposal struct {
	Create string   // the statement that makes it
	From   string   // what of which file
	Notes  []string // what is left open of its columns, as sentences
}

// LoadNew makes a table for files and loads them into it: both or neither, so after an
// error there is no table. The first file says what its columns are: its header and first
// bytes, or its schema; all may be NULL. Types are wider where later values need it.
func (e *Engine) LoadNew(ctx context.Context, table string, paths []string, o load.Options) (p Proposal, rows int, found []load.Sniffed, err error) {
	if _, err := e.Definition(table); !parse.IsCode(err, parse.CodeUnknownTable) {
		if err == nil {
			err = fmt.Errorf("table %s: %w; load into it as it is, or drop it", table, store.ErrExists)
		}
		return p, 0, nil, err
	}
	if len(paths) == 0 {
		return p, 0, nil, fmt.Errorf("load table %s: no file given", table)
	}
	o.Roots = e.config.LoadRoots
	if paths, err = load.MatchAll(paths, o.Roots); err != nil {
		return p, 0, nil, err
	}
	d, sniffed, err := load.Infer(ctx, load.Telling(paths, o.Roots), o)
	if err != nil {
		return p, 0, nil, err
	}
	for _, u := range sniffed.Unclear {
		p.Notes = append(p.Notes, u.String())
	}
	o = sniffed.Under(o)
	o.Written, o.Endless = &sniffed.Written, true
	d, o = load.WithFolders(d, paths, o)
	from := sampleText(sniffed)
	for {
		p.Create, p.From = proposedText(e.Written(table), d), from
		rows, found, err = e.tryNew(ctx, table, d, p, paths, o)
		if recoded, ok := load.Recoded(o, err); ok {
			o = recoded
		} else if wider, ok := load.Wider(ctx, paths, d, o, err, true); ok {
			d, from = wider, sampleText(sniffed)+", and what does not fit that behind it"
		} else {
			return p, rows, found, err
		}
		if o.Again != nil {
			o.Again()
		}
	}
}

// tryNew is fillNew, but that it ends with the error of the first record that would be passed over only
// for its types or encoding: these are proposals, which give way.
func (e *Engine) tryNew(ctx context.Context, table string, d store.Definition, p Proposal, paths []string, o load.Options) (rows int, found []load.Sniffed, err error) {
	if o.Rejected == nil {
		return e.fillNew(ctx, table, p, paths, o)
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var late error
	pass, damaged := o.Rejected, map[string]bool{}
	o.Rejected = func(r delimited.Reject) {
		if late == nil {
			late = load.Late(d, r, o)
		}
		if late == nil && r.Err.IsEncoding() && !damaged[r.Err.File] {
			damaged[r.Err.File] = true
			if _, recoded := load.Recoded(o, r.Err); recoded {
				late = r.Err
			}
		}
		if late != nil {
			stop(late)
			return
		}
		pass(r)
	}
	if rows, found, err = e.fillNew(ctx, table, p, paths, o); late != nil && err != nil {
		err = late
	}
	return rows, found, err
}

// fillNew makes a proposed table and loads files into it: both or neither.
func (e *Engine) fillNew(ctx context.Context, table string, p Proposal, paths []string, o load.Options) (rows int, found []load.Sniffed, err error) {
	if _, err := e.NewSession().Query(ctx, p.Create); err != nil {
		return 0, nil, fmt.Errorf("make table %s from %s: %w", table, p.From, err)
	}
	rows, found, err = e.Load(ctx, table, paths, o)
	var made *store.UnsettledError
	if err == nil || errors.As(err, &made) {
		return rows, found, err
	}
	name := e.named(table)
	return 0, nil, errors.Join(err, e.catalogs.Of(name).Drop(context.WithoutCancel(ctx), name))
}

// proposedText is the statement that makes a proposed table, which it names so.
func proposedText(table string, d store.Definition) string {
	var columns []string
	for _, c := range d.Columns {
		name := c.Type.String()
		if c.Type.Kind == plan.String && !c.Type.Bytes() && c.Type.Name != value.JSONName {
			name = "TEXT"
		}
		columns = append(columns, parse.QuoteName(c.Name)+" "+name)
	}
	return "CREATE TABLE " + table + " (" + strings.Join(columns, ", ") + ")"
}

// sampleText says what of a file its columns were found from.
func sampleText(s load.Sniffed) string {
	switch {
	case s.Format.HasSchema():
		return "the schema of " + s.Path
	case s.Compression == "" && s.Bytes <= load.SampleBytes:
		return "all of " + s.Path
	}
	return fmt.Sprintf("the first %d KiB of %s", load.SampleBytes>>10, s.Path)
}
