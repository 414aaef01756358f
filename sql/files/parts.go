package files

import (
	"errors"
	"slices"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load"
)

// all are the columns that files have, and behind them the parts of some that were asked for.
func (d *described) all() []plan.Column { return slices.Concat(d.columns, d.parts) }

// asked is the same files with the parts that are asked for as columns, of files that have them by
// themselves as far as is known. Others may hold d.
func (d *described) asked(wanted Wanted) *described {
	if wanted.Parts == nil || d.few || d.found.Format != load.Parquet {
		return d
	}
	var more []plan.Column
	for _, c := range d.columns {
		if c.Type.Name != value.JSONName {
			continue
		}
		paths, _ := wanted.Parts(strings.ToLower(c.Name))
		for _, path := range paths {
			part := plan.Part{Column: c.Name, Path: path}
			named := func(has plan.Column) bool { return strings.EqualFold(has.Name, part.Name()) }
			if !slices.Contains(d.unparted, part) && !slices.ContainsFunc(d.all(), named) && !slices.ContainsFunc(more, named) {
				more = append(more, plan.Column{Name: part.Name(), Type: c.Type, Nullable: true, Part: &part})
			}
		}
	}
	if more == nil {
		return d
	}
	other := *d
	other.parts = slices.Concat(d.parts, more)
	return &other
}

// without is the same files where one of them does not have a part by itself; ok is false of another error.
// Others may hold d.
func (d *described) without(err error) (less *described, ok bool) {
	var no *load.NoPartError
	if !errors.As(err, &no) {
		return nil, false
	}
	other := *d
	other.unparted = append(slices.Clip(d.unparted), no.Part)
	other.parts = slices.DeleteFunc(slices.Clone(d.parts), func(c plan.Column) bool { return *c.Part == no.Part })
	return &other, true
}

// use says what a column is asked for: one of which parts alone are, each of which is a column, for
// nothing that needs an order.
func (d *described) use(c *plan.Column, wanted Wanted) Use {
	if c.Part != nil {
		use, _ := wanted.Use(strings.ToLower(c.Part.Column))
		if !asks(wanted, c.Part) {
			return Unused
		}
		return use
	}
	use, _ := wanted.Use(strings.ToLower(c.Name))
	if wanted.Parts == nil {
		return use
	}
	has := func(path string) bool {
		return slices.ContainsFunc(d.parts, func(p plan.Column) bool { return *p.Part == plan.Part{Column: c.Name, Path: path} })
	}
	if paths, only := wanted.Parts(strings.ToLower(c.Name)); only && !slices.ContainsFunc(paths, func(path string) bool { return !has(path) }) {
		return min(use, Listed)
	}
	return use
}

// asks reports whether a part is asked for.
func asks(wanted Wanted, part *plan.Part) bool {
	if wanted.Parts == nil {
		return false
	}
	paths, _ := wanted.Parts(strings.ToLower(part.Column))
	return slices.Contains(paths, part.Path)
}

// again reports whether more than one part of a statement may ask for a column.
func (d *described) again(column string, wanted Wanted) bool {
	if i := slices.IndexFunc(d.parts, func(c plan.Column) bool { return c.Name == column }); i >= 0 {
		column = d.parts[i].Part.Column
	}
	_, again := wanted.Use(strings.ToLower(column))
	return again
}

// partsOf counts the last columns of a table that are parts of others.
func partsOf(t *plan.Table) (n int) {
	for _, c := range t.Columns {
		if c.Part != nil {
			n++
		}
	}
	return n
}
