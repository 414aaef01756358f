package relation

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gsdms/operators/spill"
	"gsdms/plan"
)

// FromFile makes a table of rows that are in a file, as New does of rows in memory: its columns
// are a file of the space, which is mapped. done gives it back; nothing may read the table then.
// Only texts that no dictionary has are charged.
func FromFile(ctx context.Context, name string, schema []plan.Column, rows *spill.Rows, space *spill.Space, charge func(bytes int64) error) (t *plan.Table, done func(), err error) {
	made := make([]*making, len(schema))
	for i := range made {
		made[i] = &making{bounds: none(), charge: charge}
	}
	if err := eachPart(ctx, rows, func(_ int, part *plan.Rows) error {
		return eachColumn(schema, name, func(i int) error { return made[i].look(&part.Columns[i], part.Len) })
	}); err != nil {
		return nil, nil, err
	}
	if slices.ContainsFunc(made, func(m *making) bool { return m.wide }) {
		if err := eachPart(ctx, rows, func(_ int, part *plan.Rows) error {
			return eachColumn(schema, name, func(i int) error { return made[i].lookAtKeys(&part.Columns[i], part.Len) })
		}); err != nil {
			return nil, nil, err
		}
	}
	d := &data{rows: rows.Len(), columns: make([]column, len(schema))}
	t = &plan.Table{Name: name, Rows: rows.Len(), Columns: make([]plan.Column, len(schema)), Passing: true, Data: d}
	for i := range made {
		d.columns[i] = made[i].column(schema[i].Type, rows.Len())
		t.Columns[i] = d.columns[i].describe(schema[i])
	}
	if err := d.mapTo(space); err != nil {
		return nil, nil, err
	}
	err = eachPart(ctx, rows, func(at int, part *plan.Rows) error {
		return eachColumn(schema, name, func(i int) error { return made[i].put(&d.columns[i], at, &part.Columns[i], part.Len) })
	})
	if err != nil {
		d.file.Close()
		return nil, nil, err
	}
	return t, d.file.Close, nil
}

// mapTo gives the columns their bytes, each from a page of 64 on.
func (d *data) mapTo(space *spill.Space) (err error) {
	const line = 64
	at, ends := 0, make([]int, len(d.columns))
	for i := range d.columns {
		at += (d.columns[i].storage.Width*d.rows + line - 1) / line * line
		ends[i] = at
	}
	if d.file, err = space.Map(int64(max(at, line))); err != nil {
		return err
	}
	begin := 0
	for i := range d.columns {
		c := &d.columns[i]
		c.file, c.begin, c.bytes = d.file, begin, d.file.Bytes[begin:begin+c.storage.Width*d.rows:ends[i]]
		begin = ends[i]
	}
	return nil
}

func eachColumn(schema []plan.Column, name string, do func(i int) error) error {
	for i := range schema {
		if err := do(i); err != nil {
			return fmt.Errorf("keep column %s of %s: %w", schema[i].Name, name, err)
		}
	}
	return nil
}

// eachPart reads rows from the first to the last.
func eachPart(ctx context.Context, rows *spill.Rows, do func(at int, part *plan.Rows) error) error {
	reader, err := rows.Reader()
	if err != nil {
		return err
	}
	for at := 0; ; {
		part, err := reader.Next(ctx)
		if part == nil || err != nil {
			return err
		}
		if err := do(at, part.Plain()); err != nil {
			return err
		}
		at += part.Len
	}
}

// making is a column that is being made.
type making struct {
	bounds
	charge func(int64) error
	dict   *plan.Dictionary
	texts  bool             // some are not codes of the dictionary
	wide   bool             // some numbers do not fit 64 bits: codes of their keys stand for all
	codes  map[string]int64 // of these texts or keys, and all others then
}

// look takes in what there is in a part.
func (m *making) look(v *plan.Vector, rows int) error {
	for i := 0; v.Type.Kind == plan.Null && i < rows || i < len(v.Nulls); i++ {
		m.hasNull = m.hasNull || v.IsNull(i)
	}
	switch {
	case v.Type.Kind == plan.String && rows > 0:
		return m.lookAtTexts(v, rows)
	case v.Wide != nil:
		ints, ok := narrow(v)
		m.wide = m.wide || !ok
		m.take(ints, v.Nulls)
	default:
		m.take(v.Ints, v.Nulls)
	}
	m.wide = m.wide || m.dict == nil && m.spanAll()
	return nil
}

