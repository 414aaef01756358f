package explain

import (
	"math"
	"slices"
	"strings"

	"gsdms/operators"
	"gsdms/plan"
	"gsdms/plan/network/cut"
	"gsdms/pushscan/engine"
)

// New makes the tree of a query that has not run.
func New(q *engine.Query) *Tree { return newTree(q, make([]engine.StageReport, len(q.Leaves))) }

// Into says what becomes of the rows of a query that finds those of a change: no result.
func (t *Tree) Into(s Step) {
	last := &t.Pipelines[len(t.Pipelines)-1]
	last.Steps, t.Columns = append(last.Steps, s), []string{}
}

// newTree makes the tree of a query; parts has, by stage, what is known of its run.
func newTree(q *engine.Query, parts []engine.StageReport) *Tree {
	t := &Tree{Query: q.Shape.Text, Columns: []string{}}
	for _, o := range q.Shape.Output {
		t.Columns = append(t.Columns, o.Name)
	}
	for i, s := range q.Shape.Stages {
		b := &pipeliner{tree: t, stage: s, parts: parts}
		b.out = Pipeline{Number: i + 1, ReadBy: readBy(q.Shape, i), Known: q.Known[i], Steps: []Step{}}
		compiled := q.Leaves[i]
		if compiled == nil {
			compiled = parts[i].Query
		}
		if compiled != nil {
			b.compiled(compiled)
		} else {
			b.uncompiled()
		}
		t.Pipelines = append(t.Pipelines, b.out)
	}
	return t
}

// readBy lists the numbers of the pipelines that read the rows of a stage.
func readBy(s *cut.Shape, stage int) []int {
	by := []int{}
	for i, other := range s.Stages {
		if slices.Contains(other.Needs(), stage) {
			by = append(by, i+1)
		}
	}
	return by
}

// pipeliner makes one pipeline of a tree.
type pipeliner struct {
	tree  *Tree
	stage *cut.Stage
	parts []engine.StageReport
	out   Pipeline
	names []string // of the slots, once rows have some
	rows  float64  // that are expected behind the last step; negative: unknown
}

// add adds a step; estimate is the number of rows behind it, negative where it is unknown.
func (b *pipeliner) add(s Step, estimate float64) {
	b.rows = estimate
	if estimate >= 0 && estimate < math.MaxInt64 {
		s.Estimate = number(int64(math.Round(estimate)))
	}
	b.out.Steps = append(b.out.Steps, s)
}

func number(n int64) *int64 { return &n }

// unknown is the estimate of a number of rows that nothing is known about.
const unknown = -1

// compiled adds the steps of a pipeline whose order of joins is decided.
func (b *pipeliner) compiled(q *operators.Query) {
	p := q.Pipeline
	b.constants(p)
	if q.Program == nil {
		b.add(Step{Kind: Values}, 1)
		b.behind(p.Ops)
		return
	}
	b.add(b.from(Scan, p.Tables[p.Root]), float64(q.Program.Table.Rows))
	head := slices.IndexFunc(p.Ops, ends)
	for _, op := range p.Ops[:head] {
		b.step(p, op)
	}
	e := q.Program.Estimate()
	if last := &b.out.Steps[len(b.out.Steps)-1]; last.Kind != Scan {
		last.Estimate = number(int64(math.Round(e.Sink)))
	}
	b.rows = e.Leave
	b.behind(p.Ops[head:])
}

// ends reports whether an operator is the first that needs no tables: the sink.
func ends(op plan.Operator) bool {
	switch op.(type) {
	case plan.Filter, plan.KeyProbe, plan.HashProbe:
		return false
	}
	return true
}

// constants adds the pipelines of one row whose values became constants.
func (b *pipeliner) constants(p *plan.Pipeline) {
	for _, need := range b.stage.Needs() {
		t := b.parts[need].Table
		if t == nil || !slices.ContainsFunc(p.Tables, func(r *plan.TableRef) bool { return r.Table == t }) {
			b.add(Step{Kind: Constant, Reads: []int{need + 1}}, unknown)
		}
	}
}

