package operators

import (
	"unsafe"

	"gsdms/plan"
)

// Program is one pipeline, compiled for one snapshot. It is immutable and may run
// many times at once; what a run accumulates lives in a Run.
type Program struct {
	Name    string      // the beginning of the text
	Text    string      // of the query
	Table   *plan.Table // the streamed table
	Columns []Column    // the streamed columns that filters and body read
	Filters []Clause    // a conjunction, cheapest and most selective first
	Zones   []Clause    // a conjunction that holds of the rows which the body leaves, of doubles by their ranks: asked of zones alone
	Body    []Instr     // for the rows that pass the filters
	Regs    []Reg       // the registers of the body, assigned once each
	Arrays  []*Array    // what Lookup reads
	Bits    []*BitSet   // what Member leaves and Test instructions read
	Indexes []*Index    // what Probe reads
	Sink    Sink
	Limit   int64 // rows that an Emit sink needs in all, in table order; -1: all
	Offset  int64 // of these the first, which nobody wants: the result begins behind them
	Passing bool  // compiled for one query, and gone with it: nothing made of it is worth keeping

	// Origins has, by the register that an instruction sets which may end the run in error
	// 1690, the expression that it is part of: what the error names.
	Origins map[int]plan.Expr

	zones zones
	kept  kept
}

// Column is a streamed column as the program reads it.
type Column struct {
	Ordinal int // in Table.Columns
	Storage plan.Storage
}

// Clause is a disjunction of leaves; a row passes if any leaf holds. Most clauses
// have one leaf. NULL never satisfies a leaf unless the leaf names the stored 0 of a
// nullable column. A clause without leaves holds for no row: the predicates contradict
// each other.
type Clause struct {
	Any         []Leaf
	Selectivity float64 // estimated share of rows that pass, for ordering
}

// Leaf is Ranges or Member.
type Leaf interface {
	column() int
	// mayHold reports whether a stored number within [lo, hi] can satisfy the leaf.
	mayHold(p *Program, lo, hi uint64) bool
}

// Ranges holds when the stored number of column Column (index into Program.Columns)
// lies in one of In: sorted, disjoint, not adjacent, at most MaxRanges. Float columns
// are in Program.Zones only, with their ranks.
type Ranges struct {
	Column int
	In     []Range
}

// Range is an inclusive range of stored numbers.
type Range struct{ Lo, Hi uint64 }

// MaxRanges is how many ranges of a column a leaf holds at most; more become Member.
const MaxRanges = 4

// Member holds when bit (stored number) of Bits[Set] is one. Numbers past the end
// of the set are not members.
type Member struct {
	Column int
	Set    int
}

// Reg is a register of the body: one number or double for each live row.
type Reg struct {
	Float    bool
	Nullable bool
	Lo, Hi   int64 // what values it can hold, when not Float
}

// Instr is one of the instruction types. Registers are indices into Program.Regs.
type Instr interface{ instr() }

// Load sets Dst to the value of streamed column Column (index into Program.Columns).
type Load struct{ Dst, Column int }

// Row sets Dst to the number of the row in the streamed table.
type Row struct{ Dst int }

// Const sets Dst to the same value in every row.
type Const struct {
	Dst   int
	Int   int64
	Float float64
	Null  bool
}

// Compute applies an opcode of the table to registers.
type Compute struct {
	Op   Opcode
	Dst  int
	Args []int
	Imm  int64      // what the opcode's row says, else 0
	Row  *Operation // of Carried: its row, which is one function's alone
}

// Operation is the row of its opcode.
func (in Compute) Operation() *Operation {
	if in.Row != nil {
		return in.Row
	}
	return in.Op.Operation()
}

// Lookup sets Dst to element number At (a register) of Arrays[Array]; NULL where the
// register is NULL.
type Lookup struct{ Dst, Array, At int }

