package parquet

import (
	"context"
	"errors"
)

// errMore is a page with too many values.
var errMore = errors.New("a page has more values than are left of the column")

// Skip passes over the next rows of a field that is no part of another, of which so many are there. Pages
// of which no row is left are not unpacked, and from now on what is read of the file is little more than
// what is asked for.
func (c *Cursor) Skip(ctx context.Context, rows int) error {
	c.sparse = true
	for rows > 0 {
		if c.rows == 0 {
			c.pass = int64(rows)
			if err := c.ready(ctx); err != nil {
				return err
			}
			rows, c.pass = int(c.pass), 0
			continue
		}
		p, err := c.Next(ctx, rows)
		if err != nil {
			return err
		}
		rows -= p.Rows
	}
	return nil
}

// passed notes that a page was passed over.
func (c *Cursor) passed(rows int64) error {
	if c.opened = true; rows > c.left {
		return errMore
	}
	c.left -= rows
	return nil
}

// passes reports whether the rows of a page are passed over, and if so counts them.
func (p *pages) passes(h pageHeader) bool {
	if h.kind != dataPage && h.kind != dataPage2 || h.values <= 0 || h.values > p.pass {
		return false
	}
	p.pass -= h.values
	return true
}
