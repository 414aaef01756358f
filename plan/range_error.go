package plan

// RangeError says that a value left the range of its type while an expression was
// computed (MySQL's error 1690), at bind time or in a run.
type RangeError struct {
	Kind Kind   // Int, Decimal or Double
	In   string // the expression or operation, as text
}

// RangeCode is the error code of a RangeError.
const RangeCode = 1690

// Error gives MySQL's sentence.
func (e *RangeError) Error() string {
	return Type{Kind: e.Kind}.rangeName() + " value is out of range in '" + e.In + "'"
}

// rangeName is how MySQL names a type in error 1690: without digits.
func (t Type) rangeName() string {
	if t.Kind == Decimal {
		return "DECIMAL"
	}
	return t.String()
}
