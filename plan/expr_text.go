package plan

import (
	"fmt"
	"strings"
)

// Type is the column's type; a nullable column's may be NULL, and so may any column
// of the partner side of an outer join.
func (c ColumnRef) Type() Type { return c.column().Type }

// Nullable reports whether the column can hold NULL.
func (c ColumnRef) Nullable() bool { return c.column().Nullable || c.Of.Outer }

// MayBeNull reports whether an expression of tables can be NULL as they are: a column of one with rows can
// if there is a NULL among these, whatever was declared.
func MayBeNull(e Expr) bool {
	return Replace(e, func(x Expr) Expr {
		if c, ok := x.(ColumnRef); ok && !c.Of.Outer && c.Of.Table.Data != nil {
			return Slot{Of: c.Type(), CanBeNil: c.column().Storage.Nullable}
		}
		return nil
	}).Nullable()
}

// String prints table.column.
func (c ColumnRef) String() string { return c.Of.Alias + "." + c.column().Name }

func (c ColumnRef) column() *Column { return &c.Of.Table.Columns[c.Column] }

// Type is the slot's type.
func (s Slot) Type() Type { return s.Of }

// Nullable reports whether the slot can be NULL.
func (s Slot) Nullable() bool { return s.CanBeNil }

// String prints the slot's name, or #index without one.
func (s Slot) String() string {
	if s.Name != "" {
		return s.Name
	}
	return fmt.Sprintf("#%d", s.Index)
}

// Type is the constant's type.
func (c Const) Type() Type { return c.Of }

// Nullable reports whether the constant is NULL.
func (c Const) Nullable() bool { return c.Value.IsNull() }

// String prints the constant as SQL spells it.
func (c Const) String() string { return literal(c.Value) }

// Type is the result's type.
func (c Call) Type() Type { return c.Of }

// Nullable reports whether the call can give NULL.
func (c Call) Nullable() bool {
	switch c.Op {
	case Map:
		return c.Mapping.nullable()
	case IsNull, NullEq, JsonOf, "JSON_OBJECT", "JSON_ARRAY":
		return false
	case If:
		return c.Args[1].Nullable() || c.Args[2].Nullable()
	case Div, Quotient, IntDiv, FloorDiv, Mod:
		return c.Args[0].Nullable() || !nonZero(c.Args[1])
	case Add, Sub: // a date may leave the calendar
		return c.Of.Kind.Temporal() || anyNullable(c.Args)
	}
	return evaluators[c.Op].nullable || c.Native != nil && c.Of.Float() || anyNullable(c.Args)
}

func anyNullable(args []Expr) bool {
	for _, a := range args {
		if a.Nullable() {
			return true
		}
	}
	return false
}

func nonZero(e Expr) bool {
	c, ok := e.(Const)
	return ok && c.Value.True()
}

// String prints operators infix and functions as calls.
func (c Call) String() string {
	switch c.Op {
	case Neg:
		return "-" + c.Args[0].String()
	case Not:
		if x, ok := c.Args[0].(Call); ok && x.Op == IsNull {
			return x.Args[0].String() + " IS NOT NULL"
		}
		return "NOT " + c.Args[0].String()
	case IsNull:
		return c.Args[0].String() + " IS NULL"
	case And, Or:
		return "(" + joined(c.Op, c) + ")"
	case Quotient:
		return Call{Op: Div, Args: c.Args}.String()
	case FloorDiv:
		return Call{Op: Floor, Args: []Expr{Call{Op: Div, Args: c.Args}}}.String()
	case FromBits, ToBits, JsonNumber, JsonWhole:
		return c.Args[0].String()
	case Map:
		return c.Mapping.text(c.Args)
	case BitAnd, BitOr, BitXor, ShiftLeft, ShiftRight, Add, Sub, Mul, Div, IntDiv, Mod, Eq, Ne, Lt, Le, Gt, Ge, NullEq, Xor:
		return "(" + c.Args[0].String() + " " + string(c.Op) + " " + c.Args[1].String() + ")"
	}
	if k, ok := c.Args[len(c.Args)-1].(Const); ok && c.Op == DateDiff && k.Of.Kind.Ticking() && k.Value.Int == 0 {
		return "TICKS(" + c.Args[0].String() + ")"
	}
	args := list(c.Args)
	if c.Op == Round && c.Of.Kind == Decimal {
		args += fmt.Sprintf(", %d", c.Of.Scale)
	}
	return string(c.Op) + "(" + args + ")"
}

