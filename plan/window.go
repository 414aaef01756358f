package plan

import (
	"fmt"
	"strings"

	"gsdms/plan/value"
)

// Window appends one column for each function to the rows, which stay in their order.
type Window struct{ Funcs []WindowFunc }

func (Window) operator() {}

// WindowFunc is one window function. New makes it.
type WindowFunc struct {
	Name     WindowName
	Args     []Expr // over Slots of the rows before; none is COUNT(*)
	Over     Over
	Of       Type
	CanBeNil bool
}

// WindowName is the name of a window function in SQL.
type WindowName string

// The window functions. Aggregates, FIRST_VALUE, LAST_VALUE and NTH_VALUE look at the
// frame, the others at the partition.
const (
	RowNumber   WindowName = "ROW_NUMBER"
	Rank        WindowName = "RANK"
	DenseRank   WindowName = "DENSE_RANK"
	Ntile       WindowName = "NTILE"
	CumeDist    WindowName = "CUME_DIST"
	PercentRank WindowName = "PERCENT_RANK"
	Lag         WindowName = "LAG"  // Lag(x, offset, default): of the row offset rows before
	Lead        WindowName = "LEAD" // behind
	FirstValue  WindowName = "FIRST_VALUE"
	LastValue   WindowName = "LAST_VALUE"
	NthValue    WindowName = "NTH_VALUE"
	WindowCount            = WindowName(Count)
	WindowSum              = WindowName(Sum)
	WindowMin              = WindowName(Min)
	WindowMax              = WindowName(Max)

	// Together puts the texts of the frame together, with ", " between them. It is no function of SQL: JSON_ARRAYAGG and
	// JSON_OBJECTAGG are made of it.
	Together WindowName = "TOGETHER"
)

// Ranks reports whether a function counts the rows of the partition that are before a row,
// or groups of peers among them.
func (n WindowName) Ranks() bool { return n == RowNumber || n == Rank || n == DenseRank }

// Over is a window: which rows go together, in which order, and which of them a row sees.
// NULLs are equal, and first ascending, last descending. Rows that are equal in all order
// keys are peers; among them the rows keep the order that they come in.
type Over struct {
	Partition []Slot
	Order     []WindowOrder
	Frame     *Frame // nil: with Order all rows up to the last peer, without it the partition
}

// WindowOrder is one order key.
type WindowOrder struct {
	Slot Slot
	Desc bool
}

// Frame is the part of a partition that a row's function sees: by places of rows, or, with
// Range, by the values of the only order key.
type Frame struct {
	Range  bool
	Lo, Hi Bound
}

// Bound is one end of a frame. With Range, CurrentRow means the row and its peers.
type Bound struct {
	At     BoundAt
	Offset Value  // of Preceding and Following: a number that is not negative; of moments and times, seconds
	Unit   string // of an offset that was written as INTERVAL n unit; "" for another
	Months bool   // the offset is one of months, which are of several lengths
}

// BoundAt says what a bound is counted from, in the order of the rows.
type BoundAt uint8

// The bounds.
const (
	UnboundedPreceding BoundAt = iota
	Preceding
	CurrentRow
	Following
	UnboundedFollowing
)

// Bounds gives the frame, the default if none is declared.
func (o Over) Bounds() Frame {
	switch {
	case o.Frame != nil:
		return *o.Frame
	case len(o.Order) > 0:
		return Frame{Range: true, Lo: Bound{At: UnboundedPreceding}, Hi: Bound{At: CurrentRow}}
	}
	return Frame{Lo: Bound{At: UnboundedPreceding}, Hi: Bound{At: UnboundedFollowing}}
}

// SeesItself reports whether every row is in its own frame.
func (f Frame) SeesItself() bool { return f.Lo.At <= CurrentRow && f.Hi.At >= CurrentRow }

// Show gives the value of the function in SQL from the slot that holds it.
func (f WindowFunc) Show(slot Expr) Expr { return Agg{Func: AggFunc(f.Name)}.ShowAgg(slot) }

// String prints the functions.
func (w Window) String() string {
	funcs := make([]string, len(w.Funcs))
	for i, f := range w.Funcs {
		funcs[i] = f.String()
	}
	return "Window " + strings.Join(funcs, ", ")
}

// String prints the function as SQL does.
func (f WindowFunc) String() string {
	args := list(f.Args)
	if f.Name == WindowCount && len(f.Args) == 0 {
		args = "*"
	}
	if f.Name == LastValue && len(f.Args) == 2 {
		return fmt.Sprintf("%s(%s) FILTER (WHERE %s IS NOT NULL) OVER (%s)", f.Name, f.Args[0], f.Args[1], f.Over)
	}
	return fmt.Sprintf("%s(%s) OVER (%s)", f.Name, args, f.Over)
}

// String prints what stands in the parentheses behind OVER.
func (o Over) String() string {
	var parts []string
	if len(o.Partition) > 0 {
		keys := make([]string, len(o.Partition))
		for i, s := range o.Partition {
			keys[i] = s.String()
		}
		parts = append(parts, "PARTITION BY "+strings.Join(keys, ", "))
	}
	if len(o.Order) > 0 {
		keys := make([]string, len(o.Order))
		for i, k := range o.Order {
			keys[i] = k.Slot.String() + []string{"", " DESC"}[value.BoolInt(k.Desc)]
		}
		parts = append(parts, "ORDER BY "+strings.Join(keys, ", "))
	}
	if o.Frame != nil {
		parts = append(parts, o.Frame.String())
	}
	return strings.Join(parts, " ")
}

// String prints the frame as SQL does.
func (f Frame) String() string {
	unit := "ROWS"
	if f.Range {
		unit = "RANGE"
	}
	return fmt.Sprintf("%s BETWEEN %s AND %s", unit, f.Lo, f.Hi)
}

// String prints the bound as SQL does.
func (b Bound) String() string {
	offset := b.Offset.String()
	if b.Months {
		offset = "INTERVAL " + offset + " MONTH"
	}
	switch b.At {
	case UnboundedPreceding:
		return "UNBOUNDED PRECEDING"
	case Preceding:
		return offset + " PRECEDING"
	case CurrentRow:
		return "CURRENT ROW"
	case Following:
		return offset + " FOLLOWING"
	}
	return "UNBOUNDED FOLLOWING"
}

// The codes of the errors of window functions.
const (
	CodeFrameStart  = 3584 // begins behind the last row, or behind its end
	CodeFrameEnd    = 3585 // ends before the first row, or before its beginning
	CodeFrameOffset = 3586 // negative, NULL or no integer
	CodeRangeOrder  = 3587 // RANGE with an offset and not one numeric order key
)