// from names a table, or the pipeline whose rows it holds.
func (b *pipeliner) from(kind Kind, t *plan.TableRef) Step {
	s := Step{Kind: kind, Table: t.Table.Name}
	for i, part := range b.parts {
		if part.Table == t.Table {
			s.Table, s.Reads = "", []int{i + 1}
		}
	}
	if t.Alias != t.Table.Name {
		s.Alias = t.Alias
	}
	return s
}

// step adds a filter or a join. What filters keep is known for all of them together only.
func (b *pipeliner) step(p *plan.Pipeline, op plan.Operator) {
	switch op := op.(type) {
	case plan.Filter:
		if last := &b.out.Steps[len(b.out.Steps)-1]; last.Kind == Where {
			last.What += " AND " + condition(op.Pred)
			return
		}
		b.add(Step{Kind: Where, What: condition(op.Pred)}, unknown)
	case plan.KeyProbe:
		kind := Join
		if op.Outer {
			kind = "left join"
		}
		s := b.from(kind, p.Tables[op.Table])
		s.What = "by key " + op.From.String() + behindOn(op.On)
		b.add(s, unknown)
	case plan.HashProbe:
		s := b.from(joinKind(op), p.Tables[op.Table])
		s.What = equalities(op) + behindOn(op.On)
		b.add(s, unknown)
	}
}

// uncompiled adds what is known of a pipeline before those that it needs have run.
func (b *pipeliner) uncompiled() {
	s := b.stage
	if len(s.Parts) > 0 {
		b.union()
		b.behind(s.Ops)
		return
	}
	kind, partners := Scan, map[int]bool{}
	for _, p := range s.Partners {
		partners[p.Table] = true
	}
	if len(s.Tables)-len(s.Partners) > 1 {
		kind, b.out.Open = Read, true
	}
	for i := range s.Tables {
		if !partners[i] && s.From[i] != cut.Marked {
			b.table(kind, i, "")
		}
	}
	if pred := plan.Combine(plan.And, s.Where); pred != nil {
		b.add(Step{Kind: Where, What: condition(pred)}, unknown)
	}
	for _, p := range s.Partners {
		b.table(Kind(p.Kind.String())+" join", p.Table, strings.TrimSpace(behindOn(plan.Combine(plan.And, p.On))))
	}
	if _, groups := s.Ops[0].(plan.Aggregate); groups || len(s.Tables) > 1 {
		b.rows = unknown
	}
	b.behind(s.Ops)
}

// union adds the pipelines whose rows come one after another.
func (b *pipeliner) union() {
	s, rows := Step{Kind: Union}, 0.0
	if b.stage.Loop != nil {
		b.add(Step{Kind: Recurse, Reads: []int{b.stage.Parts[0] + 1}, What: "and the rows that follow from new ones, as long as there are any"}, unknown)
		return
	}
	for _, part := range b.stage.Parts {
		s.Reads = append(s.Reads, part+1)
		if left := b.tree.Pipelines[part].leaves(); left == nil || rows < 0 {
			rows = unknown
		} else {
			rows += float64(*left)
		}
	}
	b.add(s, rows)
}

// table adds a table of the stage by its index.
func (b *pipeliner) table(kind Kind, i int, what string) {
	t, from := b.stage.Tables[i], b.stage.From[i]
	s, rows := Step{Kind: kind, What: what}, float64(t.Table.Rows)
	if from == cut.Working {
		rows = unknown
	}
	if s.Table = t.Table.Name; from >= 0 {
		s.Table, s.Reads, rows = "", []int{from + 1}, unknown
		if left := b.tree.Pipelines[from].leaves(); left != nil {
			rows = float64(*left)
		}
	}
	if t.Alias != t.Table.Name {
		s.Alias = t.Alias
	}
	if kind != Scan && kind != Read {
		rows = unknown
	}
	b.add(s, rows)
}

// leaves gives how many rows are expected behind the last step, nil where that is unknown.
func (p *Pipeline) leaves() *int64 {
	if len(p.Steps) == 0 {
		return nil
	}
	return p.Steps[len(p.Steps)-1].Estimate
}
