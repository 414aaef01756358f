package optimizer

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Quadratic is the time model of [X20] (1): f(N) = A N^2 + B N + C seconds with N
// resident warps. It is used where it falls, up to its lowest point.
type Quadratic struct{ A, B, C float64 }

// Sample is a measured time of a kernel.
type Sample struct {
	Warps   int
	Seconds float64
}

// Fit is the quadratic nearest to the samples, by least squares of the relative error:
// every sample's row is divided by its time, since a time of few warps is many times
// that of many. It needs three different numbers of warps and times above zero.
func Fit(samples []Sample) (Quadratic, error) {
	warps := map[int]bool{}
	rows, ones := mat.NewDense(max(1, len(samples)), 3, nil), mat.NewVecDense(max(1, len(samples)), nil)
	for i, s := range samples {
		if s.Seconds <= 0 || math.IsInf(s.Seconds, 0) || math.IsNaN(s.Seconds) || s.Warps < 1 {
			return Quadratic{}, fmt.Errorf("optimizer: fit a time model: sample %d is %g s with %d warps; both must be positive", i, s.Seconds, s.Warps)
		}
		n := float64(s.Warps)
		rows.SetRow(i, []float64{n * n / s.Seconds, n / s.Seconds, 1 / s.Seconds})
		ones.SetVec(i, 1)
		warps[s.Warps] = true
	}
	if len(warps) < 3 {
		return Quadratic{}, fmt.Errorf("optimizer: fit a time model: samples of %d different numbers of warps; 3 are needed", len(warps))
	}
	var x mat.VecDense
	if err := x.SolveVec(rows, ones); err != nil {
		return Quadratic{}, fmt.Errorf("optimizer: fit a time model: %w", err)
	}
	return Quadratic{x.AtVec(0), x.AtVec(1), x.AtVec(2)}, nil
}

// At is f(n) where f falls, and its lowest value beyond.
func (q Quadratic) At(n float64) float64 {
	if q.A > 0 {
		n = min(n, -q.B/(2*q.A))
	}
	return (q.A*n+q.B)*n + q.C
}

// Warps is the N with f(N) = seconds on the falling side, [X20] (3), or false if f does
// not reach so low.
func (q Quadratic) Warps(seconds float64) (float64, bool) {
	c := q.C - seconds
	if q.A == 0 {
		return -c / q.B, q.B < 0
	}
	root := q.B*q.B - 4*q.A*c
	if root < 0 {
		return 0, false
	}
	n := (-q.B - math.Sqrt(root)) / (2 * q.A)
	return n, n > 0
}

// Divide is the division of n warps among operators that run at the same time, with
// equal times f_i(N_i), [X20] (2)-(3). It returns the warps, not rounded, and the common
// time, or false if the models reach no common time with n warps.
func Divide(models []Quadratic, n float64) ([]float64, float64, bool) {
	low, high := 0.0, math.Inf(1)
	for _, q := range models {
		low, high = max(low, q.At(n)), min(high, q.At(0))
	}
	if !(low < high) || len(models) == 0 {
		return nil, 0, false
	}
	out := make([]float64, len(models))
	for range 200 {
		mid := (low + high) / 2
		if divided(models, mid, out) > n {
			low = mid
		} else {
			high = mid
		}
	}
	sum := divided(models, high, out)
	return out, high, math.Abs(sum-n) < 1e-6*n
}

// divided sets out to the warps with which every operator takes the time, and sums up.
func divided(models []Quadratic, seconds float64, out []float64) float64 {
	sum := 0.0
	for i, q := range models {
		w, ok := q.Warps(seconds)
		if !ok {
			return math.Inf(1)
		}
		out[i] = w
		sum += w
	}
	return sum
}

// Calibrated is a Model of fitted quadratics, by the name of the demand. A time falls
// like 1/N until it saturates, and one parabola over all N misses that by half; so it is
// fitted piecewise, around every sampled number of warps to the samples of it and of its
// two neighbours.
type Calibrated struct {
	byName map[string][]piece
	other  Model
}

// piece is the quadratic around a sampled number of warps.
type piece struct {
	warps int
	Quadratic
}

// NewCalibrated fits quadratics to the samples of every name. Names without samples are
// left to other.
func NewCalibrated(samples map[string][]Sample, other Model) (*Calibrated, error) {
	c := &Calibrated{byName: map[string][]piece{}, other: other}
	for name, s := range samples {
		s = slices.Clone(s)
		slices.SortFunc(s, func(a, b Sample) int { return cmp.Compare(a.Warps, b.Warps) })
		first := firsts(s)
		for i := range len(first) - 1 {
			low := max(0, min(i-1, len(first)-4))
			q, err := Fit(s[first[low]:first[min(low+3, len(first)-1)]])
			if err != nil {
				return nil, fmt.Errorf("kernel %q: %w", name, err)
			}
			c.byName[name] = append(c.byName[name], piece{s[first[i]].Warps, q})
		}
	}
	return c, nil
}

// firsts is where each number of warps starts in sorted samples, and their end.
func firsts(s []Sample) []int {
	var out []int
	for i := range s {
		if i == 0 || s[i].Warps != s[i-1].Warps {
			out = append(out, i)
		}
	}
	return append(out, len(s))
}

// Time is the time by the piece of the nearest sample, and beyond the last sample the
// time there.
func (c *Calibrated) Time(l *Device, d *Demand, warps int) float64 {
	pieces, ok := c.byName[d.Name]
	if !ok || len(pieces) == 0 {
		return c.other.Time(l, d, warps)
	}
	last := &pieces[len(pieces)-1]
	n := float64(min(warps, last.warps))
	i, _ := slices.BinarySearchFunc(pieces, warps, func(p piece, w int) int { return cmp.Compare(p.warps, w) })
	if i == len(pieces) || i > 0 && warps-pieces[i-1].warps < pieces[i].warps-warps {
		i--
	}
	q := &pieces[i]
	return max(0, (q.A*n+q.B)*n+q.C)
}
