package sql

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load"
	"gsdms/pushscan/store"
	"gsdms/sql/parse"
)

// Proposal is a table that was made for a file, and what it was found from.
type Proposal struct {
	Create string // the statement that makes it
	From   string // what of which file
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
	inferring := o
	inferring.Roots = e.config.LoadRoots
	if paths, err = load.MatchAll(paths, inferring.Roots); err != nil {
		return p, 0, nil, err
	}
	d, sniffed, err := load.Infer(ctx, paths[0], inferring)
	if err != nil {
		return p, 0, nil, err
	}
	from := sampleText(sniffed)
	for {
		p = Proposal{Create: proposedText(e.Written(table), d), From: from}
		rows, found, err = e.fillNew(ctx, table, p, paths, o)
		wider, ok := load.Wider(ctx, paths, d, inferring, err, true)
		if !ok {
			return p, rows, found, err
		}
		d, from = wider, sampleText(sniffed)+", and what does not fit that behind it"
	}
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
