package plan

import (
	"fmt"
	"strings"
)

// String prints the pipeline as in EXPLAIN: the streamed table, then one operator a line.
func (n *Pipeline) String() string {
	var b strings.Builder
	if len(n.Tables) == 0 {
		b.WriteString("One row\n")
	} else {
		fmt.Fprintf(&b, "Stream %s\n", n.Tables[n.Root])
	}
	for _, op := range n.Ops {
		b.WriteString(n.Line(op) + "\n")
	}
	names := make([]string, len(n.Output))
	for i, o := range n.Output {
		names[i] = o.Name + " " + o.Type.String()
	}
	fmt.Fprintf(&b, "Output %s\n", strings.Join(names, ", "))
	return b.String()
}

// Line prints one of the pipeline's operators with the names of the tables it joins.
func (n *Pipeline) Line(op Operator) string {
	switch op := op.(type) {
	case KeyProbe:
		return op.describe(n.Tables[op.Table])
	case HashProbe:
		return op.describe(n.Tables[op.Table])
	}
	return op.String()
}

// String prints the table and the name it has in the query.
func (t *TableRef) String() string {
	if strings.EqualFold(t.Alias, t.Table.Name) {
		return t.Table.Name
	}
	return t.Table.Name + " AS " + t.Alias
}

// String prints the condition.
func (f Filter) String() string { return "Filter " + joined(And, f.Pred) }

// String prints the probe with the number of the table.
func (p KeyProbe) String() string { return p.describe(fmt.Sprintf("#%d", p.Table)) }

func (p KeyProbe) describe(table any) string {
	return fmt.Sprintf("KeyProbe%s %v by %s%s", outerWord(p.Outer), table, p.From, onText(p.On))
}

// String prints the probe with the number of the table.
func (p HashProbe) String() string { return p.describe(fmt.Sprintf("#%d", p.Table)) }

func (p HashProbe) describe(table any) string {
	word := ""
	switch p.Kind {
	case InnerJoin:
	case LeftJoin:
		word = outerWord(true)
	default:
		word = " " + p.Kind.Word(p.Optional)
	}
	s := fmt.Sprintf("HashProbe%s %v", word, table)
	for i, k := range p.Keys {
		s += []string{" by ", " and "}[min(i, 1)] + fmt.Sprintf("%s = %s", p.Match[i], k)
	}
	if p.Band != nil {
		s += " where " + p.Band.String()
	}
	return s + onText(p.On)
}

// Word names the kind of a join, which may be optional.
func (k JoinKind) Word(optional bool) string {
	if optional {
		return k.String() + " (optional)"
	}
	return k.String()
}

func outerWord(outer bool) string {
	if outer {
		return " outer"
	}
	return ""
}

func onText(on Expr) string {
	if on == nil {
		return ""
	}
	return " on " + joined(And, on)
}

// String prints keys and aggregates.
func (a Aggregate) String() string {
	s := "Aggregate"
	for i, g := range a.Aggs {
		s += []string{" ", ", "}[min(i, 1)] + g.String()
	}
	if len(a.Keys) > 0 {
		s += " by " + list(a.Keys)
	}
	return s
}

// String prints the aggregate as SQL does.
func (g Agg) String() string {
	switch {
	case g.Gathered != nil:
		return g.Gathered.text(g.Func, g.Arg)
	case g.Arg == nil:
		return string(g.Func) + "(*)"
	case g.Func == CountDistinct:
		return "COUNT(DISTINCT " + g.Arg.String() + ")"
	}
	return string(g.Func) + "(" + g.Arg.String() + ")"
}

func list(exprs []Expr) string {
	s := make([]string, len(exprs))
	for i, e := range exprs {
		s[i] = e.String()
	}
	return strings.Join(s, ", ")
}

// String prints the expressions.
func (p Project) String() string { return "Project " + list(p.Exprs) }

// String prints the operator.
func (Distinct) String() string { return "Distinct" }

// String says which side counts.
func (r Repeat) String() string {
	if r.Except {
		return "Repeat what is left of the left side"
	}
	return "Repeat what both sides have"
}

// String prints the slots, each with its direction.
func (s Sort) String() string {
	keys := make([]string, len(s.Keys))
	for i, k := range s.Keys {
		keys[i] = fmt.Sprintf("#%d", k.Slot)
		if k.Desc {
			keys[i] += " DESC"
		}
	}
	return "Sort " + strings.Join(keys, ", ")
}

// String prints count and offset.
func (l Limit) String() string {
	s := "Limit"
	if l.Count >= 0 {
		s += fmt.Sprintf(" %d", l.Count)
	}
	if l.Offset > 0 {
		s += fmt.Sprintf(" offset %d", l.Offset)
	}
	return s
}
