package intake

import (
	"fmt"
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/dictionary"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/snapshot"
)

// Refusal is a value that a column does not take.
type Refusal struct {
	Column int
	Row    int // of the batch
	Value  string
	Reason string
	Code   int // MySQL's error number
}

// Error implements error; a load makes a RowError of it.
func (r *Refusal) Error() string { return r.Value + ": " + r.Reason }

// Column collects the values of one column that come: it checks each and spills its number
// (string: provisional code, foreign key: row number, double: IEEE bits). One
// goroutine at a time uses it; the owner closes its spill.
type Column struct {
	Ordinal int
	Name    string
	Type    plan.Type
	Texts   *dictionary.Interner // strings that are no foreign key
	Key     *snapshot.Keys       // foreign key
	Spill   coding.Spill
	Keep    bool    // Kept is wanted: a column of the primary key
	Kept    []int64 // numbers of the batch
	Adopts  bool    // Final.Settle will be called

	nullable bool
	limits   bool             // Type.Min and Type.Max hold
	adopted  []bool           // which texts of Texts.Before, which came with the rows, a row has; nil: Before is the table's own
	keeps    bool             // texts stay as they come, unless one is too long
	codes    []int64          // number of each text of the batch, or a mark
	of       *plan.Dictionary // whose texts codes has numbers of; nil: those of the batch
	coming   coming
	oldN     []int64 // scratch: a segment of the table's rows from before the load
	oldNull  []bool
}

// Marks in Column.codes.
const (
	unset   = -1 // not looked up yet
	badText = -2 // longer than the column takes
	noJSON  = -4 // no JSON, and the column takes nothing else
	noValue = -5 // none of an ENUM or a SET
	noRow   = -3 // no row of the referenced table has this key
	comes   = -6 // looked up with others
)

// New makes one for a column of a table whose spills go to a folder; key is of a foreign key, else nil.
func New(m *manifest.Manifest, i int, folder string, key *snapshot.Keys) *Column {
	c := &m.Columns[i]
	b := &Column{Ordinal: i, Name: c.Name, Type: c.Type.Plan(), nullable: c.Nullable, Key: key}
	b.limits = (b.Type.Kind == plan.Int || b.Type.Kind == plan.Decimal) && b.Type.Min < b.Type.Max
	if b.Type.Kind == plan.Bool {
		b.limits, b.Type.Min, b.Type.Max = true, 0, 1
	}
	if inCodes(b.Type) && key == nil {
		b.Texts, b.keeps = dictionary.New(), plan.KeepsTexts(b.Type)
	}
	b.Spill = coding.Spill{Float: b.Type.Float(), Folder: folder, Total: coding.Empty()}
	return b
}

// MySQL's numbers of what can be wrong with a value.
const (
	codeNull       = 1048
	codeOutOfRange = 1264
	codeTooLong    = 1406
	codeNoSuchKey  = 1452
)

// inCodes reports whether values of a type come as codes of a batch's dictionary.
func inCodes(t plan.Type) bool { return t.Kind == plan.String || t.Keyed() }

// Add takes the column of a batch of so many rows.
func (b *Column) Add(in *ingest.Column, rows int) error {
	b.Kept = b.Kept[:0]
	if err := b.Check(in, rows); err != nil {
		return err
	}
	for lo := 0; lo < rows; {
		room, err := b.Spill.Room()
		if err != nil {
			return err
		}
		hi := min(rows, lo+room)
		if err := b.Take(in, lo, hi); err != nil {
			return err
		}
		lo = hi
	}
	return nil
}

// Check holds a source to its contract, and makes ready for the texts of a batch.
func (b *Column) Check(in *ingest.Column, rows int) error {
	if err := b.checkShape(in, rows); err != nil {
		return err
	}
	return b.lookUp(in, rows)
}

// checkShape looks at how many values there are.
func (b *Column) checkShape(in *ingest.Column, rows int) error {
	have := len(in.Ints)
	switch {
	case b.Type.Kind == plan.Double:
		have = len(in.Floats)
	case inCodes(b.Type):
		have = len(in.Codes)
	}
	if have < rows || in.Nulls != nil && len(in.Nulls) < rows {
		return fmt.Errorf("a batch of %d rows has %d values", rows, have)
	}
	return nil
}

// lookUp forgets the texts of the last batch, unless those of this one are the same. Each text
// is looked up when a row has it, so that texts that no row has do not matter.
func (b *Column) lookUp(in *ingest.Column, rows int) error {
	if !inCodes(b.Type) {
		return nil
	}
	if texts := in.Texts(); in.Sorted == nil || b.of != in.Sorted {
		b.codes = slices.Grow(b.codes[:0], texts)[:texts]
		for i := range b.codes {
			b.codes[i] = unset
		}
		if b.of = in.Sorted; b.of != nil {
			if err := b.meet(rows); err != nil {
				return err
			}
		}
	}
	for i, c := range in.Codes[:rows] {
		if int(c) >= len(b.codes) && (in.Nulls == nil || !in.Nulls[i]) {
			return fmt.Errorf("code %d for a batch dictionary of %d texts", c, len(b.codes))
		}
	}
	return nil
}

