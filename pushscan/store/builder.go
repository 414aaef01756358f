package store

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

// refusal is a value that a column does not take.
type refusal struct {
	column int
	row    int // of the batch
	value  string
	reason string
	code   int // MySQL's error number
}

// Error implements error; Load makes a RowError of it.
func (r *refusal) Error() string { return r.value + ": " + r.reason }

// builder collects one column of a load: it checks each value and spills its number
// (string: provisional code, foreign key: row number, double: IEEE bits). One
// goroutine at a time uses it; Load closes its spill.
type builder struct {
	ordinal  int
	name     string
	typ      plan.Type
	nullable bool
	limits   bool                 // typ.Min and typ.Max hold
	texts    *dictionary.Interner // strings that are no foreign key
	adopted  []bool               // which texts of texts.Before, which came with the rows, a row has; nil: Before is the table's own
	key      *snapshot.Keys       // foreign key
	spill    coding.Spill
	keep     bool             // kept is wanted: a column of the primary key
	kept     []int64          // numbers of the batch
	keeps    bool             // texts stay as they come, unless one is too long
	adopts   bool             // settleAdopted will be called
	codes    []int64          // number of each text of the batch, or a mark
	of       *plan.Dictionary // whose texts codes has numbers of; nil: those of the batch
	coming   coming
	oldN     []int64 // scratch: a segment of the table's rows from before the load
	oldNull  []bool
}

// Marks in builder.codes.
const (
	unset   = -1 // not looked up yet
	badText = -2 // longer than the column takes
	noJSON  = -4 // no JSON, and the column takes nothing else
	noValue = -5 // none of an ENUM or a SET
	noRow   = -3 // no row of the referenced table has this key
	comes   = -6 // looked up with others
)

func newBuilder(m *manifest.Manifest, i int, folder string, key *snapshot.Keys) *builder {
	c := &m.Columns[i]
	b := &builder{ordinal: i, name: c.Name, typ: c.Type.Plan(), nullable: c.Nullable, key: key}
	b.limits = (b.typ.Kind == plan.Int || b.typ.Kind == plan.Decimal) && b.typ.Min < b.typ.Max
	if b.typ.Kind == plan.Bool {
		b.limits, b.typ.Min, b.typ.Max = true, 0, 1
	}
	if inCodes(b.typ) && key == nil {
		b.texts, b.keeps = dictionary.New(), plan.KeepsTexts(b.typ)
	}
	b.spill = coding.Spill{Float: b.typ.Float(), Folder: folder, Total: coding.Empty()}
	return b
}

// inCodes reports whether values of a type come as codes of a batch's dictionary.
func inCodes(t plan.Type) bool { return t.Kind == plan.String || t.Keyed() }

// add takes the column of a batch of so many rows.
func (b *builder) add(in *ingest.Column, rows int) error {
	b.kept = b.kept[:0]
	if err := b.checkShape(in, rows); err != nil {
		return err
	}
	if err := b.lookUp(in, rows); err != nil {
		return err
	}
	for lo := 0; lo < rows; {
		room, err := b.spill.Room()
		if err != nil {
			return err
		}
		hi := min(rows, lo+room)
		if err := b.take(in, lo, hi); err != nil {
			return err
		}
		lo = hi
	}
	return nil
}

// checkShape holds a source to its contract.
func (b *builder) checkShape(in *ingest.Column, rows int) error {
	have := len(in.Ints)
	switch {
	case b.typ.Kind == plan.Double:
		have = len(in.Floats)
	case inCodes(b.typ):
		have = len(in.Codes)
	}
	if have < rows || in.Nulls != nil && len(in.Nulls) < rows {
		return fmt.Errorf("a batch of %d rows has %d values", rows, have)
	}
	return nil
}