// Test keeps the rows whose bit number At (a register) is one in Bits[Set]; NULL is
// dropped.
type Test struct{ Set, At int }

// Keep keeps the rows where Cond is true.
type Keep struct{ Cond int }

// Probe looks the key registers up in Indexes[Index] and continues with one row for
// each partner, all registers repeated; Dst is the partner's row number. On, if any,
// computes On.Cond for each pair; a pair where it is not true is no partner. Of LeftJoin a
// row without a partner continues once with Dst NULL; of SingleJoin, too, and a second
// partner is error 1242. Of SemiJoin and AntiJoin a row continues once, or not; of
// MarkJoin it continues once with register Mark 1 or 0; of all three Dst is set for On
// only, and On is not computed for the pairs behind the first partner.
type Probe struct {
	Dst   int
	Mark  int // MarkJoin only
	Index int
	Keys  []int
	Kind  plan.JoinKind
	On    []Instr
	Cond  int // register of On's result, -1 without On
}

// Sets gives the register that the probe sets for what is behind it.
func (p Probe) Sets() (dst int, ok bool) {
	if p.Kind == plan.MarkJoin {
		return p.Mark, true
	}
	return p.Dst, p.Kind.Shows()
}

// Sink is what happens to the rows at the end of the body: *Groups or *Emit.
type Sink interface{ sink() }

// Groups folds rows into accumulators. If Dense, group number = sum over the keys of
// (key - Lo + 1 if Nullable, NULL 0) * stride, the last key fastest, and Size is the
// number of groups; else keys are hashed. Without keys there is one group.
type Groups struct {
	Keys  []Key
	Aggs  []Fold
	Dense bool
	Size  int

	Having []GroupTest // that the operators behind the groups make, each of which a group must pass
	Top    *GroupTop   // nil: all groups are wanted

	// AnyOrder says that the groups need not come in the order of their keys. A backend that
	// puts them in it is right, too.
	AnyOrder bool
}

// GroupTest says that of the groups only those are wanted for which a fold has a number from Lo
// to Hi. A backend that leaves out fewer, or none, is right, too.
type GroupTest struct {
	Fold   int // one whose result is a number of 64 bits
	Lo, Hi int64
}

// GroupTop says that of the groups only those are wanted that come first in an order: a
// group with Rows others before it may be left out. Groups that are equal in all keys are in
// the order of groups if Whole, and else all wanted. A backend that leaves out fewer, or
// none, is right, too.
type GroupTop struct {
	Keys  []plan.SortKey // slots: the keys of the groups, then the folds
	Whole bool
	Rows  int64
}

// Key is one group key: a register and the values it can have.
type Key struct {
	Reg      int
	Type     plan.Type
	Dict     *plan.Dictionary // of a String
	Float    bool
	Nullable bool
	Lo       int64
	Size     int // Hi-Lo+1 (+1 if Nullable)

	// Unsorted, if not nil, has the texts of the codes, each of which has one: see Program.Told. The
	// order of groups is not that of their texts then.
	Unsorted *plan.Unsorted

	// Values, where it is not nil, has the key's values: the register is a place in it. They
	// ascend, so that groups in the order of places are in that of the values.
	Values *Array
}

// Value is the value of a number of the key's register, of a double its bits.
func (k Key) Value(n int64) int64 {
	if k.Values == nil {
		return n
	}
	return k.Values.Number(int(n))
}

// Shown is the key's column as a result has it, of one of its values.
func (k Key) Shown(v plan.Vector) plan.Vector {
	if k.Values != nil && k.Values.Storage.Float {
		v.Floats = unsafe.Slice((*float64)(unsafe.Pointer(unsafe.SliceData(v.Ints))), len(v.Ints))
		v.Ints = nil
	}
	return v
}

