package plan

// Formula is an expression that gives a column its values: those of all rows, or of rows that are given none. The
// values are stored like any others, so nobody but who writes rows needs to know of it.
type Formula struct {
	Text string      `json:"text"` // as SQL, with columns by their own names
	Kind FormulaKind `json:"kind"`
}

// FormulaKind is how a formula was declared.
type FormulaKind string

// The kinds.
const (
	ByDefault FormulaKind = "default" // DEFAULT (expression)
	Virtual   FormulaKind = "virtual" // GENERATED ALWAYS AS (expression)
	Kept      FormulaKind = "stored"  // likewise, and STORED
)

// Generated says whether a formula gives a column the values of all rows, so that a statement can give it none.
func (c *Column) Generated() bool { return c.Formula != nil && c.Formula.Kind != ByDefault }

// Computed says whether a formula gives a column values: all, or those that rows come without. That of a DEFAULT
// may be a constant.
func (c *Column) Computed() bool { return c.Formula != nil && c.Default == nil }

// Computes says whether some of the columns are computed.
func Computes(columns []Column) bool {
	for i := range columns {
		if columns[i].Computed() {
			return true
		}
	}
	return false
}
