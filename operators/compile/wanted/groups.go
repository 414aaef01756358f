package wanted

import (
	"gsdms/operators"
	"gsdms/plan"
)

// Groups says which groups the operators behind them want, where these are not all.
func Groups(keys []operators.Key, folds []operators.Fold, behind []plan.Operator) *operators.GroupTop {
	between, behind := Projects(behind)
	if len(behind) == 0 {
		return nil
	}
	sort, sorted := behind[0].(plan.Sort)
	if sorted {
		behind = behind[1:]
	}
	if len(behind) == 0 {
		return nil
	}
	l, ok := behind[0].(plan.Limit)
	if !ok || l.Count <= 0 || l.Offset > MostTop || l.Count > MostTop-l.Offset {
		return nil
	}
	top := &operators.GroupTop{Rows: l.Offset + l.Count, Whole: true}
	for _, k := range sort.Keys {
		k, top.Whole = KeyBefore(k, between)
		if top.Whole = top.Whole && inOrder(keys, folds, k.Slot); !top.Whole {
			break
		}
		top.Keys = append(top.Keys, k)
	}
	if len(top.Keys) == 0 && !top.Whole {
		return nil
	}
	return top
}

// inOrder reports whether what a slot of groups has comes in the order of its numbers: a key, or one of
// the folds, if there are so many.
func inOrder(keys []operators.Key, folds []operators.Fold, slot int) bool {
	if slot < len(keys) {
		return keys[slot].Unsorted == nil
	}
	at := slot - len(keys)
	return at >= len(folds) || folds[at].Unsorted == nil
}
