package bind

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gsdms/plan"
	"gsdms/plan/value"
	"gsdms/sql/bind/bindtest"
	"gsdms/sql/parse"
)

// row holds one row of each table of a query; nil where an outer join found none.
type row [][]plan.Value

// joinCase is a random query over tables with data, in a form that can be computed
// step by step as it is written.
type joinCase struct {
	r     *rand.Rand
	data  map[string][][]plan.Value
	c     bindtest.Catalog
	names []string // tables in order of FROM
	steps []joinStep
	where []testCondition
	kept  []bool // the table cannot be missing
}

type joinStep struct {
	left bool
	on   []testCondition
}

// testCondition compares a column with another, or with a number (table -1).
type testCondition struct {
	table, column, otherTable, other int
	op                               string
}

func (c testCondition) text(names []string) string {
	s := fmt.Sprintf("t%d.%s %s ", c.table, columnName(names[c.table], c.column), c.op)
	if c.otherTable < 0 {
		return s + fmt.Sprint(c.other)
	}
	return s + fmt.Sprintf("t%d.%s", c.otherTable, columnName(names[c.otherTable], c.other))
}

func columnName(table string, column int) string {
	if table == "dim" {
		return []string{"id", "v"}[column]
	}
	return []string{"id", "fk", "v"}[column]
}

// holds computes the condition with NULL as false.
func (c testCondition) holds(r row) bool {
	if r[c.table] == nil || r[c.table][c.column].IsNull() {
		return false
	}
	x, y := r[c.table][c.column].Int, int64(c.other)
	if c.otherTable >= 0 {
		if r[c.otherTable] == nil || r[c.otherTable][c.other].IsNull() {
			return false
		}
		y = r[c.otherTable][c.other].Int
	}
	switch c.op {
	case "=":
		return x == y
	case "<":
		return x < y
	default:
		return x != y
	}
}

func all(conditions []testCondition, r row) bool {
	for _, c := range conditions {
		if !c.holds(r) {
			return false
		}
	}
	return true
}

// newJoinCase makes tables dim(id, v), mid(id, fk -> dim, v) and fact(id, fk -> mid, v)
// and a query over two to four of them.
func newJoinCase(t *testing.T, r *rand.Rand) *joinCase {
	j := &joinCase{r: r, c: bindtest.Catalog{}, data: map[string][][]plan.Value{}}
	j.c.Add(t, "dim", 3, "id int key", "v int null")
	j.c.Add(t, "mid", 4, "id int key", "fk int null -> dim", "v int null")
	j.c.Add(t, "fact", 6, "id int key", "fk int null -> mid", "v int null")
	for name, table := range j.c {
		for i := range table.Rows {
			values := []plan.Value{value.OfInt(int64(i))}
			if name != "dim" {
				values = append(values, j.maybeNull(j.c[map[string]string{"mid": "dim", "fact": "mid"}[name]].Rows))
			}
			j.data[name] = append(j.data[name], append(values, j.maybeNull(4)))
		}
	}
	for i := range 2 + r.IntN(3) {
		j.names = append(j.names, []string{"dim", "mid", "fact"}[r.IntN(3)])
		left := i > 0 && r.IntN(2) == 0
		j.kept = append(j.kept, !left)
		step := joinStep{left: left}
		for range r.IntN(3) {
			if i > 0 {
				step.on = append(step.on, j.condition(i))
			}
		}
		j.steps = append(j.steps, step)
	}
	for range r.IntN(3) {
		j.where = append(j.where, j.condition(r.IntN(len(j.names))))
	}
	return j
}

func (j *joinCase) maybeNull(n int) plan.Value {
	if j.r.IntN(5) == 0 {
		return plan.Value{}
	}
	return value.OfInt(int64(j.r.IntN(n)))
}

// condition is about table i and, mostly, one before it: often of a key.
func (j *joinCase) condition(i int) testCondition {
	c := testCondition{table: i, column: j.r.IntN(len(j.c[j.names[i]].Columns)), otherTable: -1, other: j.r.IntN(4)}
	c.op = []string{"=", "=", "=", "<", "<>"}[j.r.IntN(5)]
	if i > 0 && j.r.IntN(5) > 0 {
		c.otherTable = j.r.IntN(i)
		c.other = j.r.IntN(len(j.c[j.names[c.otherTable]].Columns))
	}
	if c.otherTable >= 0 && j.r.IntN(2) == 0 {
		c.column = j.r.IntN(2)
		c.op, c.other = "=", 1-c.column
	}
	return c
}

