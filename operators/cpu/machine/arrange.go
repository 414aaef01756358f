package machine

import (
	"slices"

	"gsdms/operators"
)

// What only a branch of an IF reads, or an operand of AND or OR that others can decide without,
// counts in some rows only. Instructions are arranged so that those which count in the same rows
// stand together, before the first that reads them, and are run for these rows alone.

// when says in which rows of a test an operand counts.
type when byte

const (
	whenTrue     when = iota // the first branch of an IF
	whenNotTrue              // the second one, and what is behind an operand of OR
	whenNotFalse             // what is behind an operand of AND
)

// part is the rows in which instructions count: all for the outermost, else those of the part
// around in which a test says so.
type part struct {
	around  *part
	depth   int
	segment int
	test    int
	when    when
	weight  int  // of its instructions, and of those of the parts in it
	merged  bool // it is too little to be worth the list of its rows
}

// Less than so many instructions, by their weight, are run for all rows: the rows of a part are
// counted first. Deeper parts than deepestPart are one with the part around them, since the rows
// that are left halve with each list that is made.
const (
	leastWeight = 5
	deepestPart = 40
)

// block is instructions of the arranged body that count in the rows of a part.
type block struct {
	lo, hi int
	test   int
	when   when
	inner  []*block
}

// arranger arranges a body.
type arranger struct {
	body    []operators.Instr
	all     *part
	parts   map[part]*part // by what they are
	counts  []*part        // by register: where those who read it count
	in      []*part        // by instruction; nil where nobody reads what it gives
	by      []int          // by register: the instruction that sets it, -1 for none
	placed  []bool         // by instruction
	visited []int          // by instruction: the visit that it was last seen in
	visits  int
	order   []operators.Instr
	was     []int // by place in order: the number in body
}

// arrange puts the instructions of a body in order; read are registers that are read behind it,
// and behind instruction cut rows are dropped. What nobody reads is left out, unless no block is
// made. was is where each instruction was.
func arrange(body []operators.Instr, read []bool, cut int) (order []operators.Instr, was []int, blocks []*block) {
	a := &arranger{
		body: body, all: &part{}, parts: map[part]*part{}, counts: make([]*part, len(read)), in: make([]*part, len(body)),
		by: make([]int, len(read)), placed: make([]bool, len(body)), visited: make([]int, len(body)),
	}
	for r, isRead := range read {
		a.by[r] = -1
		if isRead {
			a.counts[r] = a.all
		}
	}
	a.divide(cut)
	if !a.worth() {
		return body, nil, nil
	}
	for i := range body {
		if a.in[i] == a.all {
			blocks = a.put(i, a.all, blocks)
		}
	}
	return a.order, a.was, blocks
}

// divide finds the part of each instruction, the last one first: the least in which all that
// read its result count.
func (a *arranger) divide(cut int) {
	segment := 0
	for i := len(a.body) - 1; i >= 0; i-- {
		in := a.body[i]
		if i == cut || dropsRows(in) {
			segment++
		}
		own := a.all
		if d, sets := operators.Sets(in); sets {
			a.by[d] = i
			if a.counts[d] == nil && !dropsRows(in) {
				continue
			}
			if p := a.counts[d]; p != nil && p.segment == segment && isComputed(in) {
				own = p
			}
		}
		a.in[i] = own
		for k, r := range readsOf(in) {
			a.counts[r] = common(a.counts[r], a.operand(in, k, own, segment))
		}
	}
}

// readsOf is the registers that an instruction reads, for the condition of a probe, too. What the
// condition does not depend on reads nothing, as in Needs: else there would be a block for it, whose
// test nobody sets.
func readsOf(in operators.Instr) []int {
	probe, ok := in.(operators.Probe)
	if !ok || probe.Cond < 0 {
		return allReads(in)
	}
	out := append(slices.Clone(probe.Keys), probe.Cond)
	for _, on := range neededOn(probe) {
		out = append(out, allReads(on)...)
	}
	return out
}

