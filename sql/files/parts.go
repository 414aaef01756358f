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
		asked, _ := wanted.Parts(strings.ToLower(c.Name))
		for _, of := range asked {
			for _, part := range d.formsOf(c.Name, of) {
				named := func(has plan.Column) bool { return strings.EqualFold(has.Name, part.Name()) }
				if t, ok := d.found.Inside.Type(part); ok && !slices.ContainsFunc(d.all(), named) && !slices.ContainsFunc(more, named) {
					more = append(more, plan.Column{Name: part.Name(), Type: t, Nullable: true, Part: &part})
				}
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

// formsOf gives the columns that say what is asked for of a part, the cheapest that the files have; none where
// they have none.
func (d *described) formsOf(column string, of Part) []plan.Part {
	var ways [][]plan.PartForm
	if of.Whole && !of.Number {
		t, ok := d.found.Inside.Type(plan.Part{Column: column, Path: of.Path, As: plan.PartNumber})
		of.Number = ok && t.Kind == plan.Int
	}
	if of.Number && of.As == plan.PartValue {
		ways = append(ways, []plan.PartForm{plan.PartNumber})
	} else if of.Number {
		ways = append(ways, []plan.PartForm{plan.PartNumber, plan.PartOther})
	}
	if ways = append(ways, []plan.PartForm{of.As}); of.As != plan.PartLength {
		ways = append(ways, []plan.PartForm{plan.PartJSON})
	}
	for _, way := range ways {
		parts := make([]plan.Part, len(way))
		for i, as := range way {
			parts[i] = plan.Part{Column: column, Path: of.Path, As: as}
		}
		if !slices.ContainsFunc(parts, func(p plan.Part) bool {
			_, ok := d.found.Inside.Type(p)
			return !ok || slices.Contains(d.unparted, p)
		}) {
			return parts
		}
	}
	return nil
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
		return d.partUse(c.Part, wanted)
	}
	use, _ := wanted.Use(strings.ToLower(c.Name))
	if wanted.Parts == nil {
		return use
	}
	lacks := func(of Part) bool {
		forms := d.formsOf(c.Name, of)
		return forms == nil || slices.ContainsFunc(forms, func(part plan.Part) bool {
			return !slices.ContainsFunc(d.parts, func(has plan.Column) bool { return *has.Part == part })
		})
	}
	if asked, only := wanted.Parts(strings.ToLower(c.Name)); only && !slices.ContainsFunc(asked, lacks) {
		return min(use, Listed)
	}
	return use
}

// partUse says what a part of a column is asked for.
func (d *described) partUse(part *plan.Part, wanted Wanted) (use Use) {
	if wanted.Parts == nil {
		return Unused
	}
	asked, _ := wanted.Parts(strings.ToLower(part.Column))
	for _, of := range asked {
		if slices.Contains(d.formsOf(part.Column, of), *part) {
			least, _ := wanted.Use(strings.ToLower(part.Column))
			use = max(use, least, of.Use)
		}
	}
	return use
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
