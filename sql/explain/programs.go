package explain

import (
	"fmt"
	"strings"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/network/cut"
	"gsdms/pushscan"
	"gsdms/pushscan/engine"
)

// Programs prints the pipelines of a query that has not run, with their programs.
func Programs(q *engine.Query) string {
	var b strings.Builder
	for i, s := range q.Shape.Stages {
		fmt.Fprintf(&b, "pipeline %d%s\n", i+1, readers(q.Shape, i))
		text := describeStage(s)
		if leaf := q.Leaves[i]; leaf != nil {
			text = describePipeline(leaf)
		}
		b.WriteString(indented(text))
	}
	return b.String()
}

// Alone prints a query of one pipeline, the granularity and the wave; wave is nil
// where no table is scanned.
func Alone(q *operators.Query, wave *pushscan.Plan) string {
	out := describePipeline(q)
	if wave == nil {
		return out + section("wave", "none: no table is scanned")
	}
	return out + section("granularity", wave.String()) + section("wave", wave.Wave.String())
}

// readers says which pipelines read the rows of one.
func readers(s *cut.Shape, stage int) string {
	var by []string
	for i, other := range s.Stages {
		for _, need := range other.Needs() {
			if need == stage {
				by = append(by, fmt.Sprint(i+1))
				break
			}
		}
	}
	if len(by) == 0 {
		return ", which gives the result"
	}
	return ", whose rows go to " + strings.Join(by, ", ")
}

// describeStage prints what is known of a pipeline before those that it needs have run:
// the order of its joins is decided then.
func describeStage(s *cut.Stage) string {
	var b strings.Builder
	if len(s.Parts) > 0 {
		parts := make([]string, len(s.Parts))
		for i, p := range s.Parts {
			parts[i] = fmt.Sprint(p + 1)
		}
		fmt.Fprintf(&b, "Rows of %s\n", strings.Join(parts, ", "))
	}
	for i, t := range s.Tables {
		switch from := s.From[i]; {
		case from == cut.Stored:
			fmt.Fprintf(&b, "Table %s: %s\n", tableText(t), counted(t.Table.Rows, "row", "rows"))
		case from >= 0:
			fmt.Fprintf(&b, "Rows of %d AS %s\n", from+1, t.Alias)
		}
	}
	if pred := plan.Combine(plan.And, s.Where); pred != nil {
		fmt.Fprintln(&b, plan.Filter{Pred: pred})
	}
	for _, p := range s.Partners {
		fmt.Fprintf(&b, "Join %s %s", p.Word(), s.Tables[p.Table].Alias)
		if on := plan.Combine(plan.And, p.On); on != nil {
			fmt.Fprintf(&b, " on %s", on)
		}
		b.WriteString("\n")
	}
	for _, op := range s.Ops {
		fmt.Fprintln(&b, op)
	}
	return b.String()
}

// describePipeline prints a pipeline and its program.
func describePipeline(q *operators.Query) string {
	out := section("network", describeNetwork(q.Pipeline))
	if q.Program != nil {
		out += section("program", q.Program.Describe())
	}
	return out
}

func describeNetwork(n *plan.Pipeline) string {
	var b strings.Builder
	for i, t := range n.Tables {
		role := "joined"
		if i == n.Root {
			role = "streamed"
		}
		fmt.Fprintf(&b, "Table %s, %s: %s, %s\n", tableText(t), role,
			counted(t.Table.Rows, "row", "rows"), counted(t.Table.Segments(), "segment", "segments"))
	}
	for _, op := range n.Ops {
		fmt.Fprintln(&b, op)
	}
	return b.String()
}

func tableText(t *plan.TableRef) string {
	if t.Alias == "" || t.Alias == t.Table.Name {
		return t.Table.Name
	}
	return t.Table.Name + " AS " + t.Alias
}

// section is a titled part, its lines indented.
func section(title, text string) string { return title + "\n" + indented(text) }

func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		b.WriteString("  " + strings.TrimRight(line, "\n") + "\n")
	}
	return b.String()
}
