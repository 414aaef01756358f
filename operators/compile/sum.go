package compile

import (
	"math/big"

	"gsdms/operators"
	"gsdms/operators/compile/exprs"
	"gsdms/plan"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// A sum of numbers that 64 bits do not hold is a sum of their parts: of so many bits each
// that the parts, and the top one with its sign, fit. What the parts are worth is added up
// behind the groups.

// parted is the parts of a sum, the lowest first; each is worth 2^bits of the one before.
type parted struct {
	folds []operators.Fold
	bits  uint
}

// sumParts gives the parts of a sum of numbers past 64 bits; none of another aggregate.
func (c *compiler) sumParts(a plan.Agg) (parted, error) {
	if a.Func != plan.Sum || a.Arg == nil || a.Gathered != nil {
		return parted{}, nil
	}
	var regs []int
	p := parted{bits: partBits}
	x, unsigned := coerce.OfUnsigned(a.Arg)
	if !unsigned {
		x = a.Arg
	}
	switch {
	case c.IsLong(x):
		o, err := c.Coded(x)
		if err != nil {
			return parted{}, err
		}
		if regs, err = c.codeParts(x, o); err != nil {
			return parted{}, err
		}
	case c.OfLong(x):
		o, err := c.Coded(x)
		if err != nil || o.Dict == nil {
			return parted{}, err
		}
		if regs, err = c.codeParts(x, o); err != nil {
			return parted{}, err
		}
	case unsigned:
		if _, whole, err := c.OfOneText(a.Arg, exprs.Places(a.Arg, nil)); whole || err != nil {
			return parted{}, err // as numbers that fit, looked up where they are added up
		}
		o, err := c.Expr(x)
		if err != nil || c.Reg(o.Reg).Hi < 0 {
			return parted{}, err
		}
		bits := c.Turned(o.Reg)
		null := c.AnyNull(bits)
		regs = []int{
			c.Compute(operators.AndBits, 0, operators.Reg{Nullable: null, Hi: 1<<32 - 1}, bits, c.Number(1<<32-1)),
			c.Compute(operators.ShiftRight, 0, operators.Reg{Nullable: null, Hi: 1<<32 - 1}, bits, c.Number(32)),
		}
		p.bits = 32
	}
	for _, r := range regs {
		p.folds = append(p.folds, operators.Fold{Func: c.sumOf(c.Reg(r), false), Arg: r, Type: value.DecimalType(value.MaxPrecision, a.Of.Scale)})
	}
	return p, nil
}

// sums compiles aggregates, the parts of sums behind all, and gives a projection that puts
// these together; ok is false where there are none.
func (c *compiler) sums(op plan.Aggregate, g *operators.Groups) (together plan.Project, ok bool, err error) {
	for i, k := range op.Keys {
		together.Exprs = append(together.Exprs, plan.Slot{Index: i, Of: k.Type(), CanBeNil: k.Nullable(), Name: k.String()})
	}
	behind := len(op.Keys) + len(op.Aggs)
	var rest []operators.Fold
	for i, a := range op.Aggs {
		p, err := c.sumParts(a)
		if err != nil {
			return together, false, err
		}
		slot := plan.Slot{Index: len(op.Keys) + i, Of: a.Of, CanBeNil: a.Nullable(), Name: a.String()}
		if len(p.folds) == 0 {
			f, ok, err := c.extremeComputed(a, g.Keys)
			if !ok && err == nil {
				f, err = c.fold(a)
			}
			if err != nil {
				return together, false, err
			}
			g.Aggs = append(g.Aggs, f)
			together.Exprs = append(together.Exprs, slot)
			continue
		}
		ok = true
		g.Aggs = append(g.Aggs, p.folds[0])
		together.Exprs = append(together.Exprs, p.sum(slot, behind+len(rest)))
		rest = append(rest, p.folds[1:]...)
	}
	g.Aggs = append(g.Aggs, rest...)
	return together, ok, nil
}

// sum adds up what the parts are worth: the first at its slot, the others from a place on.
func (p parted) sum(first plan.Slot, rest int) plan.Expr {
	of := value.DecimalType(value.MaxPrecision, first.Of.Scale)
	out := plan.Expr(first)
	for i := range p.folds[1:] {
		slot := first
		slot.Index = rest + i
		worth := new(big.Int).Lsh(big.NewInt(1), p.bits*uint(i+1))
		by := plan.Const{Value: value.OfWide(worth, 0), Of: value.DecimalType(value.MaxPrecision, 0)}
		more := plan.Call{Op: plan.Mul, Args: []plan.Expr{slot, by}, Of: of}
		out = plan.Call{Op: plan.Add, Args: []plan.Expr{out, more}, Of: of}
	}
	return plan.Cast{X: out, To: first.Of}
}
