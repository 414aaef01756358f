package cpu

import (
	"cmp"
	"math"
	"math/big"
	"slices"

	"gsdms/operators"
	"gsdms/plan"
)

// collectGroups merges the workers' accumulators into the first worker's and gives the
// groups that saw a row, in key order.
func (r *run) collectGroups() (*plan.Rows, error) {
	all, err := r.merged()
	if err != nil {
		return nil, err
	}
	order := all.order()
	rows := &plan.Rows{Len: len(order)}
	for k := range all.groups.keys {
		rows.Columns = append(rows.Columns, all.key(k, order))
	}
	for i := range all.groups.folds {
		f := &all.groups.folds[i]
		v, err := f.row.out(f, all, order)
		if err != nil {
			return nil, err
		}
		rows.Columns = append(rows.Columns, v)
	}
	return rows, nil
}

// merged leaves everything in one worker's accumulators. It takes the others away, so
// that a second Collect gives the same.
func (r *run) merged() (*accumulators, error) {
	var all *accumulators
	for _, s := range r.states {
		switch {
		case s == nil || s.groups == nil:
		case all == nil:
			all = s.groups
		default:
			if err := all.absorb(s.groups); err != nil {
				return nil, err
			}
			s.groups.release()
			s.groups = nil
		}
	}
	if all == nil {
		all = r.state(0).groups
	}
	return all, nil
}

