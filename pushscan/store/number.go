package store

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/ingest"
	"gsdms/pushscan/store/manifest"
)

// Loaded says what a load did.
type Loaded struct {
	Rows  int
	First uint64 // number that the table gave a row first, where it has a column that numbers them; 0: none
}

// LoadNumbered is Load, and says which numbers the rows have got. In a column that numbers its
// rows NULL and 0 ask for one.
func (c *Catalog) LoadNumbered(ctx context.Context, name string, src ingest.Source) (l Loaded, err error) {
	err = c.run(ctx, "load table", name, func(e *edit) error {
		if _, err := e.from.find(name); err != nil {
			return err
		}
		old := e.from.versions[name].version
		if err := takes(old.Manifest, src); err != nil {
			return err
		}
		whole, err := e.completed(ctx, old.Manifest, src)
		if err != nil {
			return err
		}
		l.Rows, err = e.add(ctx, old, e.numbering(old.Manifest, whole))
		l.First = e.firstNumber()
		return err
	})
	if l.Rows = madeRows(l.Rows, err); l.Rows == 0 {
		l.First = 0
	}
	return l, err
}

// numbering is a source whose rows get a number where they have none. It numbers under the turn,
// so two changes never give the same one; what a change that failed has given is given again.
type numbering struct {
	ingest.Source
	table  string
	column int
	typ    plan.Type
	next   uint64
	first  uint64 // that was given; 0: none
}

// numbering gives a source of the rows that come to a table, as they are where it has no column
// that numbers them.
func (e *edit) numbering(m *manifest.Manifest, src ingest.Source) ingest.Source {
	i := m.Numbered()
	if i < 0 {
		return src
	}
	e.numbers = &numbering{Source: src, table: m.Table, column: i, typ: m.Columns[i].Type.Plan(), next: m.NextOf(i)}
	return e.numbers
}

// firstNumber is the number that a row has got first, 0 for none.
func (e *edit) firstNumber() uint64 {
	if e.numbers == nil {
		return 0
	}
	return e.numbers.first
}

// Next is of Source. The batch of the other source stays as it is.
func (n *numbering) Next(ctx context.Context) (*ingest.Batch, error) {
	b, err := n.Source.Next(ctx)
	if err != nil || n.column >= len(b.Columns) || len(b.Columns[n.column].Ints) < b.Rows {
		return b, err // which the load refuses
	}
	out := *b
	out.Columns = slices.Clone(b.Columns)
	c := &out.Columns[n.column]
	c.Ints = slices.Clone(c.Ints[:b.Rows])
	for i := range c.Ints {
		asks := c.Nulls != nil && c.Nulls[i] || n.typ.Kind == plan.Int && c.Ints[i] == 0 || n.typ.Kind == plan.Unsigned && c.Ints[i] == math.MinInt64
		if !asks {
			if given := manifest.NumberValue(n.typ, c.Ints[i]); given >= n.next && given < math.MaxUint64 {
				n.next = given + 1
			}
			continue
		}
		if c.Ints[i], err = n.give(); err != nil {
			return nil, err
		}
	}
	c.Nulls = nil
	return &out, nil
}

// give gives the next number.
func (n *numbering) give() (int64, error) {
	most := uint64(math.MaxUint64 - 1)
	if n.typ.Kind == plan.Int {
		most = math.MaxInt64
		if n.typ.Min < n.typ.Max {
			most = uint64(n.typ.Max)
		}
	}
	if n.next > most {
		return 0, &NumbersError{Table: n.table, Last: most}
	}
	if n.first == 0 {
		n.first = n.next
	}
	n.next++
	if n.typ.Kind == plan.Unsigned {
		return int64((n.next - 1) ^ 1<<63), nil
	}
	return int64(n.next - 1), nil
}

// NumbersError says that a column has numbered as many rows as its type can.
type NumbersError struct {
	Table string
	Last  uint64
}

// Error implements error.
func (e *NumbersError) Error() string {
	return fmt.Sprintf("Failed to read auto-increment value from storage engine: table %s has given its numbers up to %d, the last one of its column's type; ALTER TABLE … MODIFY it to a wider one", e.Table, e.Last)
}

// SQLCode is MySQL's error number.
func (*NumbersError) SQLCode() int { return 1467 }
