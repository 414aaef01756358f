package cpu

import (
	"fmt"
	"runtime/debug"

	"gsdms/operators"
	"gsdms/operators/cpu/groups"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/simd"
	"gsdms/plan"
)

// worker is what one fiber of the pool works with. Nobody else touches it.
type worker struct {
	id        int // of the states of runs that it works on, as long as it has a job
	options   Options
	bitmaps   bitmaps
	squads    squads
	selection []uint16 // positions of the survivors of one run
	all       []uint16 // 0, 1, 2, ...
	every     []uint64 // ones
	fiber     *fiber
	machine   machine.Machine
	relatives relatives
	computed  []numbers // by formula of the kernel
	first     []uint64  // the rows of a vector that a top still wants
	skips     []bool    // by run of the kernel: its zone maps rule the segment out
}

func newWorker(o Options, k *simd.Kernels) *worker {
	return &worker{
		options: o, bitmaps: bitmaps{kernels: k}, squads: squads{kernels: k},
		selection: make([]uint16, o.Vector+simd.FlattenSlack),
		machine:   machine.New(o.Batch, k),
	}
}

// leave lets go of the run that was worked on last, and of what it read: its kernel, of which the
// filters are a part, and so its program with the tables and indexes that may be this query's alone.
func (w *worker) leave() {
	w.machine.Leave()
	w.bitmaps.filters = nil
	if f, ok := w.machine.Own.(*groups.Folder); ok {
		f.Leave()
	}
}

// protected takes a morsel through the runs of the kernel whose turn it is. An error is one of the
// kernel, not of a run.
func (w *worker) protected(j *launch, m morsel, turn int) (err error) {
	if err := j.ctx.Err(); err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			err = panicError(p)
		}
	}()
	w.machine.Ctx = j.ctx
	f := w.fiber
	began, away := f.now, f.away
	bytes := w.morsel(j, m, turn)
	f.Look()
	j.kernel.bytes.Add(bytes)
	j.kernel.busy.Add(int64(f.now.Sub(began) - (f.away - away)))
	return nil
}

// panicError is what a recovered panic is reported as.
func panicError(p any) error {
	if err := operators.FaultError(p); err != nil {
		return err
	}
	return fmt.Errorf("internal error: %v (please report this)\n%s", p, debug.Stack())
}

// lookRows is how many rows are tested for a run before the worker looks at the clock.
const lookRows = 24 << 10

// morsel returns the bytes of columns that it has read.
func (w *worker) morsel(j *launch, m morsel, turn int) (bytes int64) {
	k := j.kernel
	w.look(k, m, j.chunk.ref.Row+m.row, turn)
	w.choose(k)
	w.begin(k, m, j.chunk.ref.Row+m.row)
	v := machine.Vector{Columns: j.chunk.columns, Morsel: j.chunk.ref.Row + m.row, Read: make([]bool, len(j.chunk.columns)), Touch: machine.TouchAlone}
	if len(k.runs) >= machine.Sharing && turn == 0 {
		v.Touch = machine.TouchShared
	}
	tested := 0
	for lo := 0; lo < m.rows; lo += w.options.Vector {
		v.Row, v.Rows = m.row+lo, min(w.options.Vector, m.rows-lo)
		v.First = v.Morsel + lo
		w.bitmaps.reset(&k.filters, v.Rows)
		w.squads.reset(v.Rows)
		w.forget(k)
		for i, r := range k.runs {
			if !w.skips[i] && r.err.Load() == nil && k.familyOf[i] == nil {
				w.timed(k, i, &v, lo == 0)
			}
		}
		for _, f := range k.families {
			w.together(k, f, &v)
		}
		bytes += v.Bytes()
		if tested += v.Rows * len(k.runs); tested > lookRows {
			tested = 0
			w.fiber.Look()
			w.fiber.Pause()
		}
	}
	for i, r := range k.runs {
		if !w.skips[i] {
			r.states[w.id].endMorsel()
		}
	}
	return bytes
}

// look finds the runs that need no row of the morsel, which begins at a row of the
// table, or have another turn.
func (w *worker) look(k *kernel, m morsel, row, turn int) {
	w.skips = append(w.skips[:0], make([]bool, len(k.runs))...)
	for i, r := range k.runs {
		w.skips[i] = k.turns[i] != turn || r.err.Load() != nil || !r.front.needs(row) || !w.options.NoZones && (r.program.Skips(m.segment) || r.top != nil && r.top.skips(r.program.Table, m.segment))
	}
}

// begin has the runs that a limit skips rows of turn to a morsel, which begins at a row of the table.
func (w *worker) begin(k *kernel, m morsel, row int) {
	for i, r := range k.runs {
		if r.program.Offset > 0 && !w.skips[i] {
			r.state(w.id).begin(row, m.rows)
		}
	}
}

// apart runs run i over a vector.
func (w *worker) apart(k *kernel, i int, v *machine.Vector) {
	w.guarded(k.runs[i], v, func(s *state) error {
		s.Counts[0] += int64(v.Rows)
		mask, left, few := w.passing(k, i, s.Counts[1:1+len(k.clauses[i])], v)
		if few != nil {
			return w.run(s, v, few)
		}
		return w.fold(k, i, s, v, mask, left)
	})
}

// run takes the selected rows of a vector through the body of a run.
func (w *worker) run(s *state, v *machine.Vector, sel []uint16) error {
	if s.passes(len(sel)) {
		return nil
	}
	return w.machine.Run(&s.State, s.run.code.Code, s.run.program, v, sel)
}

// guarded works on a vector for a run; whatever goes wrong in it ends this run only.
func (w *worker) guarded(r *run, v *machine.Vector, work func(s *state) error) {
	defer func() {
		if p := recover(); p != nil {
			r.fail(panicError(p))
		}
	}()
	s := r.state(w.id)
	if s.row = v.Morsel; s.Full() {
		return
	}
	s.groups.Begin(v.Morsel / plan.SegmentRows)
	if err := work(s); err != nil {
		r.fail(err)
	}
}
