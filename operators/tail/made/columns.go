package made

import (
	"slices"
	"unsafe"

	"gsdms/plan"
	"gsdms/plan/function"
	"gsdms/plan/value"
)

// column is a column of the rows; a dense one has the rows left, one after another.
type column struct {
	v     *plan.Vector
	dense bool
}

// rows says where a column has the rows of a tile: at their numbers, or where there are none from base on.
func (c column) rows(t *tile) (base int, numbers []int32) {
	if c.dense {
		return t.lo, nil
	}
	return t.lo, t.left
}

// place is where row i of a tile is, of which rows has said how.
func place(base int, numbers []int32, i int32) int {
	if numbers != nil {
		return int(numbers[i])
	}
	return base + int(i)
}

// present gives those of some rows that have a value.
func (c column) present(t *tile, rows []int32) []int32 {
	if c.v.Type.Kind == plan.Null {
		return nil
	}
	if c.v.Nulls == nil {
		return rows
	}
	left := t.lists.get()[:0]
	base, numbers := c.rows(t)
	for _, i := range rows {
		if !c.v.Nulls[place(base, numbers, i)] {
			left = append(left, i)
		}
	}
	return left
}

// texts gives a column of texts.
func (m *maker) texts(v *plan.Vector) (p piece, ok bool) {
	switch {
	case v.Type.Kind != plan.String:
		return p, false
	case v.Dict != nil && v.Dict.FewOfPages(len(v.Ints)):
		return piece{step: apart{column{v: v}}, sure: v.Nulls == nil, lasting: true}, true
	case v.Dict != nil:
		return piece{step: codes{column{v: v}, v.Dict.Strings()}, sure: v.Nulls == nil, lasting: true, ascii: v.Dict.OneByteEach()}, true
	}
	return piece{step: texts{column{v: v}}, sure: v.Nulls == nil, lasting: true}, v.Texts != nil
}

// texts is a column that has texts.
type texts struct{ column }

func (s texts) fill(t *tile, rows []int32, out []string, _ *arena) ([]int32, bool) {
	rows = s.present(t, rows)
	base, numbers := s.rows(t)
	for _, i := range rows {
		out[i] = s.v.Texts[place(base, numbers, i)]
	}
	return rows, true
}

// codes is a column that has codes of texts.
type codes struct {
	column
	of *plan.Texts
}

func (s codes) fill(t *tile, rows []int32, out []string, _ *arena) ([]int32, bool) {
	rows = s.present(t, rows)
	base, numbers := s.rows(t)
	for _, i := range rows {
		b := s.of.Bytes(int(s.v.Ints[place(base, numbers, i)]))
		out[i] = unsafe.String(unsafe.SliceData(b), len(b))
	}
	return rows, true
}

// apart is a column that has codes of texts of which only those asked for are read.
type apart struct{ column }

func (s apart) fill(t *tile, rows []int32, out []string, _ *arena) ([]int32, bool) {
	rows = s.present(t, rows)
	base, numbers := s.rows(t)
	for _, i := range rows {
		b := s.v.Dict.Bytes(int(s.v.Ints[place(base, numbers, i)]))
		out[i] = unsafe.String(unsafe.SliceData(b), len(b))
	}
	return rows, true
}

// operand is a constant, or a number for each of the rows left.
type operand struct {
	value plan.Value
	of    *plan.Vector
}

// at is the number of row i of a tile.
func (o operand) at(t *tile, i int32) int64 {
	if o.of == nil {
		return o.value.Int
	}
	return o.of.Ints[t.lo+int(i)]
}

// present gives those of some rows in which none of the operands is NULL.
func present(of []operand, t *tile, rows []int32) []int32 {
	for _, o := range of {
		if o.of != nil {
			rows = column{o.of, true}.present(t, rows)
		}
	}
	return rows
}

// areThere reports whether none of the operands is NULL in any row.
func areThere(of []operand) bool {
	return !slices.ContainsFunc(of, func(o operand) bool { return o.of != nil && o.of.Nulls != nil })
}

// cut is a part of a text, which lies where that does.
type cut struct {
	x    piece
	by   function.Part
	args []operand
}

func (s cut) fill(t *tile, rows []int32, out []string, _ *arena) ([]int32, bool) {
	rows, ok := s.x.fill(t, present(s.args, t, rows), out, &t.scratch)
	if !s.x.ascii && !s.x.owned {
		t.await(rows, out)
	}
	n, length := s.args[0], operand{value: value.OfInt(function.Whole)}
	if len(s.args) > 1 {
		length = s.args[1]
	}
	for _, i := range rows {
		lo, hi := s.by(out[i], n.at(t, i), length.at(t, i))
		out[i] = out[i][lo:hi]
	}
	return rows, ok
}
