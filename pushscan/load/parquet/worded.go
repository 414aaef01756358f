package parquet

import (
	"context"
	"fmt"
	"io"
)

// pageEncodings is what a chunk says of the encodings of its pages with values.
type pageEncodings struct {
	any    bool
	words  bool // places of the dictionary are among them
	others bool // other values are
}

// add takes an encoding in; those of levels are none of values, but where they are listed with these
// they may be.
func (e *pageEncodings) add(encoding int64) {
	e.any = true
	switch encoding {
	case plainDictionary, dictionaryIndexes:
		e.words = true
	case noValues, runLengths, bitLevels:
	default:
		e.others = true
	}
}

const (
	noValues  = -1 // a page without values
	bitLevels = 4  // levels in single bits
)

// pageEncoding reads a PageEncodingStats.
func (m *metadata) pageEncoding(kind byte) int64 {
	page, encoding := int64(-1), int64(noValues)
	m.structure(kind, func(id int, kind byte) {
		switch id {
		case 1:
			page = m.number(kind)
		case 2:
			encoding = m.number(kind)
		default:
			m.skip(kind)
		}
	})
	if page != dataPage && page != dataPage2 {
		return noValues
	}
	return encoding
}

// Worded reports whether a row group says that all values of a field are places of its dictionary.
// A file can lie: pieces of such a column may have Texts all the same.
func (f *File) Worded(group, field int) bool {
	to := &f.Fields[field]
	return (to.Nested == nil || to.IsLeaf() && to.From == nil) && f.Groups[group].columns[to.leaf].worded
}

// Words reads only the dictionary of a field in a row group where Worded holds, in the memory of a
// room; it is there until the room is used again. Some of its words may be in no row.
func (f *File) Words(ctx context.Context, from io.ReaderAt, room *Room, group, field int) (*Words, error) {
	to := &f.Fields[field]
	if to.IsLeaf() {
		to = &to.Nested.Field
	}
	c := f.cursor(from, room, group, to)
	c.end = f.Groups[group].columns[f.Fields[field].leaf].first
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	h, stored, err := c.next()
	if err != nil {
		return nil, err
	}
	if h.kind != dictionaryPage {
		return nil, fmt.Errorf("a page of kind %d lies where the footer says that the dictionary is", h.kind)
	}
	return &c.words, c.dictionary(h, stored)
}
