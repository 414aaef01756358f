package join

import (
	"math"
	"slices"
)

// join gives what it is expected to take to join an ear to all below it, in nanoseconds, and
// how many rows that gives.
func (w *weighing) join(root *ear) (cost, rows float64) {
	j := joining{w: w, joined: []int{root.table}, rows: w.rows[root.table]}
	j.cost = costOfRow * float64(w.tables[root.table].Table.Rows)
	j.open = slices.Clone(root.below)
	for len(j.open) > 0 {
		j.next()
	}
	return j.cost, j.rows
}

// joining is the state of one join.
type joining struct {
	w          *weighing
	joined     []int
	open       []*ear // hang on what is joined
	cost, rows float64
}

// next joins the ear of which a row has the fewest partners.
func (j *joining) next() {
	at, least := 0, math.Inf(1)
	for i, e := range j.open {
		n := 1.0
		if !e.group {
			n = j.partners(e)
		}
		if n < least {
			at, least = i, n
		}
	}
	e := j.open[at]
	j.open = slices.Delete(j.open, at, at+1)
	j.cost += j.rows * costOfFar
	if e.group {
		j.groups(e)
		return
	}
	j.multiply(least)
	if !j.w.kept {
		j.cost += costOfIndex * float64(j.w.tables[e.table].Table.Rows)
	}
	j.joined = append(j.joined, e.table)
	j.open = append(j.open, e.below...)
}

// groups joins the groups of an ear and all below it.
func (j *joining) groups(e *ear) {
	cost, rows := j.w.join(e)
	keys, asked := 1.0, 1.0
	for _, l := range e.by {
		keys *= j.w.distinct(j.w.links[l].ends[e.table])
	}
	for _, x := range e.all() {
		asked *= j.w.asked[x.table]
	}
	groups := min(rows, keys*asked)
	j.cost += cost + costOfGroup*rows + costOfBuild*groups
	j.multiply(min(asked, groups/keys))
}

// multiply has each row meet so many others.
func (j *joining) multiply(by float64) {
	before := j.rows
	if j.rows = max(1, j.rows*by); j.rows > before {
		j.cost += costOfPair * j.rows
	}
}

// partners is how many rows of an ear by itself a row of what is joined is expected to have.
func (j *joining) partners(e *ear) float64 {
	share, crowd := 1.0, 0.0
	for _, i := range e.by {
		l := j.w.links[i]
		if !l.equal {
			share *= shareOfRange
			continue
		}
		share *= j.alike(&l, e.table)
		crowd = max(crowd, j.crowded(&l, e.table))
	}
	if len(e.by) == 1 {
		share = max(share, crowd)
	}
	return j.w.rows[e.table] * share
}

// alike is how likely a row of what is joined and one of a table match, if values are as frequent
// as each other.
func (j *joining) alike(l *link, table int) float64 {
	here, there := 1.0, j.w.distinct(l.ends[table])
	for _, t := range j.joined {
		if l.ends[t] != nil {
			here = max(here, j.w.distinct(l.ends[t]))
		}
	}
	if there < float64(j.w.tables[table].Table.Rows) {
		return 1 / min(there, here)
	}
	return 1 / max(there, here)
}

// crowded is how likely they match where both have the same few values. Of what several such
// tables give, most rows have the most popular value; and where in doubt, that is the one that a
// condition on a table of unique values asks for.
func (j *joining) crowded(l *link, table int) float64 {
	crowd, tables := 0.0, 0
	for _, t := range j.joined {
		if l.crowd[t] > 0 {
			crowd = max(crowd, l.crowd[t])
			tables++
		}
	}
	w := j.w
	if there := w.distinct(l.ends[table]); l.crowd[table] == 0 && w.doubt && there >= float64(w.tables[table].Table.Rows) && w.rows[table] > 0 {
		return min(math.Sqrt(crowd), 1/w.rows[table])
	}
	crowd = math.Sqrt(crowd * l.crowd[table])
	if w.doubt && tables > 1 {
		return math.Sqrt(crowd)
	}
	return crowd
}
