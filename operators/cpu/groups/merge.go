package groups

import "sync"

// wordMerge is how a word of a group is merged with that of another worker. Each of them has zero
// for what saw no row, which leaves the other as it is.
type wordMerge uint8

const (
	byGroup wordMerge = iota // not by itself: the fold merges all its words
	byAdding
	byGreatest // as numbers without a sign
	byUnion
	byDifference // of bits that are in one of the two
)

// wordMerges says of each word of a group how it is merged; nil where one is not merged by itself.
func (g *Groups) wordMerges() []wordMerge {
	by := make([]wordMerge, g.width)
	for i := range by {
		by[i] = byAdding // what counts rows and values
	}
	for i := range g.folds {
		f := &g.folds[i]
		if f.row.by == byGroup {
			return nil
		}
		for k := range f.row.words {
			by[f.at+k] = f.row.by
		}
	}
	return by
}

// absorbBeside absorbs while others of the groups are absorbed.
func (a *accumulators) absorbBeside(from *accumulators, lo, hi int, aside *sync.Mutex) error {
	if from.hasAside() {
		aside.Lock()
		defer aside.Unlock()
	}
	return a.absorb(from, lo, hi, 0)
}

// absorb merges the dense groups from lo to hi of another worker, who numbers its groups from
// first on.
func (a *accumulators) absorb(from *accumulators, lo, hi, first int) error {
	width := a.groups.width
	into, others := a.words[lo*width:hi*width], from.words[(lo-first)*width:(hi-first)*width]
	if a.groups.adds {
		for i, w := range others {
			into[i] += w
		}
		return nil
	}
	aside := from.hasAside()
	for at := 0; at < len(others); at += width {
		own, other := into[at:][:width], others[at:][:width]
		switch {
		case other[0] == 0:
		case own[0] == 0 && !aside:
			copy(own, other)
		default:
			g := lo + at/width
			if err := a.absorbGroup(g, from, g-first); err != nil {
				return err
			}
		}
	}
	return nil
}

// mergeWords merges a group with that of another worker, word by word.
func mergeWords(by []wordMerge, own, other []int64) {
	own, other = own[:len(by)], other[:len(by)]
	for k, how := range by {
		own[k] = how.of(own[k], other[k])
	}
}

// of merges two words.
func (by wordMerge) of(own, other int64) int64 {
	switch by {
	case byGreatest:
		return int64(max(uint64(own), uint64(other)))
	case byUnion:
		return own | other
	case byDifference:
		return own ^ other
	}
	return own + other
}

// hasAside reports whether a group has something aside.
func (a *accumulators) hasAside() bool {
	for i := range a.exact {
		if a.exact[i].n > 0 || a.far[i].n > 0 {
			return true
		}
	}
	return false
}

// emptyAside takes out what groups have aside.
func (a *accumulators) emptyAside() {
	for i := range a.exact {
		a.exact[i].empty()
		a.far[i].empty()
	}
}

// absorbGroups merges some groups of another worker, one by one, into as many.
func (a *accumulators) absorbGroups(into []uint32, from *accumulators, groups []uint32) error {
	for i, j := range groups {
		if err := a.absorbGroup(int(into[i]), from, int(j)); err != nil {
			return err
		}
	}
	return nil
}

// absorbGroup merges group j of another worker into group i.
func (a *accumulators) absorbGroup(i int, from *accumulators, j int) error {
	width := a.groups.width
	own, other := a.words[i*width:][:width], from.words[j*width:][:width]
	if by := a.groups.merges; by != nil {
		mergeWords(by, own, other)
		return nil
	}
	if a.groups.rows {
		own[0] += other[0]
	}
	for k := range a.groups.folds {
		f := &a.groups.folds[k]
		if f.values != 0 && !f.told {
			own[f.values] += other[f.values]
		}
		if f.row.by != byGroup {
			for w := f.at; w < f.at+f.row.words; w++ {
				own[w] = f.row.by.of(own[w], other[w])
			}
		} else if err := f.row.merge(f, a, i, from, j); err != nil {
			return err
		}
	}
	return nil
}