func (j *joinCase) sql() string {
	var b strings.Builder
	b.WriteString("select * from ")
	for i, s := range j.steps {
		switch {
		case s.left:
			b.WriteString(" left join ")
		case i > 0:
			b.WriteString(" join ")
		}
		fmt.Fprintf(&b, "%s t%d", j.names[i], i)
		on := "1 = 1"
		for _, c := range s.on {
			on += " and " + c.text(j.names)
		}
		if i > 0 {
			b.WriteString(" on " + on)
		}
	}
	for i, c := range j.where {
		b.WriteString([]string{" where ", " and "}[min(i, 1)] + c.text(j.names))
	}
	return b.String()
}

// rows computes the query as it is written.
func (j *joinCase) rows() []string {
	rows := []row{make(row, len(j.names))}
	for i, s := range j.steps {
		rows = join(rows, i, j.data[j.names[i]], s.left, func(r row) bool { return all(s.on, r) })
	}
	var out []string
	for _, r := range rows {
		if all(j.where, r) {
			out = append(out, fmt.Sprint(r))
		}
	}
	slices.Sort(out)
	return out
}

// join pairs each row with the partners that match.
func join(rows []row, table int, with [][]plan.Value, outer bool, match func(row) bool) []row {
	var out []row
	for _, r := range rows {
		found := false
		for _, values := range with {
			next := slices.Clone(r)
			next[table] = values
			if match(next) {
				found, out = true, append(out, next)
			}
		}
		if !found && outer {
			out = append(out, r)
		}
	}
	return out
}

// run computes a network operator by operator.
func (j *joinCase) run(t *testing.T, n *plan.Pipeline) []string {
	rows := join([]row{make(row, len(n.Tables))}, n.Root, j.tableData(n, n.Root), false, func(row) bool { return true })
	for _, op := range n.Ops {
		switch op := op.(type) {
		case plan.KeyProbe:
			ref := op.From.Of.Table.Columns[op.From.Column].Ref
			key := plan.ColumnRef{Table: op.Table, Column: ref.Column, Of: n.Tables[op.Table]}
			rows = j.probe(t, rows, n, op.Table, op.Outer, op.On, []plan.Expr{op.From}, []plan.Expr{key})
		case plan.HashProbe:
			on := op.On
			if op.Band != nil {
				conditions := op.Band.Conditions()
				if on != nil {
					conditions = append(conditions, on)
				}
				on = plan.Combine(plan.And, conditions)
			}
			rows = j.probe(t, rows, n, op.Table, op.Kind.Keeps(), on, op.Keys, op.Match)
		case plan.Filter:
			rows = slices.DeleteFunc(rows, func(r row) bool { return !evalOn(t, op.Pred, r).True() })
		}
	}
	var out []string
	for _, r := range rows {
		out = append(out, fmt.Sprint(r))
	}
	slices.Sort(out)
	return out
}

func (j *joinCase) tableData(n *plan.Pipeline, i int) [][]plan.Value {
	return j.data[n.Tables[i].Table.Name]
}

func (j *joinCase) probe(t *testing.T, rows []row, n *plan.Pipeline, table int, outer bool, on plan.Expr, keys []plan.Expr, match []plan.Expr) []row {
	return join(rows, table, j.tableData(n, table), outer, func(r row) bool {
		for i, k := range keys {
			x, y := evalOn(t, k, r), evalOn(t, match[i], r)
			if x.IsNull() || y.IsNull() || x.Compare(y) != 0 {
				return false
			}
		}
		return on == nil || evalOn(t, on, r).True()
	})
}

func evalOn(t *testing.T, e plan.Expr, r row) plan.Value {
	v, err := plan.Eval(e, func(x plan.Expr) (plan.Value, error) {
		c := x.(plan.ColumnRef)
		if r[c.Table] == nil {
			return plan.Value{}, nil
		}
		return r[c.Table][c.Column], nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestJoins holds join orders and rewrites against the joins as they are written, on
// random queries.
func TestJoins(t *testing.T) {
	r, p := rand.New(rand.NewPCG(9, 10)), new(parse.Parsers)
	keys, outers, results := 0, 0, 0
	for range 3000 {
		j := newJoinCase(t, r)
		n, err := bindText(p, j.sql(), j.c)
		if err != nil {
			t.Fatalf("%s: %v", j.sql(), err)
		}
		want := j.rows()
		if got := j.run(t, n); !slices.Equal(got, want) {
			t.Fatalf("%s\n%s%d rows, want %d\n%v\n%v", j.sql(), n, len(got), len(want), got, want)
		}
		text := n.String()
		keys += strings.Count(text, "KeyProbe")
		outers += strings.Count(text, "outer")
		results += min(1, len(want))
	}
	if keys < 300 || outers < 300 || results < 1000 {
		t.Errorf("too little was tested: %d key probes, %d outer probes, %d queries with rows", keys, outers, results)
	}
}
