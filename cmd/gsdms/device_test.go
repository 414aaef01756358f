package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"gsdms/cuda"
	"gsdms/cuda/device"
	"gsdms/cuda/host"
	"gsdms/operators"
	"gsdms/operators/cpu"
	"gsdms/pushscan"
	"gsdms/sql"
)

// rig is an engine on a device that fails on demand.
type rig struct {
	t       *testing.T
	session *sql.Session
	device  atomic.Pointer[host.Device]
	opened  atomic.Int32
	want    map[string]string

	mu    sync.Mutex
	armed string // the operation that fails
	after int    // that many go well before
	err   error
	lost  bool // all others fail, too, until the device is opened again
	fired bool
}

// rigQueries have dense groups, hash groups, emitted rows, distinct values, and a join that
// has more rows than any estimate says.
var rigQueries = []string{
	"select region, count(*), sum(i) from fact, dim where d = k group by region",
	"select n, sum(big) from fact group by n",
	"select id, i from fact where id % 97 = 3",
	"select count(distinct n), min(f) from fact",
	"select a.d, count(*) from fact a join fact b on a.n = b.i where a.id < 600 and b.id < 2000 group by a.d",
}

func newRig(t *testing.T, memory int64, granularity string) *rig {
	setup := hostTables(rand.New(rand.NewPCG(3, 4)), 2500)
	plain, err := cpu.New(cpu.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, want: map[string]string{}}
	r.session = r.engine(plain, setup)
	for _, q := range rigQueries {
		r.want[q] = r.ask(q, nil)
	}
	dir := t.TempDir()
	b, err := cuda.Open(func() (device.Device, error) {
		d, err := host.New(dir, 64<<20)
		if err != nil {
			return nil, err
		}
		d.Fail = r.fail
		r.opened.Add(1)
		r.device.Store(d)
		r.arm("", 0, nil, false)
		return d, nil
	}, cuda.Options{Memory: memory})
	if err != nil {
		t.Fatal(err)
	}
	r.session = r.engine(b, setup)
	set(t, r.session, granularity)
	return r
}

// engine makes the tables on a backend, which the test closes at its end.
func (r *rig) engine(b operators.Backend, setup []string) *sql.Session {
	r.t.Helper()
	r.t.Cleanup(func() { b.Close() })
	e, err := sql.Open(context.Background(), sql.Config{Dir: r.t.TempDir(), Backend: b, QueryMemory: 1 << 20, Scan: pushscan.Options{ChunkRows: 1024}})
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { e.Close() })
	s := e.NewSession()
	for _, text := range setup {
		if _, err := s.Query(context.Background(), text); err != nil {
			r.t.Fatal(err)
		}
	}
	return s
}

// arm makes an operation fail once, after some have gone well.
func (r *rig) arm(operation string, after int, err error, lost bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.armed, r.after, r.err, r.lost, r.fired = operation, after, err, lost, false
}

func (r *rig) hit() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fired
}

func (r *rig) fail(operation string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.fired && r.lost:
		return r.err
	case r.fired || operation != r.armed:
		return nil
	case r.after > 0:
		r.after--
		return nil
	}
	r.fired = true
	return r.err
}

// ask runs a query. Its error, if it may have one, must say what has happened.
func (r *rig) ask(q string, may error) string {
	r.t.Helper()
	answer, err := r.session.Query(context.Background(), q)
	if err != nil {
		if may == nil || !strings.Contains(err.Error(), may.Error()) {
			r.t.Fatalf("%s: %v", q, err)
		}
		return ""
	}
	return strings.Join(textOf(answer), "\n")
}

// right asks all queries and compares.
func (r *rig) right(when string) {
	r.t.Helper()
	for _, q := range rigQueries {
		if got := r.ask(q, nil); got != r.want[q] {
			r.t.Fatalf("%s: %s:\n%s\nnot\n%s", when, q, got, r.want[q])
		}
	}
}

// each arms an operation's first, second … occurrence in a query until it no longer
// happens, and calls check after each query that it was armed for.
func (r *rig) each(operation string, err error, lost bool, check func(when string)) {
	r.t.Helper()
	for _, q := range rigQueries {
		for n := 0; ; n++ {
			when := fmt.Sprintf("%s number %d of %q failed", operation, n, q)
			r.arm(operation, n, err, lost)
			got := r.ask(q, err)
			if !r.hit() {
				break
			}
			if got != "" && got != r.want[q] {
				r.t.Fatalf("%s: wrong answer\n%s", when, got)
			}
			r.arm("", 0, nil, false)
			check(when)
			if lost && n == 0 {
				n += 2 // each takes a new device
			}
		}
	}
}

// After any single failure of the device the query that met it ends with that error or
// the right answer, later ones are right, and no memory is lost. With little memory for
// columns every query allocates and copies.
func TestDeviceFailuresAreSurvived(t *testing.T) {
	for _, memory := range []int64{8 << 20, 40_000} {
		survives(t, memory, "shared")
	}
}

// The same holds for each operator's kernel, and for the lists between them.
func TestDeviceFailuresAreSurvivedByOperators(t *testing.T) { survives(t, 40_000, "operator") }

