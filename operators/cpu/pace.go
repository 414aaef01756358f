package cpu

import (
	"sync"
	"time"

	"gsdms/operators"
	"gsdms/operators/cpu/machine"
)

// Who shares a kernel waits for all others at the end of each chunk, so it counts how long each
// takes. A program tells what is expected; the first vectors of a run's first morsels tell what
// is so, but for members of a family, who work for each other.

// pace is how long a run takes for a row, as far as is known. Any goroutine may ask.
type pace struct {
	mu    sync.Mutex
	timed int     // vectors
	row   float64 // seconds: the least of those vectors
}

// expected is what a program tells.
type expected struct {
	row     float64 // seconds
	rows    int     // of the segments that the zone maps leave
	bounded bool
}

// pacedVectors is of how many vectors the least counts: the system takes the processor away for
// longer than a vector takes, but not each time.
const pacedVectors = 4

func expect(p *operators.Program) expected {
	w := operators.WorkOf(p)
	return expected{secondsOf(w) / max(1, w.Rows), int(w.Rows), p.Bounded()}
}

// Pace is of operators.Paced.
func (r *run) Pace(rows int) (seconds float64, bounded bool) {
	e := r.code.expected()
	row, known := r.pace.measured()
	if !known {
		row = e.row
	}
	return row * float64(min(rows, e.rows)), e.bounded
}

// measured gives the seconds for a row when enough vectors have told.
func (p *pace) measured() (row float64, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.row, p.timed >= pacedVectors
}

// note counts a vector that took so long.
func (p *pace) note(took time.Duration, rows int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if row := took.Seconds() / float64(max(1, rows)); p.timed < pacedVectors && (p.timed == 0 || row < p.row) {
		p.row = row
	}
	p.timed++
}

// timed runs run i over a vector, and takes the time of a first one while more is to be learned.
func (w *worker) timed(k *kernel, i int, v *machine.Vector, first bool) {
	p := &k.runs[i].pace
	if first {
		_, known := p.measured()
		first = !known
	}
	if !first {
		w.apart(k, i, v)
		return
	}
	began, away := time.Now(), w.fiber.away
	w.apart(k, i, v)
	p.note(time.Since(began)-(w.fiber.away-away), v.Rows)
}
