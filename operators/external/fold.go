package external

import (
	"context"
	"slices"

	"gsdms/plan"
)

// folds reports whether the one row of all rows can be made of a row of each part of them.
func folds(g plan.Group) bool {
	return len(g.Keys) == 0 && len(g.Aggs) > 0 && !slices.ContainsFunc(g.Aggs, func(a plan.Agg) bool {
		return a.Gathered != nil || a.Func != plan.Count && a.Func != plan.Min && a.Func != plan.Max
	})
}

// folded makes one row of all, which it reads part by part.
type folded struct {
	from Source
	of   plan.Group
	o    Options
	done bool
}

// Next is of Source.
func (s *folded) Next(ctx context.Context) (*plan.Rows, error) {
	if s.done {
		return nil, nil
	}
	s.done = true
	each := &batch{o: s.o} // a row of each part
	defer each.drop()
	for last := false; !last; {
		part := &batch{o: s.o}
		var err error
		if last, err = part.fill(ctx, s.from); err == nil {
			err = s.part(ctx, part, each)
		}
		part.drop()
		if err != nil {
			return nil, err
		}
	}
	all, err := each.all(ctx)
	if err != nil {
		return nil, err
	}
	return s.whole(ctx, all)
}

// part adds the row of a part.
func (s *folded) part(ctx context.Context, part, each *batch) error {
	all, err := part.all(ctx)
	if err != nil || len(all.Columns) == 0 {
		return err
	}
	row, err := s.o.run(ctx, []plan.Operator{s.of}, all)
	if err != nil {
		return err
	}
	return each.add(row)
}

// whole makes one row of those of parts: the least and greatest are those of these, and counts are
// added.
func (s *folded) whole(ctx context.Context, parts *plan.Rows) (*plan.Rows, error) {
	g := plan.Group{Aggs: slices.Clone(s.of.Aggs)}
	for i := range g.Aggs {
		a := &g.Aggs[i]
		if a.Arg = (plan.Slot{Index: i, Of: a.Of, CanBeNil: true}); a.Func == plan.Count {
			a.Func = plan.Max
		}
	}
	out, err := s.o.run(ctx, []plan.Operator{g}, parts)
	if err != nil {
		return nil, err
	}
	for i, a := range s.of.Aggs {
		if a.Func != plan.Count {
			continue
		}
		out.Columns[i].Ints[0] = 0
		for _, n := range parts.Columns[i].Ints {
			out.Columns[i].Ints[0] += n
		}
	}
	return out, nil
}

// Close is of Source.
func (s *folded) Close() { s.from.Close() }
