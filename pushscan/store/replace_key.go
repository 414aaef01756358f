package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/intake"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/snapshot"
)

// keyTexts spells the primary keys of rows that come to a table as those of its rows are
// stored: the numbers of the key's columns, 8 bytes each. A value that no row has gets a
// number that no row has. One goroutine owns it.
type keyTexts struct {
	m       *manifest.Manifest
	columns []keyColumn
	out     []byte
}

// keyColumn is a column of the key.
type keyColumn struct {
	ordinal int
	typ     plan.Type
	dict    *plan.Dictionary // of texts that are no foreign key
	foreign *snapshot.Keys
	others  map[string]int64 // texts that the table has not, from -1 down
	numbers map[int64]int64  // keys of a foreign table that it has not, likewise
}

func newKeyTexts(ctx context.Context, e *edit, old *snapshot.Version) (*keyTexts, error) {
	k := &keyTexts{m: old.Manifest}
	foreign, err := e.keyIndexes(ctx, old.Manifest)
	if err != nil {
		return nil, err
	}
	for _, i := range old.Manifest.PrimaryKey {
		k.columns = append(k.columns, keyColumn{
			ordinal: i, typ: old.Manifest.Columns[i].Type.Plan(), foreign: foreign[i], dict: old.Columns[i].Dict,
			others: map[string]int64{}, numbers: map[int64]int64{},
		})
	}
	return k, nil
}

// takes checks that a batch has the columns of the key.
func (k *keyTexts) takes(b *ingest.Batch) error {
	if len(b.Columns) != len(k.m.Columns) {
		return fmt.Errorf("a batch of %d columns for a table of %d", len(b.Columns), len(k.m.Columns))
	}
	for _, c := range k.columns {
		checked := &intake.Column{Type: c.typ}
		if err := checked.Check(&b.Columns[c.ordinal], b.Rows); err != nil {
			return err
		}
	}
	return nil
}

// of spells the key of a row of a batch; it is good until the next call. A NULL, which the
// load refuses, is spelled like 0.
func (k *keyTexts) of(b *ingest.Batch, row int) []byte {
	k.out = k.out[:0]
	var past []byte
	for i := range k.columns {
		c := &k.columns[i]
		in := &b.Columns[c.ordinal]
		k.out = binary.LittleEndian.AppendUint64(k.out, uint64(c.number(in, row)))
		if c.past(in, row) {
			past = append(past, byte(i))
		}
	}
	return append(k.out, past...)
}

// past reports whether a value is past the 64 bits that the table's rows have in the column: its
// number may be that of a row, so that the key says which columns are such, which no row's does.
func (c *keyColumn) past(in *ingest.Column, row int) bool {
	return c.typ.Keyed() && c.dict == nil && !(in.Nulls != nil && in.Nulls[row]) && !value.KeyNumber([]byte(in.Text(in.Codes[row]))).IsInt64()
}

func (c *keyColumn) number(in *ingest.Column, row int) int64 {
	switch {
	case in.Nulls != nil && in.Nulls[row]:
		return 0
	case c.typ.Keyed():
		return c.key(in.Text(in.Codes[row]))
	case c.typ.Kind == plan.String:
		return c.text(plan.KeptText(c.typ, in.Text(in.Codes[row])))
	case c.typ.Kind == plan.Double:
		return int64(math.Float64bits(in.Floats[row]))
	case c.foreign == nil:
		return in.Ints[row]
	}
	if at, ok := c.foreign.Find(in.Ints[row]); ok {
		return int64(at)
	}
	return numbered(c.numbers, in.Ints[row])
}

func (c *keyColumn) text(text string) int64 {
	if c.foreign != nil {
		if at, ok := c.foreign.FindText(text); ok {
			return int64(at)
		}
	} else if c.dict != nil { // the table has rows
		if code, exact := c.dict.Find(text); exact {
			return int64(code)
		}
	}
	return numbered(c.others, text)
}

// key gives the number of a decimal's key: its code, or itself where the table has numbers, unless
// it is past 64 bits.
func (c *keyColumn) key(key string) int64 {
	if c.dict != nil {
		return c.text(key)
	}
	if n := value.KeyNumber([]byte(key)); n.IsInt64() {
		return n.Int64()
	}
	return numbered(c.others, key)
}

// numbered gives a value its number below 0, the same each time.
func numbered[T comparable](known map[T]int64, value T) int64 {
	n, ok := known[value]
	if !ok {
		n = int64(-1 - len(known))
		known[value] = n
	}
	return n
}
