package pieces

import (
	"fmt"

	"gsdms/pushscan/store/ingest"
)

// Column makes one column of a batch.
type Column struct {
	ingest.Column
	words []string // values are numbers into it; nil for a column of numbers or free text
	codes []int32  // a word's code in Dict, or -1
	texts map[string]uint32
	name  func(number uint64) string // of a column of names
	named map[uint64]uint32          // a number's code in Dict
}

// Numbers is a column of numbers with room for n rows.
func Numbers(n int64) *Column {
	return &Column{Column: ingest.Column{Ints: make([]int64, 0, n)}}
}

// Words is a column of texts from a list. Only those that occur enter the dictionary.
func Words(n int64, list []string) *Column {
	c := &Column{words: list, codes: make([]int32, len(list))}
	for i := range c.codes {
		c.codes[i] = -1
	}
	c.Codes = make([]uint32, 0, n)
	return c
}

// Texts is a column of texts that are nearly all different.
func Texts(n int64) *Column {
	c := &Column{texts: make(map[string]uint32, n)}
	c.Codes = make([]uint32, 0, n)
	return c
}

// Number appends a number, or the word of that number.
func (c *Column) Number(v int64) {
	if c.words == nil {
		c.Ints = append(c.Ints, v)
		return
	}
	if c.codes[v] < 0 {
		c.codes[v] = int32(len(c.Dict))
		c.Dict = append(c.Dict, c.words[v])
	}
	c.Codes = append(c.Codes, uint32(c.codes[v]))
}

// Text appends a text.
func (c *Column) Text(t string) {
	code, ok := c.texts[t]
	if !ok {
		code = uint32(len(c.Dict))
		c.texts[t] = code
		c.Dict = append(c.Dict, t)
	}
	c.Codes = append(c.Codes, code)
}

// Named is a column of texts that are made from numbers: name gives the text of a number
// when it comes for the first time in the batch.
func Named(n int64, name func(number uint64) string) *Column {
	c := &Column{name: name, named: map[uint64]uint32{}}
	c.Codes = make([]uint32, 0, n)
	return c
}

// Add appends the text of a number to a column of names.
func (c *Column) Add(number uint64) {
	code, ok := c.named[number]
	if !ok {
		code = uint32(len(c.Dict))
		c.named[number] = code
		c.Dict = append(c.Dict, c.name(number))
	}
	c.Codes = append(c.Codes, code)
}

// AddNumbers appends one value to each of the columns.
func AddNumbers(columns []*Column, values ...int64) {
	for i, v := range values {
		columns[i].Number(v)
	}
}

// Batch hands the columns over: rows of table t, of the units after from.
func Batch(t string, from int64, rows int, columns []*Column) *ingest.Batch {
	b := &ingest.Batch{Rows: rows, Columns: make([]ingest.Column, len(columns))}
	for i, c := range columns {
		b.Columns[i] = c.Column
	}
	b.Origin = func(row int) string { return fmt.Sprintf("generated %s, row %d after unit %d", t, row+1, from) }
	return b
}
