package ssb

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gsdms/ssb/gen"
)

// Evaluate answers queries over generated data with plain loops and maps: no part of
// the engine takes part, so that it can say whether the engine is right. It runs on
// the given number of goroutines; the 13 at scale factor 1 take under a second on two.
func Evaluate(ctx context.Context, sf float64, queries []Query, threads int) ([]Answer, error) {
	scale, err := gen.NewScale(sf)
	if err != nil {
		return nil, err
	}
	e := &evaluation{scale: scale, dimensions: loadDimensions(scale)}
	for _, q := range queries {
		e.asked = append(e.asked, e.prepare(shapeOf(q)))
	}
	parts := make([][]groups, max(threads, 1))
	work, ctx := errgroup.WithContext(ctx)
	for i := range parts {
		work.Go(guarded(func() (err error) {
			parts[i], err = e.work(ctx)
			return err
		}))
	}
	if err := work.Wait(); err != nil {
		return nil, fmt.Errorf("evaluate %d queries at scale factor %v: %w", len(queries), sf, err)
	}
	return e.answers(queries, parts), nil
}

// dimensions are the joined tables; index is key - 1, for dates the day.
type dimensions struct {
	customers, suppliers []uint8 // cities
	parts                []gen.Part
}

func loadDimensions(s gen.Scale) dimensions {
	var d dimensions
	s.EachCustomer(0, s.Customers, func(c *gen.Customer) { d.customers = append(d.customers, c.City) })
	s.EachSupplier(0, s.Suppliers, func(r *gen.Supplier) { d.suppliers = append(d.suppliers, r.City) })
	s.EachPart(0, s.Parts, func(p *gen.Part) { d.parts = append(d.parts, *p) })
	return d
}

type groups map[key]int64

// asked is a shape whose dimension predicates have been tried on every row.
type asked struct {
	shape
	dates, customers, suppliers, parts []bool
}

type evaluation struct {
	dimensions
	scale gen.Scale
	asked []asked
	next  atomic.Int64 // first order not yet taken
}

func (e *evaluation) prepare(s shape) asked {
	a := asked{shape: s, dates: make([]bool, gen.DateRows), parts: make([]bool, len(e.parts))}
	for i := range a.dates {
		a.dates[i] = s.date == nil || s.date(&gen.Dates()[i])
	}
	for i := range a.parts {
		a.parts[i] = s.part == nil || s.part(&e.parts[i])
	}
	a.customers = citiesThat(s.customer, e.customers)
	a.suppliers = citiesThat(s.supplier, e.suppliers)
	return a
}

func citiesThat(pred func(uint8) bool, cities []uint8) []bool {
	out := make([]bool, len(cities))
	for i, c := range cities {
		out[i] = pred == nil || pred(c)
	}
	return out
}

// work takes ranges of orders until none is left and gives its groups of each query.
func (e *evaluation) work(ctx context.Context) ([]groups, error) {
	const step = 1 << 14
	out := make([]groups, len(e.asked))
	for i := range out {
		out[i] = groups{}
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		from := e.next.Add(step) - step
		if from >= e.scale.Orders {
			return out, nil
		}
		e.scale.EachLine(from, min(from+step, e.scale.Orders), func(l *gen.Line) { e.add(l, out) })
	}
}

// add puts a line into the groups of the queries that want it.
func (e *evaluation) add(l *gen.Line, out []groups) {
	for i := range e.asked {
		a := &e.asked[i]
		if !a.dates[l.OrderDay] || !a.suppliers[l.Supplier-1] || !a.customers[l.Customer-1] || !a.parts[l.Part-1] {
			continue
		}
		if a.line != nil && !a.line(l) {
			continue
		}
		k := a.key(joined{&gen.Dates()[l.OrderDay], e.customers[l.Customer-1], e.suppliers[l.Supplier-1], &e.parts[l.Part-1]})
		out[i][k] += a.measure(l)
	}
}

// answers merges what the workers have and orders each result as its query asks.
func (e *evaluation) answers(queries []Query, parts [][]groups) []Answer {
	out := make([]Answer, len(queries))
	for i, q := range queries {
		total := groups{}
		for _, p := range parts {
			for k, sum := range p[i] {
				total[k] += sum
			}
		}
		out[i] = answerOf(q, e.asked[i].row, total)
	}
	return out
}

func answerOf(q Query, row func(key, int64) []string, total groups) Answer {
	type group struct {
		key
		sum int64
	}
	var all []group
	for k, sum := range total {
		all = append(all, group{k, sum})
	}
	slices.SortFunc(all, func(x, y group) int {
		bySum := 0
		if q.Name[:2] == "Q3" {
			bySum = cmp.Compare(y.sum, x.sum)
		}
		return cmp.Or(cmp.Compare(x.year, y.year), bySum, cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	out := make(Answer, len(all))
	for i, g := range all {
		out[i] = row(g.key, g.sum)
	}
	if q.Name[:2] == "Q1" && len(out) == 0 {
		return Answer{{"NULL"}} // a sum over no rows
	}
	return out
}

// guarded turns a panic of f into an error.
func guarded(f func() error) func() error {
	return func() (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("internal error: %v\n%s", p, debug.Stack())
			}
		}()
		return f()
	}
}
