package cpu

import (
	"gsdms/operators"
	"gsdms/operators/cpu/machine"
	"gsdms/operators/simd"
)

// squads is what a worker has of the squads of the kernel at hand: which of them serve
// the morsel, and for the vector their bitmaps, each computed at first use.
type squads struct {
	kernels *simd.Kernels
	on      []bool     // by squad
	ready   []bool     // by squad
	maps    [][]uint64 // by squad: a bitmap of every run, stride words apart
	stride  int
	codes   [][]byte // by coding: of the vector's rows, where known
	known   []bool   // by coding
	coded   []simd.Coded
}

// choose decides which squads serve a morsel: those whose runs need the morsel and would
// pay more without.
func (w *worker) choose(k *kernel) {
	s := &w.squads
	s.on = s.on[:0]
	for i := range k.squads {
		weight := 0.0
		for _, r := range k.squads[i].runs {
			if !w.skips[r] {
				weight += k.seats[r].weight
			}
		}
		s.on = append(s.on, weight > k.squads[i].cost || w.options.Masks == MasksAlways)
	}
}

// reset makes room for a vector of n rows. The bitmaps are not a power of two apart:
// their words of the same rows would meet in a few sets of the cache.
func (s *squads) reset(n int) {
	const line = 8
	s.stride = (n+63)/64 + line
	for len(s.ready) < len(s.on) {
		s.ready, s.maps = append(s.ready, false), append(s.maps, nil)
	}
	clear(s.ready)
	clear(s.known)
}

// seated gives the rows of the vector that pass the clauses which a run's squad decides;
// nil where no squad serves the run.
func (s *squads) seated(k *kernel, at *seat, v *machine.Vector) []uint64 {
	if at.squad < 0 || !s.on[at.squad] {
		return nil
	}
	if !s.ready[at.squad] && !s.compute(k, at.squad, v) {
		return nil
	}
	from := at.bit * s.stride
	return s.maps[at.squad][from : from+(v.Rows+63)/64]
}

// compute fills the bitmaps of squad n. Where a page of a column cannot be read, the
// squad is left out for the rest of the morsel: the runs that need the column meet the
// fault again by themselves, and the others go on.
func (s *squads) compute(k *kernel, n int, v *machine.Vector) bool {
	q := &k.squads[n]
	defer func() {
		p := recover()
		if operators.FaultError(p) != nil {
			s.on[n] = false
		} else if p != nil {
			panic(p)
		}
	}()
	if need := (len(q.runs) + 7) / 8 * 8 * s.stride; len(s.maps[n]) < need {
		s.maps[n] = make([]uint64, need)
	}
	s.coded = s.coded[:0]
	for _, c := range q.columns {
		s.coded = append(s.coded, simd.Coded{Codes: s.encoded(k, c.coding, v), Table: c.masks})
	}
	s.kernels.Masks(s.maps[n], s.stride, len(q.runs), s.coded)
	s.ready[n] = true
	return true
}

// encoded gives the codes of the vector's rows.
func (s *squads) encoded(k *kernel, n int, v *machine.Vector) []byte {
	for len(s.known) <= n {
		s.known, s.codes = append(s.known, false), append(s.codes, nil)
	}
	if !s.known[n] {
		if len(s.codes[n]) < v.Rows {
			s.codes[n] = make([]byte, v.Rows)
		}
		c := &k.codings[n]
		s.kernels.Codes[c.log](s.codes[n][:v.Rows], v.Column(c.ordinal).Data, c.table)
		s.known[n] = true
	}
	return s.codes[n][:v.Rows]
}
