package ipc

import (
	"fmt"
	"io"
	"math/big"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/schema"
	"gsdms/pushscan/store/ingest"
)

// sender turns records into batch frames, in the child.
type sender struct {
	targets []layout.Target
	out     io.Writer
	rows    int64 // sent
	dict    columns.Dictionary
	room    []byte // of the last frame, which the next one takes
}

// check refuses fields that cannot become what they should.
func (s *sender) check(fields schema.Schema) error {
	s.dict = columns.NewDictionary()
	for _, t := range s.targets {
		if want := fields.Wants(t); want != "" {
			return &childError{Field: t.Field + 1, Want: want}
		}
	}
	return nil
}

// record sends one record.
func (s *sender) record(from records) error {
	rec, columns, err := from.next()
	if err != nil {
		return err
	}
	for lo := 0; lo < int(rec.NumRows()); lo += recordRows {
		if err := s.send(rec, columns, lo, min(lo+recordRows, int(rec.NumRows()))); err != nil {
			return err
		}
	}
	return nil
}

// send sends rows [lo, hi), in two halves if they are too many bytes.
func (s *sender) send(rec arrow.Record, columns []int, lo, hi int) error {
	frame, err := s.frame(rec, columns, lo, hi)
	if err != nil {
		return err
	}
	if len(frame) > frameBytes && hi-lo > 1 {
		if err := s.send(rec, columns, lo, (lo+hi)/2); err != nil {
			return err
		}
		return s.send(rec, columns, (lo+hi)/2, hi)
	}
	if err := writeFrame(s.out, frameBatch, frame); err != nil {
		return err
	}
	s.rows += int64(hi - lo)
	return nil
}

// frame makes a batch frame of rows [lo, hi), valid until the next one; it gives up once that is
// too large.
func (s *sender) frame(rec arrow.Record, columns []int, lo, hi int) ([]byte, error) {
	rows := hi - lo
	out := appendUint32(s.room[:0], rows)
	defer func() { s.room = out }()
	for i, t := range s.targets {
		arr := rec.Column(columns[i])
		if arr.Len() != int(rec.NumRows()) {
			return nil, fmt.Errorf("field %d has %d values in a record of %d rows", t.Field+1, arr.Len(), rec.NumRows())
		}
		c, err := s.column(arr, t, lo, hi)
		if err != nil {
			return nil, err
		}
		if out = appendColumn(out, c); len(out) > frameBytes && rows > 1 {
			return out, nil
		}
	}
	return out, nil
}

// column converts one column's values.
func (s *sender) column(arr arrow.Array, t layout.Target, lo, hi int) (ingest.Column, error) {
	c := ingest.Column{}
	values, find := follow(arr)
	set := s.setter(values, t, &c, hi-lo)
	if set == nil {
		return c, fmt.Errorf("field %d: its values are %s, unlike its type in the schema", t.Field+1, arr.DataType())
	}
	for row := lo; row < hi; row++ {
		at, err := find(row)
		if err != nil {
			return c, fmt.Errorf("row %d, field %d: %w", s.rows+int64(row-lo)+1, t.Field+1, err)
		}
		if at == nowhere {
			s.setNull(t, &c, row-lo, hi-lo)
		} else if want := set(row-lo, at); want != "" {
			return c, &childError{Row: s.rows + int64(row-lo) + 1, Field: t.Field + 1, Value: malformed.Quote([]byte(values.ValueStr(at))), Want: want}
		}
	}
	if t.Coded() {
		c.Dict = s.dict.Take()
	}
	return c, nil
}

// setNull makes a row of a column NULL.
func (s *sender) setNull(t layout.Target, c *ingest.Column, row, rows int) {
	if c.Nulls == nil {
		c.Nulls = make([]bool, rows)
	}
	c.Nulls[row] = true
	if t.Coded() {
		c.Codes[row], _ = s.dict.Code(nil) // any valid code
	}
}

// nowhere is where a NULL is.
const nowhere = -1

