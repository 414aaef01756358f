package experiments

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gsdms/operators/analysis"
)

// counts is a device that counts pairs as the CPU does, or wrongly: one too many, or in other buckets.
type counts struct{ more, moved int64 }

func (c counts) CountPairs(ctx context.Context, p *analysis.Pairs, _ int64) ([]int64, error) {
	out, err := analysis.DistanceHistogram(ctx, p)
	if err == nil {
		out[1] += c.more + c.moved
		out[2] -= c.moved
	}
	return out, err
}

func (counts) ForecastPairs(*analysis.Pairs) float64 { return 0 }

// What a device counts wrongly is found, and gets no time.
func TestPairsAreCompared(t *testing.T) {
	for _, test := range []struct {
		of   counts
		want string
	}{{counts{}, ""}, {counts{more: 1}, "pairs were counted"}, {counts{moved: 1}, "not those of the CPU"}} {
		var out strings.Builder
		l := &Pairs{Counter: test.of, Runs: 1, Check: 300, Limits: Computing{1, 1, 1, 1}}
		err := l.Print(t.Context(), &out, []int{300}, []int{20}, 100)
		if test.want == "" {
			if err != nil || strings.Count(out.String(), "300 ") < 3 {
				t.Errorf("error %v, printed\n%s", err, out.String())
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: error %v, want one that %s", test.of, err, test.want)
		}
	}
}

// Points lie in their cube, and only far ones beyond it; floats have no more digits than those.
func TestCloud(t *testing.T) {
	for _, kind := range []string{"floats", "doubles", "far doubles"} {
		p, far := Cloud(kind, 100, 10, 7), 0
		for i, x := range append(append(p.X, p.Y...), p.Z...) {
			if kind == "floats" && float64(float32(x)) != x {
				t.Errorf("%s: coordinate %d is %v", kind, i, x)
			}
			if x > 10 {
				far++
			}
		}
		if want := map[string]int{"far doubles": 150}[kind]; far != want || p.Buckets != 7 || len(p.X) != 100 {
			t.Errorf("%s: %d of %d points are far, in %d buckets", kind, far, len(p.X), p.Buckets)
		}
		if again := Cloud(kind, 100, 10, 7); fmt.Sprint(again) != fmt.Sprint(p) {
			t.Errorf("%s: the points are others", kind)
		}
	}
}
