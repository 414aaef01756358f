package lab

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/optimizer"
	"gsdms/optimizer/sim"
)

// A card that does what the simulator says, a tenth slower and with its multiprocessors in
// another order, is told with an r of 1; one that runs streams one after another is not.
func TestOnCard(t *testing.T) {
	d := optimizer.H200()
	p := Pictures{Folder: filepath.Join(t.TempDir(), "pictures"), Format: "svg"}
	var out bytes.Buffer
	err := OnCard(&out, d, func(s []sim.Stream) (sim.Timeline, error) {
		got, err := sim.Run(d, sim.Alone{}, s)
		for i := range got.Spans {
			x := &got.Spans[i]
			x.Start, x.End, x.MP = 1.1*x.Start, 1.1*x.End, d.MPs-1-x.MP
		}
		return got, err
	}, p)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	last := lines[len(lines)-3] // of "all"
	if !strings.Contains(last, "| all ") || !strings.Contains(last, "1.0000") {
		t.Errorf("the last line is %q", last)
	}
	for _, file := range []string{"three-streams-a-x-8-b-x-5-b-x-5-measured.svg", "residency-of-e-and-f-predicted.trace.json"} {
		if b, err := os.ReadFile(filepath.Join(p.Folder, file)); err != nil || len(b) < 1000 {
			t.Errorf("%s: %d bytes, %v", file, len(b), err)
		}
	}
	out.Reset()
	err = OnCard(&out, d, func(s []sim.Stream) (sim.Timeline, error) {
		groups := make([][]sim.Stream, len(s))
		for i := range s {
			groups[i] = s[i : i+1]
		}
		return sim.Sequence(d, sim.Alone{}, 0, groups...)
	}, Pictures{})
	if err != nil {
		t.Fatal(err)
	}
	if lines = strings.Split(out.String(), "\n"); strings.Contains(lines[len(lines)-3], "1.0000") {
		t.Errorf("streams one after another are told as %q", lines[len(lines)-3])
	}
}

// A multiprocessor holds of scaled kernels what one of the paper's card holds.
func TestScaledKernelsFitAsThePapers(t *testing.T) {
	d := optimizer.H200()
	m, err := optimizer.NewMultiprocessor(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range sim.Experiments() {
		for _, s := range Scaled(d, e) {
			for _, k := range s {
				if !m.Take(1, k.Warps, k.Registers, k.Shared).Within(m.Room()) || k.Seconds > 0.01 {
					t.Errorf("%s: %+v", e.Name, k)
				}
				if two := m.Take(2, k.Warps, k.Registers, k.Shared); k.Shared > 0 && (!two.Within(m.Room()) || m.Take(3, k.Warps, k.Registers, k.Shared).Within(m.Room())) {
					t.Errorf("%s: two of %s take %+v", e.Name, k.Name, two)
				}
			}
		}
	}
}
