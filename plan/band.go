package plan

import (
	"fmt"
	"slices"
)

// Band bounds an expression over a joined table by expressions over tables joined already:
// rows are found in an order by Match, where those of a row lie side by side. A bound that
// is nil is none, one that is NULL leaves no rows.
type Band struct {
	Match     Expr
	Low, High *End
}

// End is one bound of a Band.
type End struct {
	Key  Expr
	Open bool // Key itself is outside
}

// String prints the band as conditions.
func (b *Band) String() string {
	s := ""
	if b.Low != nil {
		s = fmt.Sprintf("%s %s %s", b.Match, []Op{Ge, Gt}[boolInt(b.Low.Open)], b.Low.Key)
	}
	if b.High != nil {
		if s != "" {
			s += " and "
		}
		s += fmt.Sprintf("%s %s %s", b.Match, []Op{Le, Lt}[boolInt(b.High.Open)], b.High.Key)
	}
	return s
}

// Conditions gives the band as a conjunction.
func (b *Band) Conditions() (out []Expr) {
	add := func(of *End, closed, open Op) {
		if of == nil {
			return
		}
		op := closed
		if of.Open {
			op = open
		}
		out = append(out, Call{Op: op, Args: []Expr{b.Match, of.Key}, Of: Type{Kind: Bool}})
	}
	add(b.Low, Ge, Gt)
	add(b.High, Le, Lt)
	return out
}

// bandOf gives the tightest band that conditions put around an expression over a table, by
// tables that are joined, and which conditions these are; nil where there is none.
func bandOf(table int, joined TableSet, conditions []Expr) (*Band, []int) {
	type found struct {
		Band
		by []int
	}
	var all []*found
	for i, e := range conditions {
		match, bound, isLow, ok := boundBy(table, joined, e)
		if !ok {
			continue
		}
		at := slices.IndexFunc(all, func(f *found) bool { return Equal(f.Match, match) })
		if at < 0 {
			at = len(all)
			all = append(all, &found{Band: Band{Match: match}})
		}
		f := all[at]
		switch {
		case isLow && f.Low == nil:
			f.Low, f.by = bound, append(f.by, i)
		case !isLow && f.High == nil:
			f.High, f.by = bound, append(f.by, i)
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	best := slices.MaxFunc(all, func(a, b *found) int { return len(a.by) - len(b.by) })
	return &best.Band, best.by
}

// boundBy takes a comparison for a bound of an expression over a table.
func boundBy(table int, joined TableSet, e Expr) (match Expr, b *End, isLow, ok bool) {
	c, isCall := e.(Call)
	if !isCall || !slices.Contains([]Op{Lt, Le, Gt, Ge}, c.Op) {
		return nil, nil, false, false
	}
	for side := range 2 {
		match, key := c.Args[side], c.Args[1-side]
		from := TablesOf(key)
		if TablesOf(match).Only() != table || from.Empty() || !from.Within(joined) || !sameOrder(match.Type(), key.Type()) {
			continue
		}
		isLow := (c.Op == Gt || c.Op == Ge) == (side == 0)
		return match, &End{key, c.Op == Lt || c.Op == Gt}, isLow, true
	}
	return nil, nil, false, false
}

// sameOrder reports whether values of two types compare as their numbers do.
func sameOrder(a, b Type) bool {
	whole := func(k Kind) bool { return k == Int || k == Decimal || k == Bool }
	return a.Kind == Date && b.Kind == Date || whole(a.Kind) && whole(b.Kind) && a.Scale == b.Scale
}
