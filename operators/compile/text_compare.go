package compile

import (
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/lexicon"
	"gsdms/operators/index"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// compareTexts compiles a comparison of strings: of codes with a code where one side
// is a constant or both have one dictionary, else of places in the merged dictionary.
func (c *compiler) compareTexts(e plan.Call) (operand, error) {
	x, y, op := e.Args[0], e.Args[1], e.Op
	if _, ok := x.(plan.Const); ok {
		x, y, op = y, x, truth.Mirrored(op)
	}
	coded := c.coded
	if op == plan.Eq {
		coded = c.equal
	}
	a, err := coded(x)
	if err != nil {
		return operand{}, err
	}
	if k, ok := y.(plan.Const); ok && a.dict != nil {
		if entry, ok := truth.EntryOf(k.Value, x.Type()); ok {
			return operand{reg: c.compareCode(op, a, entry)}, nil
		}
	}
	b, err := coded(y)
	if err != nil {
		return operand{}, err
	}
	if a.numbered != nil || b.numbered != nil {
		left, right, err := c.equalNumbered(a, b)
		return operand{reg: c.Compare(op, left, right)}, err
	}
	if wide := a.isLong(x.Type()); (wide || b.isLong(y.Type())) && ((a.dict == nil) != (b.dict == nil) || x.Type().Scale != y.Type().Scale) {
		return operand{}, &emit.UnsupportedError{Expr: e, Why: "one of both sides has more than 64 bits", Wide: true}
	}
	a.reg, b.reg, _ = c.unite(a, b)
	return operand{reg: c.Compare(op, a.reg, b.reg)}, nil
}

// compareCode compares a string with a constant by its code.
func (c *compiler) compareCode(op plan.Op, a operand, text string) int {
	code, exact := a.dict.Find(text)
	n := int64(code)
	if !exact {
		switch op {
		case plan.Le:
			op = plan.Lt
		case plan.Gt:
			op = plan.Ge
		case plan.Eq, plan.Ne, plan.NullEq:
			n = -1
		}
	}
	return c.Compare(op, a.reg, c.Number(n))
}

// unite brings two strings to codes of one dictionary.
func (c *compiler) unite(a, b operand) (x, y int, dict *plan.Dictionary) {
	switch {
	case a.dict == b.dict || b.dict == nil:
		return a.reg, b.reg, a.dict
	case a.dict == nil:
		return a.reg, b.reg, b.dict
	}
	dict, left, right := lexicon.Merge(a.dict, b.dict)
	return c.recode(a, left), c.recode(b, right), dict
}

// recode looks up the new codes of a string.
func (c *compiler) recode(o operand, codes []int64) int {
	identity := true
	for i, n := range codes {
		identity = identity && int64(i) == n
	}
	if identity {
		return o.reg
	}
	a, r := index.Numbers(c.ctx, "recode", codes, nil)
	return c.Lookup(a, o.reg, r)
}

// equalNumbered gives two strings, of which one has codes in no order, as codes of which equal strings
// have the same.
func (c *compiler) equalNumbered(a, b operand) (x, y int, err error) {
	of, to := a.lexicon(), b.lexicon()
	if of == to || of == (lexicon.Lexicon{}) || to == (lexicon.Lexicon{}) {
		return a.reg, b.reg, nil
	}
	codes, err := of.CodesIn(c.ctx, to, c.cache)
	if err != nil {
		return -1, -1, err
	}
	return c.recode(a, codes), b.reg, nil
}
