package lab

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gsdms/optimizer"
)

// TestMakespanBeatsRandom is the comparison of Li et al. 2019 in small: random batches
// and parameters win against makespan waves, by either time model, in less than one
// percent of the draws, and waves are several times faster than sequential runs.
func TestMakespanBeatsRandom(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine computes it all, so the race detector, for which -short is, has nothing to see: make test runs it")
	}
	rows, err := Experiments(WavesOptions{Device: optimizer.TeslaK40(), Draws: 4, Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	draws, lost := 0, 0.0
	for _, r := range rows {
		for w := range ways {
			if !strings.HasPrefix(ways[w].name, "makespan") {
				continue
			}
			draws += len(r.Seconds[w])
			lost += r.Lost(w, batchesWay) * float64(len(r.Seconds[w]))
			if v := r.Over(w, 0); v[len(v)/2] < 2 {
				t.Errorf("%s, %s: %.2f times as fast as sequential runs", r.Name, ways[w].name, v[len(v)/2])
			}
		}
	}
	if draws == 0 || lost/float64(draws) >= 0.01 {
		t.Errorf("%g of %d draws lost to random batches", lost, draws)
	}
}

func TestTheReportsRefuse(t *testing.T) {
	if err := Waves(io.Discard, WavesOptions{Device: optimizer.H200()}, Pictures{}); err == nil {
		t.Error("waves of no draws are printed")
	}
	if err := Occupancy(io.Discard, 0); err == nil {
		t.Error("best blocks of no threads are printed")
	}
}

// TestTheReports runs all that the command line can ask for.
func TestTheReports(t *testing.T) {
	var out bytes.Buffer
	p := Pictures{Folder: filepath.Join(t.TempDir(), "pictures"), Format: "svg"}
	if err := Occupancy(&out, 1<<20); err != nil {
		t.Fatal(err)
	}
	if err := Streams(&out, p); err != nil {
		t.Fatal(err)
	}
	if err := Waves(&out, WavesOptions{Device: optimizer.TeslaK40(), Draws: 1, Seed: 3}, p); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Tesla K40", "2 hold B3", "makespan by quadratics"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing is printed of %q", want)
		}
	}
	for _, file := range []string{"three-streams-a-x-8-b-x-5-b-x-5.svg", "three-streams-a-x-8-b-x-5-b-x-5.trace.json", "13-kinds-in-a-makespan-wave.svg", "13-kinds-65-kernels-fixed-set.svg"} {
		if b, err := os.ReadFile(filepath.Join(p.Folder, file)); err != nil || len(b) < 1000 {
			t.Errorf("%s: %d bytes, %v", file, len(b), err)
		}
	}
}
