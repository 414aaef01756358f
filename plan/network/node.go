package network

import (
	"gsdms/plan"
	"gsdms/plan/fault"
)

// Network is what one statement asks.
type Network struct {
	Text   string           // the statement, for reports
	Tables []*plan.TableRef // of all steps
	Root   Node
	Result []plan.ColumnRef // the columns of Root that are the result, in order
	Output []plan.Output    // their names and types
	Lost   []fault.Warning  // what constants lost while they were computed

	Working *plan.Table // of a step of Recurse: the schema of the rows that it goes on from; else nil
}

// Node is a step of the graph: one of the types below. A node may be the input of
// several others.
type Node interface {
	// Inputs are the nodes whose rows it takes.
	Inputs() []Node
	// Made is the table whose columns it makes, -1 for none.
	Made() int
}

// Row is one row without columns: what a SELECT without FROM reads.
type Row struct{}

// Scan gives the rows of a stored table.
type Scan struct{ Table int }

// Filter keeps the rows for which Pred is true.
type Filter struct {
	In   Node
	Pred plan.Expr
}

// Join joins the rows of two sides under On (nil: all pairs). A MarkJoin makes the table
// Mark, whose one column says whether a partner is there.
type Join struct {
	Kind        plan.JoinKind
	Left, Right Node
	On          plan.Expr
	Mark        int
	Optional    bool // as of a join.Partner
}

// Apply is a Join whose right side is computed anew for each row of the left: it reads
// Args, expressions of the left side's columns, as the columns of table Params. Package unnest
// replaces it.
type Apply struct {
	Kind        plan.JoinKind
	Left, Right Node
	On          plan.Expr
	Mark        int
	Params      int
	Args        []plan.Expr
}

// Project makes the columns of Table from those of In, which end here.
type Project struct {
	In    Node
	Table int
	Exprs []plan.Expr
}

// Aggregate groups rows by Keys and More; the columns of Table are the keys, the
// aggregates, and then those of More. Without keys of either kind there is exactly one
// group, also over no rows.
type Aggregate struct {
	In    Node
	Table int
	Keys  []plan.Expr
	Aggs  []plan.Agg
	More  []plan.Expr // keys that package unnest has added
}

// Window adds columns to the rows, which keep those they have: one of Table for each
// function.
type Window struct {
	In    Node
	Table int
	Funcs []WindowFunc
}

// Compute adds columns to the rows, which keep those they have: one of Table for each
// expression. It is computed behind a pipeline and not inside, over values that nothing
// has to be known of before. separate.Separate makes these nodes, and JSON_TABLE does.
type Compute struct {
	In    Node
	Table int
	Exprs []plan.Expr
}

// Unfold gives each row once for each row that is made of a document beside it, a JSON value or the text of
// one: the columns of Table are those of Rows. NULL makes none; with Outer a row of which none is made is
// there once, with NULLs.
type Unfold struct {
	In       Node
	Table    int
	Document plan.Expr
	Outer    bool
	Rows     *plan.Unfolded
}

// WindowFunc is a window function over expressions of columns.
type WindowFunc struct {
	Func      plan.WindowFunc // name, types and frame; its arguments and keys are those here
	Args      []plan.Expr
	Partition []plan.Expr
	Order     []Key
}

// Distinct drops equal rows of Project or a set operation, over the columns that they
// make.
type Distinct struct{ In Node }

// Sort orders rows; NULLs first ascending, last descending.
type Sort struct {
	In   Node
	Keys []Key
}

// Key is an expression to sort by.
type Key struct {
	Expr plan.Expr
	Desc bool
}

// Limit passes Count rows (-1: all) after the first Offset.
type Limit struct {
	In            Node
	Offset, Count int64
}

// SetKind is a set operation.
type SetKind uint8

// The set operations. Those without All give distinct rows.
const (
	UnionAll SetKind = iota
	Union
	Intersect
	IntersectAll
	Except
	ExceptAll
)

var setKinds = [...]string{"UNION ALL", "UNION", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL"}

// String spells the operation.
func (k SetKind) String() string { return setKinds[k] }

// Set combines the rows of two sides: column i of Table is column i of both, which are
// made by a Project each, of equal types. NULLs are equal to each other.
type Set struct {
	Kind        SetKind
	Left, Right Side
	Table       int
	Counted     bool // each row of a side is there once, and a column behind the others says how often it counts
}

// Side is an input of a set operation and which of its columns count.
type Side struct {
	In      Node
	Columns []plan.ColumnRef
}

// Recurse gives the rows of Seed, and then those of Step over the rows that were new last, as
// long as there are any. Column i of Table is column i of both, which are of equal types.
type Recurse struct {
	Seed     Side
	Table    int
	Step     *Network // a query by itself, which reads its Working
	Distinct bool     // rows that were there before are not new
	Depth    int      // how often Step may run
	Enough   int64    // rows, of which no more are needed; 0: all are
}

func (*Row) Inputs() []Node         { return nil }
func (*Scan) Inputs() []Node        { return nil }
func (n *Filter) Inputs() []Node    { return []Node{n.In} }
func (n *Join) Inputs() []Node      { return []Node{n.Left, n.Right} }
func (n *Apply) Inputs() []Node     { return []Node{n.Left, n.Right} }
func (n *Project) Inputs() []Node   { return []Node{n.In} }
func (n *Aggregate) Inputs() []Node { return []Node{n.In} }
func (n *Window) Inputs() []Node    { return []Node{n.In} }
func (n *Compute) Inputs() []Node   { return []Node{n.In} }
func (n *Unfold) Inputs() []Node    { return []Node{n.In} }
func (n *Distinct) Inputs() []Node  { return []Node{n.In} }
func (n *Sort) Inputs() []Node      { return []Node{n.In} }
func (n *Limit) Inputs() []Node     { return []Node{n.In} }
func (n *Set) Inputs() []Node       { return []Node{n.Left.In, n.Right.In} }
func (n *Recurse) Inputs() []Node   { return []Node{n.Seed.In} }

func (*Row) Made() int         { return -1 }
func (n *Scan) Made() int      { return n.Table }
func (*Filter) Made() int      { return -1 }
func (n *Join) Made() int      { return markOf(n.Kind, n.Mark) }
func (n *Apply) Made() int     { return markOf(n.Kind, n.Mark) }
func (n *Project) Made() int   { return n.Table }
func (n *Aggregate) Made() int { return n.Table }
func (n *Window) Made() int    { return n.Table }
func (n *Compute) Made() int   { return n.Table }
func (n *Unfold) Made() int    { return n.Table }
func (*Distinct) Made() int    { return -1 }
func (*Sort) Made() int        { return -1 }
func (*Limit) Made() int       { return -1 }
func (n *Set) Made() int       { return n.Table }
func (n *Recurse) Made() int   { return n.Table }

func markOf(k plan.JoinKind, mark int) int {
	if k == plan.MarkJoin {
		return mark
	}
	return -1
}
