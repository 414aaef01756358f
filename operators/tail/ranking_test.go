package tail

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"gsdms/plan"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// TestPercentilesAgreeWithASort interpolates in sorted groups: of few and of many rows, of
// numbers, decimals, decimals past 64 bits and doubles, with NULLs and without, by one
// goroutine and by several.
func TestPercentilesAgreeWithASort(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for _, rows := range []int{0, 1, 90, 800, 2*splitRows + 99} {
		for turn, shape := range rankedShapes[:tries(len(rankedShapes))] {
			set := &plan.Rows{Len: rows, Columns: []plan.Vector{{Type: plan.Type{Kind: plan.Int}, Ints: make([]int64, rows)}, shape(r, rows)}}
			for i := range rows {
				set.Columns[0].Ints[i] = int64(fewGroups(r))
			}
			if turn%2 == 0 {
				nulls := make([]bool, rows)
				for i := range nulls {
					nulls[i] = r.IntN(3) == 0 || set.Columns[0].Ints[i] == 2
				}
				set.Columns[1].Nulls = nulls
			}
			c := ranked{set: set, threads: 1 + turn%3, what: fmt.Sprint("shape ", turn, " of ", rows)}
			c.sort()
			for _, share := range []float64{0, 0.25, 0.5, 1, r.Float64()} {
				c.compare(t, share, 0)
				c.compare(t, share, 1)
			}
		}
	}
}

// fewGroups is 0 mostly, and up to 3.
func fewGroups(r *rand.Rand) int { return max(0, r.IntN(32)-28) }

var rankedShapes = []func(r *rand.Rand, n int) plan.Vector{
	func(r *rand.Rand, n int) plan.Vector {
		return numbersOf(n, 0, func(int) int64 { return int64(r.Uint64()) })
	},
	func(r *rand.Rand, n int) plan.Vector {
		return numbersOf(n, 2, func(int) int64 { return r.Int64N(9000) - 4500 })
	},
	func(r *rand.Rand, n int) plan.Vector {
		return numbersOf(n, 3, func(i int) int64 { return int64(i%2) << 60 })
	},
	func(r *rand.Rand, n int) plan.Vector { return numbersOf(n, 18, func(int) int64 { return r.Int64() }) },
	func(r *rand.Rand, n int) plan.Vector { return numbersOf(n, 0, func(int) int64 { return 7 }) },
	func(r *rand.Rand, n int) plan.Vector { // crowded around few
		return numbersOf(n, 0, func(int) int64 { return r.Int64N(4)<<40 + r.Int64N(50) })
	},
	func(r *rand.Rand, n int) plan.Vector {
		v := plan.Vector{Type: plan.Type{Kind: plan.Double}, Floats: make([]float64, n)}
		for i := range v.Floats {
			v.Floats[i] = math.Ldexp(r.Float64()-0.5, r.IntN(200)-100)
		}
		return v
	},
	func(r *rand.Rand, n int) plan.Vector {
		v := plan.Vector{Type: value.DecimalType(40, 5), Wide: make([]*big.Int, n)}
		for i := range v.Wide {
			v.Wide[i] = new(big.Int).Mul(big.NewInt(int64(r.Uint64())), big.NewInt(r.Int64()))
		}
		return v
	},
}

func numbersOf(n, scale int, next func(i int) int64) plan.Vector {
	v := plan.Vector{Type: value.DecimalType(19, scale), Ints: make([]int64, n)}
	for i := range v.Ints {
		v.Ints[i] = next(i)
	}
	return v
}

// ranked is rows of a group's number and a value, and the values sorted.
type ranked struct {
	set     *plan.Rows
	threads int
	what    string
	of      map[int64][]float64
	all     []float64
}

func (c *ranked) sort() {
	c.of = map[int64][]float64{}
	v := &c.set.Columns[1]
	for row, key := range c.set.Columns[0].Ints {
		values := c.of[key]
		if !v.IsNull(row) {
			f := nearest(v, row)
			values, c.all = append(values, f), append(c.all, f)
		}
		c.of[key] = values
	}
	slices.Sort(c.all)
	for _, values := range c.of {
		slices.Sort(values)
	}
}

// compare groups by the first column, or by none.
func (c *ranked) compare(t *testing.T, share float64, keys int) {
	t.Helper()
	agg, err := typing.NewGathered(plan.PercentileCont, []plan.Expr{groupSlot(c.set, 1)}, plan.Gathered{Option: value.OfFloat(share)})
	must(t, err)
	group := plan.Group{Keys: []plan.Slot{groupSlot(c.set, 0)}[:keys], Aggs: []plan.Agg{agg}}
	got, err := Run(t.Context(), []plan.Operator{group}, c.set, Options{Threads: c.threads})
	must(t, err)
	groups, values := 1, c.all
	if keys > 0 {
		groups = len(c.of)
	}
	if got.Len != groups {
		t.Fatalf("%s: %d groups, want %d", c.what, got.Len, groups)
	}
	for i := range got.Len {
		if keys > 0 {
			values = c.of[got.Columns[0].Ints[i]]
		}
		have, want := got.Columns[keys].Value(i), interpolated(values, share)
		if fmt.Sprint(have) != fmt.Sprint(want) {
			t.Errorf("%s by %d keys, %d threads: %v of group %d is %v, want %v", c.what, keys, c.threads, share, i, have, want)
		}
	}
}

// nearest is the double nearest to a number, by way of its text.
func nearest(v *plan.Vector, row int) float64 {
	if v.Floats != nil {
		return v.Floats[row]
	}
	n := big.NewInt(0)
	if v.Wide != nil {
		n = v.Wide[row]
	} else {
		n.SetInt64(v.Ints[row])
	}
	f, _ := strconv.ParseFloat(fmt.Sprintf("%de-%d", n, v.Type.Scale), 64)
	return f
}

// interpolated is the percentile of sorted values.
func interpolated(values []float64, share float64) plan.Value {
	if len(values) == 0 {
		return plan.Value{}
	}
	at := share * float64(len(values)-1)
	lo := int(at)
	low, high := values[lo], values[min(lo+1, len(values)-1)]
	return value.OfFloat(low*(1-(at-float64(lo))) + high*(at-float64(lo)))
}
