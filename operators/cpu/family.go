package cpu

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"gsdms/operators"
	"gsdms/operators/cpu/groups"
)

// Runs of a kernel that do the same to the rows that their filters leave, and fold them into
// a few groups, are a family. Where they want the same rows, these are folded once: the rows
// that the same members want are a class, which has accumulators of its own for as long as a
// launch lasts. Before the launch's Barrier returns the groups of each class are added to
// those of its members. So a query that comes again and again with another literal costs the
// rows that anybody wants, and not their sum.

// Families says when rows are folded once for several runs: the zero value where that is
// cheaper.
type Families int

// The other values are for tests and measurements.
const (
	FamiliesByCost Families = iota
	FamiliesAlways
	FamiliesNever
)

const (
	familyMembers = 8       // more of the same make several families: classes are cut out member by member
	familyClasses = 16      // of a vector, and of a worker
	familyWords   = 1 << 12 // of the groups: each class has them, and each launch adds them to all members
	classRows     = 256     // what a class of a vector costs besides its rows, in rows
)

// family is some runs of a kernel, with what has the classes of each worker.
type family struct {
	members []int // of the kernel's runs
	run     *run  // has the classes' states; nobody collects it
	classes [][]class
	spared  atomic.Int64 // rows that were folded for several members, times these less one
}

// class is the groups of the rows that the same members want.
type class struct {
	members uint64 // bit i: members[i]
	state   *state
}

// join finds the families of a kernel's runs. by gives each run's, nil where it has none.
func (k *kernel) join() {
	k.familyOf = make([]*family, len(k.runs))
	if k.backend.options.Families == FamiliesNever || len(k.runs) < 2 {
		return
	}
	for i, r := range k.runs {
		if !folds(r) {
			continue
		}
		f := k.like(r)
		if f == nil {
			f = &family{}
			k.families = append(k.families, f)
		}
		f.members = append(f.members, i)
	}
	k.families = slices.DeleteFunc(k.families, func(f *family) bool { return len(f.members) < 2 })
	for _, f := range k.families {
		f.found(k)
	}
}

// like is the family with room for a run, nil if there is none.
func (k *kernel) like(r *run) *family {
	for _, f := range k.families {
		first := k.runs[f.members[0]]
		if len(f.members) < familyMembers && first.program.SameWork(r.program) {
			return f
		}
	}
	return nil
}

// folds reports whether a run folds rows into few groups, each row by itself, and nothing
// else: what it has can be added to others at any time.
func folds(r *run) bool {
	g := r.code.groups
	return g != nil && g.Addable(familyWords) && !slices.ContainsFunc(r.program.Body, isProbe)
}

func isProbe(in operators.Instr) bool {
	_, is := in.(operators.Probe)
	return is
}

// found makes the run of the classes. It has no memory of its own yet.
func (f *family) found(k *kernel) {
	first := k.runs[f.members[0]]
	f.run = &run{backend: k.backend, program: first.program, code: first.code}
	f.run.budget.Used.Above = first.budget.Used.Above
	f.run.groups = groups.NewRun(&k.backend.groups, first.code.groups, &f.run.budget)
	f.classes = make([][]class, k.backend.options.Threads)
	for _, i := range f.members {
		k.familyOf[i] = f
	}
}

// class gives a worker's state of a class; nil where there is no room for one more.
func (f *family) class(worker int, members uint64) *state {
	for _, c := range f.classes[worker] {
		if c.members == members {
			return c.state
		}
	}
	if len(f.classes[worker]) == familyClasses || f.run.budget.Charge(int64(8*f.run.code.groupWords())) != nil {
		return nil
	}
	s := newState(f.run, groups.NewSunk(f.run.groups))
	f.classes[worker] = append(f.classes[worker], class{members, s})
	return s
}

// add adds what the classes have to their members, and empties them. No worker is at the
// kernel.
func (f *family) add(k *kernel) {
	for worker, classes := range f.classes {
		for _, c := range classes {
			for members := c.members; members != 0; members &= members - 1 {
				r := k.runs[f.members[bits.TrailingZeros64(members)]]
				if r.err.Load() == nil {
					r.state(worker).addClass(c.state)
				}
			}
			c.state.empty()
		}
	}
}

// addClass adds the groups and the counts of a class. Those of the steps behind the filters
// are the last of both.
func (s *state) addClass(c *state) {
	own, from := s.run.code, c.run.code
	if err := s.groups.Absorb(c.groups); err != nil {
		s.run.fail(err)
	}
	for i, n := range c.Counts[1+len(from.clauses):] {
		s.Counts[1+len(own.clauses)+i] += n
	}
}

// empty takes everything out of a class.
func (s *state) empty() {
	clear(s.Counts)
	s.groups.Empty()
}

// close gives the memory of the classes back.
func (f *family) close() {
	for _, classes := range f.classes {
		for _, c := range classes {
			c.state.groups.Release()
		}
	}
	f.classes = nil
	f.run.budget.Release()
}

// spared is the rows that runs did not fold themselves.
func (k *kernel) spared() (rows int64) {
	for _, f := range k.families {
		rows += f.spared.Load()
	}
	return rows
}
