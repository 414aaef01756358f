package groups

import (
	"cmp"
	"context"
	"math"
	"slices"
	"unsafe"
)

// Where few groups are wanted of many that were gathered, they are chosen of each partition behind
// its folding. What they have is copied, since that of the partition serves the next.

// mostEarly is how many groups are wanted at most where they are chosen part by part.
const mostEarly = 256

// choosesEarly reports whether the groups that are wanted are chosen of each partition as soon as
// it is folded, and the others forgotten: few, whatever the others are.
func (g *gathered) choosesEarly() bool {
	top := g.groups.spec.Top
	return top != nil && top.Whole && top.Rows <= mostEarly && len(g.groups.distincts) == 0 && !g.few(g.run.gatherers())
}

// chosenEarly gives the groups that are wanted, chosen part by part, so that the memory of a
// part serves the next ones.
func (o *outcome) chosenEarly(ctx context.Context, g *gathered) (*outcome, error) {
	c := newChoice(o, math.MaxInt)
	c.own, c.early = newAccumulators(o.run, o.run.of), true
	err := g.foldParts(ctx, o.run.gatherers(), func(f *Folder, i int) error {
		p := g.partAt(i)
		err := c.walk(f, p.walk(0))
		g.spare(i)
		return err
	})
	if err != nil {
		return nil, err
	}
	return c.outcome(), nil
}

// firstOf gives the n rows of the least ranks, no two of which are equal.
func firstOf(rows []uint32, words [][]uint64, n int) []uint32 {
	if len(rows) <= n {
		return rows
	}
	slices.SortFunc(rows, func(a, b uint32) int {
		for _, word := range words {
			if x, y := word[a], word[b]; x != y {
				return cmp.Compare(x, y)
			}
		}
		return 0
	})
	return rows[:n]
}

// ownedPerFound is how many groups there are of one's own for each that is still wanted.
const ownedPerFound = 8

// adopt copies groups among one's own.
func (c *choice) adopt(groups []chosen) error {
	if err := c.own.grow(c.owned + len(groups)); err != nil {
		return err
	}
	for i := range groups {
		g := &groups[i]
		if err := c.own.absorbGroup(c.owned, g.acc, int(g.group)); err != nil {
			return err
		}
		g.acc, g.group = c.own, uint32(c.owned)
		c.owned++
	}
	return nil
}

// compact forgets of one's own groups those that are not wanted any more, and what they took.
func (c *choice) compact() error {
	old := c.own
	c.own, c.owned = newAccumulators(old.run, old.groups), 0
	err := c.adopt(c.found)
	old.forget(old.run.budget)
	if c.charged > 0 {
		kept := int64(len(c.found)) * (int64(unsafe.Sizeof(chosen{})) + 8*int64(len(c.found[0].rank)))
		old.run.budget.Used.Add(kept - c.charged)
		c.charged = kept
	}
	return err
}
