package optimizer

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestCheckFindsWhatIsWrong spoils a good wave in every way.
func TestCheckFindsWhatIsWrong(t *testing.T) {
	demands := []Demand{
		{Name: "a", Threads: 512, Registers: 16}, {Name: "b", Threads: 1024, Registers: 32, Shared: 4096, After: []int{0}},
	}
	for name, spoil := range map[string]func(*Wave){
		"missing":      func(w *Wave) { w.Batches[1].Launches = nil },
		"twice":        func(w *Wave) { w.Batches[1].Launches = append(w.Batches[1].Launches, w.Batches[0].Launches[0]) },
		"unknown":      func(w *Wave) { w.Batches[0].Launches[0].Kernel = 2 },
		"too early":    func(w *Wave) { w.Batches[0], w.Batches[1] = w.Batches[1], w.Batches[0] },
		"together":     func(w *Wave) { w.Batches = []Batch{{append(w.Batches[0].Launches, w.Batches[1].Launches...)}} },
		"few threads":  func(w *Wave) { w.Batches[0].Launches[0].Warps-- },
		"no block":     func(w *Wave) { w.Batches[0].Launches[0].Blocks = 0 },
		"large block":  func(w *Wave) { w.Batches[0].Launches[0].Warps = 33 },
		"many warps":   func(w *Wave) { w.Batches[0].Launches[0].Blocks = 5 },
		"many blocks":  func(w *Wave) { w.Batches[0].Launches[0] = Launch{0, 17, 1} },
		"registers":    func(w *Wave) { w.Batches[1].Launches[0] = Launch{1, 13, 5} },
		"shared":       func(w *Wave) { w.Batches[1].Launches[0] = Launch{1, 13, 3} },
		"bad register": func(w *Wave) { w.Demands[0].Registers = 64 },
		"bad shared":   func(w *Wave) { w.Demands[1].Shared = 49153 },
	} {
		w, err := Solve(GTX680(), append([]Demand(nil), demands...))
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Check(); err != nil {
			t.Fatal(err)
		}
		if spoil(&w); w.Check() == nil {
			t.Errorf("%s: Check finds nothing wrong with\n%v", name, w)
		}
	}
}

func TestSolveRefuses(t *testing.T) {
	gtx := GTX680()
	for _, c := range []struct {
		d    Device
		k    Demand
		want string
	}{
		{gtx, Demand{Threads: 2049}, `optimizer: kernel "q" fits no multiprocessor of "GTX 680": it needs 2049 threads and there are 2048`},
		{gtx, Demand{Threads: 2048, Registers: 40}, `optimizer: kernel "q" fits no multiprocessor of "GTX 680": it needs 81920 registers and there are 65536`},
		{gtx, Demand{Registers: 64}, `optimizer: kernel "q" fits no multiprocessor of "GTX 680": it needs 64 registers per thread and there are 63`},
		{gtx, Demand{Shared: 50000}, `optimizer: kernel "q" fits no multiprocessor of "GTX 680": it needs 50000 bytes of shared memory per block and there are 49152`},
		{gtx, Demand{Threads: 1025, Shared: 30000}, `optimizer: kernel "q" fits no multiprocessor of "GTX 680": it needs 60416 bytes of shared memory and there are 49152`},
		{gtx, Demand{Threads: -1}, `optimizer: kernel "q" asks for a negative amount: -1 threads, 0 registers, 0 bytes of shared memory, reads 0 bytes, 0 instructions`},
		{gtx, Demand{After: []int{0}}, `optimizer: kernel "q" waits for itself, through After`},
		{gtx, Demand{After: []int{1}}, `optimizer: kernel "q" waits for kernel 1: there are kernels 0 to 0`},
		{Device{Name: "none"}, Demand{}, `optimizer: device "none" has 0 multiprocessors: it must have at least 1`},
		{Device{Name: "x", MPs: 1, Warps: -1}, Demand{}, `optimizer: device "x" has -1 resident warps: it must be 0 to 256`},
		{Device{Name: "x", MPs: 1, WarpSize: 32, BlockThreads: 31}, Demand{}, `optimizer: device "x": a block of 31 threads does not hold one warp of 32`},
	} {
		c.k.Name = "q"
		if _, err := Solve(c.d, []Demand{c.k}); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v\nwant %s", c.k, err, c.want)
		}
	}
}

func TestSolveOnACPU(t *testing.T) {
	w, err := Solve(CPU("cpu", 2, 1<<20), []Demand{{Name: "shared", Threads: 1, Shared: 70000}, {Name: "other", Shared: 1 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Batches) != 2 || w.Check() != nil {
		t.Errorf("the second kernel needs the whole cache:\n%v", w)
	}
}

func TestSolveIsDeterministic(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 50 {
		demands := draw(r, kinds13(r), 60)
		a, errA := Solve(H200(), demands)
		b, errB := Solve(H200(), demands)
		if !reflect.DeepEqual(a, b) || errA != nil || errB != nil {
			t.Fatalf("%v %v\n%v\n%v", errA, errB, a, b)
		}
	}
}

// FuzzSolve reads any bytes as a device and demands. For both objectives there is an
// error, or a wave that passes Check and whose number of batches is at least its bound.
func FuzzSolve(f *testing.F) {
	f.Add([]byte("a kernel, another, and one more that waits for them"), byte(3))
	f.Add([]byte{0, 4, 16, 0, 0, 0, 0, 1, 255, 255, 63, 0, 0, 128, 1, 0}, byte(6))
	f.Fuzz(func(t *testing.T, data []byte, device byte) {
		demands := fuzzDemands(data)
		for _, o := range []Objective{Concurrency, Makespan} {
			s, err := NewSolver(fuzzDevice(device, data), Options{Objective: o, Gap: float64(device)})
			if err != nil {
				t.Fatal(err)
			}
			checkSolved(t, s, demands)
		}
	})
}

func checkSolved(t *testing.T, s *Solver, demands []Demand) {
	t.Helper()
	w, err := s.Solve(demands)
	if err != nil {
		var limit *LimitError
		if errors.As(err, &limit) && limit.Need <= limit.Have {
			t.Fatal(err)
		}
		return
	}
	if err := w.Check(); err != nil || len(w.Batches) < w.Bound || math.IsNaN(w.Seconds) {
		t.Fatalf("%v\n%v", err, w)
	}
	if w.String() == "" {
		t.Fatal("no text")
	}
}

func fuzzDevice(n byte, data []byte) Device {
	devices := []Device{GTX680(), TeslaK40(), GTX1080(), V100(), A100(), H200(), CPU("cpu", 2, 1<<20), {Name: "free", MPs: 1}}
	if int(n) < 128 {
		return devices[int(n)%len(devices)]
	}
	r := rand.New(rand.NewPCG(uint64(n), uint64(len(data))))
	return randomDevice(r)
}

// fuzzDemands reads eight bytes per kernel.
func fuzzDemands(data []byte) []Demand {
	var demands []Demand
	for i := 0; len(data) >= 8 && i < 100; i, data = i+1, data[8:] {
		d := Demand{Name: fmt.Sprint(i), Threads: int(int16(binary.LittleEndian.Uint16(data))), Registers: int(int8(data[2])), Shared: int(binary.LittleEndian.Uint16(data[3:]))}
		if data[5] == 255 {
			d.Threads <<= 40
		}
		if data[6]&16 == 0 {
			d.Bytes, d.Instrs = int64(data[5])<<(data[6]&31), int64(data[6])<<20
		}
		if data[6]&3 == 0 {
			d.After = []int{int(int8(data[7]))}
		}
		demands = append(demands, d)
	}
	return demands
}
