package relation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"gsdms/operators"
	"gsdms/operators/spill"
	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
)

// TooLargeError says that rows take more memory than they may.
type TooLargeError struct {
	Name  string
	Limit int64 // bytes
}

// Error implements error.
func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%s takes more than the %d MiB that it may in memory", e.Name, e.Limit>>20)
}

// Read makes a table of all rows of a source, whose batches have these columns. Where they take
// more than limit bytes they are in files of the space, and if it is nil that is a *TooLargeError.
// Texts that need no order are plan.Unsorted, and so are those of which not even the different ones
// have room. The source is not closed.
func Read(ctx context.Context, name string, columns []plan.Column, order func(column int) Order, src ingest.Source, limit int64, space *spill.Space) (*plan.Table, error) {
	in := &room{name: name, limit: limit, space: space}
	defer in.leave()
	all := make([]collector, len(columns))
	for i, c := range columns {
		all[i] = newCollector(c.Type)
		all[i].keep(order(i))
	}
	rows := 0
	for {
		b, err := src.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := each(all, func(i int) error { return all[i].add(ctx, rows, b.Rows, &b.Columns[i]) }); err != nil {
			return nil, err
		}
		rows += b.Rows
		if bytesOf(all, rows) <= limit && fit(all) {
			continue
		}
		if err := shrink(ctx, all, rows, in); err != nil {
			return nil, err
		}
	}
	t := &plan.Table{Name: name, Rows: rows, Columns: make([]plan.Column, len(columns)), Passing: true}
	d := &data{rows: rows, columns: make([]column, len(columns))}
	err := each(all, func(i int) (err error) {
		if d.columns[i], err = all[i].column(ctx, rows); err != nil {
			return fmt.Errorf("keep column %s of %s: %w", columns[i].Name, name, err)
		}
		d.columns[i].lost = all[i].lost()
		t.Columns[i] = d.columns[i].describe(columns[i])
		return nil
	})
	t.Data = d
	return t, err
}

// shrink has what is collected, and what comes, take less memory: numbers lie in files first, and
// then the texts that take most, until the others have room.
func shrink(ctx context.Context, all []collector, rows int, in *room) error {
	if err := each(all, func(i int) error {
		if all[i].listed != nil && !all[i].listed.fits() {
			if err := all[i].order(ctx); err != nil {
				return err
			}
		}
		return all[i].moveTo(in)
	}); err != nil {
		return err
	}
	for bytesOf(all, rows) > in.limit {
		most := -1
		for i := range all {
			if all[i].files(in) && (most < 0 || all[i].bytes() > all[most].bytes()) {
				most = i
			}
		}
		if most < 0 {
			return in.tooLarge()
		}
		if err := all[most].file(ctx, in); err != nil {
			return fmt.Errorf("put texts of %s into files: %w", in.name, err)
		}
	}
	return nil
}

// fit reports whether all texts in no order have codes left.
func fit(all []collector) bool {
	return !slices.ContainsFunc(all, func(c collector) bool { return c.listed != nil && !c.listed.fits() })
}

// bytesOf is the memory of what is collected.
func bytesOf(all []collector, rows int) (bytes int64) {
	for i := range all {
		if bytes += all[i].bytes(); all[i].in == nil {
			bytes += int64(rows) * numberBytes
		}
	}
	return bytes
}

// each does something with every column, several at once.
func each(all []collector, do func(i int) error) error {
	return errors.Join(operators.Spread(len(all), do)...)
}
