package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gsdms/plan"
)

// File is what the footer of a Parquet file says.
type File struct {
	Rows   int64
	Fields []Field
	Groups []Group

	most int64 // bytes of a page
}

// Group is a row group.
type Group struct {
	Rows    int64
	columns []chunk
}

// chunk is a column of a row group as the footer has it.
type chunk struct {
	physical   Physical
	codec      int64
	values     int64
	begin, end int64 // in the file
	plain      int64 // bytes, as it says
	nulls      int64 // -1: not known
	low, high  []byte
	ordered    bool  // low and high are of the newer kind, ordered as the logical type is
	first      int64 // where the first page with values lies; 0: not known
	worded     bool  // there is a dictionary before it, and all values are places of it
}

// mostFooter is the part of a page's limit that the footer may have.
const mostFooter = 4

// Open reads the footer of a file of so many bytes. No page and none of its dictionaries may
// have more than most bytes.
func Open(from io.ReaderAt, size, most int64) (*File, error) {
	tail := make([]byte, 8)
	if size < 12 {
		return nil, errors.New("it has less bytes than a Parquet file has at least")
	}
	if _, err := from.ReadAt(tail, size-8); err != nil {
		return nil, err
	}
	if string(tail[4:]) == "PARE" {
		return nil, &UnreadError{"", "is encrypted"}
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if string(tail[4:]) != "PAR1" || length > size-12 {
		return nil, errors.New("it does not end as a Parquet file does")
	}
	if length > most/mostFooter {
		return nil, fmt.Errorf("its footer has %d bytes, which is more than the %d that it may have", length, most/mostFooter)
	}
	footer := make([]byte, length)
	if _, err := from.ReadAt(footer, size-8-length); err != nil {
		return nil, err
	}
	f := &File{most: most}
	return f, f.read(footer, size-8-length)
}

// read takes the footer in; pages lie before its begin.
func (f *File) read(footer []byte, begin int64) (err error) {
	m := &metadata{data: footer}
	var elements []element
	leaves, encrypted, schema := 0, false, false
	m.fields(func(id int, kind byte) {
		switch id {
		case 2:
			m.list(kind, func(kind byte) {
				if elements = append(elements, m.element(kind)); len(elements) > mostFields {
					m.fail()
				}
			})
			if m.err == nil && err == nil {
				f.Fields, leaves, err = fields(elements)
				schema = true
			}
		case 3:
			f.Rows = m.count(kind)
		case 4:
			if !schema || err != nil {
				m.fail() // the schema comes before
				return
			}
			m.list(kind, func(kind byte) { f.Groups = append(f.Groups, m.group(kind, leaves)) })
		case 8:
			encrypted = true
			m.skip(kind)
		default:
			m.skip(kind)
		}
	})
	switch {
	case err != nil:
		return err
	case m.err != nil:
		return m.err
	case encrypted:
		return &UnreadError{"", "is encrypted"}
	case !schema:
		return fmt.Errorf("%w: there is no schema", errMetadata)
	}
	return f.check(begin)
}

// group reads a RowGroup with so many columns.
func (m *metadata) group(kind byte, leaves int) (g Group) {
	g.Rows = -1
	m.structure(kind, func(id int, kind byte) {
		switch id {
		case 1:
			m.list(kind, func(kind byte) {
				if g.columns = append(g.columns, m.chunk(kind)); len(g.columns) > leaves {
					m.fail()
				}
			})
		case 3:
			g.Rows = m.count(kind)
		default:
			m.skip(kind)
		}
	})
	if g.Rows < 0 || len(g.columns) != leaves {
		m.fail()
	}
	return g
}

// chunk reads a ColumnChunk.
func (m *metadata) chunk(kind byte) (c chunk) {
	c.values = -1
	m.structure(kind, func(id int, kind byte) {
		switch id {
		case 3:
			m.structure(kind, c.reader(m))
		default:
			m.skip(kind)
		}
	})
	if c.values < 0 {
		m.fail() // what it is lies in another file, or nowhere
	}
	return c
}

// reader gives what reads the fields of a ColumnMetaData.
func (c *chunk) reader(m *metadata) func(id int, kind byte) {
	length, dictionary := int64(0), int64(0)
	var listed, counted pageEncodings
	c.nulls = -1
	return func(id int, kind byte) {
		switch id {
		case 1:
			c.physical = Physical(m.number(kind))
		case 2:
			m.list(kind, func(kind byte) { listed.add(m.number(kind)) })
		case 4:
			c.codec = m.number(kind)
		case 5:
			c.values = m.count(kind)
		case 6:
			c.plain = m.count(kind)
		case 7:
			length = m.count(kind)
		case 9:
			c.first = m.count(kind)
			c.begin = c.first
		case 11:
			dictionary = m.count(kind)
		case 12:
			m.structure(kind, func(id int, kind byte) { c.statistic(m, id, kind) })
		case 13:
			m.list(kind, func(kind byte) { counted.add(m.pageEncoding(kind)) })
		default:
			m.skip(kind)
		}
		if counted.any {
			listed = counted
		}
		c.worded = listed.words && !listed.others && dictionary > 0 && dictionary < c.first
		if dictionary > 0 && dictionary < c.begin {
			c.begin = dictionary
		}
		c.end = c.begin + length
	}
}

// statistic reads a field of Statistics.
func (c *chunk) statistic(m *metadata, id int, kind byte) {
	switch id {
	case 1:
		if b := m.bytes(kind); !c.ordered {
			c.high = b
		}
	case 2:
		if b := m.bytes(kind); !c.ordered {
			c.low = b
		}
	case 3:
		c.nulls = m.number(kind)
	case 5:
		c.orderedBounds()
		c.high = m.bytes(kind)
	case 6:
		c.orderedBounds()
		c.low = m.bytes(kind)
	default:
		m.skip(kind)
	}
}

// orderedBounds forgets bounds of the older kind, since those of the newer come.
func (c *chunk) orderedBounds() {
	if !c.ordered {
		c.low, c.high, c.ordered = nil, nil, true
	}
}

// mostRows is how many rows a file has at most: their number times eight is no number of
// bytes beyond all bounds.
const mostRows = 1 << 48

// uncounted is what a chunk may have beyond its length, in which early writers have not counted
// the header of a dictionary. Pages end with the last value.
const uncounted = 100

// check holds what the groups say against each other and against the file.
func (f *File) check(end int64) error {
	total := int64(0)
	f.Groups = slices.DeleteFunc(f.Groups, func(g Group) bool { return g.Rows == 0 })
	for g := range f.Groups {
		group := &f.Groups[g]
		if group.Rows > mostRows || total > mostRows {
			return fmt.Errorf("%w: row group %d has %d rows", errMetadata, g+1, group.Rows)
		}
		total += group.Rows
		for i := range f.Fields {
			if !group.holds(&f.Fields[i], end) {
				return fmt.Errorf("row group %d, column %s: it lies outside of the file, or is not what the schema and the group say", g+1, f.Fields[i].Name)
			}
		}
	}
	if total != f.Rows && f.Rows != 0 { // some writers leave it out
		return fmt.Errorf("the file says that it has %d rows, but its row groups have %d", f.Rows, total)
	}
	f.Rows = total
	return nil
}

// holds reports whether the columns of a field lie before an end, and have as many values as there are
// rows, or of its parts at least as many entries.
func (g *Group) holds(f *Field, end int64) bool {
	if f.Unheld != "" {
		return true
	}
	for _, of := range f.leaves() {
		c := &g.columns[of.leaf]
		if c.begin < 4 || c.begin > c.end || c.end > end || c.physical != of.Physical || c.values < g.Rows || c.values > g.Rows && f.Nested == nil || c.values > mostRows {
			return false
		}
		c.end = min(c.end+uncounted, end)
	}
	return true
}

// Bounds are what a row group says of the numbers of a field: the least and the greatest, of doubles by
// plan.RankOf with one zero, and whether there may be NULLs. ok is false where it does not say that; a
// number of 64 bits without a sign is none of these. Of doubles it says nothing about what is no number, and of a
// part that is read by itself it speaks of the part's values. A file can lie.
func (f *File) Bounds(group, field int) (low, high int64, nulls, ok bool) {
	switch to := &f.Fields[field]; {
	case to.Nested == nil:
		return f.bounds(group, to, to.optional)
	case to.IsLeaf(): // what writers count as NULL of a list is not the same
		low, high, nulls, ok = f.bounds(group, &to.Nested.Field, to.Nested.Defined > 0 && to.From == nil)
		return low, high, nulls || to.From != nil || to.Nested.Floats(), ok
	}
	return 0, 0, true, false
}

// bounds are those of a field with values, or of a part with some.
func (f *File) bounds(group int, to *Field, optional bool) (low, high int64, nulls, ok bool) {
	c := &f.Groups[group].columns[to.leaf]
	nulls = optional && c.nulls != 0
	if c.nulls == c.values && optional {
		return math.MaxInt64, math.MinInt64, true, true
	}
	if to.Physical == Boolean {
		return 0, 1, nulls, true
	}
	if to.Physical == FixedBytes && to.Logical == Decimal {
		low, high, ok = c.decimalBounds(to.Width)
		return low, high, nulls, ok
	}
	width := boundWidths[to.Physical]
	if width == 0 || len(c.low) != width || len(c.high) != width || to.Unsigned && (width == 8 || !c.ordered) {
		return 0, 0, nulls, false
	}
	if to.Physical == Float || to.Physical == Double {
		low, high, ok = ranksOf(to.double(c.low), to.double(c.high))
		return low, high, nulls, ok
	}
	low, high = to.whole(c.low), to.whole(c.high)
	return low, high, nulls, low <= high
}

// boundWidths are the bytes of the bounds of numbers.
var boundWidths = map[Physical]int{Int32: 4, Int64: 8, Float: 4, Double: 8}

// ranksOf gives the ranks of bounds. Bounds that are no numbers say nothing, as the format has it, and
// where one is a zero there may be the other zero.
func ranksOf(low, high float64) (int64, int64, bool) {
	return plan.RankOf(low + 0), plan.RankOf(high + 0), low <= high
}

// double is a number of four or eight bytes.
func (f *Field) double(b []byte) float64 {
	if f.Physical == Double {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
}

// uuidBytes is how many bytes a UUID has.
const uuidBytes = 16

// TextBounds are what a row group says of the texts of a field: that none is less than low or greater
// than high, which may be no text of it; of UUIDs they are the bytes of such. ok is false where it does not say that
// in their order as bytes. A file can lie.
func (f *File) TextBounds(group, field int) (low, high string, ok bool) {
	to := &f.Fields[field]
	c := &f.Groups[group].columns[to.leaf]
	switch {
	case to.Physical == ByteArray && to.Logical == Text:
		ok = c.low != nil && c.high != nil
	case to.Logical == UUID:
		ok = len(c.low) == uuidBytes && len(c.high) == uuidBytes
	}
	low, high = string(c.low), string(c.high)
	return low, high, ok && c.ordered && low <= high
}

// whole is a number of four or eight bytes.
func (f *Field) whole(b []byte) int64 {
	switch {
	case f.Physical == Int64:
		return int64(binary.LittleEndian.Uint64(b))
	case f.Unsigned:
		return int64(binary.LittleEndian.Uint32(b))
	}
	return int64(int32(binary.LittleEndian.Uint32(b)))
}

// Null reports whether a row group may have a row that is NULL in a part that is read by itself.
func (f *File) Null(group, field int) bool {
	return f.Groups[group].columns[f.Fields[field].leaf].nulls != 0
}

// Entries is how many a row group says that the first leaf of a field has.
func (f *File) Entries(group, field int) int64 {
	return f.Groups[group].columns[f.Fields[field].leaf].values
}

// Bytes is what a row group says that the pages of a field have, unpacked.
func (f *File) Bytes(group, field int) (total int64) {
	for _, of := range f.Fields[field].leaves() {
		total += min(max(f.Groups[group].columns[of.leaf].plain, 0), mostRows)
	}
	return total
}
