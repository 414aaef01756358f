package network

import (
	"fmt"
	"strings"

	"gsdms/plan"
)

// String prints the graph as a tree, inputs below the step that takes them, and then the
// columns of the result. A step that several others take is printed below the first, with a
// number that the others name.
func (n *Network) String() string {
	var text strings.Builder
	text.WriteString(n.Drawn(n.Root))
	names := make([]string, len(n.Result))
	for i, r := range n.Result {
		names[i] = n.Output[i].Name + " = " + r.String()
	}
	fmt.Fprintf(&text, "Result %s\n", strings.Join(names, ", "))
	return text.String()
}

// Drawn prints a node and those below it as a tree. Equal steps over equal ones are printed alike, by
// the names that their tables have.
func (n *Network) Drawn(of Node) string {
	t := &tree{net: n, readers: map[Node]int{}, number: map[Node]int{}}
	t.count(of)
	t.node(of, 0)
	return t.text.String()
}

// tree is the state of one String.
type tree struct {
	net     *Network
	text    strings.Builder
	readers map[Node]int
	number  map[Node]int // of the printed nodes that several take, from 1
}

func (t *tree) count(n Node) {
	t.readers[n]++
	if t.readers[n] > 1 {
		return
	}
	for _, in := range n.Inputs() {
		t.count(in)
	}
}

func (t *tree) node(n Node, depth int) {
	t.text.WriteString(strings.Repeat("  ", depth))
	if i, ok := t.number[n]; ok {
		fmt.Fprintf(&t.text, "as #%d\n", i)
		return
	}
	t.text.WriteString(t.line(n))
	if t.readers[n] > 1 {
		t.number[n] = len(t.number) + 1
		fmt.Fprintf(&t.text, " #%d", t.number[n])
	}
	t.text.WriteString("\n")
	for _, in := range n.Inputs() {
		t.node(in, depth+1)
	}
}

// line prints a step without its inputs.
func (t *tree) line(n Node) string {
	switch n := n.(type) {
	case *Scan:
		return "Scan " + t.net.Tables[n.Table].String()
	case *Filter:
		return plan.Filter{Pred: n.Pred}.String()
	case *Join:
		if n.Optional {
			return "Join " + t.join(n.Kind, n.Mark, n.On) + " (optional)"
		}
		return "Join " + t.join(n.Kind, n.Mark, n.On)
	case *Apply:
		out := "Apply " + t.join(n.Kind, n.Mark, n.On)
		if len(n.Args) > 0 {
			out += ", for " + list(n.Args)
		}
		return out
	case *Project:
		return "Project" + t.as(n.Table) + " " + list(n.Exprs)
	case *Aggregate:
		keys := append(n.Keys[:len(n.Keys):len(n.Keys)], n.More...)
		return strings.Replace(plan.Aggregate{Keys: keys, Aggs: n.Aggs}.String(), "Aggregate", "Aggregate"+t.as(n.Table), 1)
	case *Window:
		return "Window " + windowText(n.Funcs)
	case *Compute:
		return "Compute " + list(n.Exprs)
	case *Unfold:
		return plan.Unfold{Outer: n.Outer, Rows: n.Rows}.String() + " of " + n.Document.String()
	case *Distinct:
		return "Distinct"
	case *Sort:
		return "Sort " + sortText(n.Keys)
	case *Limit:
		return plan.Limit{Offset: n.Offset, Count: n.Count}.String()
	case *Set:
		return n.Kind.String()
	case *Recurse:
		return "Recurse" + t.as(n.Table)
	}
	return "Row"
}

// as names what a step makes, where the statement does.
func (t *tree) as(table int) string {
	if alias := t.net.Tables[table].Alias; alias != "" {
		return " AS " + alias
	}
	return ""
}

func (t *tree) join(k plan.JoinKind, mark int, on plan.Expr) string {
	out := k.String()
	if k == plan.MarkJoin {
		out += t.as(mark)
	}
	if on != nil {
		out += " on " + on.String()
	}
	return out
}

func list(exprs []plan.Expr) string {
	texts := make([]string, len(exprs))
	for i, e := range exprs {
		texts[i] = e.String()
	}
	return strings.Join(texts, ", ")
}

// windowText prints window functions without their frames.
func windowText(funcs []WindowFunc) string {
	texts := make([]string, len(funcs))
	for i, f := range funcs {
		var over []string
		if len(f.Partition) > 0 {
			over = append(over, "PARTITION BY "+list(f.Partition))
		}
		if len(f.Order) > 0 {
			over = append(over, "ORDER BY "+sortText(f.Order))
		}
		texts[i] = fmt.Sprintf("%s(%s) OVER (%s)", f.Func.Name, list(f.Args), strings.Join(over, " "))
	}
	return strings.Join(texts, ", ")
}

func sortText(keys []Key) string {
	texts := make([]string, len(keys))
	for i, k := range keys {
		texts[i] = k.Expr.String()
		if k.Desc {
			texts[i] += " DESC"
		}
	}
	return strings.Join(texts, ", ")
}
