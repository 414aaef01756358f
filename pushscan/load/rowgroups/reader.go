package rowgroups

import (
	"context"
	"fmt"
	"unsafe"

	"gsdms/operators/simd"
	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/parquet"
	"gsdms/pushscan/load/scalar"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/store/ingest"
)

// kernels are for doubles.
var kernels = simd.Best()

// reader reads one field into one column, batch by batch.
type reader struct {
	target layout.Target
	field  *parquet.Field
	room   *parquet.Room
	cursor rows
	values setter // what values become that are not as they are stored; nil: they are
	dict   columns.Dictionary
	round  bool     // numbers are nanoseconds for a column of microseconds
	uuids  bool     // bytes become texts that spell UUIDs
	sound  bool     // the last piece was of doubles that are all finite
	codes  []uint32 // of a piece
	spelt  []byte   // UUIDs of a piece
	asked  bool     // whether the column takes all numbers of the dictionary: taken
	taken  bool
	known  []uint32 // of the words of the chunk in the batch, and 1; 0: not there yet
}

func (p *File) newReader(t layout.Target) *reader {
	c := &reader{target: t, field: p.valuesOf(t.Field), room: &parquet.Room{}}
	if t.Coded() {
		c.dict = columns.NewDictionary()
	}
	if c.values = setterOf(c.field, t); c.values == nil && c.field.Physical == parquet.Float && p.file.Fields[t.Field].Nested != nil {
		c.values = setShortest
	}
	c.round = t.Kind.Ticking() && c.values == nil && schema.Rounds(t, digitsOf(c.field))
	if c.field.Logical == parquet.UUID && !t.Bytes {
		c.uuids = true
	}
	return c
}

// mostBatchText is how many bytes the different texts of a batch have at most.
const mostBatchText = 1 << 30

// read gives the next rows of the row group, whose texts are in the dictionary.
func (c *reader) read(ctx context.Context, rows int) (out ingest.Column, err error) {
	c.begin(&out, rows)
	for at := 0; at < rows; {
		n, err := c.piece(ctx, &out, at, rows)
		if err != nil {
			return out, err
		}
		if at += n; c.dict.Size() > mostBatchText {
			return out, fmt.Errorf("%d rows have more than %d MiB of text", rows, mostBatchText>>20)
		}
	}
	return out, nil
}

// begin makes room for rows.
func (c *reader) begin(out *ingest.Column, rows int) {
	switch {
	case c.target.Coded():
		out.Codes = make([]uint32, rows)
	case c.target.Kind == plan.Double:
		out.Floats = make([]float64, rows)
	default:
		out.Ints = make([]int64, rows)
	}
	clear(c.known)
}

// piece reads some rows, from one on and less than to, and gives how many.
func (c *reader) piece(ctx context.Context, out *ingest.Column, at, to int) (int, error) {
	p, err := c.cursor.Next(ctx, to-at)
	if err != nil {
		return 0, err
	}
	if p.Nulls != nil && out.Nulls == nil {
		out.Nulls = make([]bool, max(len(out.Ints), len(out.Floats), len(out.Codes)))
	}
	copy(out.Nulls[min(at, len(out.Nulls)):], p.Nulls)
	return p.Rows, c.put(out, at, &p)
}

// put stores a piece from a row on.
func (c *reader) put(out *ingest.Column, at int, p *parquet.Piece) error {
	switch {
	case c.values != nil:
		return c.putEach(out, at, p)
	case c.target.Kind == plan.String:
		return c.putTexts(out.Codes, at, p)
	case c.target.Kind == plan.Double:
		c.sound = kernels.OneZero(p.Floats)
		scatter(wordsOf(out.Floats[at:at+p.Rows]), wordsOf(p.Floats), p.Nulls)
	default:
		c.rounded(out, p)
		scatter(out.Ints[at:at+p.Rows], p.Ints, p.Nulls)
	}
	return nil
}

// rounded makes the numbers of a piece those of the column out.
func (c *reader) rounded(out *ingest.Column, p *parquet.Piece) {
	if c.round {
		out.Lost.Rounded += schema.Round(p.Ints, c.target.Kind)
	}
}

// scatter puts values to the rows that are not NULL, and 0 to the others. There is no branch for each
// row, since which are NULL cannot be foretold.
func scatter[T uint32 | int64](to, values []T, nulls []bool) {
	switch {
	case nulls == nil:
		copy(to, values)
		return
	case len(values) == 0:
		clear(to[:len(nulls)])
		return
	}
	to = to[:len(nulls)]
	next, last := 0, len(values)-1
	for row, null := range nulls {
		there := 0
		if !null {
			there = 1
		}
		to[row] = values[min(next, last)] & -T(there)
		next += there
	}
}

// wordsOf gives the bits of doubles.
func wordsOf(floats []float64) []int64 {
	return unsafe.Slice((*int64)(unsafe.Pointer(unsafe.SliceData(floats))), len(floats))
}

// putEach stores values one by one that become others.
func (c *reader) putEach(out *ingest.Column, at int, p *parquet.Piece) error {
	next := 0
	for row := range p.Rows {
		if p.Nulls != nil && p.Nulls[row] {
			if out.Codes != nil {
				out.Codes[at+row] = c.anyCode()
			}
			continue
		}
		if want := c.values(c, out, at+row, p, next); want != "" {
			return &malformed.Error{Row: int64(at + row + 1), Value: malformed.Quote([]byte(c.show(p, next))), Want: want}
		}
		next++
	}
	return nil
}

