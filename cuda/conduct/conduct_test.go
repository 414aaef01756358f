package conduct

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	"gsdms/optimizer"
)

// stage is a conductor of an H200 and the works of a test.
type stage struct {
	*Conductor
	t     *testing.T
	named map[string]*Work
	out   strings.Builder
}

func newStage(t *testing.T) *stage {
	t.Helper()
	c, err := New(optimizer.H200())
	if err != nil {
		t.Fatal(err)
	}
	return &stage{Conductor: c, t: t, named: map[string]*Work{}}
}

// TestDecisions plays what a test case lists, line by line, and prints the slices that are given:
//
//	work NAME BLOCK REGISTERS SHARED   begins an analysis
//	enter, leave                       of a wave
//	next NAME [TIMES]                  a slice; of several, those before the last are done at once
//	done NAME RATE                     with so much in a second
//	end NAME
func TestDecisions(t *testing.T) {
	datadriven.RunTest(t, "testdata/decisions", func(t *testing.T, d *datadriven.TestData) string {
		s := newStage(t)
		for _, line := range strings.Split(d.Input, "\n") {
			fields := append(strings.Fields(line), "", "")
			var n [3]int
			for i := range n {
				if 2+i < len(fields) {
					fmt.Sscan(fields[2+i], &n[i])
				}
			}
			s.play(fields[0], fields[1], n)
		}
		return s.out.String()
	})
}

func (s *stage) play(what, name string, n [3]int) {
	s.t.Helper()
	switch w := s.named[name]; what {
	case "work":
		w, err := s.Begin(optimizer.Demand{Name: name, Block: n[0], Registers: n[1], Shared: n[2]})
		if s.named[name] = w; err != nil {
			fmt.Fprintln(&s.out, err)
		}
	case "enter":
		s.Enter()
	case "leave":
		s.Leave()
	case "next":
		blocks, length := w.Next()
		for range n[0] - 1 {
			w.Done(0, 0)
			blocks, length = w.Next()
		}
		fmt.Fprintf(&s.out, "%s: %d, %v\n", name, blocks, length)
	case "done":
		w.Done(float64(n[0]), time.Second)
	case "end":
		w.End()
	default:
		s.t.Fatalf("what is %q", what)
	}
}

// Waves and slices of many goroutines leave nothing behind.
func TestManyAtOnce(t *testing.T) {
	c := newStage(t).Conductor
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for range 500 {
				c.Enter()
				c.Leave()
			}
		})
		all.Go(func() {
			w, err := c.Begin(optimizer.Demand{Name: fmt.Sprint(i % 3), Block: 512, Registers: 56, Shared: 31744})
			if err != nil {
				t.Error(err)
				return
			}
			defer w.End()
			for turn := range 200 {
				if n, _ := w.Next(); n < 1 || n > 2 {
					t.Errorf("%d blocks, of which a multiprocessor holds 2", n)
				}
				w.Done(float64(turn), time.Millisecond)
			}
		})
	}
	all.Wait()
	if c.waves != 0 || c.works != 0 || c.came != 2000 {
		t.Errorf("%d waves and %d works are left of %d waves", c.waves, c.works, c.came)
	}
}
