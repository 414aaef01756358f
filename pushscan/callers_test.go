package pushscan

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"gsdms/operators"
	"gsdms/plan"
)

// promptRun gives its number, at once or not.
type promptRun struct {
	fakeRun
	n       int64
	prompt  bool
	collect atomic.Int32 // calls
}

func (r *promptRun) Prompt() bool { return r.prompt }
func (r *promptRun) Close() error { return nil }
func (r *promptRun) Collect(context.Context) (*plan.Rows, error) {
	r.collect.Add(1)
	return &plan.Rows{Len: int(r.n)}, nil
}

// TestCallersGiveEachRiderItsRowsOnce calls before, while and after the callers wake: every rider who
// waits has its own rows once, one whose rows are at hand has them when it is told, and one who has
// given up meanwhile has nothing collected.
func TestCallersGiveEachRiderItsRowsOnce(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	for turn, expected := range []time.Duration{0, time.Nanosecond, 400 * time.Microsecond, longWave, time.Hour} {
		var rides []*ride
		var runs []*promptRun
		for i := range 40 {
			runs = append(runs, &promptRun{fakeRun: fakeRun{program: &operators.Program{}}, n: int64(i), prompt: i%2 == 0})
			rides = append(rides, newRide(runs[i], Terms{}, Part{}, time.Now()))
		}
		rides[7].leave(context.Canceled)
		rides[8].leave(context.Canceled)
		c := summon(len(rides), expected)
		if (c == nil) != (expected == 0 || expected > longWave) {
			t.Fatalf("expected in %v: callers are %v", expected, c)
		}
		time.Sleep(time.Duration(turn%2) * 2 * mostAwake)
		for _, r := range rides {
			c.tell(r)
		}
		c.end()
		for i, r := range rides {
			<-r.done
			if got, want := runs[i].collect.Load(), int32(0); c != nil && runs[i].prompt && i != 8 {
				if want = 1; got != want {
					t.Errorf("expected in %v: rider %d is told and has collected %d times, want %d", expected, i, got, want)
				}
			}
			if i == 7 || i == 8 {
				continue
			}
			rows, err := (&Subscription{ride: r}).Wait(t.Context())
			if err != nil || rows.Len != i || runs[i].collect.Load() != 1 {
				t.Errorf("expected in %v: rider %d has %v, %v, collected %d times", expected, i, rows, err, runs[i].collect.Load())
			}
		}
		if n := runs[7].collect.Load() + runs[8].collect.Load(); n != 0 {
			t.Errorf("expected in %v: rows of riders who had given up were collected %d times", expected, n)
		}
	}
}

// TestCallersForFew has none where the goroutine that hands a ride over is as soon there.
func TestCallersForFew(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	for _, riders := range []int{0, 1, 2, 100} {
		if c := summon(riders, time.Millisecond); c != nil {
			t.Errorf("%d callers for %d riders on two processors", c.most, riders)
		}
	}
}
