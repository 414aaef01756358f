package plan

import (
	"github.com/cockroachdb/apd/v3"

	"gsdms/plan/fault"
	"gsdms/plan/function"
	"gsdms/plan/like"
)

// Expr is a bound, typed expression: names are resolved, types are final and every
// conversion is an explicit Cast, so evaluating it needs no SQL rule beyond its own
// operator's. An Expr is immutable.
type Expr interface {
	// Type is the result's type.
	Type() Type
	// Nullable reports whether the result can be NULL.
	Nullable() bool
	// String prints the expression as in EXPLAIN.
	String() string
}

// ColumnRef is the value of a column of one of the network's tables (for a foreign
// key column: the key's value, never the row number).
type ColumnRef struct {
	Table  int // index into Network.Tables
	Column int // ordinal
	Of     *TableRef
}

// Slot is output number Index of the operator before: a group key or an aggregate
// after Aggregate, a column after Project.
type Slot struct {
	Index    int
	Of       Type
	CanBeNil bool
	Name     string
}

// Const is a literal or a folded constant. Typed NULLs are a NULL Value of a type.
type Const struct {
	Value Value
	Of    Type
	// Digits is what the next operation takes the value as, nil if as it is: a Decimal with
	// digits behind Of's scale; the number of a String that was written as 0x41 or b'01'.
	Digits *apd.Decimal
	Lost   *fault.Told // what was lost while it was computed; nil: nothing. Whoever makes the plan tells
	Raw    bool        // a String that operators on bits take for bytes, as GivesBytes says
}

// Call applies one operator or function to its arguments. Op is a row of the
// table of evaluators; arguments are already cast to what the row asks.
type Call struct {
	Op      Op
	Args    []Expr
	Of      Type
	Pattern *function.Pattern // of the functions of regular expressions
	Zones   *function.Zones   // of CONVERT_TZ
	Mapping *Mapping          // of Map
	Native  NativeFunction    // where Op is the name of one, in capitals
	For     string            // as Cast's
}

// Native is what the program around the engine brings: a NativeFunction, or an aggregate. Its
// arguments and its result are numbers.
type Native interface {
	// Signature is what SQL calls it, the types of its arguments and that of its result.
	Signature() (name string, params []Type, result Type)
}

// NativeFunction is a function, which gives NULL where an argument is NULL.
type NativeFunction interface {
	Native
	// Eval computes a value of arguments that are not NULL.
	Eval(args []Value) (Value, error)
}

// Cast converts X to type To by MySQL's rules (rounding half away from zero;
// out of range is error 1690).
type Cast struct {
	X     Expr
	To    Type
	Shown bool   // only the result is rounded to To: an operation on it takes X as it is
	For   string // what was written, where that has become something else: an error names it
}

// In reports whether X equals one of the constants; a NULL among them makes a miss
// NULL. All have X's kind and scale.
type In struct {
	X    Expr
	List []Value
	Lost *fault.Told // what was lost while the list was computed; nil: nothing
}

// Like matches a string against a constant pattern; % any run, _ one character.
type Like struct {
	X       Expr
	Pattern string
	Escape  rune
	read    *like.Pattern // of Pattern; nil: not read yet
}

// NewLike makes a Like whose pattern is read.
func NewLike(x Expr, pattern string, escape rune) Like {
	return Like{X: x, Pattern: pattern, Escape: escape, read: like.New(pattern, escape)}
}

// TooWild reports whether the pattern cannot be matched.
func (l Like) TooWild() bool { return l.read.TooWild() }
