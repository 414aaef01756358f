package cpu

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// Sums of doubles of all magnitudes, within the window of fixed point numbers, outside and
// at its edges, are those of arbitrary precision, rounded once.
func TestSumsOfDoublesAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	const fixedMost = 1 << 24 // beside the largest that sums hold in 128 bits
	edges := []float64{0, 1, -1, fixedMost, -fixedMost, math.Nextafter(fixedMost, 0), 1 << 23, math.Ldexp(1, -12), math.Ldexp(1, -64), math.Ldexp(-3, -64),
		math.Nextafter(math.Ldexp(1, -12), 0), math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 1e300, -1e300, 0.1, 1e-7}
	for round := range 300 {
		n := 1 + r.IntN(400)
		values, groups := make([]cell, n), make([]cell, n)
		sums := map[int64]*big.Float{}
		for i := range values {
			f := edges[r.IntN(len(edges))]
			switch r.IntN(4) {
			case 0:
				f = (r.Float64() - 0.5) * 200
			case 1:
				f = math.Ldexp(r.Float64()-0.5, r.IntN(100)-70)
			}
			values[i].f, groups[i].n = f, r.Int64N(3)
			if sums[groups[i].n] == nil {
				sums[groups[i].n] = new(big.Float).SetPrec(4000)
			}
			sums[groups[i].n].Add(sums[groups[i].n], new(big.Float).SetFloat64(f))
		}
		rows := summed(t, values, groups, Options{Threads: 1 + round%3, Batch: 1 + r.IntN(50), Morsel: 64})
		for i := range rows.Len {
			want, _ := sums[rows.Columns[0].Ints[i]].Float64()
			if got := rows.Columns[1].Floats[i]; got != want {
				t.Fatalf("round %d: %v, want %v", round, got, want)
			}
		}
	}
}

// Sums of which some have an exact.Sum stay exact, and with their groups, when these are many
// and put in order.
func TestExactSumsOfManyGroups(t *testing.T) {
	const rows, many = 60_000, 20_000
	r := rand.New(rand.NewPCG(3, 4))
	values, groups := make([]cell, rows), make([]cell, rows)
	sums := map[int64]*big.Float{}
	for i := range values {
		groups[i].n = r.Int64N(many)
		values[i].f = r.Float64()
		if groups[i].n%3 == 0 {
			values[i].f = (r.Float64() - 0.5) * []float64{1e30, 1e-30, 1}[r.IntN(3)]
		}
		if sums[groups[i].n] == nil {
			sums[groups[i].n] = new(big.Float).SetPrec(4000)
		}
		sums[groups[i].n].Add(sums[groups[i].n], new(big.Float).SetFloat64(values[i].f))
	}
	m := &memTable{rows: rows}
	m.store(plan.Storage{Width: 8, Float: true}, values)
	m.store(plan.Storage{Width: 8}, groups)
	table := m.table("many sums")
	p := over(table, "many sums", &operators.Groups{Keys: []operators.Key{{Reg: 1}}, Aggs: []operators.Fold{{Func: operators.SumFloat, Arg: 0}}})
	p.Regs = []operators.Reg{{Float: true}, {}}
	p.Columns = append(p.Columns, operators.Column{Ordinal: 1, Storage: table.Columns[1].Storage})
	p.Body = append(p.Body, operators.Load{Dst: 1, Column: 1})
	for _, o := range []Options{{Threads: 1}, {Threads: 3, Morsel: 1000}} {
		got, err := runTogether(t, o, m, 0, p)[0].Collect(t.Context())
		check(t, err)
		if got.Len != len(sums) {
			t.Fatalf("%d groups, want %d", got.Len, len(sums))
		}
		for i, key := range got.Columns[0].Ints {
			if want, _ := sums[key].Float64(); got.Columns[1].Floats[i] != want || i > 0 && key <= got.Columns[0].Ints[i-1] {
				t.Fatalf("group %d: %v, want %v", key, got.Columns[1].Floats[i], want)
			}
		}
	}
}

func summed(t *testing.T, values, groups []cell, o Options) *plan.Rows {
	m := &memTable{rows: len(values)}
	m.store(plan.Storage{Width: 8, Float: true}, values)
	m.store(plan.Storage{Width: 1}, groups)
	table := m.table("sums")
	p := over(table, "sums", &operators.Groups{
		Keys: []operators.Key{{Reg: 1, Type: plan.Type{Kind: plan.Int}, Size: 3}}, Dense: true, Size: 3,
		Aggs: []operators.Fold{{Func: operators.SumFloat, Arg: 0, Type: plan.Type{Kind: plan.Double}}},
	})
	p.Regs = []operators.Reg{{Float: true}, {Hi: 2}}
	p.Columns = append(p.Columns, operators.Column{Ordinal: 1, Storage: table.Columns[1].Storage})
	p.Body = append(p.Body, operators.Load{Dst: 1, Column: 1})
	rows, err := runTogether(t, o, m, 0, p)[0].Collect(t.Context())
	check(t, err)
	return rows
}
