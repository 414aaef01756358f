package rowgroups

import (
	"fmt"
	"slices"

	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/parquet"
)

// putTexts stores texts from a row on, as codes of the batch's dictionary.
func (c *reader) putTexts(to []uint32, at int, p *parquet.Piece) error {
	codes, bad := c.codesOf(p)
	if bad != nil {
		bad.Row += int64(at)
		return bad
	}
	if p.Nulls != nil {
		c.anyCode() // which is 0, as rows are that are NULL
	}
	scatter(to[at:at+p.Rows], codes, p.Nulls)
	return nil
}

// codesOf gives the codes of the texts that a piece has; a word of the chunk's is looked up once in
// a batch.
func (c *reader) codesOf(p *parquet.Piece) ([]uint32, *malformed.Error) {
	if p.Indexes == nil {
		c.codes = slices.Grow(c.codes[:0], len(p.Texts))[:len(p.Texts)]
		for i, text := range p.Texts {
			code, err := c.code(p, i, text)
			if err != nil {
				return nil, err
			}
			c.codes[i] = code
		}
		return c.codes, nil
	}
	words := c.cursor.Words().Texts
	if len(c.known) != len(words) {
		c.known = make([]uint32, len(words))
	}
	for i, at := range p.Indexes {
		code := c.known[at]
		if code == 0 {
			one, err := c.code(p, i, words[at])
			if err != nil {
				return nil, err
			}
			code = one + 1
			c.known[at] = code
		}
		p.Indexes[i] = code - 1
	}
	return p.Indexes, nil
}

// code gives the code of a text, which is value i of a piece.
func (c *reader) code(p *parquet.Piece, i int, text []byte) (uint32, *malformed.Error) {
	if len(text) > malformed.MaxField {
		return 0, &malformed.Error{Row: rowWith(p, i), Value: malformed.Quote(text), Want: fmt.Sprintf("at most %d bytes", malformed.MaxField)}
	}
	if c.uuids {
		c.spelt = appendUUID(c.spelt[:0], text)
		text = c.spelt
	}
	code, _ := c.dict.Code(text)
	return code, nil
}

// rowWith is the row of a piece, from 1, that has its value i.
func rowWith(p *parquet.Piece, i int) int64 {
	for row, null := range p.Nulls {
		if null {
			continue
		}
		if i--; i < 0 {
			return int64(row + 1)
		}
	}
	return int64(i + 1)
}

// anyCode is a code that is there, for a NULL.
func (c *reader) anyCode() uint32 {
	if c.dict.Empty() {
		c.dict.Code(nil)
	}
	return 0
}
