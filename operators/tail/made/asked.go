package made

// Where a text behind another one that nobody wants is not wanted either, of a column of codes, which are in the
// order of their texts, one code tells it of all behind it: the texts of most rows are not even looked for.

// edge is that code, once there is one.
type edge struct {
	code  int64
	known bool
}

// asked is a chooser that is asked about the rows of a tile, which begins somewhere in the chunk.
type asked struct {
	Chooser
	at   int
	edge *edge
}

// within gives those of some rows whose texts begin with a code on this side of the edge.
func (a asked) within(p piece, t *tile, rows []int32) []int32 {
	s, is := p.step.(codes)
	order := int64(a.Edge())
	if !is || !a.edge.known || order == 0 {
		return rows
	}
	rows = s.present(t, rows)
	base, numbers := s.rows(t)
	left, dropped := t.lists.get()[:0], t.lists.get()[:0]
	for _, i := range rows {
		if (s.v.Ints[place(base, numbers, i)]-a.edge.code)*order < 0 {
			left = append(left, i)
		} else {
			dropped = append(dropped, i)
		}
	}
	a.Drop(a.at, dropped)
	return left
}

// left gives those of some rows that may be wanted by how their texts begin, and moves the edge to the first of the
// others.
func (a asked) left(p piece, t *tile, rows []int32, begins []string) []int32 {
	left := a.MayBe(a.at, append(t.lists.get()[:0], rows...), begins)
	s, is := p.step.(codes)
	order := int64(a.Edge())
	if !is || order == 0 || len(left) == len(rows) {
		return left
	}
	base, numbers := s.rows(t)
	for _, i := range t.without(rows, left) {
		if code := s.v.Ints[place(base, numbers, i)]; !a.edge.known || (code-a.edge.code)*order < 0 {
			*a.edge = edge{code, true}
		}
	}
	return left
}
