package sim

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"gsdms/optimizer"
)

// paper is what [L14] reports of the experiments: of every phase its length in
// milliseconds and what the multiprocessors hold. The paper describes the eight phases
// of the chained streams up to the fourth; the others are worked out from its rules.
var paper = map[string][]string{
	"residency of A and B": {"14: 8 hold A1 B2", "6: 8 hold B2"},
	"eight streams of four blocks of A": {
		"14: 4 hold A1 A3, 4 hold A2 A4", "14: 4 hold A5 A7, 4 hold A6 A8",
	},
	"three streams, A x 8, B x 5, B x 5": {
		"14: 5 hold A1 B2, 3 hold A1 B3", "6: 5 hold B2, 3 hold B3", "20: 2 hold B3",
	},
	"three streams, A x 8, B x 8, A x 8": {"14: 8 hold A1 B2", "6: 8 hold B2 A3", "8: 8 hold A3"},
	"four streams, A x 8 then B x 6": {
		"14: 8 hold A1", "14: 6 hold B1 A2, 2 hold A2", "6: 6 hold B1, 2 hold B2", "14: 6 hold B2 A3, 2 hold A3",
		"6: 4 hold B2, 4 hold B3", "14: 6 hold B3 A4, 2 hold A4", "6: 6 hold B4, 2 hold B3", "14: 6 hold B4",
	},
}

// inPhase is a phase as the table above writes it.
func inPhase(p Phase) string {
	var groups []string
	for _, g := range p.Resident {
		groups = append(groups, fmt.Sprintf("%d hold %s", g.MPs, g.Blocks))
	}
	return fmt.Sprintf("%.0f: %s", 1e3*(p.End-p.Start), strings.Join(groups, ", "))
}

