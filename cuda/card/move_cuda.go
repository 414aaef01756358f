//go:build cuda

package card

/*
#include <cuda.h>

// gsdms_move launches a kernel whose one parameter is longer than the 8 bytes that gorgonia.org/cu passes.
static CUresult gsdms_move(CUfunction f, unsigned blocks, unsigned threads, CUstream s, void* moves) {
  void* params[] = {moves};
  return cuLaunchKernel(f, blocks, 1, 1, threads, 1, 1, 0, s, params, 0);
}
*/
import "C"

import (
	"context"
	_ "embed"
	"unsafe"

	"gsdms/cuda/device"
)

// mover is a kernel that clears and copies several pieces of memory at once, those of the host over the
// bus. To launch it takes the driver a third of what a copy and a clear take, which are the copy engine's,
// and the kernel behind it begins sooner: on an H200 a graph of a clear, a copy in, a kernel of 20 us
// and a copy out of 64 KiB took 62 us so, and 46 with this kernel before and behind it.
//
//go:embed move.h
var mover string

// moves mirrors Moves of move.h.
type moves struct {
	n   uint64
	all [device.MostMoves]struct{ to, from, bytes uint64 }
}

// How the kernel is launched: as many threads as keep the bus busy.
const (
	moveBlocks  = 64
	moveThreads = 256
	mostMoved   = 4 << 20 // bytes; of more the copy engine is as fast, and leaves the multiprocessors alone
)

// prepareMover has the kernel compiled beside what runs: who comes before it is there does without, as
// all do where it cannot be.
func (c *Card) prepareMover() {
	c.preparing.Go(func() { _, _ = c.Compile(context.Background(), mover) })
}

// Move implements device.Mover.
func (q *queue) Move(all []device.Move) (done bool, err error) {
	q.card.mu.Lock()
	f := q.card.loaded[mover]
	q.card.mu.Unlock()
	var m moves
	if f == nil || !m.take(all) {
		return false, nil
	}
	return true, q.put("move memory", func() error {
		return result(C.gsdms_move(f.handle(), moveBlocks, moveThreads, streamOf(q.stream), unsafe.Pointer(&m)))
	})
}

// take notes what is to be moved, false where that is too much or no whole words.
func (m *moves) take(all []device.Move) bool {
	bytes := int64(0)
	for _, one := range all {
		here := uint64(uintptr(unsafe.Pointer(one.Here)))
		to, from := uint64(one.There), here
		if one.Out {
			to, from = from, to
		}
		bytes += one.Bytes
		if m.n == device.MostMoves || bytes > mostMoved || (to|from|uint64(one.Bytes))%8 != 0 {
			return false
		}
		m.all[m.n].to, m.all[m.n].from, m.all[m.n].bytes = to, from, uint64(one.Bytes)
		m.n++
	}
	return true
}
