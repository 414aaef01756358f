package engine

import (
	"slices"
	"sync"
	"weak"

	"gsdms/operators"
	"gsdms/plan"
)

// programs are those that were compiled last. A pipeline whose program does what an earlier
// one does gets that one: queries that differ in what is behind their scans, in HAVING, in
// the expressions of their results or in an order of groups, share a run where they wait for
// the same chunk.
type programs struct {
	mu     sync.Mutex
	recent []weak.Pointer[operators.Query] // the latest last; gone with the queries that have them
}

// keptPrograms is how many are looked through: most differ in the first things compared.
const keptPrograms = 256

// known gives the query the program of an earlier one that does the same with the same
// snapshots, if there is one.
func (p *programs) known(q *operators.Query) *operators.Query {
	if q.Program == nil || q.Program.Passing {
		return q
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if earlier := p.find(q); earlier != nil {
		q = &operators.Query{Pipeline: q.Pipeline, Program: earlier, Finish: q.Finish, Lost: q.Lost}
	}
	if len(p.recent) == keptPrograms {
		p.recent = slices.Delete(p.recent, 0, keptPrograms/2)
	}
	p.recent = append(p.recent, weak.Make(q))
	return q
}

// find gives the program of an earlier query that does what this one's does. Both read the
// same tables: arrays may lie in the files of a snapshot, which stays while its query does.
func (p *programs) find(q *operators.Query) *operators.Program {
	for _, w := range slices.Backward(p.recent) {
		k := w.Value()
		if k != nil && slices.EqualFunc(k.Pipeline.Tables, q.Pipeline.Tables, sameSnapshot) && k.Program.Same(q.Program) {
			return k.Program
		}
	}
	return nil
}

func sameSnapshot(a, b *plan.TableRef) bool { return a.Table == b.Table }