// lookUp forgets the texts of the last batch, unless those of this one are the same. Each text
// is looked up when a row has it, so that texts that no row has do not matter.
func (b *builder) lookUp(in *ingest.Column, rows int) error {
	if !inCodes(b.typ) {
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

// take checks rows [lo, hi) and spills their numbers.
func (b *builder) take(in *ingest.Column, lo, hi int) error {
	var null []bool
	if in.Nulls != nil {
		null = in.Nulls[lo:hi]
	}
	any, err := b.checkNull(null, lo)
	if err != nil {
		return err
	}
	from := len(b.spill.Last)
	if err := b.convert(in, lo, hi, null); err != nil {
		return err
	}
	if any {
		b.spill.SetNull(null)
	}
	b.mark(b.spill.Last[from:], null)
	if b.keep {
		b.kept = append(b.kept, b.spill.Last[from:]...)
	}
	return nil
}

// checkNull says whether a value is NULL, which the column must take.
func (b *builder) checkNull(null []bool, lo int) (any bool, err error) {
	i := slices.Index(null, true)
	if i >= 0 && !b.nullable {
		return true, b.refuse(lo+i, codeNull, "NULL", "the column is NOT NULL")
	}
	return i >= 0, nil
}

func (b *builder) refuse(row, code int, value, reason string) *refusal {
	return &refusal{column: b.ordinal, row: row, value: value, reason: reason, code: code}
}

// convert appends the numbers of rows [lo, hi) to the spill.
func (b *builder) convert(in *ingest.Column, lo, hi int, null []bool) error {
	switch {
	case b.typ.Kind == plan.Double:
		return b.convertFloats(in, lo, hi, null)
	case inCodes(b.typ):
		return b.convertTexts(in, lo, hi, null)
	case b.key != nil:
		return b.convertKeys(in, lo, hi, null)
	}
	values := in.Ints[lo:hi]
	b.spill.Last = append(b.spill.Last, values...)
	if !b.limits {
		return nil
	}
	for i, v := range values {
		if (v < b.typ.Min || v > b.typ.Max) && (null == nil || !null[i]) {
			return b.refuse(lo+i, codeOutOfRange, formatNumber(b.typ, v), fmt.Sprintf("out of range for %s, which takes %s to %s",
				b.typ, formatNumber(b.typ, b.typ.Min), formatNumber(b.typ, b.typ.Max)))
		}
	}
	return nil
}

func (b *builder) convertFloats(in *ingest.Column, lo, hi int, null []bool) error {
	for i, v := range in.Floats[lo:hi] {
		if (math.IsNaN(v) || math.IsInf(v, 0)) && (null == nil || !null[i]) {
			return b.refuse(lo+i, codeOutOfRange, fmt.Sprint(v), "only finite numbers can be stored")
		}
		v, ok := value.FitDouble(b.typ, v)
		if !ok && (null == nil || !null[i]) {
			return b.refuse(lo+i, codeOutOfRange, fmt.Sprint(v), "out of range for "+b.typ.String())
		}
		b.spill.Last = append(b.spill.Last, int64(math.Float64bits(v)))
	}
	return nil
}

func (b *builder) convertKeys(in *ingest.Column, lo, hi int, null []bool) error {
	for i, v := range in.Ints[lo:hi] {
		row, ok := b.key.Find(v)
		if !ok && (null == nil || !null[i]) {
			return b.refuse(lo+i, codeNoSuchKey, formatNumber(b.typ, v), b.key.Missing())
		}
		b.spill.Last = append(b.spill.Last, int64(row))
	}
	return nil
}

// interned gives numbers of a column that 64 bits have held so far the codes that they have
// among those that come.
func (b *builder) interned(n []int64, null []bool) error {
	codes := map[int64]int64{}
	for i, v := range n {
		if null[i] {
			continue
		}
		code, ok := codes[v]
		if !ok {
			key, _ := value.KeyOf(value.OfNumber(b.typ, v), b.typ)
			c, err := b.texts.Code(key)
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

// uncoded gives the numbers that codes of a dictionary stand for.
func (b *builder) uncoded(d *plan.Dictionary, n []int64, null []bool) {
	for i, code := range n {
		if !null[i] {
			n[i], _ = value.OfCode(b.typ, d.Bytes(int(code))).Number()
		}
	}
}

// segment is room for a stored segment of a table of so many rows.
func (b *builder) segment(rows int) ([]int64, []bool) {
	if b.oldN == nil {
		b.oldN, b.oldNull = coding.NewSegment(rows)
	}
	return b.oldN, b.oldNull
}

// addStored takes a segment of the table's rows from before the load, in numbers as
// snapshot.Version gives them: they were checked when they came.
func (b *builder) addStored(n []int64, null []bool) error {
	b.kept = b.kept[:0]
	for lo := 0; lo < len(n); {
		room, err := b.spill.Room()
		if err != nil {
			return err
		}
		hi := min(len(n), lo+room)
		b.spill.Last = append(b.spill.Last, n[lo:hi]...)
		if b.nullable {
			b.spill.SetNull(null[lo:hi])
		}
		lo = hi
	}
	if b.keep {
		b.kept = append(b.kept, n...)
	}
	return nil
}