func survives(t *testing.T, memory int64, granularity string) {
	r := newRig(t, memory, granularity)
	r.right("before")
	r.session.Together(context.Background(), rigQueries) // so that spare blocks are there for several, as when one ends while the next begins
	r.right("before")
	limit := r.device.Load().InUse()
	if memory < 1<<20 {
		limit += memory // columns that may or may not be there
	}
	for _, operation := range []string{"alloc", "copy", "clear", "launch", "wait"} {
		r.survives(operation, operation != "alloc" || memory < 1<<20, limit)
	}
	newRig(t, memory, granularity).survives("record", true, limit) // work is recorded once: on a device that has done none
	if n := r.opened.Load(); n != 1 {
		t.Errorf("the device was opened %d times", n)
	}
}

// survives has an operation fail, which must happen or may not, and holds what is in use to a limit.
func (r *rig) survives(operation string, must bool, limit int64) {
	r.t.Helper()
	times := 0
	r.each(operation, fmt.Errorf("%s refused", operation), false, func(when string) {
		times++
		r.right(when)
		if now := r.device.Load().InUse(); now > limit {
			r.t.Fatalf("%s: %d bytes in use, at most %d expected", when, now, limit)
		}
	})
	if times == 0 && must {
		r.t.Errorf("%s never failed", operation)
	}
	r.t.Logf("%s failed %d times", operation, times)
}

// When memory is short for once, columns go and the query succeeds.
func TestShortMemoryEvictsAndRetries(t *testing.T) {
	for _, granularity := range []string{"shared", "operator"} {
		r := newRig(t, 40_000, granularity)
		r.right("before")
		for _, q := range rigQueries {
			r.arm("alloc", 0, device.ErrNoMemory, false)
			if got := r.ask(q, nil); got != r.want[q] {
				t.Errorf("%s, %s:\n%s\nnot\n%s", granularity, q, got, r.want[q])
			}
		}
	}
}

// A limit that only some columns fit gives the same answers; one that none fits, an
// error that names the setting.
func TestLittleDeviceMemory(t *testing.T) {
	small := newRig(t, 40_000, "shared")
	small.right("40 kB")
	small.right("40 kB again")
	for range 5 { // together, so that chunks loaded ahead are dropped when others join
		texts := slices.Concat(rigQueries, rigQueries[1:], rigQueries[2:])
		for i, a := range small.session.Together(context.Background(), texts) {
			if a.Err != nil || strings.Join(textOf(a.Result), "\n") != small.want[texts[i]] {
				t.Errorf("together: %s: error %v or a wrong answer", texts[i], a.Err)
			}
		}
	}
	tiny := newRig(t, 2000, "shared")
	_, err := tiny.session.Query(context.Background(), rigQueries[0])
	if err == nil || !strings.Contains(err.Error(), "--device-memory") {
		t.Errorf("error %v does not name the setting", err)
	}
}

// A lost device ends the query with a clear error; the next one runs on a new device.
func TestLostDeviceIsOpenedAgain(t *testing.T) {
	r := newRig(t, 8<<20, "shared")
	r.right("before")
	for _, operation := range []string{"copy", "launch", "wait", "record"} {
		r.each(operation, fmt.Errorf("%w: illegal address", device.ErrLost), true, r.right)
	}
	if r.opened.Load() < 4 {
		t.Errorf("the device was opened %d times", r.opened.Load())
	}
}

// Queries that share a scan fail together when the device is lost, and none hangs.
func TestLostDeviceEndsAllQueries(t *testing.T) {
	for _, granularity := range []string{"shared", "operator"} {
		lost(newRig(t, 8<<20, granularity))
	}
}

func lost(r *rig) {
	r.right("before")
	for n := range 12 {
		r.arm("wait", n, device.ErrLost, true)
		for i, a := range r.session.Together(context.Background(), rigQueries) {
			if a.Err == nil && strings.Join(textOf(a.Result), "\n") != r.want[rigQueries[i]] {
				r.t.Errorf("wait %d: %s: wrong answer", n, rigQueries[i])
			}
			if a.Err != nil && !strings.Contains(a.Err.Error(), device.ErrLost.Error()) {
				r.t.Errorf("wait %d: %s: %v", n, rigQueries[i], a.Err)
			}
		}
		r.arm("", 0, nil, false)
		r.right(fmt.Sprintf("after wait %d", n))
	}
}

// A device that cannot be opened again is said to be so, and not for ever.
func TestDeviceThatStaysAway(t *testing.T) {
	dir, fail := t.TempDir(), atomic.Bool{}
	var now *host.Device
	b, err := cuda.Open(func() (d device.Device, err error) {
		if fail.Load() {
			return nil, errors.New("no card")
		}
		now, err = host.New(dir, 64<<20)
		return now, err
	}, cuda.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t}
	r.session = r.engine(b, hostTables(rand.New(rand.NewPCG(3, 4)), 100))
	now.Fail = func(string) error { return device.ErrLost }
	fail.Store(true)
	r.ask(rigQueries[1], device.ErrLost)
	r.ask(rigQueries[1], errors.New("cannot be opened again: start the program again, or use --backend cpu: no card"))
	fail.Store(false)
	if r.ask(rigQueries[1], nil) == "" {
		t.Error("no answer from the new device")
	}
}
