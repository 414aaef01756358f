package compile

import (
	"fmt"
	"strings"

	"gsdms/operators"
	"gsdms/operators/index"
	"gsdms/plan"
)

// ordered gives the rows of a table that may be partners, of the buckets or keys of an
// index if there is one, in the order of a band, from the cache, and what that is called.
func (c *compiler) ordered(t *source, x *index.Join, b *plan.Band) (*index.Order, string, error) {
	table := t.Ref.Table
	if b == nil && t.passing == nil {
		return &index.Order{Len: table.Rows, Agrees: true}, table.Name + "()", nil
	}
	low, high, of, text, err := c.bandArrays(table, b)
	if err != nil {
		return nil, "", err
	}
	name := table.Name + "(" + of + ")"
	if b != nil {
		name += " in order"
	}
	if text += t.where; x != nil {
		name, text = x.Name+" by "+name, x.Text+"|"+text
	} else if t.passing != nil {
		name += fmt.Sprintf(" of %d rows", index.Members(t.passing))
	}
	key := index.Key{Table: table, Kind: index.KeptOrder, Column: -1, Text: text}
	v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
		o, err := c.cache.NewOrder(c.ctx, table, x, low, high, t.passing)
		if err != nil {
			return nil, 0, err
		}
		return o, o.Bytes(), nil
	})
	if err != nil {
		return nil, "", fmt.Errorf("sort %s: %w", name, err)
	}
	return v.(*index.Order), name, nil
}

// bandArrays gives what the ends of a band match, for all rows of a table: high is nil, too,
// where it is what low is. of names the values, and text tells them from others.
func (c *compiler) bandArrays(table *plan.Table, b *plan.Band) (low, high *operators.Array, of, text string, err error) {
	var names []string
	for _, end := range b.Ends() {
		k, column, err := c.matchOf(plan.TablesOf(end.Match).Only(), end.Match)
		if err != nil {
			return nil, nil, "", "", err
		}
		if end == b.High && b.Low != nil && b.Agree() {
			break
		}
		a, err := c.keyArray(table, k)
		if err != nil {
			return nil, nil, "", "", err
		}
		if end == b.Low {
			low = a
		} else {
			high = a
		}
		names = append(names, column.Name)
		text += fmt.Sprintf("%t:%s", end == b.Low, keyText([]keyColumn{k}))
	}
	return low, high, strings.Join(names, ", "), text, nil
}
