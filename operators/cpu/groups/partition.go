package groups

import (
	"sync"

	"gsdms/operators/cpu/numbering"
)

// partition is what all workers have of some of the keys. Its groups belong to who folds;
// the others leave there what waits meanwhile, and go on.
type partition struct {
	mu sync.Mutex // of what waits, and of keys
	waiting
	keys int // that have been folded

	folding sync.Mutex // of the groups; mu may be taken under it, and not the other way round
	acc     *accumulators
	ranked  *ranked          // the keys, if the gathering is ranged
	table   *numbering.Table // the keys otherwise: number n has group n of acc
}

// waiting is blocks that are not folded yet.
type waiting struct {
	blocks []block
	rows   int
}

// backlog is by how much more may wait while somebody folds: who brings that waits.
const backlog = 16

// push takes blocks, and folds what waits when it is much and nobody is at it. Where the
// keys come in order all workers are at the same few partitions at once.
func (g *gathered) push(part int, blocks []block, f *Folder) error {
	p := &g.parts[part]
	waits, err := g.leave(part, blocks)
	if err != nil || waits == 0 {
		return err
	}
	if waits > backlog {
		p.folding.Lock()
	} else if !p.folding.TryLock() {
		return nil
	}
	defer p.folding.Unlock()
	p.mu.Lock()
	taken := p.waiting
	p.waiting = waiting{}
	p.mu.Unlock()
	if err := g.fold(p, f, taken, nil); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keys = p.len()
	return nil
}

// leave lets blocks wait, and says how many times as many rows wait as are to be folded.
func (g *gathered) leave(part int, blocks []block) (times int, err error) {
	p := &g.parts[part]
	p.mu.Lock()
	defer p.mu.Unlock()
	p.blocks = append(p.blocks, blocks...)
	for _, b := range blocks {
		p.rows += b.rows
	}
	if g.tight() {
		return 0, g.write(part)
	}
	return p.rows / max(1, g.enough(), waitingPerGroup*p.keys), nil
}

// len is the number of keys that have been folded.
func (p *partition) len() int {
	switch {
	case p.ranked != nil:
		return p.ranked.n
	case p.table != nil:
		return p.table.Len()
	}
	return 0
}