func dropsRows(in operators.Instr) bool {
	switch in.(type) {
	case operators.Load, operators.Row, operators.Const, operators.Compute, operators.Lookup:
		return false
	}
	return true
}

// isComputed reports whether an instruction is run for each batch: constants mostly are there.
func isComputed(in operators.Instr) bool {
	_, constant := in.(operators.Const)
	return !constant && !dropsRows(in)
}

// operand is the part in which operand k of an instruction counts.
func (a *arranger) operand(in operators.Instr, k int, own *part, segment int) *part {
	c, ok := in.(operators.Compute)
	if !ok || k == 0 {
		return own
	}
	of := part{around: own, depth: own.depth + 1, segment: segment, test: c.Args[0], when: whenNotTrue}
	switch c.Op {
	case operators.IfInt, operators.IfFloat:
		if k == 1 {
			of.when = whenTrue
		}
	case operators.OrBool:
	case operators.AndBool:
		of.when = whenNotFalse
	default:
		return own
	}
	if of.depth > deepestPart {
		return own
	}
	p, ok := a.parts[of]
	if !ok {
		made := of
		p = &made
		a.parts[of] = p
	}
	return p
}

// common is the least part that two are in; nil is none.
func common(p, q *part) *part {
	switch {
	case p == nil:
		return q
	case q == nil:
		return p
	}
	for p != q {
		if p.depth >= q.depth {
			p = p.around
		} else {
			q = q.around
		}
	}
	return p
}

// worth merges the parts that are too little, and reports whether any is left.
func (a *arranger) worth() bool {
	for i, in := range a.in {
		for p := in; p != nil && p != a.all; p = p.around {
			p.weight += weight(a.body[i])
		}
	}
	any := false
	for _, p := range a.parts {
		p.merged = p.weight < leastWeight
		any = any || !p.merged
	}
	for i := range a.in {
		a.in[i] = unmerged(a.in[i])
	}
	return any
}

func unmerged(p *part) *part {
	for p != nil && p.merged {
		p = p.around
	}
	return p
}

// weight is what an instruction takes, in additions.
func weight(in operators.Instr) int {
	switch in := in.(type) {
	case operators.Lookup:
		return 2
	case operators.Compute:
		if in.Operation().Near {
			return 10
		}
	}
	return 1
}

// put appends an instruction, which is in a part, behind blocks of what its operands need of the
// parts in it, and gives the blocks with these.
func (a *arranger) put(i int, own *part, blocks []*block) []*block {
	if c, ok := a.body[i].(operators.Compute); ok {
		for _, r := range c.Args {
			if d := a.by[r]; d >= 0 && !a.placed[d] && a.in[d].depth > own.depth {
				blocks = append(blocks, a.block(d))
			}
		}
	}
	a.placed[i] = true
	a.order, a.was = append(a.order, a.body[i]), append(a.was, i)
	return blocks
}

// block puts instruction d, which is the outermost in a part, and all that it needs of the part.
func (a *arranger) block(d int) *block {
	p := a.in[d]
	b := &block{lo: len(a.order), test: p.test, when: p.when}
	a.visits++
	members := a.members(d, p, nil)
	slices.Sort(members)
	for _, i := range members {
		b.inner = a.put(i, p, b.inner)
	}
	b.hi = len(a.order)
	return b
}

// members gives the instructions of a part that d needs and that are not placed yet.
func (a *arranger) members(d int, p *part, out []int) []int {
	if a.placed[d] || a.visited[d] == a.visits || a.in[d].depth < p.depth {
		return out
	}
	a.visited[d] = a.visits
	for _, r := range readsOf(a.body[d]) {
		if from := a.by[r]; from >= 0 {
			out = a.members(from, p, out)
		}
	}
	if a.in[d] == p {
		out = append(out, d)
	}
	return out
}