// Take checks rows [lo, hi) and spills their numbers.
func (b *Column) Take(in *ingest.Column, lo, hi int) error {
	var null []bool
	if in.Nulls != nil {
		null = in.Nulls[lo:hi]
	}
	any, err := b.checkNull(null, lo)
	if err != nil {
		return err
	}
	from := len(b.Spill.Last)
	if err := b.convert(in, lo, hi, null); err != nil {
		return err
	}
	if any {
		b.Spill.SetNull(null)
	}
	b.mark(b.Spill.Last[from:], null)
	if b.Keep {
		b.Kept = append(b.Kept, b.Spill.Last[from:]...)
	}
	return nil
}

// checkNull says whether a value is NULL, which the column must take.
func (b *Column) checkNull(null []bool, lo int) (any bool, err error) {
	i := slices.Index(null, true)
	if i >= 0 && !b.nullable {
		return true, b.refuse(lo+i, codeNull, "NULL", "the column is NOT NULL")
	}
	return i >= 0, nil
}

func (b *Column) refuse(row, code int, value, reason string) *Refusal {
	return &Refusal{Column: b.Ordinal, Row: row, Value: value, Reason: reason, Code: code}
}

// convert appends the numbers of rows [lo, hi) to the spill.
func (b *Column) convert(in *ingest.Column, lo, hi int, null []bool) error {
	switch {
	case b.Type.Kind == plan.Double:
		return b.convertFloats(in, lo, hi, null)
	case inCodes(b.Type):
		return b.convertTexts(in, lo, hi, null)
	case b.Key != nil:
		return b.convertKeys(in, lo, hi, null)
	}
	values := in.Ints[lo:hi]
	b.Spill.Last = append(b.Spill.Last, values...)
	if !b.limits {
		return nil
	}
	for i, v := range values {
		if (v < b.Type.Min || v > b.Type.Max) && (null == nil || !null[i]) {
			return b.refuse(lo+i, codeOutOfRange, FormatNumber(b.Type, v), fmt.Sprintf("out of range for %s, which takes %s to %s",
				b.Type, FormatNumber(b.Type, b.Type.Min), FormatNumber(b.Type, b.Type.Max)))
		}
	}
	return nil
}

func (b *Column) convertFloats(in *ingest.Column, lo, hi int, null []bool) error {
	for i, v := range in.Floats[lo:hi] {
		if (math.IsNaN(v) || math.IsInf(v, 0)) && (null == nil || !null[i]) {
			return b.refuse(lo+i, codeOutOfRange, fmt.Sprint(v), "only finite numbers can be stored")
		}
		v, ok := value.FitDouble(b.Type, v)
		if !ok && (null == nil || !null[i]) {
			return b.refuse(lo+i, codeOutOfRange, fmt.Sprint(v), "out of range for "+b.Type.String())
		}
		b.Spill.Last = append(b.Spill.Last, int64(math.Float64bits(v)))
	}
	return nil
}

func (b *Column) convertKeys(in *ingest.Column, lo, hi int, null []bool) error {
	for i, v := range in.Ints[lo:hi] {
		row, ok := b.Key.Find(v)
		if !ok && (null == nil || !null[i]) {
			return b.refuse(lo+i, codeNoSuchKey, FormatNumber(b.Type, v), b.Key.Missing())
		}
		b.Spill.Last = append(b.Spill.Last, int64(row))
	}
	return nil
}

// Interned gives numbers of a column that 64 bits have held so far the codes that they have
// among those that come.
func (b *Column) Interned(n []int64, null []bool) error {
	codes := map[int64]int64{}
	for i, v := range n {
		if null[i] {
			continue
		}
		code, ok := codes[v]
		if !ok {
			key, _ := value.KeyOf(value.OfNumber(b.Type, v), b.Type)
			c, err := b.Texts.Code(key)
			if err != nil {
				return err
			}
			code = int64(c)
			codes[v] = code
		}
		n[i] = code
	}
	return nil
}

// Uncoded gives the numbers that codes of a dictionary stand for.
func (b *Column) Uncoded(d *plan.Dictionary, n []int64, null []bool) {
	for i, code := range n {
		if !null[i] {
			n[i], _ = value.OfCode(b.Type, d.Bytes(int(code))).Number()
		}
	}
}

// Segment is room for a stored segment of a table of so many rows.
func (b *Column) Segment(rows int) ([]int64, []bool) {
	if b.oldN == nil {
		b.oldN, b.oldNull = coding.NewSegment(rows)
	}
	return b.oldN, b.oldNull
}

// AddStored takes a segment of the table's rows from before the load, in numbers as
// snapshot.Version gives them: they were checked when they came.
func (b *Column) AddStored(n []int64, null []bool) error {
	b.Kept = b.Kept[:0]
	for lo := 0; lo < len(n); {
		room, err := b.Spill.Room()
		if err != nil {
			return err
		}
		hi := min(len(n), lo+room)
		b.Spill.Last = append(b.Spill.Last, n[lo:hi]...)
		if b.nullable {
			b.Spill.SetNull(null[lo:hi])
		}
		lo = hi
	}
	if b.Keep {
		b.Kept = append(b.Kept, n...)
	}
	return nil
}
