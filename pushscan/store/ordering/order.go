package ordering

import (
	"cmp"
	"context"
	"slices"

	"gsdms/plan"
	"gsdms/pushscan/store/coding"
	"gsdms/pushscan/store/manifest"
	"gsdms/pushscan/store/work"
)

// maxAlone is the number of rows up to which a table is put in the order of one attribute
// that determines no other. Looking up rows of such a table stays in a cache in any order;
// rows of a larger one are mostly asked for in the order of their key, since tables that
// refer to it were written in that order.
const maxAlone = 1 << 18

// Hierarchy finds the order that makes a predicate on an attribute a range of rows, and
// the permutation that brings it about (row i becomes what row permutation[i] was; nil:
// the rows are in order already).
//
// The order is the declared one if there is one. Else, if the order of the primary key
// alone keeps the rows of each value of some attribute together, it is that (a calendar).
// Else it is the longest chain of columns in which each determines the one before
// (region, nation, city), as the rows at hand have it, then the primary key; of a table of
// more than maxAlone rows a chain of one column is none.
func Hierarchy(ctx context.Context, m *manifest.Manifest, read []coding.Reader) (order []int, permutation []uint32, err error) {
	switch {
	case len(m.Declared) > 0:
		order = slices.Clone(m.Declared)
	case len(m.PrimaryKey) == 1:
		if order, err = findOrder(ctx, m, read); err != nil {
			return nil, nil, err
		}
	default:
		return nil, nil, nil
	}
	for _, k := range m.PrimaryKey {
		if !slices.Contains(order, k) {
			order = append(order, k)
		}
	}
	permutation, err = sortRows(ctx, m.Rows, order, read)
	return order, permutation, err
}

// findOrder gives the chain, empty for the order of the primary key.
func findOrder(ctx context.Context, m *manifest.Manifest, read []coding.Reader) ([]int, error) {
	attributes, err := findAttributes(ctx, m, read)
	if err != nil || len(attributes) == 0 {
		return nil, err
	}
	byKey, err := sortRows(ctx, m.Rows, m.PrimaryKey, read)
	if err != nil {
		return nil, err
	}
	for _, a := range attributes {
		if a.clustered(byKey) {
			return nil, nil
		}
	}
	chain, err := longestChain(ctx, attributes)
	if len(chain) == 1 && m.Rows > maxAlone {
		return nil, err
	}
	return chain, err
}

// attribute is a column with few distinct values.
type attribute struct {
	column   int
	ids      []uint32 // per row: number of its value, in order of appearance
	distinct int
}

// findAttributes gives the columns with at least 2 and at most rows/2 distinct values
// (NULL is one), in the table's order.
func findAttributes(ctx context.Context, m *manifest.Manifest, read []coding.Reader) ([]attribute, error) {
	found := make([]attribute, len(m.Columns))
	err := work.Each(len(m.Columns), func(i int) error {
		if m.Columns[i].Type.Kind == manifest.KindNames[plan.Double] {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		ids, distinct, err := distinctValues(ctx, read[i], m.Rows, m.Rows/2)
		if err == nil && distinct >= 2 {
			found[i] = attribute{column: i, ids: ids, distinct: distinct}
		}
		return err
	})
	return slices.DeleteFunc(found, func(a attribute) bool { return a.ids == nil }), err
}

// distinctValues numbers the values of a column; it gives up, with no ids, at more
// than limit of them.
func distinctValues(ctx context.Context, read coding.Reader, rows, limit int) ([]uint32, int, error) {
	n, null := coding.NewSegment(rows)
	ids := make([]uint32, 0, rows)
	known := map[Value]uint32{}
	for s := range coding.SegmentsOf(rows) {
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		count, err := read(s, n, null)
		if err != nil {
			return nil, 0, err
		}
		for i := range count {
			v := Value{n[i], null[i]}
			id, ok := known[v]
			if !ok {
				id = uint32(len(known))
				known[v] = id
			}
			ids = append(ids, id)
		}
		if len(known) > limit {
			return nil, 0, nil
		}
	}
	return ids, len(known), nil
}

// clustered says whether the rows of each value lie together in the order.
func (a *attribute) clustered(order []uint32) bool {
	runs := 1
	for i := 1; i < len(a.ids); i++ {
		if a.ids[at(order, i)] != a.ids[at(order, i-1)] {
			runs++
		}
		if runs > a.distinct {
			return false
		}
	}
	return true
}

// at follows a permutation; nil is the identity.
func at(order []uint32, i int) uint32 {
	if order == nil {
		return uint32(i)
	}
	return order[i]
}

// determines says whether each value of a goes with one value of b only.
func (a *attribute) determines(b *attribute) bool {
	const none = ^uint32(0)
	goes := slices.Repeat([]uint32{none}, a.distinct)
	for i, v := range a.ids {
		if goes[v] == none {
			goes[v] = b.ids[i]
		}
		if goes[v] != b.ids[i] {
			return false
		}
	}
	return true
}

// longestChain gives the columns of the longest chain, coarse to fine, in which each
// determines the one before and has more values. Of chains of one length it takes the
// one whose finest column has the most values, then the one declared first.
func longestChain(ctx context.Context, attributes []attribute) ([]int, error) {
	slices.SortStableFunc(attributes, func(a, b attribute) int { return cmp.Compare(a.distinct, b.distinct) })
	length, before := make([]int, len(attributes)), make([]int, len(attributes))
	best := 0
	for i := range attributes {
		length[i], before[i] = 1, -1
		for k := range i {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			fine, coarse := &attributes[i], &attributes[k]
			longer := length[k]+1 > length[i] || length[k]+1 == length[i] && coarse.distinct > attributes[before[i]].distinct
			if longer && fine.distinct > coarse.distinct && fine.determines(coarse) {
				length[i], before[i] = length[k]+1, k
			}
		}
		if length[i] > length[best] || length[i] == length[best] && attributes[i].distinct > attributes[best].distinct {
			best = i
		}
	}
	var chain []int
	for i := best; i >= 0; i = before[i] {
		chain = append(chain, attributes[i].column)
	}
	slices.Reverse(chain)
	return chain, nil
}

// sortRows gives the permutation that sorts rows by columns, ties as they are; nil if
// they are sorted.
func sortRows(ctx context.Context, rows int, by []int, read []coding.Reader) ([]uint32, error) {
	compare, err := CompareRows(ctx, rows, by, read)
	if err != nil {
		return nil, err
	}
	order := work.Identity(rows)
	if slices.IsSortedFunc(order, compare) {
		return nil, nil
	}
	return order, work.Sort(ctx, order, compare)
}

// CompareRows compares rows, by number, by columns and then by number. NULL is first.
func CompareRows(ctx context.Context, rows int, by []int, read []coding.Reader) (func(a, b uint32) int, error) {
	numbers, nulls := make([][]int64, len(by)), make([][]bool, len(by))
	for k, i := range by {
		var err error
		if numbers[k], nulls[k], err = coding.ReadAll(ctx, read[i], rows); err != nil {
			return nil, err
		}
	}
	return func(a, b uint32) int {
		for k := range numbers {
			if c := (Value{numbers[k][a], nulls[k][a]}).Compare(Value{numbers[k][b], nulls[k][b]}); c != 0 {
				return c
			}
		}
		return cmp.Compare(a, b)
	}, nil
}
