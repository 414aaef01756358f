package plan

import (
	"fmt"
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
