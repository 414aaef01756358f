package cuda

import (
	"slices"

	"gsdms/cuda/codegen"
	"gsdms/cuda/device"
	"gsdms/cuda/memory"
	"gsdms/operators"
)

// Of many groups most are often not wanted, by a HAVING or since only the first of an order are.
// They are left out where they lie, so that they neither cross the bus nor become rows.

// foldWords gives where a fold has its result, a word for each group, and the bits to turn; false
// where it has more than that.
func (k *packing) foldWords(g *operators.Groups, fold int) (at, flip uint64, ok bool) {
	f := g.Aggs[fold]
	switch f.Func {
	case operators.CountRows:
		return k.run.address(codegen.Section{Kind: codegen.RowCounts}), 0, true
	case operators.CountValues, operators.Sum64, operators.MinInt, operators.MaxInt:
		return k.run.address(codegen.Section{Kind: codegen.FoldValue, Fold: fold}), codegen.Turned(f.Func), true
	case operators.CountDistinct:
		if codegen.DistinctBits(k.run.program, g, fold) > 0 {
			return k.run.address(codegen.Section{Kind: codegen.FoldValue, Fold: fold}), 0, true
		}
	}
	return 0, 0, false
}

// seenWords gives where there is a count of the values that a fold saw; false where it has seen one
// in each group, or its result is never NULL.
func (k *packing) seenWords(fold int) (at uint64, ok bool) {
	count := codegen.Section{Kind: codegen.FoldCount, Fold: fold}
	is := func(s codegen.GroupSection) bool { return s.Section == count }
	return k.run.address(count), slices.ContainsFunc(k.run.layout.PerGroup, is)
}

// test has groups left out that fail a test, as far as the kernel has room for tests. A fold that
// saw no value is NULL, which passes none.
func (k *packing) test(g *operators.Groups) {
	for _, t := range g.Having {
		at, flip, ok := k.foldWords(g, t.Fold)
		if !ok || k.params.Tests+2 > codegen.PackTests {
			continue
		}
		k.add(codegen.PackTest{Words: at, Flip: flip, Lo: uint64(t.Lo), Span: uint64(t.Hi) - uint64(t.Lo)})
		if seen, ok := k.seenWords(t.Fold); ok {
			k.add(codegen.PackTest{Words: seen, Lo: 1, Span: 1<<63 - 1})
		}
	}
}

func (k *packing) add(t codegen.PackTest) {
	k.params.Test[k.params.Tests] = t
	k.params.Tests++
}

// bound finds a rank that so many groups have at least as are wanted, where groups are ordered by
// a fold: of the greatest of each tile the last that is wanted. All with less can be left out.
// A test that the operators behind make otherwise would have others take their place, but an
// order stands behind no test.
func (k *packing) bound(top *operators.GroupTop, tiles int) error {
	if top == nil || len(top.Keys) == 0 || int64(tiles) < 2*top.Rows {
		return nil
	}
	g := k.run.program.Sink.(*operators.Groups)
	first := top.Keys[0]
	fold := first.Slot - len(g.Keys)
	if fold < 0 {
		return nil
	}
	at, flip, ok := k.foldWords(g, fold)
	if _, nulls := k.seenWords(fold); !ok || nulls {
		return nil
	}
	const sign = 1 << 63
	k.params.Ranks, k.params.RankFlip = at, flip^sign
	if !first.Desc {
		k.params.RankFlip = ^k.params.RankFlip
	}
	k.params.Best = k.params.Tiles + uint64(8*tiles)
	if err := k.launch(); err != nil {
		return err
	}
	best := make([]uint64, tiles)
	if err := k.queue.CopyOut(memory.Bytes(best), device.Ptr(k.params.Best)); err != nil {
		return err
	}
	if _, err := k.queue.Wait(); err != nil {
		return err
	}
	k.params.Best = 0
	slices.Sort(best)
	if last := best[tiles-int(top.Rows)]; last > 0 {
		k.params.Least = last - 1
	}
	return nil
}
