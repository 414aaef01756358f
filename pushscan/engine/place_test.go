package engine

import (
	"context"
	"strings"
	"testing"
	"time"

	"gsdms/operators"
	"gsdms/plan"
)

// expecting expects what it is told.
type expecting struct{ expects operators.Forecast }

func (e *expecting) Forecast(*operators.Program) operators.Forecast { return e.expects }

// maker has kernels made or not.
type maker struct{ made, asked bool }

func (m *maker) Ready(...*operators.Program) bool {
	m.asked = true
	return m.made
}

func (m *maker) Make(context.Context, ...*operators.Program) error { return nil }
func (m *maker) Settle(context.Context) bool                       { return false }

func choosing(first, other operators.Forecast) (*chooser, *maker, *operators.Program) {
	m := &maker{made: true}
	c := &chooser{first: &expecting{first}, other: &expecting{other}, maker: m, missed: map[string]float64{}, slower: map[uint64]float64{}}
	return c, m, &operators.Program{Table: &plan.Table{Name: "t"}, Sink: &operators.Groups{}}
}

const ms = 1e-3

// A pipeline goes where it is expected to end sooner, and no kernel is made of one that would not.
func TestTheFasterBackendIsChosen(t *testing.T) {
	c, m, p := choosing(operators.Forecast{Seconds: 2 * ms}, operators.Forecast{Seconds: 1 * ms})
	if got := c.choose(p, false); !got.Spare || m.asked || !strings.Contains(got.Why, "1ms expected, 2ms on the GPU") {
		t.Errorf("%+v, asked for a kernel: %v", got, m.asked)
	}
	c, _, p = choosing(operators.Forecast{Seconds: 1 * ms}, operators.Forecast{Seconds: 6 * ms})
	if got := c.choose(p, false); got.Spare {
		t.Errorf("%+v", got)
	}
}

// Of queries that are a little slower without it the kernel is made when they have come often
// enough: 2 x 0.8 - 1 = 0.6 ms each time, and 3 ms for the kernel.
func TestKernelsAreMadeWhenTheyPay(t *testing.T) {
	c, m, p := choosing(operators.Forecast{Seconds: 1 * ms}, operators.Forecast{Seconds: 2 * ms})
	for n := 1; n <= 4; n++ {
		for range 20 {
			c.choose(p, true)
		}
		if got := c.choose(p, false); !got.Spare || m.asked || !strings.Contains(got.Why, "too seldom") {
			t.Fatalf("time %d: %+v, asked for a kernel: %v", n, got, m.asked)
		}
	}
	if got := c.choose(p, false); got.Spare || !m.asked {
		t.Errorf("time 5: %+v, asked for a kernel: %v", got, m.asked)
	}
}

// While a kernel is being made the other backend answers.
func TestNobodyWaitsForAKernel(t *testing.T) {
	c, m, p := choosing(operators.Forecast{Seconds: 1 * ms}, operators.Forecast{Seconds: 9 * ms})
	m.made = false
	if got := c.choose(p, false); !got.Spare || !m.asked || !strings.Contains(got.Why, "compiled") {
		t.Errorf("%+v, asked for the kernel: %v", got, m.asked)
	}
	m.made = true
	if got := c.choose(p, false); got.Spare {
		t.Errorf("%+v", got)
	}
}

// Columns are brought when those who did without have lost what that costs, and to ask what
// would be decided changes nothing: 10 ms to bring, and 4 x 0.8 - 1 = 2.2 ms lost each time.
func TestColumnsComeWhenTheyPay(t *testing.T) {
	c, _, p := choosing(operators.Forecast{Seconds: 1 * ms, Bring: 10 * ms}, operators.Forecast{Seconds: 4 * ms})
	c.maker = nil
	for n := 1; n <= 4; n++ {
		for range 20 {
			c.choose(p, true)
		}
		if got := c.choose(p, false); !got.Spare || !strings.Contains(got.Why, "brought") {
			t.Fatalf("time %d: %+v", n, got)
		}
	}
	if got := c.choose(p, false); got.Spare || got.expected != 0 {
		t.Errorf("time 5: %+v", got)
	}
	if got := c.choose(p, false); !got.Spare {
		t.Errorf("again at once: %+v", got)
	}
}

// What a pipeline takes corrects what is expected of it: from the second run on, of queries
// that ran alone. What spoke against a backend is forgotten in the end.
func TestExpectationsAreCorrected(t *testing.T) {
	c, _, p := choosing(operators.Forecast{Seconds: 1 * ms}, operators.Forecast{Seconds: 2 * ms})
	c.maker = nil
	runs := func(alone bool) {
		query := c.begin()
		if !alone {
			c.begin()
			defer c.end()
		}
		c.learn(p, query, c.choose(p, false), 30*time.Millisecond)
		c.end()
	}
	runs(true)
	runs(false)
	if got := c.choose(p, false); got.Spare {
		t.Fatalf("after a first run, and one among others: %+v", got)
	}
	runs(true)
	if got := c.choose(p, true); !got.Spare || got.First < 25*time.Millisecond {
		t.Fatalf("after a run of 30 ms: %+v", got)
	}
	for n := 0; ; n++ {
		if !c.choose(p, false).Spare {
			if n < 50 {
				t.Errorf("tried again after %d times", n)
			}
			break
		}
		if n > 1000 {
			t.Fatal("never tried again")
		}
	}
}

// Programs that differ in constants are corrected together, others are not.
func TestShapesOfPrograms(t *testing.T) {
	of := func(table string, k int64, op operators.Opcode) uint64 {
		return shapeOf(&operators.Program{
			Table: &plan.Table{Name: table}, Sink: &operators.Emit{},
			Body: []operators.Instr{operators.Const{Int: k}, operators.Compute{Op: op}},
		})
	}
	if of("t", 1, operators.LeInt) != of("t", 2, operators.LeInt) {
		t.Error("a constant makes another shape")
	}
	if of("t", 1, operators.LeInt) == of("t", 1, operators.GeInt) || of("t", 1, operators.LeInt) == of("u", 1, operators.LeInt) {
		t.Error("another opcode or table makes no other shape")
	}
}
