package plan

// Pipeline is what runs over the rows of one source at a time: Ops run in order on the
// rows of Tables[Root], the streamed table. Those up to the first Aggregate or Project
// become a program; the others take its rows, when all are there.
type Pipeline struct {
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

// Schema makes a table without rows, for columns that a later step fills: what a
// derived table, an aggregation or a join gives. Its columns have names, types and
// whether they can be NULL, nothing else.
func Schema(name string, columns ...Column) *Table {
	return &Table{Name: name, Columns: columns}
}

// Output names a result column.
type Output struct {
	Name    string
	Type    Type
	NotNull bool    // it is known that no value is NULL
	Origin  *Origin // nil: the values are computed
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
// with Match (over Tables[Table] alone), pairwise; NULL never matches. Without keys
// and a band it is the cross product. A row may have many partners, where Kind lets it.
type HashProbe struct {
	Table int
	Kind  JoinKind
	Keys  []Expr
	Match []Expr
	Band  *Band // what else finds partners, among those of equal keys; nil: nothing
	On    Expr  // what else a partner must satisfy (may be nil; inner joins use Filter)
	Mark  int   // MarkJoin: the table whose only column says whether there is a partner

	Optional bool // SemiJoin: rows without a partner may stay, as nobody asks for them; what looking costs decides
}

// JoinKind says what becomes of a row with its partners.
type JoinKind uint8

// The kinds of joins.
const (
	InnerJoin  JoinKind = iota // one row for each partner
	LeftJoin                   // as InnerJoin, but a row without one stays, with NULLs
	SemiJoin                   // rows that have a partner, each once
	AntiJoin                   // rows that have none
	MarkJoin                   // every row once, with whether it has a partner: never NULL
	SingleJoin                 // as LeftJoin, but a second partner is error 1242
)

var joinKinds = [...]string{"inner", "left", "semi", "anti", "mark", "single"}

// String names the kind.
func (k JoinKind) String() string { return joinKinds[k] }

// Keeps reports whether a row without a partner stays, with NULLs for one.
func (k JoinKind) Keeps() bool { return k == LeftJoin || k == SingleJoin }

// Shows reports whether the columns of the partner can be read behind the join.
func (k JoinKind) Shows() bool { return k == InnerJoin || k.Keeps() }

// Aggregate groups the rows by Keys. Its output slots are the keys, then the
// aggregates. Without keys there is exactly one group, also over no rows.
type Aggregate struct {
	Keys []Expr
	Aggs []Agg

	AnyOrder bool // nothing depends on the order of the groups; else it is that of the keys
}

// Agg is one aggregate. Arg is nil for COUNT(*). AVG does not occur: it is bound as
// Sum / Count.
type Agg struct {
	Func AggFunc
	Arg  Expr
	Of   Type // Count: Int. Sum: Decimal of up to 65 digits (scale of Arg) or Double. Min, Max: Arg's

	Gathered *Gathered // nil: of the functions below, over all values
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
	VarPop        AggFunc = "VAR_POP" // Double, as are the next ones
	VarSamp       AggFunc = "VAR_SAMP"
	StddevPop     AggFunc = "STDDEV_POP"
	StddevSamp    AggFunc = "STDDEV_SAMP"
)

// Project computes the result columns (and the hidden sort keys behind them) from
// columns, or from Slots after Aggregate.
type Project struct{ Exprs []Expr }

// Distinct drops equal rows.
type Distinct struct {
	AnyOrder bool // nothing depends on the order of the rows
}

// Repeat ends INTERSECT ALL and EXCEPT ALL. The last two columns of the rows are counts: how
// often the left and the right side have each (NULL is 0). It gives a row as often as the
// side that has it less often, or with Except as often as the left side has it more often,
// without the counts.
type Repeat struct{ Except bool }

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
func (Repeat) operator()    {}
func (Sort) operator()      {}
func (Limit) operator()     {}
