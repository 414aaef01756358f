package plan

import (
	"math/bits"
	"slices"
)

// Children gives the expressions that an expression is made of.
func Children(e Expr) []Expr {
	switch e := e.(type) {
	case Call:
		return e.Args
	case Cast:
		return []Expr{e.X}
	case In:
		return []Expr{e.X}
	case Like:
		return []Expr{e.X}
	case Composite:
		return e.Operands()
	}
	return nil
}

// Composite is an expression of another package, which is rebuilt like any other but
// cannot be computed where it stands: a subquery or a window function, which a statement
// has only until it is cut into pipelines. Its values are pointers: one is equal to itself
// alone.
type Composite interface {
	Expr
	// Operands are the expressions of the surrounding rows that it reads.
	Operands() []Expr
	// WithOperands gives a copy that reads others, as many and in the same order.
	WithOperands([]Expr) Expr
}

// Uncast gives what casts are of, or the expression.
func Uncast(e Expr) Expr {
	for {
		c, ok := e.(Cast)
		if !ok {
			return e
		}
		e = c.X
	}
}

// TestsMade reports whether an expression compares one text that is made of moments with constants.
func TestsMade(e Expr) bool {
	made := 0
	for _, x := range Children(e) {
		switch _, column := x.(ColumnRef); {
		case column || x.Type().Kind != String:
			return false
		case !IsConstant(x):
			made++
		}
	}
	of := true
	Visit(e, func(x Expr) bool {
		_, column := x.(ColumnRef)
		of = of && (!column || x.Type().Kind == DateTime)
		return of
	})
	c, call := e.(Call)
	return of && made == 1 && (!call || slices.Contains([]Op{Eq, Ne, Lt, Le, Gt, Ge}, c.Op)) && e.Type().Kind == Bool
}

// HasComposite reports whether an expression has a Composite in it.
func HasComposite(e Expr) bool {
	found := false
	Visit(e, func(x Expr) bool {
		_, ok := x.(Composite)
		found = found || ok
		return !found
	})
	return found
}

// withChildren gives a copy of an expression with other children.
func withChildren(e Expr, args []Expr) Expr {
	switch e := e.(type) {
	case Call:
		e.Args = args
		return e
	case Cast:
		e.X = args[0]
		return e
	case In:
		e.X = args[0]
		return e
	case Like:
		e.X = args[0]
		return e
	case Composite:
		return e.WithOperands(args)
	}
	return e
}

// Replace rebuilds an expression from the top: where f gives an expression it stands in
// for what it was called with, where f gives nil the children are replaced.
func Replace(e Expr, f func(Expr) Expr) Expr {
	if r := f(e); r != nil {
		return r
	}
	e, _ = MapChildren(e, func(a Expr) (Expr, error) { return Replace(a, f), nil })
	return e
}

// unchanged reports, quickly, whether two expressions are surely the same: leaves are equal,
// or inner nodes share their arguments.
func unchanged(a, b Expr) bool {
	switch a := a.(type) {
	case ColumnRef:
		return Expr(a) == b
	case Slot:
		return Expr(a) == b
	case Const:
		c, ok := b.(Const)
		return ok && a == c
	case Cast:
		c, ok := b.(Cast)
		return ok && a.To == c.To && a.Shown == c.Shown && a.For == c.For && unchanged(a.X, c.X)
	case Call:
		c, ok := b.(Call)
		return ok && a.Op == c.Op && a.Of == c.Of && len(a.Args) == len(c.Args) && (len(a.Args) == 0 || &a.Args[0] == &c.Args[0])
	}
	return false
}

// Visit calls f for an expression and, where f reports true, for its children.
func Visit(e Expr, f func(Expr) bool) {
	if !f(e) {
		return
	}
	switch e := e.(type) { // without a slice for the one child that most have
	case Cast:
		Visit(e.X, f)
	case In:
		Visit(e.X, f)
	case Like:
		Visit(e.X, f)
	default:
		for _, a := range Children(e) {
			Visit(a, f)
		}
	}
}

// TableSet is a set of tables by their indexes, of which there are at most MaxTables.
type TableSet [4]uint64

// MaxTables is how many tables a pipeline can join.
const MaxTables = 256

// MaxJoined is how many tables a SELECT can name in FROM (MySQL's limit).
const MaxJoined = 61

// Tables is the set of the tables with the given indexes.
func Tables(indexes ...int) (s TableSet) {
	for _, i := range indexes {
		s = s.With(i)
	}
	return s
}

// Has reports whether table i is in the set.
func (s TableSet) Has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }

// With gives the set with table i in it.
func (s TableSet) With(i int) TableSet {
	s[i/64] |= 1 << (i % 64)
	return s
}

// Union is the tables of either set.
func (s TableSet) Union(t TableSet) TableSet {
	for i := range s {
		s[i] |= t[i]
	}
	return s
}

// Minus is the tables of s that are not in t.
func (s TableSet) Minus(t TableSet) TableSet {
	for i := range s {
		s[i] &^= t[i]
	}
	return s
}

// Empty reports whether no table is in the set.
func (s TableSet) Empty() bool { return s == TableSet{} }

