package parquet

import (
	"fmt"
	"slices"

	"gsdms/plan/json"
)

// Physical is how values lie in pages, by the numbers of the format.
type Physical int

// The physical types.
const (
	Boolean Physical = iota
	Int32
	Int64
	Int96
	Float
	Double
	ByteArray
	FixedBytes
)

// number reports whether values are Ints or Floats of a piece.
func (p Physical) number() bool { return p <= Int64 || p == Float || p == Double }

// Logical is what values mean.
type Logical int

// The logical types. NoLogical values are what their physical type is, those of NULL alone among
// them.
const (
	NoLogical Logical = iota
	Text
	Decimal
	Date
	Time
	Timestamp
	Integer
	Float16
	UUID
)

// Field is a field of a file's records.
type Field struct {
	Name     string
	Unheld   string // what it is that has no values here: a logical type that is not read
	Nested   *Node  // its parts where it has values within values; nil: it has one in each record
	Outer    *Node  // what Nested lies in directly, where that is read by itself; else nil
	From     *Node  // the list or the map of which one element is read, by Leg, to find Nested; nil: there is none
	Leg      json.Leg
	Physical Physical
	Width    int // bytes of a FixedBytes
	Logical  Logical
	Digits   int  // Decimal: all; Time, Timestamp: of a second's fraction
	Scale    int  // Decimal
	Bits     int  // Integer
	Unsigned bool // Integer
	UTC      bool // Time, Timestamp

	optional bool
	null     uint32  // level of definition from which on From is there, or null
	leaf     int     // which column of a row group, the first of its parts
	parts    []*Node // Nested: the leaves
}

// UnreadError says what of a file that may be sound is not read: of a field, or of all.
type UnreadError struct{ Field, What string }

// Error implements error.
func (e *UnreadError) Error() string {
	if e.Field == "" {
		return "it " + e.What
	}
	return fmt.Sprintf("field %q %s", e.Field, e.What)
}

// unheldTypes are logical types that have no values here, by their numbers in LogicalType.
var unheldTypes = map[int]string{2: "MAP", 3: "LIST", 9: "INTERVAL", 16: "VARIANT", 17: "GEOMETRY", 18: "GEOGRAPHY"}

// olderUnheldTypes are those of unheldTypes, by their numbers in ConvertedType.
var olderUnheldTypes = map[int64]string{1: "MAP", 2: "MAP", 3: "LIST", 21: "INTERVAL"}

// lastKnownType is the largest number of a logical type that is known.
const lastKnownType = 15

// mostFields is how many elements a schema has at most.
const mostFields = 1 << 16

// element is one of the schema, which is a tree in a list.
type element struct {
	Field
	children  int64
	repeats   int64 // 0: required, 1: optional, 2: repeated
	converted int64 // -1: none
}

// element reads one of the schema.
func (m *metadata) element(kind byte) element {
	e := element{converted: -1, Field: Field{Physical: -1}}
	m.structure(kind, func(id int, kind byte) {
		switch id {
		case 1:
			e.Physical = Physical(m.number(kind))
		case 2:
			e.Width = int(m.count(kind))
		case 3:
			e.repeats = m.count(kind)
		case 4:
			e.Name = string(m.bytes(kind))
		case 5:
			e.children = m.count(kind)
		case 6:
			e.converted = m.number(kind)
		case 7:
			e.Scale = int(m.number(kind))
		case 8:
			e.Digits = int(m.number(kind))
		case 10:
			m.structure(kind, func(id int, kind byte) { m.logical(&e, id, kind) })
		default:
			m.skip(kind)
		}
	})
	return e
}

// logical reads the one field of a LogicalType.
func (m *metadata) logical(e *element, id int, kind byte) {
	if e.Unheld = unheldTypes[id]; e.Unheld == "" && id > lastKnownType {
		e.Unheld = fmt.Sprintf("of the logical type number %d", id)
	}
	switch id {
	case 1, 4, 12:
		e.Logical = Text
	case 5:
		e.Logical = Decimal
	case 6:
		e.Logical = Date
	case 7:
		e.Logical = Time
	case 8:
		e.Logical = Timestamp
	case 10:
		e.Logical = Integer
	case 14:
		e.Logical = UUID
	case 15:
		e.Logical = Float16
	}
	m.structure(kind, func(id int, kind byte) { m.detail(e, id, kind) })
}

