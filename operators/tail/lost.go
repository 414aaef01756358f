package tail

import (
	"bytes"
	"slices"

	"gsdms/plan"
	"gsdms/plan/fault"
)

// doubt is told what is lost in operands that do not count in all rows, those of AND and OR behind the
// first and the branches of a choice, which opcodes compute in all. Of a chunk after which something
// was told plan.Eval says what is lost in rows that count.
type doubt struct {
	told fault.Told
	of   *fault.Told // who is told what is lost in rows that count
}

// mostDoubted is about how many chunks of a query plan.Eval is asked: a choice may leave out what is
// lost in all rows of a table.
const mostDoubted = 8

// asks reports whether plan.Eval is to compute a chunk that opcodes have computed.
func (d *doubt) asks() bool {
	return d != nil && d.told.Any() && !d.of.Full() && d.of.Ask(mostDoubted)
}

// inCase gives the node of an operand that does not count in all rows.
func (c *compiler) inCase(e plan.Expr, node func(plan.Expr) node) node {
	if c.r.told == nil {
		return node(e)
	}
	defer func(before *runner) { c.r = before }(c.r)
	if c.doubt == nil {
		c.doubt = &doubt{of: c.r.told}
	}
	of := *c.r
	of.told, of.ctx = &c.doubt.told, fault.Telling(c.r.ctx, &c.doubt.told)
	c.r = &of
	return node(e)
}

// telling gives the node of a call that tells where it gives NULL and has lost something so.
func (c *compiler) telling(n opNode, e plan.Call) node {
	lost, ok := plan.LostByNull(e)
	if !ok || c.r.told == nil {
		return n
	}
	return tellingNode{n, lost, c.r.told}
}

// tellingNode applies an opcode, and tells where it makes a NULL.
type tellingNode struct {
	opNode
	lost fault.Warning
	told *fault.Told
}

func (t tellingNode) vector(w *worker) (vector, error) {
	var args [3]vector
	out, err := byRowOf(w, t.op.Operation(), t.imm, t.args, &args)
	if err == nil && makesNull(out.Null, args[:len(t.args)]) {
		t.told.Add(t.lost)
	}
	return out, err
}

// makesNull reports whether some NULL is that of no argument.
func makesNull(null []byte, args []vector) bool {
	if bytes.IndexByte(null, 1) < 0 {
		return false
	}
	for i, is := range null {
		if is != 0 && !slices.ContainsFunc(args, func(a vector) bool { return a.Null != nil && a.Null[i] != 0 }) {
			return true
		}
	}
	return false
}