// setter stores value i of a piece in a row; it says what it wanted if that does not go.
type setter func(c *reader, out *ingest.Column, row int, p *parquet.Piece, i int) (want string)

// setterOf gives what stores the values of a field in a column; nil: as they are.
func setterOf(f *parquet.Field, t layout.Target) setter {
	decimal := f.Logical == parquet.Decimal
	switch {
	case t.Kind == plan.String:
		return nil
	case t.Keyed:
		return setKey
	case t.Kind == plan.Double && f.Logical == parquet.Float16:
		return setHalf
	case t.Kind == plan.Double && (f.Physical == parquet.Float || f.Physical == parquet.Double):
		return nil
	case t.Kind == plan.Double:
		return setNearest
	case t.Kind.Temporal():
		return setTimes(f, t)
	case wideWhole(f) || t.Kind == plan.Unsigned:
		return setUnsigned
	case decimal && f.Scale == t.Scale && f.Physical <= parquet.Int64, !decimal && t.Scale == 0:
		return nil
	case f.Physical <= parquet.Int64:
		return setScaled
	}
	return setWide
}

// wideWhole reports whether a field has whole numbers of 64 bits without a sign.
func wideWhole(f *parquet.Field) bool {
	return f.Logical == parquet.Integer && f.Unsigned && f.Bits == 64
}

// setUnsigned stores whole numbers of which one side or the other has no sign.
func setUnsigned(c *reader, out *ingest.Column, row int, p *parquet.Piece, i int) string {
	n, ok := int64(0), true
	const whole = "an integer that the column's scale and 64 bits hold"
	switch f := c.field; {
	case wideWhole(f) && c.target.Kind == plan.Unsigned:
		out.Ints[row] = value.UnsignedNumber(uint64(p.Ints[i]))
		return ""
	case wideWhole(f):
		n, ok = p.Ints[i], p.Ints[i] >= 0
	default:
		n, ok = c.whole(p, i)
	}
	if ok {
		n, ok = schema.Rescale(n, c.scale(), c.target.Scale)
	}
	if c.target.Kind == plan.Unsigned {
		out.Ints[row], ok = value.UnsignedNumber(uint64(n)), ok && n >= 0
	} else {
		out.Ints[row] = n
	}
	if !ok {
		return whole
	}
	return ""
}

// scale is that of a field's numbers.
func (c *reader) scale() int {
	if c.field.Logical == parquet.Decimal {
		return c.field.Scale
	}
	return 0
}

// whole is a value's number, without its point.
func (c *reader) whole(p *parquet.Piece, i int) (int64, bool) {
	if c.field.Physical <= parquet.Int64 {
		return p.Ints[i], true
	}
	return parquet.Whole(c.bytes(p, i))
}

// bytes is a value of bytes.
func (c *reader) bytes(p *parquet.Piece, i int) []byte {
	if p.Indexes != nil {
		return c.cursor.Words().Texts[p.Indexes[i]]
	}
	return p.Texts[i]
}

func setScaled(c *reader, out *ingest.Column, row int, p *parquet.Piece, i int) (want string) {
	n, ok := schema.Rescale(p.Ints[i], c.scale(), c.target.Scale)
	if out.Ints[row] = n; ok {
		return ""
	}
	if c.field.Logical == parquet.Decimal {
		return exactDecimal
	}
	return "an integer that the column's scale and 64 bits hold"
}

// exactDecimal is what a column of decimals wants.
const exactDecimal = "a decimal that the column holds without rounding"

func setWide(c *reader, out *ingest.Column, row int, p *parquet.Piece, i int) (want string) {
	n, ok := c.whole(p, i)
	if ok {
		n, ok = schema.Rescale(n, c.scale(), c.target.Scale)
	}
	if out.Ints[row] = n; !ok {
		return exactDecimal
	}
	return ""
}

// setKey stores whole numbers and decimals as keys.
func setKey(c *reader, out *ingest.Column, row int, p *parquet.Piece, i int) string {
	key, ok := value.KeyOf(value.OfWide(c.big(p, i), c.scale()), plan.Type{Kind: plan.Decimal, Scale: c.target.Scale})
	if !ok {
		return exactDecimal
	}
	out.Codes[row], _ = c.dict.Code([]byte(key))
	return ""
}

// setHalf stores a double of 16 bits.
func setHalf(c *reader, out *ingest.Column, row int, p *parquet.Piece, i int) string {
	out.Floats[row] = half(c.bytes(p, i)) + 0
	return ""
}

// setNearest stores the nearest double of a whole number or a decimal.
func setNearest(c *reader, out *ingest.Column, row int, p *parquet.Piece, i int) string {
	switch f := c.field; {
	case wideWhole(f):
		out.Floats[row] = float64(uint64(p.Ints[i]))
	case f.Logical == parquet.Decimal:
		if n := p.Ints; n != nil && f.Scale < len(exactPowers) && n[i] <= exactWhole && n[i] >= -exactWhole {
			out.Floats[row] = float64(n[i]) / exactPowers[f.Scale]
			return ""
		}
		v, ok := scalar.Double([]byte(c.show(p, i)))
		if out.Floats[row] = v; !ok {
			return "a finite number"
		}
	default:
		out.Floats[row] = float64(p.Ints[i])
	}
	return ""
}
