package operators

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gsdms/plan"
)

// readLate puts columns of the streamed table in place of the numbers of its rows, which has these
// read first.
func (p *Program) readLate(ctx context.Context, out []EmitColumn, rows *plan.Rows) error {
	if !slices.ContainsFunc(out, func(c EmitColumn) bool { return c.Late != nil }) {
		return nil
	}
	p.Sink.(*Emit).cut(rows)
	d, ok := p.Table.Data.(plan.Deferred)
	if !ok {
		return fmt.Errorf("the rows of table %s cannot be read late (please report this)", p.Table.Name)
	}
	late, ordinals, err := pickLate(ctx, d, out, rows)
	if err != nil || len(late) == 0 {
		return err
	}
	segments := segmentsOf(rows.Columns[late[0]].Ints, p.Table.Segments())
	if err := d.Need(ctx, ordinals, segments); err != nil {
		return err
	}
	for _, i := range late {
		v, err := p.lateColumn(ctx, d, out[i].Late, rows.Columns[i].Ints, segments)
		if err != nil {
			return err
		}
		rows.Columns[i] = v
	}
	return nil
}

// pickLate puts the columns in place of the numbers of the rows that can be read in these rows alone, and gives the others and what they are in the table.
func pickLate(ctx context.Context, d plan.Deferred, out []EmitColumn, rows *plan.Rows) (late, ordinals []int, err error) {
	picker, picks := d.(plan.Picker)
	for i, c := range out {
		if c.Late == nil {
			continue
		}
		if picks && (c.Unsorted == nil || !c.Unsorted.Computed()) {
			v, ok, err := picker.Pick(ctx, c.Late.Ordinal, rows.Columns[i].Ints)
			if err != nil {
				return nil, nil, err
			}
			if ok {
				v.Type = c.Late.Type
				rows.Columns[i] = v
				continue
			}
		}
		late, ordinals = append(late, i), append(ordinals, c.Late.Ordinal)
	}
	return late, ordinals, nil
}

// segmentsOf lists the segments, of so many, that have some rows.
func segmentsOf(rows []int64, segments int) (out []int) {
	has := make([]bool, segments)
	for _, row := range rows {
		has[row/plan.SegmentRows] = true
	}
	for s, is := range has {
		if is {
			out = append(out, s)
		}
	}
	return out
}

// lateColumn gives a column in some rows of the table, which are in these segments.
func (p *Program) lateColumn(ctx context.Context, d plan.Deferred, c *Late, rows []int64, segments []int) (plan.Vector, error) {
	column := &p.Table.Columns[c.Ordinal]
	all, err := d.There(ctx, c.Ordinal, 0, p.Table.Rows, segments)
	if err != nil {
		return plan.Vector{}, err
	}
	defer all.Release()
	from := Array{Storage: column.Storage, Len: p.Table.Rows, Data: all.Data().Buffers()[1].Bytes()}
	v := plan.Vector{Type: c.Type, Dict: column.Dict}
	if column.Storage.Float {
		v.Floats = make([]float64, len(rows))
	} else {
		v.Ints = make([]int64, len(rows))
	}
	if column.Storage.Nullable {
		v.Nulls = make([]bool, len(rows))
	}
	for _, err := range SpreadIn(ctx, (len(rows)+toldRows-1)/toldRows, func(_ context.Context, k int) error {
		lo, hi := k*toldRows, min(len(rows), (k+1)*toldRows)
		some := (&plan.Rows{Len: len(rows), Columns: []plan.Vector{v}}).Slice(lo, hi)
		from.pick(&some.Columns[0], rows[lo:hi])
		return nil
	}) {
		if err != nil {
			return v, err
		}
	}
	return v, nil
}

// pick puts the elements in some places to v, which has room for them.
func (a *Array) pick(v *plan.Vector, places []int64) {
	if v.Floats != nil {
		for i, at := range places {
			bits := a.Stored(int(at))
			if v.Floats[i] = math.Float64frombits(bits); v.Nulls != nil && bits == plan.NullBits {
				v.Floats[i], v.Nulls[i] = 0, true
			}
		}
		return
	}
	for i, at := range places {
		n, null := a.Storage.Load(a.Stored(int(at)))
		if v.Ints[i] = n; null {
			v.Ints[i], v.Nulls[i] = 0, true
		}
	}
}
