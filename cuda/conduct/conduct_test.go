package conduct

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"gsdms/optimizer"
)

// stage is a conductor of an H200 and what a test has on it.
type stage struct {
	*Conductor
	solver *optimizer.Solver
	waves  map[string]optimizer.Wave
	stays  map[string]*Stay
	works  map[string]*Work
	turns  map[string]chan int // of works that wait
}

func newStage(t *testing.T, o optimizer.Objective) *stage {
	t.Helper()
	c, errC := New(optimizer.H200())
	s, errS := optimizer.NewSolver(optimizer.H200(), optimizer.Options{Objective: o})
	if err := errors.Join(errC, errS); err != nil {
		t.Fatal(err)
	}
	return &stage{c, s, map[string]optimizer.Wave{}, map[string]*Stay{}, map[string]*Work{}, map[string]chan int{}}
}

// TestDecisions plays what a test case lists, line by line, and prints what is decided:
//
//	wave NAME threads=N registers=N shared=N bytes=N ...  a kernel of a wave, or one more of it
//	work NAME block=N registers=N shared=N                an analysis
//	enter NAME, leave NAME                                of a wave
//	next NAME, turn NAME, done NAME rate=N, end NAME       of an analysis
func TestDecisions(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			s := newStage(t, optimizer.Concurrency)
			var out strings.Builder
			for _, line := range strings.Split(d.Input, "\n") {
				what, rest, _ := strings.Cut(line, " ")
				name, rest, _ := strings.Cut(rest, " ")
				s.play(t, &out, what, name, numbers(t, rest))
			}
			return out.String()
		})
	})
}

func numbers(t *testing.T, text string) map[string]int {
	t.Helper()
	out := map[string]int{}
	for _, field := range strings.Fields(text) {
		key, value, _ := strings.Cut(field, "=")
		var n int
		if _, err := fmt.Sscan(value, &n); err != nil {
			t.Fatalf("%s: %v", field, err)
		}
		out[key] = n
	}
	return out
}

func (s *stage) play(t *testing.T, out *strings.Builder, what, name string, n map[string]int) {
	t.Helper()
	d := optimizer.Demand{Name: name, Threads: n["threads"], Registers: n["registers"], Shared: n["shared"], Block: n["block"], Bytes: int64(n["bytes"]), Instrs: int64(n["instrs"])}
	switch what {
	case "wave":
		w, err := s.solver.Solve(append(append([]optimizer.Demand{}, s.waves[name].Demands...), d))
		if err != nil {
			t.Fatal(err)
		}
		s.waves[name] = w
	case "work":
		w, err := s.Begin(d)
		if s.works[name] = w; err != nil {
			fmt.Fprintln(out, err)
		}
	case "enter":
		w := s.waves[name]
		stay := s.Enter(&w)
		s.stays[name] = stay
		if err := stay.Wave.Check(); err != nil && !stay.Beside {
			t.Error(err)
		}
		fmt.Fprintf(out, "%s: %s\n", name, described(stay))
	case "leave":
		s.Leave(s.stays[name])
		s.told(out)
	default:
		s.playWork(t, out, what, name, n)
	}
}

func (s *stage) playWork(t *testing.T, out *strings.Builder, what, name string, n map[string]int) {
	t.Helper()
	w := s.works[name]
	switch what {
	case "next":
		if blocks, ok := w.Next(); ok {
			fmt.Fprintf(out, "%s: %d\n", name, blocks)
		} else {
			fmt.Fprintf(out, "%s: waits\n", name)
		}
	case "turn":
		turn := make(chan int, 1)
		go func() {
			blocks, _ := w.Turn(context.Background())
			turn <- blocks
		}()
		s.turns[name] = turn
		s.told(out)
	case "done":
		w.Done(float64(n["rate"]), time.Second)
		s.told(out)
	case "end":
		w.End()
		s.told(out)
	default:
		t.Fatalf("what is %q", what)
	}
}

// told prints the turns that were given within a moment.
func (s *stage) told(out *strings.Builder) {
	time.Sleep(10 * time.Millisecond)
	for name, turn := range s.turns {
		select {
		case blocks := <-turn:
			fmt.Fprintf(out, "%s: turn of %d\n", name, blocks)
			delete(s.turns, name)
		default:
		}
	}
}

func described(s *Stay) string {
	how := "as decided"
	if s.Beside {
		how = "beside"
	} else if s.alone {
		how = "as decided, slices wait"
	}
	for i, b := range s.Wave.Batches {
		if i > 0 {
			how += ";"
		}
		for _, l := range b.Launches {
			how += fmt.Sprintf(" %dx%d", l.Blocks, l.Warps)
		}
	}
	return how
}

// Who waits for a turn ends with its context, and leaves the line to others.
func TestTurnIsCancelled(t *testing.T) {
	s := newStage(t, optimizer.Concurrency)
	full, err := s.solver.Solve([]optimizer.Demand{{Name: "full", Threads: 2048, Registers: 32}})
	if err != nil {
		t.Fatal(err)
	}
	stay := s.Enter(&full)
	enough := errors.New("enough")
	for range 2 {
		w, err := s.Begin(optimizer.Demand{Name: "a", Block: 512, Registers: 64})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(5*time.Millisecond, func() { cancel(enough) })
		if _, err := w.Turn(ctx); !errors.Is(err, enough) {
			t.Errorf("turn: %v", err)
		}
		w.End()
	}
	s.Leave(stay)
	if len(s.line)+len(s.Conductor.works)+len(s.Conductor.waves) != 0 {
		t.Error("somebody is left")
	}
}

// Waves and slices of many goroutines all end, and what is on the device fits whenever slices
// begin where they need not.
func TestManyAtOnce(t *testing.T) {
	s := newStage(t, optimizer.Concurrency)
	full, err := s.solver.Solve([]optimizer.Demand{{Name: "full", Threads: 2048, Registers: 32}})
	if err != nil {
		t.Fatal(err)
	}
	crowd, err := s.solver.Solve([]optimizer.Demand{{Name: "crowd", Threads: 768, Registers: 80, Shared: 200 << 10}})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for turn := range 200 {
				stay := s.Enter([]*optimizer.Wave{&full, &crowd}[(i+turn)%2])
				time.Sleep(time.Duration(turn%3) * 10 * time.Microsecond)
				s.Leave(stay)
			}
		})
		all.Go(func() {
			w, err := s.Begin(optimizer.Demand{Name: fmt.Sprint(i % 3), Block: 512, Registers: 56, Shared: 90 << 10})
			if err != nil {
				t.Error(err)
				return
			}
			defer w.End()
			for range 50 {
				if _, err := w.Turn(t.Context()); err != nil {
					t.Error(err)
				}
				if _, ok := w.Next(); ok {
					w.Done(1, time.Millisecond)
				}
				w.Done(1, time.Millisecond)
			}
		})
	}
	all.Wait()
	if len(s.line)+len(s.Conductor.works)+len(s.Conductor.waves) != 0 {
		t.Error("somebody is left")
	}
}
