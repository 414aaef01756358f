package plan

import (
	"fmt"
	"slices"
	"strings"
)

// Band bounds expressions over a joined table by expressions over tables joined already:
// rows are found in the order of what one end matches, where those of a row lie side by
// side. If the other end matches another expression, that must ascend in the same order,
// as the ends of spans that do not overlap do; else it is a condition of pairs. A bound that
// is nil is none, one that is NULL leaves no rows.
type Band struct {
	Low, High *End
}

// End is one bound of a Band.
type End struct {
	Match Expr // over the joined table
	Key   Expr
	Open  bool // Key itself is outside
}

// Ends gives the ends that there are, the lower one first.
func (b *Band) Ends() (out []*End) {
	if b == nil {
		return nil
	}
	for _, e := range []*End{b.Low, b.High} {
		if e != nil {
			out = append(out, e)
		}
	}
	return out
}

// Agree reports whether all ends match the same expression.
func (b *Band) Agree() bool { return b.Low == nil || b.High == nil || Equal(b.Low.Match, b.High.Match) }

// String prints the band as conditions.
func (b *Band) String() string {
	var parts []string
	for _, e := range b.Conditions() {
		c := e.(Call)
		parts = append(parts, fmt.Sprintf("%s %s %s", c.Args[0], c.Op, c.Args[1]))
	}
	return strings.Join(parts, " and ")
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
		out = append(out, Call{Op: op, Args: []Expr{of.Match, of.Key}, Of: Type{Kind: Bool}})
	}
	add(b.Low, Ge, Gt)
	add(b.High, Le, Lt)
	return out
}

// bandOf gives the tightest band that conditions, but those used already, put around
// expressions over a table, by tables that are joined, and which conditions these are; nil
// where there is none.
func bandOf(tables []*TableRef, table int, joined TableSet, conditions []Expr, used []bool) (*Band, []int) {
	var lows, highs []boundFound
	for i, e := range conditions {
		if used != nil && used[i] {
			continue
		}
		for _, b := range boundsBy(tables, table, joined, e) {
			if b.by = i; b.isLow {
				lows = append(lows, b)
			} else {
				highs = append(highs, b)
			}
		}
	}
	for _, l := range lows {
		for _, h := range highs {
			if Equal(l.Match, h.Match) {
				return &Band{Low: l.End, High: h.End}, []int{l.by, h.by}
			}
		}
	}
	out, by := &Band{}, []int(nil)
	if len(lows) > 0 {
		out.Low, by = lows[0].End, append(by, lows[0].by)
	}
	if len(highs) > 0 {
		out.High, by = highs[0].End, append(by, highs[0].by)
	}
	if len(by) == 0 {
		return nil, nil
	}
	return out, by
}

// boundFound is a bound and the number of the condition that says it.
type boundFound struct {
	*End
	isLow bool
	by    int
}

// boundsBy takes a condition for bounds of expressions over a table: all of what it says.
func boundsBy(tables []*TableRef, table int, joined TableSet, e Expr) (out []boundFound) {
	if end, isLow, ok := boundBy(table, joined, e); ok {
		return []boundFound{{End: end, isLow: isLow}}
	}
	for _, part := range distances(tables, table, e) {
		end, isLow, ok := boundBy(table, joined, part)
		if !ok {
			return nil
		}
		out = append(out, boundFound{End: end, isLow: isLow})
	}
	return out
}

// boundBy takes a comparison for a bound of an expression over a table.
func boundBy(table int, joined TableSet, e Expr) (b *End, isLow, ok bool) {
	c, isCall := e.(Call)
	if !isCall || !slices.Contains([]Op{Lt, Le, Gt, Ge}, c.Op) {
		return nil, false, false
	}
	for side := range 2 {
		match, key := c.Args[side], c.Args[1-side]
		from := TablesOf(key)
		if TablesOf(match).Only() != table || from.Empty() || !from.Within(joined) || !sameOrder(match.Type(), key.Type()) {
			continue
		}
		isLow := (c.Op == Gt || c.Op == Ge) == (side == 0)
		return &End{match, key, c.Op == Lt || c.Op == Gt}, isLow, true
	}
	return nil, false, false
}

// sameOrder reports whether values of two types compare as their numbers do.
func sameOrder(a, b Type) bool {
	whole := func(k Kind) bool { return k == Int || k == Decimal || k == Bool }
	return a.Kind == b.Kind && a.Kind.Temporal() && a.Scale == b.Scale || whole(a.Kind) && whole(b.Kind) && a.Scale == b.Scale
}
