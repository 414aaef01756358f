package index

import (
	"math"
	"math/rand/v2"
	"testing"

	"gsdms/operators"
	"gsdms/plan"
)

// TestPut holds what arrays have of registers of all bounds, part by part, against the registers.
func TestPut(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	const rows, part = 3000, 1024
	for _, bounds := range [][2]int64{
		{0, 0}, {-3, 252}, {0, 255}, {7, 1 << 16}, {math.MinInt64, math.MinInt64 + 70_000}, {-1 << 31, 1<<31 - 2}, {math.MaxInt64 - 9, math.MaxInt64},
		{0, 1 << 32}, {math.MinInt64, math.MaxInt64}, {5, 4},
	} {
		for _, nullable := range []bool{false, true} {
			reg := operators.Reg{Lo: bounds[0], Hi: bounds[1], Nullable: nullable}
			a, wide := RoomFor("numbers", reg, rows), uint64(bounds[1])-uint64(bounds[0])
			if fits := bounds[0] <= bounds[1] && wide < math.MaxUint32; fits != (a != nil) {
				t.Fatalf("%v: room %v", reg, a)
			}
			if a == nil {
				continue
			}
			from := operators.Vector{Int: make([]int64, rows)}
			if nullable {
				from.Null = make([]byte, rows)
			}
			for i := range from.Int {
				from.Int[i] = int64(uint64(bounds[0]) + r.Uint64N(wide+1))
				if nullable && r.IntN(5) == 0 {
					from.Int[i], from.Null[i] = r.Int64(), 1
				}
			}
			for lo := 0; lo < rows; lo += part {
				Put(a, lo, partOf(from, lo, min(lo+part, rows)))
			}
			for i, want := range from.Int {
				n, null := a.Storage.Load(Stored(a, i))
				if isNull := nullable && from.Null[i] != 0; null != isNull || !null && n != want {
					t.Fatalf("%v: row %d has %d, %v, want %d, %v", reg, i, n, null, want, isNull)
				}
			}
		}
	}
}

// TestPutFloats is TestPut of doubles.
func TestPutFloats(t *testing.T) {
	from := operators.Vector{Float: []float64{0, 1.5, math.Copysign(0, -1), -7, math.MaxFloat64}, Null: []byte{0, 0, 0, 1, 0}}
	a := RoomFor("doubles", operators.Reg{Float: true, Nullable: true}, len(from.Float))
	Put(a, 0, partOf(from, 0, 2))
	Put(a, 2, partOf(from, 2, len(from.Float)))
	for i, d := range from.Float {
		want := math.Float64bits(d)
		if from.Null[i] != 0 {
			want = plan.NullBits
		}
		if got := Stored(a, i); got != want {
			t.Errorf("row %d has %x, want %x", i, got, want)
		}
	}
}

func partOf(v operators.Vector, lo, hi int) (out operators.Vector) {
	if v.Int != nil {
		out.Int = v.Int[lo:hi]
	} else {
		out.Float = v.Float[lo:hi]
	}
	if v.Null != nil {
		out.Null = v.Null[lo:hi]
	}
	return out
}