// absorb merges another worker's groups.
func (a *accumulators) absorb(from *accumulators) error {
	numbers, err := a.renumber(from)
	if err != nil {
		return err
	}
	width := a.groups.width
	for j := range from.count() {
		if from.words[j*width] == 0 {
			continue
		}
		if err := a.absorbGroup(numbers(j), from, j); err != nil {
			return err
		}
	}
	for i, pairs := range from.distinct {
		if pairs == nil {
			continue
		}
		for n := range pairs.len() {
			p := pairs.at(n)
			if err := a.see(&a.groups.folds[i], []int64{int64(numbers(int(p[0]))), p[1]}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *accumulators) absorbGroup(i int, from *accumulators, j int) error {
	width := a.groups.width
	a.words[i*width] += from.words[j*width]
	for k := range a.groups.folds {
		f := &a.groups.folds[k]
		if f.values != 0 {
			a.words[i*width+f.values] += from.words[j*width+f.values]
		}
		if err := f.row.merge(f, a, i, from, j); err != nil {
			return err
		}
	}
	return nil
}

// count is the number of groups, seen or not.
func (a *accumulators) count() int {
	if a.table != nil {
		return a.table.len()
	}
	return a.groups.size
}

// renumber says which group each of another worker's groups is here.
func (a *accumulators) renumber(from *accumulators) (func(int) int, error) {
	if a.table == nil {
		return func(j int) int { return j }, nil
	}
	numbers := make([]int, from.table.len())
	for j := range numbers {
		tuple := from.table.at(j)
		n, err := a.number(tuple, operators.HashKeys(tuple...))
		if err != nil {
			return nil, err
		}
		numbers[j] = n
	}
	return func(j int) int { return numbers[j] }, nil
}

// order lists the groups that saw a row, by key.
func (a *accumulators) order() []int {
	if a.groups.shared {
		return []int{0}
	}
	var order []int
	for g := range a.count() {
		if a.words[g*a.groups.width] != 0 {
			order = append(order, g)
		}
	}
	if a.table != nil {
		slices.SortFunc(order, func(x, y int) int { return a.compare(a.table.at(x), a.table.at(y)) })
	}
	return order
}

// compare orders key tuples, NULL first.
func (a *accumulators) compare(x, y []int64) int {
	for k := range a.groups.keys {
		xNull, yNull := a.isNull(x, k), a.isNull(y, k)
		c := 0
		switch {
		case xNull || yNull:
			c = cmp.Compare(rank(xNull), rank(yNull))
		case a.groups.keys[k].float:
			c = cmp.Compare(math.Float64frombits(uint64(x[k])), math.Float64frombits(uint64(y[k])))
		default:
			c = cmp.Compare(x[k], y[k])
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

func rank(null bool) int {
	if null {
		return 0
	}
	return 1
}

func (a *accumulators) isNull(tuple []int64, k int) bool {
	return a.groups.nulls && tuple[len(a.groups.keys)]>>k&1 != 0
}

// key gives the values of key k of groups.
func (a *accumulators) key(k int, order []int) plan.Vector {
	spec := a.groups.spec.Keys[k]
	v := plan.Vector{Type: spec.Type, Dict: spec.Dict}
	ints, nulls := make([]int64, len(order)), make([]bool, len(order))
	for i, g := range order {
		ints[i], nulls[i] = a.keyOf(g, k)
	}
	if slices.Contains(nulls, true) {
		v.Nulls = nulls
	}
	if !spec.Float {
		v.Ints = ints
		return v
	}
	v.Floats = make([]float64, len(order))
	for i, n := range ints {
		v.Floats[i] = math.Float64frombits(uint64(n))
	}
	return v
}

func (a *accumulators) keyOf(group, k int) (n int64, null bool) {
	if a.table != nil {
		tuple := a.table.at(group)
		return tuple[k], a.isNull(tuple, k)
	}
	key, spec := &a.groups.keys[k], &a.groups.spec.Keys[k]
	n = int64(group) / int64(key.stride) % int64(max(1, spec.Size))
	if spec.Nullable {
		return n - 1 + spec.Lo, n == 0
	}
	return n + spec.Lo, false
}

// nulls says for which groups the fold saw no value; nil for none.
func (f *fold) nulls(a *accumulators, groups []int) []bool {
	var nulls []bool
	for i, g := range groups {
		if a.words[g*a.groups.width+f.values] == 0 {
			if nulls == nil {
				nulls = make([]bool, len(groups))
			}
			nulls[i] = true
		}
	}
	return nulls
}

// column gathers a word of every group.
func (a *accumulators) column(word int, groups []int) []int64 {
	out := make([]int64, len(groups))
	for i, g := range groups {
		out[i] = a.words[g*a.groups.width+word]
	}
	return out
}

func outCount(f *fold, a *accumulators, groups []int) (plan.Vector, error) {
	return plan.Vector{Type: f.spec.Type, Ints: a.column(f.values, groups)}, nil
}

func outDistinct(f *fold, a *accumulators, groups []int) (plan.Vector, error) {
	return plan.Vector{Type: f.spec.Type, Ints: a.column(f.at, groups)}, nil
}

func outSum64(f *fold, a *accumulators, groups []int) (plan.Vector, error) {
	return plan.Vector{Type: f.spec.Type, Ints: a.column(f.at, groups), Nulls: f.nulls(a, groups)}, nil
}

// outSum128 gives numbers where all sums fit, and else big ones.
func outSum128(f *fold, a *accumulators, groups []int) (plan.Vector, error) {
	v := plan.Vector{Type: f.spec.Type, Nulls: f.nulls(a, groups)}
	low, high := a.column(f.at, groups), a.column(f.at+1, groups)
	fits := true
	for i := range low {
		fits = fits && high[i] == low[i]>>63
	}
	if fits {
		v.Ints = low
		return v, nil
	}
	v.Wide = make([]*big.Int, len(groups))
	for i := range low {
		wide := new(big.Int).Lsh(big.NewInt(high[i]), 64)
		v.Wide[i] = wide.Add(wide, new(big.Int).SetUint64(uint64(low[i])))
	}
	return v, nil
}

func outRanked(value func(rank uint64) int64) func(*fold, *accumulators, []int) (plan.Vector, error) {
	return func(f *fold, a *accumulators, groups []int) (plan.Vector, error) {
		v := plan.Vector{Type: f.spec.Type, Dict: f.spec.Dict, Ints: a.column(f.at, groups), Nulls: f.nulls(a, groups)}
		for i, n := range v.Ints {
			v.Ints[i] = value(uint64(n))
			if v.Nulls != nil && v.Nulls[i] {
				v.Ints[i] = 0
			}
		}
		return v, nil
	}
}

// outRankedFloat turns ranks back into doubles; turn gives the rank of a largest value.
func outRankedFloat(turn func(rank uint64) uint64) func(*fold, *accumulators, []int) (plan.Vector, error) {
	return func(f *fold, a *accumulators, groups []int) (plan.Vector, error) {
		v := plan.Vector{Type: f.spec.Type, Floats: make([]float64, len(groups)), Nulls: f.nulls(a, groups)}
		for i, n := range a.column(f.at, groups) {
			if v.Nulls != nil && v.Nulls[i] {
				continue
			}
			b := turn(uint64(n))
			b ^= ^uint64(int64(b)>>63) | 1<<63
			v.Floats[i] = math.Float64frombits(b)
		}
		return v, nil
	}
}
