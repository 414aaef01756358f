package external

import (
	"context"
	"slices"

	"gsdms/operators/spill"
	"gsdms/plan"
)

// groups makes one row of those that are equal in all keys.
func (o Options) groups(ctx context.Context, from Source, g plan.Group) (Source, error) {
	if folds(g) {
		return &folded{from: from, of: g, o: o}, nil
	}
	from, err := o.sorted(ctx, from, ascending(g.Keys))
	if err != nil {
		return nil, err
	}
	return &together{from: from, by: g.Keys, ops: []plan.Operator{g}, o: o}, nil
}

func ascending(slots []plan.Slot) []plan.SortKey {
	keys := make([]plan.SortKey, len(slots))
	for i, s := range slots {
		keys[i].Slot = s.Index
	}
	return keys
}

// windows appends the columns of window functions. Rows are numbered, brought into the order
// of the partitions, once for each way to part them, and put back.
func (o Options) windows(ctx context.Context, from Source, funcs []plan.WindowFunc) (Source, error) {
	b := &batch{o: o}
	last, err := b.fill(ctx, from)
	if err != nil {
		b.drop()
		return nil, err
	}
	width := len(b.one().Columns)
	from = &ahead{b, from}
	if last {
		return &together{from: from, ops: []plan.Operator{plan.Window{Funcs: funcs}}, o: o}, nil
	}
	first := int64(0)
	from = &mapped{from, func(rows *plan.Rows) *plan.Rows {
		first += int64(rows.Len)
		return numbered(rows, first-int64(rows.Len))
	}}
	columns, made := append(numbers(width), make([]int, len(funcs))...), 0
	for _, same := range alike(funcs) {
		var w plan.Window
		for _, f := range same {
			w.Funcs = append(w.Funcs, funcs[f])
			columns[width+f] = width + 1 + made
			made++
		}
		by := w.Funcs[0].Over.Partition
		if from, err = o.sorted(ctx, from, ascending(by)); err != nil {
			return nil, err
		}
		from = &together{from: from, by: by, ops: []plan.Operator{w}, o: o}
	}
	if from, err = o.restored(ctx, from, width); err != nil {
		return nil, err
	}
	return &mapped{from, chosen(columns)}, nil
}

// alike brings functions together whose partitions are the same.
func alike(funcs []plan.WindowFunc) (out [][]int) {
	same := func(a, b plan.Slot) bool { return a.Index == b.Index }
	for i, f := range funcs {
		at := slices.IndexFunc(out, func(of []int) bool { return slices.EqualFunc(funcs[of[0]].Over.Partition, f.Over.Partition, same) })
		if at < 0 {
			out = append(out, []int{i})
		} else {
			out[at] = append(out[at], i)
		}
	}
	return out
}

// together runs operators on as many rows at a time as there is room for, and more where rows
// that are equal by some columns are more: these stay together. Without columns all do.
type together struct {
	from Source
	by   []plan.Slot
	ops  []plan.Operator
	o    Options
	next batch // what is read already
	done bool
}

// Next is of Source.
func (s *together) Next(ctx context.Context) (*plan.Rows, error) {
	if s.done {
		return nil, nil
	}
	s.next.o = s.o
	var now *batch
	for now == nil {
		rows, err := s.from.Next(ctx)
		if err != nil {
			return nil, err
		}
		if rows == nil {
			s.done, now, s.next.parts = true, &batch{o: s.o, parts: s.next.parts, bytes: s.next.bytes}, nil
			s.next.bytes = 0
			break
		}
		cut := -1
		if s.next.bytes+rows.Bytes() >= s.o.Room {
			cut = s.boundary(rows)
		}
		if cut < 0 {
			if err := s.next.add(rows); err != nil {
				return nil, err
			}
			continue
		}
		if now, err = s.cut(rows, cut); err != nil {
			return nil, err
		}
	}
	defer now.drop()
	all, err := now.all(ctx)
	if err != nil {
		return nil, err
	}
	return s.o.run(ctx, s.ops, all)
}

// cut gives what is read with the first rows of those that come next, and keeps the others.
func (s *together) cut(rows *plan.Rows, at int) (*batch, error) {
	now := &batch{o: s.o, parts: s.next.parts, bytes: s.next.bytes}
	s.next.parts, s.next.bytes = nil, 0
	if at > 0 {
		if err := now.add(rows.Slice(0, at)); err != nil {
			return nil, err
		}
	}
	return now, s.next.add(rows.Slice(at, rows.Len))
}

// boundary is the last row that is not equal to the one before it, by the columns; -1 where
// there is none, or nothing before it.
func (s *together) boundary(rows *plan.Rows) int {
	if len(s.by) == 0 {
		return -1
	}
	for i := rows.Len - 1; i > 0; i-- {
		if s.differ(rows, i-1, rows, i) {
			return i
		}
	}
	if n := len(s.next.parts); n > 0 && rows.Len > 0 {
		if before := s.next.parts[n-1]; before.Len > 0 && s.differ(before, before.Len-1, rows, 0) {
			return 0
		}
	}
	return -1
}

func (s *together) differ(a *plan.Rows, i int, b *plan.Rows, j int) bool {
	return slices.ContainsFunc(s.by, func(k plan.Slot) bool {
		return spill.Compare(&a.Columns[k.Index], i, &b.Columns[k.Index], j) != 0
	})
}

// Close is of Source.
func (s *together) Close() {
	s.next.drop()
	s.from.Close()
}