// Fold is one aggregate over a register (Arg -1: COUNT(*)).
type Fold struct {
	Func FoldFunc
	Arg  int
	More []int // of CountDistinct: registers behind Arg; rows with a NULL among them do not count. Of a pair: what counts 1
	Unit int64 // of a pair: what Arg counts, which is NULL where the number is
	Type plan.Type
	Dict *plan.Dictionary // Min and Max of a String
	Name string           // of sums of doubles and variances: the aggregate as text, which error 1690 names

	// Unsorted has the texts of the codes of MinText and MaxText, which a backend gives: see Program.Told.
	Unsorted *plan.Unsorted

	// Of Variances: of a sample, its root, the digits after the point of the argument.
	Sample, Root bool
	Scale        int
}

// FoldFunc is a row of the fold table.
type FoldFunc uint8

// The folds. Sum64 is chosen when Reg bounds times the number of rows that can come
// cannot pass 64 bits, else Sum128. SumFloat is exact and rounded once, so it depends
// neither on the order of rows nor on the number of threads (Neal, "Fast exact
// summation using small and large superaccumulators", 2015).
const (
	CountRows FoldFunc = iota
	CountValues
	Sum64
	Sum128
	SumFloat
	MinInt
	MaxInt
	MinFloat
	MaxFloat
	CountDistinct
	VarianceInt // exact until it is rounded, as SumFloat is
	VarianceFloat
	SumDistinct // exact, past 64 bits too
	SumDistinctFloat
	BitAnd // bits of whole numbers; of no values all are set, and none of the next two
	BitOr
	BitXor
	MinPair // of numbers of two registers, of which the first ones that differ decide
	MaxPair
	MinText // of codes that are in no order: their texts decide
	MaxText
)

// Bits reports whether bits of values are combined: the result is never NULL.
func (f FoldFunc) Bits() bool { return f == BitAnd || f == BitOr || f == BitXor }

// OfTexts reports whether the texts of codes are compared.
func (f FoldFunc) OfTexts() bool { return f == MinText || f == MaxText }

// Distinct reports whether equal values count once.
func (f FoldFunc) Distinct() bool {
	return f == CountDistinct || f == SumDistinct || f == SumDistinctFloat
}

// Emit appends rows to the result, in table order.
type Emit struct {
	Out []EmitColumn
	Top *Top // nil: all rows are wanted
}

// Top says that of the rows only those are wanted that come first in the order of some
// registers: a row with Rows others before it may be left out. Rows of equal registers are
// all wanted, so a backend that leaves out fewer, or none, or goes by the first registers
// only, is right, too.
type Top struct {
	Keys     []TopKey
	Rows     int64
	Column   int   // of the streamed table, whose numbers the first register holds; -1: none
	Within   []Key // what parts the rows: the first Rows of each part are wanted; nil: of all
	Distinct bool  // rows of equal Keys count once
	Whole    bool  // nothing but Keys says which rows are first: of equal ones any
}

// TopKey is a register to order by.
type TopKey struct {
	Reg  int
	Desc bool // NULLs are last then, and first otherwise
}

// EmitColumn is one column of emitted rows.
type EmitColumn struct {
	Reg  int
	Type plan.Type
	Dict *plan.Dictionary

	// Unsorted, if not nil, has the texts of the codes that a backend gives: see Program.Told.
	Unsorted *plan.Unsorted

	// Late, if not nil, is the column itself, of which the register has the rows: see Program.Told.
	Late *Late
}

// Late is a column of the streamed table that is read for the rows that a run gives, and for no
// others.
type Late struct {
	Ordinal int
	Type    plan.Type // of the emitted column
}

func (l Ranges) column() int { return l.Column }
func (l Member) column() int { return l.Column }

func (Load) instr()    {}
func (Row) instr()     {}
func (Const) instr()   {}
func (Compute) instr() {}
func (Lookup) instr()  {}
func (Test) instr()    {}
func (Keep) instr()    {}
func (Probe) instr()   {}
func (*Groups) sink()  {}
func (*Emit) sink()    {}