// follow goes through dictionaries to the array that holds an array's values. find
// gives the place there of value i, nowhere for NULL: that the index is NULL or that the
// entry of the dictionary is makes no difference. An index without an entry is an error.
func follow(arr arrow.Array) (values arrow.Array, find func(i int) (at int, err error)) {
	d, ok := arr.(*array.Dictionary)
	if !ok {
		return arr, func(i int) (int, error) {
			if arr.IsNull(i) {
				return nowhere, nil
			}
			return i, nil
		}
	}
	values, entry := follow(d.Dictionary())
	entries := reachable(d)
	return values, func(i int) (int, error) {
		if d.IsNull(i) {
			return nowhere, nil
		}
		at := d.GetValueIndex(i)
		if at < 0 || at >= entries {
			return 0, fmt.Errorf("the value is entry %d of a dictionary, which has %d entries for it", at, entries)
		}
		return entry(at)
	}
}

// reachable is how many entries of its dictionary an array's indexes reach: half as many
// numbers of a signed type are none, and the array gives those as large ones.
func reachable(d *array.Dictionary) int {
	n := d.Dictionary().Len()
	index := d.DataType().(*arrow.DictionaryType).IndexType
	if bits := index.(arrow.FixedWidthDataType).BitWidth(); bits < 64 && arrow.IsSignedInteger(index.ID()) {
		n = min(n, 1<<(bits-1))
	}
	return n
}

// setter gives the function that stores value from of an array as value to of a
// column; it says what it wanted if that does not go. Nil: the array is of no type
// that goes there.
func (s *sender) setter(arr arrow.Array, t layout.Target, c *ingest.Column, rows int) func(to, from int) string {
	switch {
	case t.Keyed:
		c.Codes = make([]uint32, rows)
		return s.keySetter(arr, t, c)
	case t.Kind == plan.String:
		c.Codes = make([]uint32, rows)
		return s.stringSetter(arr, c)
	case t.Kind == plan.Double:
		c.Floats = make([]float64, rows)
		return floatSetter(arr, c)
	}
	c.Ints = make([]int64, rows)
	if t.Kind.Temporal() {
		return timeSetter(arr, t, c)
	}
	if a, ok := arr.(*array.Uint64); ok && t.Kind == plan.Unsigned {
		return func(to, from int) string {
			c.Ints[to] = value.UnsignedNumber(a.Value(from))
			return ""
		}
	}
	at, scale, want := numbers(arr)
	if at == nil {
		return nil
	}
	return func(to, from int) string {
		n, ok := at(from)
		if ok {
			n, ok = schema.Rescale(n, scale, t.Scale)
		}
		if c.Ints[to] = n; t.Kind == plan.Unsigned {
			c.Ints[to], ok = value.UnsignedNumber(uint64(n)), ok && n >= 0
		}
		if !ok {
			return want
		}
		return ""
	}
}

// keySetter stores whole numbers and decimals as keys.
func (s *sender) keySetter(arr arrow.Array, t layout.Target, c *ingest.Column) func(to, from int) string {
	at, scale := bigNumbers(arr)
	if at == nil {
		return nil
	}
	return func(to, from int) string {
		key, ok := value.KeyOf(value.OfWide(at(from), scale), plan.Type{Kind: plan.Decimal, Scale: t.Scale})
		if !ok {
			return "a decimal that the column holds without rounding"
		}
		c.Codes[to], _ = s.dict.Code([]byte(key))
		return ""
	}
}

func (s *sender) stringSetter(arr arrow.Array, c *ingest.Column) func(to, from int) string {
	at := texts(arr)
	if at == nil {
		return nil
	}
	return func(to, from int) string {
		text := at(from)
		if len(text) > malformed.MaxField {
			return fmt.Sprintf("at most %d bytes", malformed.MaxField)
		}
		c.Codes[to], _ = s.dict.Code(text)
		return ""
	}
}

// texts gives the values of an array of strings.
func texts(arr arrow.Array) func(i int) []byte {
	switch a := arr.(type) {
	case *array.String:
		return func(i int) []byte { return []byte(a.Value(i)) }
	case *array.LargeString:
		return func(i int) []byte { return []byte(a.Value(i)) }
	case *array.Binary:
		return a.Value
	case *array.LargeBinary:
		return a.Value
	case *array.FixedSizeBinary:
		return a.Value
	}
	return nil
}

// decimalNumber gives an unscaled decimal as an int64, if it fits.
func decimalNumber(n *big.Int) (int64, bool) { return n.Int64(), n.IsInt64() }