func TestExperimentsOfThePaper(t *testing.T) {
	compared := 0
	for _, e := range Experiments() {
		want, ok := paper[e.Name]
		if !ok {
			continue
		}
		var got []string
		for _, p := range run(t, e).Phases() {
			got = append(got, inPhase(p))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%v\nwant\n%v", e.Name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		compared++
	}
	if compared != len(paper) {
		t.Errorf("%d of %d experiments compared", compared, len(paper))
	}
}

func run(t *testing.T, e Experiment) Timeline {
	t.Helper()
	d := optimizer.GTX680()
	if e.HyperQ {
		d = optimizer.TeslaK40()
	}
	line, err := Run(d, Alone{}, e.Streams)
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// TestResidencyOfThePaper: C and D are one and five, E and F one and one.
func TestResidencyOfThePaper(t *testing.T) {
	for name, want := range map[string]string{"residency of C and D": "8 hold C1 5xD2", "residency of E and F": "8 hold E1 F2"} {
		for _, e := range Experiments() {
			if e.Name != name {
				continue
			}
			if first := inPhase(run(t, e).Phases()[0]); !strings.HasSuffix(first, ": "+want) {
				t.Errorf("%s: %s, want %s", name, first, want)
			}
		}
	}
}

// TestHyperQ: with Hyper-Q all A start before any B, and chained streams overlap more.
func TestHyperQ(t *testing.T) {
	es := Experiments()
	lastA, firstB := 0.0, math.Inf(1)
	line := run(t, es[8])
	for _, s := range line.Spans {
		if s.Kernel == 0 {
			lastA = max(lastA, s.Start)
		} else {
			firstB = min(firstB, s.Start)
		}
	}
	if lastA != 0 || firstB < 14e-3-1e-9 {
		t.Errorf("the last A starts at %g, the first B at %g\n%v", lastA, firstB, line)
	}
	without, with := es[6], es[7]
	with.HyperQ = true
	if a, b := run(t, without).End(), run(t, with).End(); !(b < a) {
		t.Errorf("chained streams take %g s, and with Hyper-Q %g s", a, b)
	}
}

// TestDisciplines checks random streams against the rules themselves, span by span.
func TestDisciplines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	kernels := []Kernel{kernelA, kernelB, kernelC, kernelD, kernelE, kernelF}
	for range 300 {
		var e Experiment
		e.HyperQ = r.IntN(2) == 0
		for range 1 + r.IntN(5) {
			var s Stream
			for range 1 + r.IntN(3) {
				s = append(s, grid(kernels[r.IntN(6)], 1+r.IntN(40)))
			}
			e.Streams = append(e.Streams, s)
		}
		line := run(t, e)
		checkOnce(t, line)
		checkOrder(t, line)
		checkRoom(t, line)
		if t.Failed() {
			t.Fatalf("%+v\n%v", e, line)
		}
	}
}

// checkOnce: every block runs once, for its time.
func checkOnce(t *testing.T, line Timeline) {
	seen := map[[3]int]bool{}
	for _, s := range line.Spans {
		seen[[3]int{s.Stream, s.Kernel, s.Block}] = true
		if k := line.Streams[s.Stream][s.Kernel]; math.Abs(s.End-s.Start-k.Seconds) > 1e-9 {
			t.Errorf("%+v takes %g s, %s needs %g", s, s.End-s.Start, k.Name, k.Seconds)
		}
	}
	blocks := 0
	for _, s := range line.Streams {
		for _, k := range s {
			blocks += k.Blocks
		}
	}
	if len(seen) != blocks || len(line.Spans) != blocks {
		t.Errorf("%d spans of %d blocks, %d different", len(line.Spans), blocks, len(seen))
	}
}

// checkOrder: a stream's kernels follow each other, and without Hyper-Q a stream's
// blocks start after all those of higher rank.
func checkOrder(t *testing.T, line Timeline) {
	for _, a := range line.Spans {
		for _, b := range line.Spans {
			if a.Stream == b.Stream && a.Kernel < b.Kernel && a.End > b.Start+1e-9 {
				t.Errorf("%+v starts before %+v ends", b, a)
			}
			if !line.Device.HyperQ && a.Stream < b.Stream && a.Start > b.Start+1e-9 {
				t.Errorf("%+v starts before %+v", b, a)
			}
		}
	}
}

// checkRoom: at the start of any block its multiprocessor holds all that runs on it, by
// the limits of Table I.
func checkRoom(t *testing.T, line Timeline) {
	for _, at := range line.Spans {
		warps, blocks, registers, shared := 0, 0, 0, 0
		for _, s := range line.Spans {
			if s.MP != at.MP || s.Start > at.Start+1e-9 || s.End < at.Start+1e-9 {
				continue
			}
			k := line.Streams[s.Stream][s.Kernel]
			warps, blocks, shared = warps+k.Warps, blocks+1, shared+k.Shared
			registers += 32 * k.Warps * ((k.Registers + 7) / 8 * 8)
		}
		if warps > 64 || blocks > 16 || registers > 65536 || shared > 49152 {
			t.Errorf("multiprocessor %d holds %d warps, %d blocks, %d registers, %d bytes", at.MP, warps, blocks, registers, shared)
		}
	}
}

// TestContendedSharesWhatThereIs compares with times by hand. The device has two
// multiprocessors with 16 warps to saturate; 100 B/s and 200 instructions/s in all.
func TestContendedSharesWhatThereIs(t *testing.T) {
	d := optimizer.Device{Name: "toy", MPs: 2, Warps: 64, Blocks: 16, WarpSize: 32, HyperQ: true, Bandwidth: 100, IssueRate: 200}
	reads := func(warps int, bytes float64) Stream {
		return Stream{{Name: "r", Blocks: 2, Warps: warps, Bytes: bytes}}
	}
	computes := func(warps int, instrs float64) Stream {
		return Stream{{Name: "c", Blocks: 2, Warps: warps, Instrs: instrs}}
	}
	for name, c := range map[string]struct {
		streams []Stream
		seconds float64
	}{
		"alone and saturated":               {[]Stream{reads(16, 500)}, 10},
		"more warps are no faster":          {[]Stream{reads(32, 500)}, 10},
		"half the warps, half the rate":     {[]Stream{reads(8, 500)}, 20},
		"two halves fit beside each other":  {[]Stream{reads(8, 500), reads(8, 500)}, 20},
		"two wholes share":                  {[]Stream{reads(16, 500), reads(16, 500)}, 20},
		"three to one, then alone":          {[]Stream{reads(24, 750), reads(8, 500)}, 30}, // 37.5 and 12.5 B/s; at 20 s 250 are left at 25 B/s: 10 s
		"reading beside computing":          {[]Stream{reads(16, 500), computes(16, 1000)}, 10},
		"computing shares a multiprocessor": {[]Stream{computes(16, 1000), computes(16, 1000)}, 20},
	} {
		line, err := Run(d, Contended{}, c.streams)
		if err != nil || math.Abs(line.End()-c.seconds) > 1e-6 {
			t.Errorf("%s: %g s, %v; want %g", name, line.End(), err, c.seconds)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	for _, k := range []Kernel{{Blocks: 0, Warps: 1}, {Blocks: 1, Warps: 65}, {Blocks: 1, Warps: 1, Shared: 49153}, {Blocks: 1, Warps: 1, Registers: -1}} {
		if _, err := Run(optimizer.GTX680(), Alone{}, []Stream{{k}}); err == nil {
			t.Errorf("%+v runs", k)
		}
	}
	if _, err := Run(optimizer.GTX680(), Contended{}, []Stream{{{Blocks: 1, Warps: 1, Bytes: math.Inf(1)}}}); err == nil {
		t.Error("a block that never ends runs")
	}
}

// TestWaveEndsWhenPredicted runs waves of the makespan objective. The prediction leaves
// out how scarce rates are divided, and may be short by a fifth.
func TestWaveEndsWhenPredicted(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	s, err := optimizer.NewSolver(optimizer.TeslaK40(), optimizer.Options{Objective: optimizer.Makespan, Gap: 5e-6})
	if err != nil {
		t.Fatal(err)
	}
	for range 50 {
		var demands []optimizer.Demand
		for i := range 1 + r.IntN(20) {
			demands = append(demands, optimizer.Demand{Name: fmt.Sprint(i), Registers: 8 + r.IntN(40), Shared: r.IntN(8192), Bytes: 1e6 + r.Int64N(1e8), Instrs: 1e6 + r.Int64N(1e9)})
		}
		w, err := s.Solve(demands)
		if err != nil {
			t.Fatal(err)
		}
		line, err := Wave(w, 5e-6)
		if err != nil {
			t.Fatal(err)
		}
		if q := line.End() / w.Seconds; q < 0.98 || q > 1.05 {
			t.Errorf("ends after %g s, predicted %g\n%v", line.End(), w.Seconds, w)
		}
	}
}

func TestTrace(t *testing.T) {
	line := run(t, Experiments()[4])
	var b bytes.Buffer
	if err := line.WriteTrace(&b); err != nil {
		t.Fatal(err)
	}
	var trace struct {
		TraceEvents []struct {
			Name     string
			Ph       string
			Ts, Dur  float64
			Pid, Tid int
		}
	}
	if err := json.Unmarshal(b.Bytes(), &trace); err != nil {
		t.Fatal(err)
	}
	busy, end := map[[2]int]float64{}, 0.0
	for _, e := range trace.TraceEvents {
		if e.Ph != "X" {
			continue
		}
		if e.Ts < busy[[2]int{e.Pid, e.Tid}]-1e-6 {
			t.Errorf("%+v overlaps what its lane runs until %g", e, busy[[2]int{e.Pid, e.Tid}])
		}
		busy[[2]int{e.Pid, e.Tid}] = e.Ts + e.Dur
		end = max(end, e.Ts+e.Dur)
	}
	if len(trace.TraceEvents) != 8+18 || math.Abs(end-40000) > 1e-6 {
		t.Errorf("%d events, the last ends at %g us; want 8 multiprocessors and 18 blocks, 40000", len(trace.TraceEvents), end)
	}
}

// TestTimelines prints the timelines of the paper's experiments.
func TestTimelines(t *testing.T) {
	datadriven.RunTest(t, "testdata/timelines", func(t *testing.T, d *datadriven.TestData) string {
		for _, e := range Experiments() {
			if e.Name == strings.TrimSpace(d.Input) {
				return run(t, e).String()
			}
		}
		return fmt.Sprintf("no experiment %q", d.Input)
	})
}
