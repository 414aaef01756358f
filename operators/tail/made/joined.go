package made

import (
	"slices"
	"strings"

	"gsdms/operators/simd"
	"gsdms/plan"
	"gsdms/plan/function"
)

var kernels = simd.Best()

// absent is NULL.
type absent struct{}

func (absent) fill(*tile, []int32, []string, *arena) ([]int32, bool) { return nil, true }

// constant is one text in every row.
type constant string

func constantOf(text string) piece {
	return piece{step: constant(text), sure: true, lasting: true, ascii: oneByteEach(text)}
}

func (s constant) fill(_ *tile, rows []int32, out []string, _ *arena) ([]int32, bool) {
	for _, i := range rows {
		out[i] = string(s)
	}
	return rows, true
}

// oneByteEach reports whether all characters of a text take a byte.
func oneByteEach(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= 0x80 })
}

// orElse is a text, or a constant where that is NULL.
type orElse struct {
	x    piece
	text string
}

func (s orElse) fill(t *tile, rows []int32, out []string, to *arena) ([]int32, bool) {
	left, ok := s.x.fill(t, rows, out, to)
	if len(left) < len(rows) {
		for _, i := range t.without(rows, left) {
			out[i] = s.text
		}
	}
	return rows, ok
}

// choice is one of two texts in each row.
type choice struct {
	test    *plan.Vector
	yes, no piece
}

func (s choice) fill(t *tile, rows []int32, out []string, _ *arena) ([]int32, bool) {
	yes := t.lists.get()[:0]
	for _, i := range rows {
		if row := t.lo + int(i); !s.test.IsNull(row) && s.test.Ints[row] != 0 {
			yes = append(yes, i)
		}
	}
	no := t.without(rows, yes)
	yes, ok := s.yes.fill(t, yes, out, &t.scratch)
	if !ok {
		return nil, false
	}
	no, ok = s.no.fill(t, no, out, &t.scratch)
	return t.merged(yes, no), ok
}

// joined is texts one behind another.
type joined []piece

// joinedOf is pieces one behind another, of which some may be such themselves.
func joinedOf(of []piece) piece {
	var all joined
	p := piece{owned: true, ascii: true, sure: true}
	for _, one := range of {
		p.ascii, p.errs, p.sure = p.ascii && one.ascii, p.errs || one.errs, p.sure && one.sure
		if inner, ok := one.step.(joined); ok {
			all = append(all, inner...)
			continue
		}
		if one.step == step(constant("")) {
			continue
		}
		last := len(all) - 1
		if b, ok := one.step.(constant); ok && last >= 0 {
			if a, ok := all[last].step.(constant); ok {
				all[last] = constantOf(string(a + b))
				continue
			}
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		all = joined{constantOf("")}
	}
	p.step = all
	return p
}

// copied is a text in memory of its own.
func copied(p piece) piece { return joinedOf([]piece{p}) }

func (s joined) fill(t *tile, rows []int32, out []string, to *arena) ([]int32, bool) {
	return s.fillRest(t, rows, make([][]string, len(s)), out, to)
}

// fillSome is fill of all rows of a tile but those that are dropped by what their texts begin with: the first piece
// that is no constant, and what is before it.
func (s joined) fillSome(t *tile, out []string, by asked) ([]int32, bool) {
	first := slices.IndexFunc(s, func(p piece) bool { _, is := p.step.(constant); return !is })
	if first < 0 {
		return s.fillRest(t, t.all(), make([][]string, len(s)), out, &t.scratch)
	}
	of := s[first]
	if first > 0 {
		s = append(joined{{step: s[:first+1], owned: true, sure: of.sure}}, s[first+1:]...)
	}
	columns, rows, ok := make([][]string, len(s)), t.all(), false
	if by.WantsNull() {
		if rows, ok = s.withText(t, rows, columns); !ok {
			return nil, false
		}
	}
	rows = by.within(of, t, rows)
	if columns[0] == nil {
		columns[0] = t.texts.get()
		if rows, ok = s[0].fill(t, rows, columns[0], &t.scratch); !ok {
			return nil, false
		}
	}
	if !s[0].owned {
		t.await(rows, columns[0])
	}
	return s.fillRest(t, by.left(of, t, rows, columns[0], by.MayBe), columns, out, &t.scratch)
}

// withText gives those of some rows that have a text, and fills of columns what says so.
func (s joined) withText(t *tile, rows []int32, columns [][]string) ([]int32, bool) {
	for k, p := range s {
		if p.sure {
			continue
		}
		if of, is := p.step.(interface {
			present(t *tile, rows []int32) []int32
		}); is {
			rows = of.present(t, rows)
			continue
		}
		var ok bool
		columns[k] = t.texts.get()
		if rows, ok = p.fill(t, rows, columns[k], &t.scratch); !ok {
			return nil, false
		}
	}
	return rows, true
}

// fillRest is fill where some of the pieces are known.
func (s joined) fillRest(t *tile, rows []int32, columns [][]string, out []string, to *arena) ([]int32, bool) {
	for k := range s {
		if _, is := s[k].step.(constant); is || columns[k] != nil {
			continue
		}
		var ok bool
		columns[k] = t.texts.get()
		if rows, ok = s[k].fill(t, rows, columns[k], &t.scratch); !ok {
			return nil, false
		}
	}
	bytes := 0
	for k, column := range columns {
		if column == nil {
			bytes += len(rows) * len(s[k].step.(constant))
			continue
		}
		for _, i := range rows {
			bytes += len(column[i])
		}
	}
	if bytes > mostJoined {
		return nil, false
	}
	return s.join(t, rows, columns, bytes, out, to)
}

// join puts the texts of pieces, which are so many bytes, one behind another; no columns are constants.
func (s joined) join(t *tile, rows []int32, columns [][]string, bytes int, out []string, to *arena) ([]int32, bool) {
	to.room(bytes + simd.JoinSlack)
	ends := t.ends.get()[:len(rows)]
	if kernels.Join != nil {
		kernels.Join(to.all[to.from:cap(to.all)], s.ofKernel(columns), rows, ends)
	} else {
		s.loop(t, rows, columns, to.all[to.from:], ends)
	}
	to.all = to.all[:to.from+bytes]
	begin := 0
	for _, end := range ends {
		if bytes > function.MaxText && end-begin > function.MaxText {
			return nil, false
		}
		begin = end
	}
	to.texts(rows, ends, out)
	return rows, true
}

// ofKernel gives the pieces as a kernel reads them.
func (s joined) ofKernel(columns [][]string) (of []simd.TextColumn) {
	for k, column := range columns {
		if column == nil {
			text := string(s[k].step.(constant))
			of = append(of, simd.TextOf(&text))
		} else {
			of = append(of, simd.TextsOf(column))
		}
	}
	return of
}

// loop is what the kernel does, which needs not have texts near.
func (s joined) loop(t *tile, rows []int32, columns [][]string, to []byte, ends []int) {
	for k, column := range columns {
		if s[k].lasting && column != nil {
			t.await(rows, column)
		}
	}
	for k, i := range rows {
		for p, column := range columns {
			if column == nil {
				to = append(to, s[p].step.(constant)...)
			} else {
				to = append(to, column[i]...)
			}
		}
		ends[k] = len(to)
	}
}

// mostJoined is how many bytes the texts of a tile have at most to be held as one.
const mostJoined = 1 << 24
