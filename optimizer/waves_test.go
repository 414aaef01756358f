package optimizer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestWaves prints waves. A test case is
//
//	wave device=h200 objective=makespan
//	NAME [threads=N] [registers=N] [shared=N] [block=N] [bytes=N] [instrs=N] [after=NAME,NAME]
func TestWaves(t *testing.T) {
	datadriven.Walk(t, "testdata/waves", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			w, err := waveOf(t, d)
			if err != nil {
				return err.Error()
			}
			if err := w.Check(); err != nil {
				t.Error(err)
			}
			return w.String()
		})
	})
}

func waveOf(t *testing.T, d *datadriven.TestData) (Wave, error) {
	var device, objective string
	d.MaybeScanArgs(t, "device", &device)
	d.MaybeScanArgs(t, "objective", &objective)
	devices := map[string]Device{"gtx680": GTX680(), "k40": TeslaK40(), "a100": A100(), "h200": H200(), "cpu": CPU("cpu", 2, 1<<20)}
	demands, err := parseDemands(d.Input)
	if err != nil {
		return Wave{}, err
	}
	o := Options{Gap: 5e-6}
	if objective == "makespan" {
		o.Objective = Makespan
	}
	s, err := NewSolver(devices[device], o)
	if err != nil {
		return Wave{}, err
	}
	return s.Solve(demands)
}

func parseDemands(text string) ([]Demand, error) {
	var demands []Demand
	for _, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		d := Demand{Name: fields[0]}
		for _, f := range fields[1:] {
			key, value, _ := strings.Cut(f, "=")
			if key == "after" {
				for _, name := range strings.Split(value, ",") {
					d.After = append(d.After, slices.IndexFunc(demands, func(o Demand) bool { return o.Name == name }))
				}
				continue
			}
			n, err := strconv.Atoi(value)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f, err)
			}
			if !setDemand(&d, key, n) {
				return nil, fmt.Errorf("%s: unknown key", f)
			}
		}
		demands = append(demands, d)
	}
	return demands, nil
}

func setDemand(d *Demand, key string, n int) bool {
	switch key {
	case "threads":
		d.Threads = n
	case "registers":
		d.Registers = n
	case "shared":
		d.Shared = n
	case "block":
		d.Block = n
	case "bytes":
		d.Bytes = int64(n)
	case "instrs":
		d.Instrs = int64(n)
	default:
		return false
	}
	return true
}