// Within reports whether all of the set is in t.
func (s TableSet) Within(t TableSet) bool { return s.Minus(t).Empty() }

// Only gives the one table of a set, -1 where there are none or several.
func (s TableSet) Only() int {
	only := -1
	for i, word := range s {
		switch bits.OnesCount64(word) {
		case 0:
		case 1:
			if only >= 0 {
				return -1
			}
			only = 64*i + bits.TrailingZeros64(word)
		default:
			return -1
		}
	}
	return only
}

// TablesOf gives the tables whose columns an expression reads.
func TablesOf(e Expr) TableSet {
	if c, ok := e.(ColumnRef); ok {
		return Tables(c.Table)
	}
	var s TableSet
	for _, a := range Children(e) {
		s = s.Union(TablesOf(a))
	}
	return s
}

// LargerThan reports whether an expression, written out as a tree, has more than limit
// nodes.
func LargerThan(e Expr, limit int) bool { return grow(e, limit) < 0 }

// grow gives what is left of a budget of nodes, negative past it.
func grow(e Expr, left int) int {
	left--
	for _, a := range Children(e) {
		if left < 0 {
			return left
		}
		left = grow(a, left)
	}
	return left
}

// Equal reports whether two expressions are the same: built of the same operators,
// columns and constants, in the same kinds and scales.
func Equal(a, b Expr) bool {
	switch a := a.(type) {
	case ColumnRef:
		b, ok := b.(ColumnRef)
		return ok && a.Table == b.Table && a.Column == b.Column
	case Slot:
		b, ok := b.(Slot)
		return ok && a.Index == b.Index
	case Const:
		b, ok := b.(Const)
		return ok && sameForm(a.Of, b.Of) && equalValues(a.Value, b.Value)
	case Call:
		b, ok := b.(Call)
		return ok && a.Op == b.Op && sameForm(a.Of, b.Of) && equalLists(a.Args, b.Args) && a.Mapping.equal(b.Mapping)
	case Cast:
		b, ok := b.(Cast)
		return ok && sameForm(a.To, b.To) && a.To.Min == b.To.Min && a.To.Max == b.To.Max && a.Shown == b.Shown && Equal(a.X, b.X)
	case In:
		b, ok := b.(In)
		return ok && Equal(a.X, b.X) && equalConstants(a.List, b.List)
	case Like:
		b, ok := b.(Like)
		return ok && a.Pattern == b.Pattern && a.Escape == b.Escape && Equal(a.X, b.X)
	case Composite:
		return Expr(a) == b
	}
	return false
}

func sameForm(a, b Type) bool { return a.Kind == b.Kind && a.Scale == b.Scale }

func equalLists(a, b []Expr) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func equalConstants(a, b []Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !equalValues(a[i], b[i]) {
			return false
		}
	}
	return true
}

func equalValues(a, b Value) bool {
	if a.Kind != b.Kind || a.IsNull() {
		return a.Kind == b.Kind
	}
	return a.Compare(b) == 0 && (a.Kind != Decimal || a.Dec.Exponent == b.Dec.Exponent)
}

// MapChildren gives an expression with f applied to its children.
func MapChildren(e Expr, f func(Expr) (Expr, error)) (Expr, error) {
	args := Children(e)
	var out []Expr
	for i, a := range args {
		r, err := f(a)
		if err != nil {
			return nil, err
		}
		if out == nil && !unchanged(r, a) {
			out = append(make([]Expr, 0, len(args)), args...)
		}
		if out != nil {
			out[i] = r
		}
	}
	if out == nil {
		return e, nil
	}
	return withChildren(e, out), nil
}

// Combine joins conditions with AND or OR in a balanced tree, so that long lists stay
// shallow; nil for none.
func Combine(op Op, list []Expr) Expr {
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	half := len(list) / 2
	return Call{Op: op, Args: []Expr{Combine(op, list[:half]), Combine(op, list[half:])}, Of: Type{Kind: Bool}}
}

// Conjuncts gives the conditions that a condition joins with AND.
func Conjuncts(e Expr) []Expr { return Operands(And, e, nil) }

// Disjuncts lists the operands of nested ORs.
func Disjuncts(e Expr) []Expr { return Operands(Or, e, nil) }

// Operands gives what e joins with op, in order, behind out.
func Operands(op Op, e Expr, out []Expr) []Expr {
	if c, ok := e.(Call); ok && c.Op == op {
		for _, a := range c.Args {
			out = Operands(op, a, out)
		}
		return out
	}
	return append(out, e)
}

// AsksOnlyForNull reports whether an expression reads columns and slots only to ask whether they
// are NULL, so that it has one value for all that are not.
func AsksOnlyForNull(e Expr) bool {
	only := true
	Visit(e, func(x Expr) bool {
		if c, ok := x.(Call); ok && c.Op == IsNull && isLeaf(c.Args[0]) {
			return false
		}
		only = only && !isLeaf(x)
		return only
	})
	return only
}

func isLeaf(e Expr) bool {
	switch e.(type) {
	case ColumnRef, Slot:
		return true
	}
	return false
}
