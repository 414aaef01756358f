package rowgroups

import (
	"context"
	"errors"
	"strings"

	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/parquet"
	"gsdms/pushscan/store/ingest"
)

// SomeTexts gives take the texts of a column in some rows of a part, ascending ones, or that they are NULL.
// Pages that have none of these rows are not unpacked. ok is false, and take is not called, where the texts
// are put together of what lies in other rows, or the file has none.
func (p *Parts) SomeTexts(ctx context.Context, part, column int, rows []int, take func(text string, null bool)) (ok bool, err error) {
	g := &p.groups[part]
	if g.column(column) == nil {
		return false, nil
	}
	return ok, p.guard(g, column, func() error {
		t, done, err := p.texts(g, column)
		if err != nil {
			return err
		}
		defer done()
		cursor, plain := g.rowsOf(t.from, &t.room.room, g.group, t.target.Field).(*parquet.Cursor)
		if ok = plain; !ok {
			return nil
		}
		next := 0
		for _, row := range rows {
			if err := cursor.Skip(ctx, row-next); err != nil {
				return err
			}
			text, null, err := t.one(ctx, cursor, row)
			if err != nil {
				return err
			}
			take(text, null)
			next = row + 1
		}
		return nil
	})
}

// SomeNumbers gives take the numbers of a column in some rows of a part, ascending ones, one at a time. Pages that have
// none of these rows are not unpacked. ok is false, and take is not called, where Read alone gives them.
func (p *Parts) SomeNumbers(ctx context.Context, part, column int, rows []int, take func(values *ingest.Column) error) (ok bool, err error) {
	g := &p.groups[part]
	of := g.column(column)
	if of == nil || p.target(column, of).Coded() {
		return false, nil
	}
	return ok, p.guard(g, column, func() error {
		from, err := g.open(p.opts.Roots)
		if err != nil {
			return err
		}
		defer from.Close()
		room := p.room()
		defer p.rooms.Put(room)
		c := g.newReader(p.target(column, of))
		c.room = &room.room
		cursor, plain := g.rowsOf(from, c.room, g.group, c.target.Field).(*parquet.Cursor)
		if c.cursor, ok = cursor, plain; !ok {
			return nil
		}
		checked := p.checked(column)
		checked.Keyed = c.target.Keyed
		return c.some(ctx, cursor, rows, checked, take)
	})
}

// some gives the values of some rows of a cursor.
func (c *reader) some(ctx context.Context, cursor *parquet.Cursor, rows []int, checked *columns.Column, take func(values *ingest.Column) error) error {
	var out ingest.Column
	c.begin(&out, 1)
	next := 0
	for _, row := range rows {
		if err := cursor.Skip(ctx, row-next); err != nil {
			return err
		}
		piece, err := cursor.Next(ctx, 1)
		if err != nil {
			return err
		}
		values, err := c.checkedOf(&out, &piece, checked)
		var bad *malformed.Error
		if errors.As(err, &bad) {
			bad.Row += int64(row)
		}
		if err == nil {
			err = take(&values)
		}
		if err != nil {
			return err
		}
		next = row + 1
	}
	return nil
}

// one gives the text of the next row, which is that one.
func (t *partTexts) one(ctx context.Context, cursor *parquet.Cursor, row int) (text string, null bool, err error) {
	p, err := cursor.Next(ctx, 1)
	if err != nil {
		return "", false, err
	}
	values := p.Texts
	switch {
	case len(p.Indexes) > 0:
		values = cursor.Words().Texts[p.Indexes[0]:][:1]
	case len(values) == 0 && t.checked.NotNull:
		return "", false, t.unlike(row, "NULL", "a value: the column is NOT NULL")
	case len(values) == 0:
		return "", true, nil
	}
	texts, bad := t.view(values)
	if want := bad[0]; want != "" {
		return "", false, t.unlike(row, malformed.Quote(values[0]), want)
	}
	return strings.Clone(texts[0]), false, nil
}

// unlike is the error of a row whose value the column does not hold.
func (t *partTexts) unlike(row int, value, want string) error {
	return &malformed.Error{Row: int64(row + 1), Column: t.checked.Name, Value: value, Want: want}
}
