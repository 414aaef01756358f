package groups

import (
	"slices"

	"gsdms/operators"
	"gsdms/operators/cpu/machine"
)

// LowerPart is Lower for a part of a program whose groups are those of the whole. alone: all rows go
// to one of these, and spec has no keys. False if the part would not fold into the words of the whole.
func (l *Lowering) LowerPart(spec *operators.Groups, whole *Groups, group int, alone bool) (bool, error) {
	if !whole.parted() {
		return false, nil
	}
	g, err := l.Lower(spec)
	if err != nil || !g.parted() || g.width != whole.width || !alone && (g.size != whole.size || g.shared != whole.shared) {
		return false, err
	}
	if alone && !whole.shared {
		g.alone = true
		g.first = group * g.width
	}
	return slices.EqualFunc(g.folds, whole.folds, func(f, of fold) bool {
		return f.at == of.at && f.values == of.values && f.told == of.told && f.arg.Null == of.arg.Null
	}), nil
}

// parted reports whether parts of a program can fold rows into the same words: folds have nothing
// beside them.
func (g *Groups) parted() bool {
	return g.dense && g.window == nil && g.rows && len(g.distincts) == 0 && !slices.ContainsFunc(g.folds, func(f fold) bool {
		switch f.spec.Func {
		case operators.CountRows, operators.CountValues, operators.Sum64, operators.Sum128, operators.MinInt, operators.MaxInt,
			operators.BitAnd, operators.BitOr, operators.BitXor:
			return false
		}
		return true
	})
}

// foldAlone folds rows into the one group of a part: to folds it is the only one that there is.
func (g *Groups) foldAlone(a *accumulators, m *machine.Machine, numbers []uint32) error {
	words, groups := a.words, a.groups
	a.words, a.groups = words[g.first:g.first+g.width], g
	err := g.fold(g.folds, a, m, numbers)
	a.words, a.groups = words, groups
	return err
}
