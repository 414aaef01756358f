package plan

import "gsdms/plan/value"

// The type of an expression and the constant in it have their names here, too: whoever reads
// or makes expressions says them in every line.
type (
	// Value is value.Value.
	Value = value.Value
	// Type is value.Type.
	Type = value.Type
	// Kind is value.Kind.
	Kind = value.Kind
)

// The kinds of package value.
const (
	Null     = value.Null
	Bool     = value.Bool
	Int      = value.Int
	Unsigned = value.Unsigned
	Decimal  = value.Decimal
	Double   = value.Double
	Date     = value.Date
	DateTime = value.DateTime
	Time     = value.Time
	String   = value.String
)
