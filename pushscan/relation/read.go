package relation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store"
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

// Read makes a table of all rows of a source, whose batches have these columns. More than
// limit bytes is a *TooLargeError. The source is not closed.
func Read(ctx context.Context, name string, columns []plan.Column, src store.Source, limit int64) (*plan.Table, error) {
	all := make([]collector, len(columns))
	for i, c := range columns {
		all[i] = collector{vector: plan.Vector{Type: c.Type}, codes: map[string]int64{}}
	}
	rows := &plan.Rows{}
	for {
		b, err := src.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		texts := int64(0)
		if err := each(all, func(i int) { all[i].add(&b.Columns[i], rows.Len, b.Rows) }); err != nil {
			return nil, err
		}
		for i := range all {
			texts += all[i].bytes
		}
		rows.Len += b.Rows
		if int64(rows.Len)*int64(len(all))*numberBytes+texts > limit {
			return nil, &TooLargeError{name, limit}
		}
	}
	rows.Columns = make([]plan.Vector, len(all))
	if err := each(all, func(i int) { rows.Columns[i] = all[i].done(rows.Len) }); err != nil {
		return nil, err
	}
	return New(ctx, name, columns, rows, func(int64) error { return nil }) // the limit has been kept
}

// each does something with every column, several at once.
func each(all []collector, do func(i int)) error {
	return errors.Join(operators.Spread(len(all), func(i int) error {
		do(i)
		return nil
	})...)
}

// numberBytes is what a number takes while the rows are collected, textBytes what a text
// of a dictionary takes beside its bytes.
const (
	numberBytes = 8
	textBytes   = 48
)

// collector collects one column. Texts have codes in the order in which they come.
type collector struct {
	vector plan.Vector // its values once all rows are there, its Nulls at any time
	ints   pieces[int64]
	floats pieces[float64]
	texts  []string
	codes  map[string]int64
	bytes  int64 // of the texts
}

// add appends the column of a batch to the rows before.
func (c *collector) add(in *store.BatchColumn, before, rows int) {
	v := &c.vector
	if in.Nulls != nil && v.Nulls == nil {
		v.Nulls = make([]bool, before)
	}
	switch {
	case v.Nulls == nil:
	case in.Nulls == nil:
		v.Nulls = append(v.Nulls, make([]bool, rows)...)
	default:
		v.Nulls = append(v.Nulls, in.Nulls[:rows]...)
	}
	switch {
	case v.Type.Keyed():
		c.addKeys(in, rows)
	case v.Type.Kind == plan.Double:
		copy(c.floats.grow(rows), in.Floats)
	case v.Type.Kind == plan.String:
		c.addTexts(in, rows)
	default:
		copy(c.ints.grow(rows), in.Ints)
	}
}

// addKeys appends decimals of any number of digits.
func (c *collector) addKeys(in *store.BatchColumn, rows int) {
	all := make([]*big.Int, len(in.Dict))
	for i, key := range in.Dict {
		if all[i] = new(big.Int); len(key) > 0 { // a NULL has none
			all[i] = value.KeyNumber([]byte(key))
			c.bytes += wideBytes
		}
	}
	for _, code := range in.Codes[:rows] {
		c.vector.Wide = append(c.vector.Wide, all[code])
	}
}

// wideBytes is what a number of two words takes.
const wideBytes = 64

func (c *collector) addTexts(in *store.BatchColumn, rows int) {
	codes := make([]int64, len(in.Dict))
	for i, text := range in.Dict {
		code, ok := c.codes[text]
		if !ok {
			code = int64(len(c.texts))
			c.codes[text] = code
			c.texts = append(c.texts, text)
			c.bytes += int64(len(text)) + textBytes
		}
		codes[i] = code
	}
	to := c.ints.grow(rows)
	for i, code := range in.Codes[:rows] {
		if in.Nulls == nil || !in.Nulls[i] {
			to[i] = codes[code]
		}
	}
}

// pieces are values that lie in pieces until all are there, so that none is copied again
// whenever there are more.
type pieces[T any] [][]T

// grow gives room for n more values, which are zeros.
func (p *pieces[T]) grow(n int) []T {
	piece := make([]T, n)
	*p = append(*p, piece)
	return piece
}

// joined gives all values in one piece.
func (p pieces[T]) joined() []T { return slices.Concat(p...) }

// done gives the column, of texts with their codes in the sorted dictionary.
func (c *collector) done(rows int) plan.Vector {
	c.vector.Ints, c.vector.Floats = c.ints.joined(), c.floats.joined()
	c.ints, c.floats, c.codes = nil, nil, nil
	if c.vector.Type.Kind != plan.String || rows == 0 {
		return c.vector
	}
	order := make([]int, len(c.texts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if c.texts[a] < c.texts[b] {
			return -1
		}
		return 1 // they are distinct
	})
	places, offsets, bytes := make([]int64, len(order)), make([]uint32, 1, len(order)+1), []byte(nil)
	for place, i := range order {
		places[i] = int64(place)
		bytes = append(bytes, c.texts[i]...)
		offsets = append(offsets, uint32(len(bytes)))
	}
	c.vector.Dict = plan.NewDictionary(offsets, bytes)
	for i, code := range c.vector.Ints {
		if c.vector.Nulls == nil || !c.vector.Nulls[i] {
			c.vector.Ints[i] = places[code]
		}
	}
	return c.vector
}