// lookAtKeys notes the keys of numbers, where the column has become one of these.
func (m *making) lookAtKeys(v *plan.Vector, rows int) error {
	if !m.wide {
		return nil
	}
	for i := range rows {
		if !v.IsNull(i) {
			if err := m.note(v.Key(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookAtTexts notes texts, unless all so far are codes of one dictionary.
func (m *making) lookAtTexts(v *plan.Vector, rows int) error {
	if m.dict == nil && !m.texts {
		m.dict = v.Dict
	}
	if v.Dict != nil && v.Dict == m.dict && !m.texts {
		m.take(v.Ints, v.Nulls)
		return nil
	}
	if !m.texts {
		m.texts = true
		for code := m.lo; code <= m.hi; code++ { // of those that had the dictionary
			if err := m.note(m.dict.At(int(code))); err != nil {
				return err
			}
		}
	}
	for i := range rows {
		if !v.IsNull(i) {
			if err := m.note(v.Value(i).Text); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *making) note(text string) error {
	if m.codes == nil {
		m.codes = map[string]int64{}
	}
	if _, ok := m.codes[text]; ok {
		return nil
	}
	m.codes[strings.Clone(text)] = 0 // the text of a part has the part's memory
	return m.charge(2*int64(len(text)) + notedBytes)
}

// notedBytes is what a text takes that is noted, beside its bytes there and in the dictionary:
// its place in a map that may be half empty, in the order of all, and in the dictionary.
const notedBytes = 96

// column is the form of the column.
func (m *making) column(t plan.Type, rows int) column {
	if t.Kind == plan.Double {
		return floatColumn([]bool{m.hasNull}, rows)
	}
	if m.texts || m.wide {
		m.number()
	}
	c := m.frame()
	if c.zones, c.dict = newZones(rows), m.dict; t.Kind == plan.String && c.dict == nil {
		c.dict = plan.NewDictionary([]uint32{0}, nil)
	}
	return c
}

// number gives the texts that were noted codes in their order.
func (m *making) number() {
	all, size := make([]string, 0, len(m.codes)), 0
	for text := range m.codes {
		all, size = append(all, text), size+len(text)
	}
	slices.Sort(all)
	offsets, bytes := make([]uint32, 1, len(all)+1), make([]byte, 0, size)
	for i, text := range all {
		m.codes[text] = int64(i)
		bytes = append(bytes, text...)
		offsets = append(offsets, uint32(len(bytes)))
	}
	m.dict, m.lo, m.hi = plan.NewDictionary(offsets, bytes), 0, int64(len(m.codes))-1
}

// put stores the values of a part whose first row is number at.
func (m *making) put(c *column, at int, v *plan.Vector, rows int) error {
	nulls := v.Nulls
	if v.Type.Kind == plan.Null {
		nulls = slices.Repeat([]bool{true}, rows)
	}
	ints := v.Ints
	switch {
	case c.storage.Float && v.Floats != nil:
		c.putFloats(at, v.Floats, nulls)
		return nil
	case c.storage.Float:
		c.putFloats(at, make([]float64, rows), nulls)
		return nil
	case m.wide:
		ints = m.coded(v, rows, v.Key)
	case v.Wide != nil:
		ints, _ = narrow(v)
	case m.texts:
		ints = m.coded(v, rows, func(i int) string { return v.Value(i).Text })
	case ints == nil:
		ints = make([]int64, rows)
	}
	c.put(at, ints, nulls)
	return nil
}

// coded gives the codes of the texts or keys of a part.
func (m *making) coded(v *plan.Vector, rows int, text func(i int) string) []int64 {
	ints := make([]int64, rows)
	for i := range ints {
		if !v.IsNull(i) {
			ints[i] = m.codes[text(i)]
		}
	}
	return ints
}
