package plan

// Network is the operators of one query over its tables: what is asked. Ops run in
// order on the rows of Tables[Root], the streamed table.
type Network struct {
	Text   string // the statement, for reports
	Tables []*TableRef
	Root   int
	Ops    []Operator
	Output []Output // name and type of each result column, in order
}

// TableRef is a table under the name it has in the query.
type TableRef struct {
	Alias string
	Table *Table
	Outer bool // joined by an outer probe: its columns may be NULL
}

// Output names a result column.
type Output struct {
	Name string
	Type Type
}

// Operator is one of the types below.
type Operator interface {
	// String prints the operator in one line, as in EXPLAIN.
	String() string
	operator()
}

// Filter keeps the rows for which Pred is true (not false, not NULL).
// Before Aggregate and Project, Pred refers to columns of tables joined so far;
// afterwards to Slots (HAVING).
type Filter struct{ Pred Expr }

// KeyProbe joins Tables[Table] by a declared foreign key: each row has at most one
// partner, found by row number. From is the foreign key column of a table that is
// streamed or joined already. Outer keeps rows without a partner, with NULLs.
type KeyProbe struct {
	Table int
	From  ColumnRef
	Outer bool
	On    Expr // outer only: what else a partner must satisfy (may be nil)
}

// HashProbe joins Tables[Table] by equality of Keys (over tables joined already)
// with Match (columns of Tables[Table]), pairwise; NULL never matches. Without keys
// it is the cross product. A row may have many partners.
type HashProbe struct {
	Table int
	Keys  []Expr
	Match []ColumnRef
	Outer bool
	On    Expr // what else a partner must satisfy (may be nil; inner joins use Filter)
}

// Aggregate groups the rows by Keys. Its output slots are the keys, then the
// aggregates. Without keys there is exactly one group, also over no rows.
type Aggregate struct {
	Keys []Expr
	Aggs []Agg
}

// Agg is one aggregate. Arg is nil for COUNT(*). AVG does not occur: it is bound as
// Sum / Count.
type Agg struct {
	Func AggFunc
	Arg  Expr
	Of   Type // Count: Int. Sum: Decimal of up to 65 digits (scale of Arg) or Double. Min, Max: Arg's
}

// AggFunc is an aggregate function.
type AggFunc string

// The aggregate functions.
const (
	Count         AggFunc = "COUNT" // rows, or rows whose Arg is not NULL
	CountDistinct AggFunc = "COUNT DISTINCT"
	Sum           AggFunc = "SUM" // exact, past 64 bits too; NULL over no values
	Min           AggFunc = "MIN"
	Max           AggFunc = "MAX"
)

// Project computes the result columns (and the hidden sort keys behind them) from
// columns, or from Slots after Aggregate.
type Project struct{ Exprs []Expr }

// Distinct drops equal rows.
type Distinct struct{}

// Sort orders rows by Keys, which are Slots of the operator before. NULLs first
// ascending, last descending; ties keep the order of the table, or of the groups.
type Sort struct{ Keys []SortKey }

// SortKey is a slot and a direction.
type SortKey struct {
	Slot int
	Desc bool
}

// Limit passes Count rows after the first Offset. Count is -1 for no limit.
type Limit struct{ Offset, Count int64 }

func (Filter) operator()    {}
func (KeyProbe) operator()  {}
func (HashProbe) operator() {}
func (Aggregate) operator() {}
func (Project) operator()   {}
func (Distinct) operator()  {}
func (Sort) operator()      {}
func (Limit) operator()     {}
