package sim

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Phase is a time between two events, with what is resident in it.
type Phase struct {
	Start, End float64 // seconds
	Resident   []Group
}

// Group is multiprocessors that hold the same blocks.
type Group struct {
	MPs    int
	Blocks string // such as "A1 5xD2": five blocks of kernel D of stream 2 beside one of A
}

// Phases cuts the timeline where a block starts or ends. Times closer than a part in a
// million of the whole are one.
func (t Timeline) Phases() []Phase {
	var out []Phase
	cuts := t.cuts()
	for i := 1; i < len(cuts); i++ {
		p := Phase{Start: cuts[i-1], End: cuts[i]}
		p.Resident = t.resident((p.Start + p.End) / 2)
		out = append(out, p)
	}
	return out
}

func (t Timeline) cuts() []float64 {
	var times []float64
	for _, s := range t.Spans {
		times = append(times, s.Start, s.End)
	}
	slices.Sort(times)
	near := t.End() * 1e-6
	return slices.CompactFunc(times, func(a, b float64) bool { return math.Abs(b-a) <= near })
}

// resident groups the multiprocessors by what they hold at a time.
func (t Timeline) resident(at float64) []Group {
	held := make([]map[[2]int]int, t.Device.MPs)
	for _, s := range t.Spans {
		if s.Start <= at && at < s.End {
			if held[s.MP] == nil {
				held[s.MP] = map[[2]int]int{}
			}
			held[s.MP][[2]int{s.Stream, s.Kernel}]++
		}
	}
	mps := map[string]int{}
	for _, h := range held {
		if h != nil {
			mps[t.blocks(h)]++
		}
	}
	var out []Group
	for b, n := range mps {
		out = append(out, Group{n, b})
	}
	slices.SortFunc(out, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.MPs, a.MPs), cmp.Compare(a.Blocks, b.Blocks))
	})
	return out
}

// blocks prints what one multiprocessor holds, by stream.
func (t Timeline) blocks(held map[[2]int]int) string {
	var keys [][2]int
	for k := range held {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	var s []string
	for _, k := range keys {
		name := t.Label(k[0], k[1])
		if n := held[k]; n > 1 {
			name = fmt.Sprintf("%dx%s", n, name)
		}
		s = append(s, name)
	}
	return strings.Join(s, " ")
}

// String prints the phases, times in milliseconds.
func (t Timeline) String() string {
	var s strings.Builder
	for i, p := range t.Phases() {
		fmt.Fprintf(&s, "%2d  %8.3f to %8.3f, %7.3f ms:", i+1, 1e3*p.Start, 1e3*p.End, 1e3*(p.End-p.Start))
		for j, g := range p.Resident {
			if j > 0 {
				s.WriteByte(',')
			}
			fmt.Fprintf(&s, " %d hold %s", g.MPs, g.Blocks)
		}
		s.WriteByte('\n')
	}
	return s.String()
}
