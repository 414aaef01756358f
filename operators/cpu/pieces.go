package cpu

import (
	"context"
	"slices"
)

// A launch has pieces, which workers take one after another. A turn with groups of its own is
// best taken whole, all morsels of the chunk by one worker, who takes it in the next chunk, too:
// the others have nothing of its groups then that would have to come into their caches, and to be
// merged. Where the turns are too few to keep all workers busy, they are divided by morsels.

// turnsPerHand is how many turns there are for each worker at least where any is taken whole.
const turnsPerHand = 2

// launch is a kernel over a chunk.
type launch struct {
	ctx     context.Context
	kernel  *kernel
	chunk   *chunk
	morsels []morsel
	whole   int   // turns 1 to whole are taken whole
	left    []int // whole turns that nobody has taken; under the kernel's taking
}

func newLaunch(ctx context.Context, k *kernel, c *chunk, morsels []morsel) *launch {
	l := &launch{ctx: ctx, kernel: k, chunk: c, morsels: morsels, whole: k.whole()}
	for t := range l.whole {
		l.left = append(l.left, 1+t)
	}
	return l
}

// whole is how many turns of a launch are taken whole: as many for each worker.
func (k *kernel) whole() int {
	turns, workers := len(k.byTurn)-1, k.backend.options.Threads
	if turns < turnsPerHand*workers {
		return 0
	}
	return turns - turns%workers
}

// pieces is how many pieces the launch has: the whole turns, then the morsels of each other.
func (l *launch) pieces() int {
	return l.whole + len(l.morsels)*(len(l.kernel.byTurn)-l.whole)
}

// piece has a worker do piece i.
func (l *launch) piece(w *worker, i int) error {
	if i < l.whole {
		return l.takeWhole(w)
	}
	i -= l.whole
	turn, m := i/len(l.morsels), l.morsels[i%len(l.morsels)]
	if turn > 0 {
		turn += l.whole
	}
	return w.protected(l, m, turn)
}

// takeWhole has a worker do one of the whole turns that are left.
func (l *launch) takeWhole(w *worker) error {
	turn := l.take(w.id)
	for _, i := range l.kernel.byTurn[turn] {
		if s := l.kernel.runs[i].states[w.id]; s != nil {
			s.groups.Touch()
		}
	}
	for _, m := range l.morsels {
		if err := w.protected(l, m, turn); err != nil {
			return err
		}
	}
	return nil
}

// take gives a worker a turn whose groups it has, else one whose groups nobody has, else any.
func (l *launch) take(worker int) (turn int) {
	l.kernel.taking.Lock()
	defer l.kernel.taking.Unlock()
	at := slices.IndexFunc(l.left, func(t int) bool { return l.kernel.first(t).home == 1+worker })
	if at < 0 {
		at = max(0, slices.IndexFunc(l.left, func(t int) bool { return l.kernel.first(t).home == 0 }))
	}
	turn = l.left[at]
	l.left = slices.Delete(l.left, at, at+1)
	l.kernel.first(turn).home = 1 + worker
	return turn
}

// first is the run of a turn that says who had it last.
func (k *kernel) first(turn int) *run { return k.runs[k.byTurn[turn][0]] }
