package exprs

import (
	"fmt"
	"strconv"
	"strings"

	"gsdms/plan"
)

// PredicateKey spells a predicate so that two of one table are equal where their keys are.
func PredicateKey(e plan.Expr) string {
	var b strings.Builder
	WritePredicate(&b, e)
	return b.String()
}

func WritePredicate(b *strings.Builder, e plan.Expr) {
	switch e := e.(type) {
	case plan.ColumnRef:
		fmt.Fprintf(b, "#%d", e.Column)
	case plan.Const:
		fmt.Fprintf(b, "%v:", e.Of)
		writeValue(b, e.Value)
	case plan.Call:
		fmt.Fprintf(b, "%s:%v(", e.Op, e.Of)
		for _, a := range e.Args {
			WritePredicate(b, a)
			b.WriteByte(',')
		}
		b.WriteByte(')')
	case plan.Cast:
		fmt.Fprintf(b, "cast:%v(", e.To)
		WritePredicate(b, e.X)
		b.WriteByte(')')
	case plan.In:
		b.WriteString("in(")
		WritePredicate(b, e.X)
		for _, v := range e.List {
			writeValue(b, v)
		}
		b.WriteByte(')')
	case plan.Like:
		b.WriteString("like(")
		WritePredicate(b, e.X)
		fmt.Fprintf(b, ",%q,%d)", e.Pattern, e.Escape)
	}
}

func writeValue(b *strings.Builder, v plan.Value) {
	fmt.Fprintf(b, "%d/%d/%x/%q/%v;", v.Kind, v.Int, v.Float, v.Text, v.Dec)
}

// WriteKey writes an expression of one column so that different ones differ.
func WriteKey(b *strings.Builder, e plan.Expr) {
	t := e.Type()
	b.WriteString("(" + strconv.Itoa(int(t.Kind)) + "." + strconv.Itoa(t.Precision) + "." + strconv.Itoa(t.Scale) + " ")
	switch e := e.(type) {
	case plan.Const:
		if e.Value.IsNull() { // which is no text of that name
			b.WriteString("NULL")
		} else {
			b.WriteString(strconv.Quote(e.Value.String()))
		}
	case plan.Call:
		b.WriteString(string(e.Op))
		for _, a := range e.Args {
			WriteKey(b, a)
		}
		if e.Mapping != nil {
			b.WriteString(e.Mapping.Key())
		}
	case plan.Cast:
		b.WriteString("cast " + strconv.FormatBool(e.Shown) + strconv.FormatInt(t.Min, 10) + " " + strconv.FormatInt(t.Max, 10))
		WriteKey(b, e.X)
	case plan.In:
		b.WriteString("in")
		for _, v := range e.List {
			WriteKey(b, plan.Const{Value: v, Of: plan.Type{Kind: v.Kind}})
		}
		WriteKey(b, e.X)
	case plan.Like:
		b.WriteString("like " + strconv.Quote(e.Pattern) + string(e.Escape))
		WriteKey(b, e.X)
	}
	b.WriteByte(')')
}
