package scalar

import (
	"gsdms/operators/compile/lexicon"
	"gsdms/operators/index"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// compareTexts compiles a comparison of strings: of codes with a code where one side
// is a constant or both have one dictionary, else of places in the merged dictionary.
func (c *Compiler) compareTexts(e plan.Call) (Operand, error) {
	x, y, op := e.Args[0], e.Args[1], e.Op
	if _, ok := x.(plan.Const); ok {
		x, y, op = y, x, truth.Mirrored(op)
	}
	coded := c.Coded
	if op == plan.Eq {
		coded = c.Equal
	}
	a, err := coded(x)
	if err != nil {
		return Operand{}, err
	}
	if k, ok := y.(plan.Const); ok && a.Dict != nil {
		if entry, ok := truth.EntryOf(k.Value, x.Type()); ok {
			return Operand{Reg: c.compareCode(op, a, entry)}, nil
		}
	}
	b, err := coded(y)
	if err != nil {
		return Operand{}, err
	}
	if a.Numbered != nil || b.Numbered != nil {
		left, right, err := c.equalNumbered(a, b)
		return Operand{Reg: c.Compare(op, left, right)}, err
	}
	if wide := a.IsLong(x.Type()); (wide || b.IsLong(y.Type())) && ((a.Dict == nil) != (b.Dict == nil) || x.Type().Scale != y.Type().Scale) {
		return c.compareLong(e, op, long{a, x.Type()}, long{b, y.Type()})
	}
	a.Reg, b.Reg, _ = c.unite(a, b)
	return Operand{Reg: c.Compare(op, a.Reg, b.Reg)}, nil
}

// compareCode compares a string with a constant by its code.
func (c *Compiler) compareCode(op plan.Op, a Operand, text string) int {
	code, exact := a.Dict.Find(text)
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
	return c.Compare(op, a.Reg, c.Number(n))
}

// unite brings two strings to codes of one dictionary.
func (c *Compiler) unite(a, b Operand) (x, y int, dict *plan.Dictionary) {
	switch {
	case a.Dict == b.Dict || b.Dict == nil:
		return a.Reg, b.Reg, a.Dict
	case a.Dict == nil:
		return a.Reg, b.Reg, b.Dict
	}
	dict, left, right := lexicon.Merge(a.Dict, b.Dict)
	return c.recode(a, left), c.recode(b, right), dict
}

// recode looks up the new codes of a string.
func (c *Compiler) recode(o Operand, codes []int64) int {
	identity := true
	for i, n := range codes {
		identity = identity && int64(i) == n
	}
	if identity {
		return o.Reg
	}
	a, r := index.Numbers(c.ctx, "recode", codes, nil)
	return c.Lookup(a, o.Reg, r)
}

// equalNumbered gives two strings, of which one has codes in no order, as codes of which equal strings
// have the same.
func (c *Compiler) equalNumbered(a, b Operand) (x, y int, err error) {
	of, to := a.Lexicon(), b.Lexicon()
	if of == to || of == (lexicon.Lexicon{}) || to == (lexicon.Lexicon{}) {
		return a.Reg, b.Reg, nil
	}
	codes, err := of.CodesIn(c.ctx, to, c.cache)
	if err != nil {
		return -1, -1, err
	}
	return c.recode(a, codes), b.Reg, nil
}
