package restrict

import (
	"slices"

	"gsdms/plan"
	"gsdms/plan/join"
	"gsdms/plan/network"
)

// A stored table without conditions of its own may be joined with others that have some, as facts are
// with dimensions: of the rows of a year alone matter the groups that they ask for.

// factsLeft is the share of the rows of such a table that conditions on others may be expected to leave
// at most, and dimensionLeft that which one of these may.
const (
	factsLeft     = 1.0 / 4
	dimensionLeft = 1.0 / 2
)

// restrictByFacts restricts an operand to the values that such tables have, of all columns together that
// its columns are equal to.
func (j *joined) restrictByFacts(p operand) {
	for _, t := range j.scans {
		if len(j.about[t]) > 0 {
			continue
		}
		own, of := j.common(p, t)
		if len(own) == 0 {
			continue
		}
		if rows := j.selected(t); rows != nil {
			j.push(p, own, wanted{node: rows, columns: of, made: true})
		}
	}
}

// common gives the columns of an operand that are equal to columns of a table, and these.
func (j *joined) common(p operand, table int) (own, of []plan.ColumnRef) {
	for _, e := range p.equal {
		class := j.class(network.ColumnOf(e.outer))
		i := j.columnIn(table, class)
		if i >= 0 && !slices.ContainsFunc(own, func(c plan.ColumnRef) bool { return plan.Equal(c, e.own) }) {
			own, of = append(own, e.own), append(of, j.r.net.Ref(table, i))
		}
	}
	return own, of
}

// columnIn gives the first column of a table that is equal to all of a class; -1 where none is.
func (j *joined) columnIn(table int, class network.Column) int {
	return slices.IndexFunc(j.numbers(table), func(i int) bool { return j.class(network.At(table, i)) == class })
}

// numbers lists the columns of a table.
func (j *joined) numbers(table int) []int {
	out := make([]int, len(j.r.net.Tables[table].Table.Columns))
	for i := range out {
		out[i] = i
	}
	return out
}

// selected gives the rows of a table with partners in those that are under conditions and that a column
// of it finds; nil where these are not expected to leave few of them.
func (j *joined) selected(table int) network.Node {
	var out network.Node = &network.Scan{Table: table}
	left := 1.0
	for _, d := range j.scans {
		conditions := j.about[d]
		if d == table || len(conditions) == 0 {
			continue
		}
		on, ok := j.equalIn(table, d)
		share := join.Expected(j.r.net.Tables[d], d, conditions) / max(1, float64(j.r.net.Tables[d].Table.Rows))
		if !ok || share > dimensionLeft {
			continue
		}
		left *= share
		out = &network.Join{Kind: plan.SemiJoin, Left: out, Right: network.Filtered(&network.Scan{Table: d}, conditions), On: on}
	}
	if left > factsLeft {
		return nil
	}
	return out
}

// equalIn gives the equality of a column of one table with one of another; false where there is none.
func (j *joined) equalIn(table, other int) (plan.Expr, bool) {
	for _, i := range j.numbers(table) {
		if k := j.columnIn(other, j.class(network.At(table, i))); k >= 0 {
			of := []plan.Expr{j.r.net.Ref(table, i), j.r.net.Ref(other, k)}
			return plan.Call{Op: plan.Eq, Args: of, Of: plan.Type{Kind: plan.Bool}}, true
		}
	}
	return nil, false
}
