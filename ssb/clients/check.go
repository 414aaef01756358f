package clients

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/maphash"

	"gsdms/sql/result"
	"gsdms/ssb/bench"
)

// Questions are queries with their right answers. Safe for concurrent use.
type Questions struct {
	queries []bench.Query
	right   []bench.Answer
	marks   []mark
	seed    maphash.Seed
}

// Ask makes n different queries of a suite with random parameters, and their answers, which
// the suite computes.
func Ask(ctx context.Context, s *bench.Suite, seed uint64, n int) (*Questions, error) {
	return AskThese(ctx, s, s.Different(seed, n))
}

// AskThese asks queries of a suite, which computes the answers.
func AskThese(ctx context.Context, s *bench.Suite, queries []bench.Query) (*Questions, error) {
	right, err := s.Answers(ctx, queries)
	if err != nil {
		return nil, fmt.Errorf("compute the answers of %d queries: %w", len(queries), err)
	}
	return Known(queries, right)
}

// Known gives queries the answers that are known to be right.
func Known(queries []bench.Query, right []bench.Answer) (*Questions, error) {
	q := &Questions{queries: queries, right: right, seed: maphash.MakeSeed()}
	for i, a := range q.right {
		if a == nil {
			return nil, fmt.Errorf("%s: no answer is known", q.queries[i].Name)
		}
		q.marks = append(q.marks, q.markOf(a, q.queries[i]))
	}
	return q, nil
}

// mark is what answers that are alike have in common: the same rows, as often, and the same
// order of what the query orders by.
type mark struct {
	rows        int
	all, sorted uint64
}

// marker makes a mark of cells.
type marker struct {
	mark
	seed       maphash.Seed
	row, order []byte
}

// cell adds a cell to the row, which starts with the first.
func (m *marker) cell(text []byte, ordered bool) {
	m.row = append(binary.AppendUvarint(m.row, uint64(len(text))), text...)
	if ordered {
		m.order = append(binary.AppendUvarint(m.order, uint64(len(text))), text...)
	}
}

// end ends the row.
func (m *marker) end() {
	m.rows++
	m.all += maphash.Bytes(m.seed, m.row)
	m.sorted = maphash.Bytes(m.seed, binary.LittleEndian.AppendUint64(m.order, m.sorted))
	m.row, m.order = m.row[:0], m.order[:0]
}

func (q *Questions) markOf(a bench.Answer, of bench.Query) mark {
	m := &marker{seed: q.seed}
	ordered := orderOf(of)
	for _, row := range a {
		for c, text := range row {
			m.cell([]byte(text), ordered&(1<<c) != 0)
		}
		m.end()
	}
	return m.mark
}

// orderOf has a bit for each column that a query orders by.
func orderOf(q bench.Query) (bits uint64) {
	for _, c := range q.Order {
		bits |= 1 << c
	}
	return bits
}

// check compares a result with the right answer of query i. The error shows the difference.
func (q *Questions) check(i int, r *result.Set) error {
	if r.Rows == nil {
		return fmt.Errorf("%s: the answer has no rows", q.queries[i].Name)
	}
	m := &marker{seed: q.seed}
	ordered := orderOf(q.queries[i])
	var cell []byte
	for row := range r.Rows.Len {
		for c := range r.Rows.Columns {
			if v := &r.Rows.Columns[c]; v.IsNull(row) {
				cell = append(cell[:0], "NULL"...)
			} else {
				cell = result.AppendCell(cell[:0], v, row)
			}
			m.cell(cell, ordered&(1<<c) != 0)
		}
		m.end()
	}
	if m.mark == q.marks[i] {
		return nil
	}
	return q.queries[i].Check(bench.AnswerOf(r), q.right[i])
}
