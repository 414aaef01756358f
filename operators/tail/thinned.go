package tail

import "gsdms/operators/tail/team"

// thinned drops rows that equal one before them in their chunk, whose cells are near, and gives the
// hashes of those that are left: what is dropped there needs not meet others in a partition. Where
// most rows of the first chunk differ, all stay.
func (r *runner) thinned(hashes []uint64, exact bool) ([]uint64, error) {
	n := len(hashes)
	if n <= 2*team.ChunkRows {
		return hashes, nil
	}
	first := make([]bool, n)
	mark := func(chunk int) error {
		lo, hi := chunk*team.ChunkRows, min((chunk+1)*team.ChunkRows, n)
		places := make([]int32, hi-lo)
		for i := range places {
			places[i] = int32(lo + i)
		}
		return r.markFirst(first, partition{hashes[lo:hi], places}, exact)
	}
	if err := mark(0); err != nil || marks(first) > team.ChunkRows/2 {
		return hashes, err
	}
	if err := r.Spread(team.Chunks(n)-1, func(_, chunk int) error { return mark(chunk + 1) }); err != nil {
		return nil, err
	}
	left := make([]uint64, 0, marks(first))
	for i, is := range first {
		if is {
			left = append(left, hashes[i])
		}
	}
	return left, r.keep(first)
}

// marks counts those that are set.
func marks(all []bool) (n int) {
	for _, is := range all {
		if is {
			n++
		}
	}
	return n
}
