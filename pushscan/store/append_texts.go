package store

import (
	"context"
	"path/filepath"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/ordering"
)

// unkeyed gives the numbers of keys that have come to a column of which 64 bits hold all; false
// where they do not hold those. Other columns stay as they are.
func (c *patched) unkeyed(entry *manifest.Column) bool {
	if !c.Type.Keyed() || entry.Dict != nil {
		return true
	}
	if c.Texts.Come() > 0 {
		numbers := c.Narrowed()
		if numbers == nil {
			return false
		}
		for i, code := range c.n {
			if !c.null[i] {
				c.n[i] = numbers[code]
			}
		}
	}
	c.Texts = nil
	return true
}

// A dictionary has a tail of up to leastTail texts, or of half as many as it has itself. Then they
// become one, which writes the column, too: so each text is written a few times, however many come.
const leastTail = 1 << 14

// behind says whether the texts that have come are written behind the dictionary, which costs what
// they take, and not what there is.
func (c *appended) behind(entry *manifest.Column) bool {
	late := entry.Late + c.Texts.Come()
	return c.Type.Kind == plan.String && entry.Dict != nil && entry.PlainCodes() && late <= max(leastTail, entry.Texts/2) && c.Texts.TailRoom()
}

// recode makes the dictionary with the texts that have come, of its tail, too.
func (c *appended) recode(ctx context.Context) (err error) {
	before := c.Texts.Before.Len()
	if c.dict, c.rank, err = c.Texts.Sorted(ctx); err != nil {
		return err
	}
	c.moved = before > 0 && int(c.rank[before-1]) != before-1 || c.Texts.Later.Len() > 0
	for i, code := range c.n {
		if !c.null[i] {
			c.n[i] = int64(c.rank[code])
		}
	}
	return nil
}

// writeTail writes the texts that have come behind those of the dictionary's tail.
func (a *appender) writeTail(ctx context.Context, i int) error {
	c, entry := a.columns[i], &a.next.Columns[i]
	tail := manifest.File{Grows: true}
	if entry.Tail != nil {
		tail = *entry.Tail
	} else {
		tail.Name = filepath.Base(c.tail)
	}
	at, before := tail.Size, c.Texts.Later
	if before == nil {
		before = dictionary.NewTail(manifest.BoundSum(a.next.BoundTo(), tail.Name, manifest.Growing, 0, -1))
	}
	tail.Sum, tail.Size = before.SumWith(c.late), at+len(c.late)
	entry.Tail, entry.Late = &tail, entry.Late+c.Texts.Come()
	path := filepath.Join(a.folder, tail.Name)
	if at > 0 {
		return a.edit.grow(ctx, path, at, c.late)
	}
	return a.edit.files.Write(ctx, path, c.late)
}

// inTail says whether codes of the column, or of the rows that come, are of a dictionary's tail, and
// so not in the order of their texts.
func (c *appended) inTail() bool {
	return c.Texts != nil && c.dict == nil && c.Texts.Later.Len()+len(c.late) > 0
}

// compare orders values of the column, in codes as they are stored, as rows are.
func (c *appended) compare(a, b ordering.Value) int {
	if !c.inTail() || a.Null || b.Null {
		return a.Compare(b)
	}
	return strings.Compare(c.Texts.Text(int(a.N)), c.Texts.Text(int(b.N)))
}
