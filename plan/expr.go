package plan

import (
	"regexp"

	"github.com/cockroachdb/apd/v3"

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
}

// Call applies one operator or function to its arguments. Op is a row of the
// function table (functions.go); arguments are already cast to what the row asks.
type Call struct {
	Op      Op
	Args    []Expr
	Of      Type
	Pattern *regexp.Regexp  // of the functions of regular expressions
	zones   *function.Zones // of CONVERT_TZ
}

// Cast converts X to type To by MySQL's rules (rounding half away from zero;
// out of range is error 1690).
type Cast struct {
	X     Expr
	To    Type
	Shown bool // only the result is rounded to To: an operation on it takes X as it is
}

// In reports whether X equals one of the constants; a NULL among them makes a miss
// NULL. All have X's kind and scale.
type In struct {
	X    Expr
	List []Value
}

// Like matches a string against a constant pattern; % any run, _ one character.
type Like struct {
	X       Expr
	Pattern string
	Escape  rune
	read    *like.Pattern // of Pattern; nil: not read yet
}

// Op names a row of the function table.
type Op string

// The operators that both backends compute, row by row, on numbers. Arguments of one
// call have the same kind and, for Decimal, the same scale, unless said otherwise.
// Any NULL argument makes NULL except where the comment says otherwise. Int and
// Decimal results past 64 bits are error 1690.
const (
	Add Op = "+"
	Sub Op = "-"
	Mul Op = "*" // Decimal: the scales add up
	// Div is Decimal (the result's scale is Call.Of.Scale; rounded half away from
	// zero; arguments may differ in scale) or Double. By zero: NULL.
	Div Op = "/"
	// Quotient is Div of decimals without rounding: digits behind the scale are dropped.
	Quotient Op = "quotient"
	IntDiv   Op = "DIV" // Int; truncates; by zero: NULL
	Mod      Op = "%"   // sign of the dividend; by zero: NULL
	Neg      Op = "neg"
	Eq       Op = "="
	Ne       Op = "<>"
	Lt       Op = "<"
	Le       Op = "<="
	Gt       Op = ">"
	Ge       Op = ">="
	NullEq   Op = "<=>" // never NULL
	And      Op = "AND" // three-valued
	Or       Op = "OR"
	Xor      Op = "XOR"
	Not      Op = "NOT"
	IsNull   Op = "IS NULL" // never NULL
	If       Op = "IF"      // If(cond, a, b): b where cond is false or NULL. CASE, COALESCE, IFNULL, NULLIF become nested If
	Abs      Op = "ABS"
	Floor    Op = "FLOOR" // Int from Decimal; Double from Double
	Ceil     Op = "CEIL"
	Round    Op = "ROUND" // Round(x): to Call.Of.Scale for Decimal (arguments may have a larger scale); Double from Double with a constant Int second argument
	Year     Op = "YEAR"  // Int from Date; likewise the next ones
	Month    Op = "MONTH"
	Day      Op = "DAYOFMONTH"
	// Dates move by days with Add and Sub on (Date, Int), a DateTime or Time by ticks; what
	// is none then is NULL. AddMonths(date, int) clips to the month's end. DateDiff is the
	// days between two dates, or the ticks between two of DateTime or Time of one scale.
	Concat    Op = "CONCAT"
	AddMonths Op = "ADDMONTHS"
	DateDiff  Op = "DATEDIFF"
)