// joined prints a run of one of AND and OR without the parentheses between.
func joined(op Op, e Expr) string {
	var parts []string
	for _, o := range Operands(op, e, nil) {
		parts = append(parts, o.String())
	}
	return strings.Join(parts, " "+string(op)+" ")
}

// Type is the type cast to.
func (c Cast) Type() Type { return c.To }

// Nullable reports whether the cast can give NULL: of NULL, of a text or number that is no date
// or time, and of a moment that is rounded past the last one.
func (c Cast) Nullable() bool {
	from := c.X.Type()
	switch {
	case c.X.Nullable():
		return true
	case c.To.Kind == DateTime && from.Kind == DateTime:
		return c.To.Scale < from.Scale
	}
	return c.To.Kind.Temporal() && !from.Kind.Temporal()
}

// String prints CAST(x AS type), or x where only digits are not shown.
func (c Cast) String() string {
	from := c.X.Type().Kind
	if c.Shown || c.To.Kind == Unsigned && (from == Int || from == Decimal) || from == Unsigned && c.To.Kind == Decimal {
		return c.X.String() // no digit changes
	}
	return "CAST(" + c.X.String() + " AS " + c.To.String() + ")"
}

// Type is Bool.
func (i In) Type() Type { return Type{Kind: Bool} }

// Nullable reports whether the test can give NULL.
func (i In) Nullable() bool {
	for _, v := range i.List {
		if v.IsNull() {
			return true
		}
	}
	return i.X.Nullable()
}

// String prints x IN (...), shortened past eight constants.
func (i In) String() string {
	const shown = 8
	parts := moreOf(len(i.List) - shown)
	list := constants(i.List[:min(len(i.List), shown)])
	return "(" + i.X.String() + " IN (" + strings.Join(append([]string{list}, parts...), ", ") + "))"
}

// constants prints a list of constants.
func constants(list []Value) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = literal(v)
	}
	return strings.Join(parts, ", ")
}

// moreOf says that a list goes on; nothing where it does not.
func moreOf(n int) []string {
	if n <= 0 {
		return nil
	}
	return []string{fmt.Sprintf("... %d more", n)}
}

// Type is Bool.
func (l Like) Type() Type { return Type{Kind: Bool} }

// Nullable reports whether X can be NULL.
func (l Like) Nullable() bool { return l.X.Nullable() }

// String prints x LIKE 'pattern'.
func (l Like) String() string {
	s := "(" + l.X.String() + " LIKE " + quote(l.Pattern)
	if l.Escape != '\\' {
		s += " ESCAPE " + quote(string(l.Escape))
	}
	return s + ")"
}

func literal(v Value) string {
	switch v.Kind {
	case String:
		return quote(v.Text)
	case Date:
		return "DATE " + quote(v.String())
	case DateTime:
		return "TIMESTAMP " + quote(v.String())
	case Time:
		return "TIME " + quote(v.String())
	case Bool:
		if v.Int != 0 {
			return "TRUE"
		}
		return "FALSE"
	}
	return v.String()
}

func quote(s string) string { return "'" + quoted.Replace(s) + "'" }

// quoted is what stands for letters in a literal.
var quoted = strings.NewReplacer("'", "''", "\n", `\n`, "\\", `\\`, "\x00", `\0`)