// detail reads a field of a logical type.
func (m *metadata) detail(e *element, id int, kind byte) {
	ticks := e.Logical == Time || e.Logical == Timestamp
	switch {
	case e.Logical == Decimal && id == 1:
		e.Scale = int(m.number(kind))
	case e.Logical == Decimal && id == 2:
		e.Digits = int(m.number(kind))
	case e.Logical == Integer && id == 1:
		e.Bits = int(m.number(kind))
	case e.Logical == Integer && id == 2:
		e.Unsigned = !m.truth(kind)
	case ticks && id == 1:
		e.UTC = m.truth(kind)
	case ticks && id == 2:
		m.structure(kind, func(id int, kind byte) {
			e.Digits = 3 * id
			m.skip(kind)
		})
	default:
		m.skip(kind)
	}
}

// convert takes what an element is from its converted type, which older files have.
func (e *element) convert() {
	if e.Logical != NoLogical || e.Unheld != "" {
		return
	}
	e.Unheld = olderUnheldTypes[e.converted]
	switch c := e.converted; c {
	case 0, 4, 19: // UTF8, ENUM, JSON
		e.Logical = Text
	case 5:
		e.Logical = Decimal
	case 6:
		e.Logical = Date
	case 7, 8:
		e.Logical, e.Digits, e.UTC = Time, 3*int(c-6), true
	case 9, 10:
		e.Logical, e.Digits, e.UTC = Timestamp, 3*int(c-8), true
	case 11, 12, 13, 14:
		e.Logical, e.Bits, e.Unsigned = Integer, 8<<(c-11), true
	case 15, 16, 17, 18:
		e.Logical, e.Bits = Integer, 8<<(c-15)
	}
}

// sane reports whether the physical type can hold the logical one.
func (e *element) sane() bool {
	ints := e.Physical == Int32 || e.Physical == Int64
	switch e.Logical {
	case Decimal:
		return (ints || e.Physical == ByteArray || e.Physical == FixedBytes) && e.Digits >= 1 && e.Scale >= 0 && e.Scale <= e.Digits
	case Date:
		return e.Physical == Int32
	case Time, Timestamp:
		return ints && e.Digits >= 3 && e.Digits <= 9
	case Integer:
		return ints && (e.Bits == 8 || e.Bits == 16 || e.Bits == 32 || e.Bits == 64 && e.Physical == Int64)
	case Float16:
		return e.Physical == FixedBytes && e.Width == 2
	case UUID:
		return e.Physical == FixedBytes && e.Width == 16
	case Text:
		return e.Physical == ByteArray
	}
	return e.Physical >= Boolean && e.Physical <= FixedBytes
}

// tree makes the fields of the root's children.
type tree struct {
	elements []element
	at       int
	leaves   int
	first    int     // of the leaves of a field with parts
	within   []*Node // its leaves so far
}

// mostNesting is how deep fields lie in each other.
const mostNesting = 64

// fields gives the fields of a schema, which begins with its root.
func fields(elements []element) (out []Field, leaves int, err error) {
	if len(elements) == 0 {
		return nil, 0, fmt.Errorf("%w: there is no schema", errMetadata)
	}
	t := tree{elements: elements, at: 1}
	for range elements[0].children {
		if t.at >= len(elements) {
			return nil, 0, fmt.Errorf("%w: the schema is cut", errMetadata)
		}
		e := &elements[t.at]
		e.leaf = t.leaves
		e.convert()
		if err := t.field(e); err != nil {
			return nil, 0, err
		}
		out = append(out, e.Field)
	}
	if t.at != len(elements) {
		return nil, 0, fmt.Errorf("%w: the schema has fields of nobody", errMetadata)
	}
	return out, t.leaves, nil
}

// field goes over a field of the records.
func (t *tree) field(e *element) (err error) {
	if e.Unheld == "" && e.repeats <= 1 && e.children == 0 && e.Physical >= 0 {
		if err = t.leafField(e); err == nil {
			e.optional = e.repeats == 1
		}
		return err
	}
	if e.Nested, e.Unheld, err = t.nested(); e.Nested != nil {
		e.Physical, e.Logical, e.parts = ByteArray, NoLogical, slices.Clone(t.within)
	}
	return err
}

func (t *tree) leafField(e *element) error {
	t.at++
	t.leaves++
	if !e.sane() {
		return fmt.Errorf("%w: field %q has a type that is none", errMetadata, e.Name)
	}
	return nil
}

// pass goes over an element and those within, and counts their leaves.
func (t *tree) pass(depth int) error {
	if t.at >= len(t.elements) || depth == 0 {
		return fmt.Errorf("%w: the schema is cut, or deeper than %d fields", errMetadata, mostNesting)
	}
	e := &t.elements[t.at]
	t.at++
	if e.children == 0 && e.Physical >= 0 { // a structure may have nothing in it
		t.leaves++
	}
	for range e.children {
		if err := t.pass(depth - 1); err != nil {
			return err
		}
	}
	return nil
}
