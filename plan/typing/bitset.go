package typing

import (
	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing/call"
	"gsdms/plan/typing/coerce"
	"gsdms/plan/value"
)

// bitsOf gives the bits of a number, and for each of n whether it is set.
func bitsOf(e plan.Expr, n int) (bits plan.Expr, set []plan.Expr, err error) {
	if bits, err = coerce.Pattern(plan.Full(e)); err != nil {
		return nil, nil, err
	}
	for i := range n {
		one := call.Int(plan.BitAnd, bits, call.Num(1<<i))
		set = append(set, plan.Call{Op: plan.Ne, Args: []plan.Expr{one, call.Num(0)}, Of: plan.Type{Kind: plan.Bool}})
	}
	return bits, set, nil
}

// buildMakeSet types MAKE_SET(bits, a, b, ...): those texts, with commas between them, whose bits
// are set and that are not NULL.
func buildMakeSet(args []plan.Expr) (plan.Expr, error) {
	bits, set, err := bitsOf(args[0], len(args)-1)
	if err != nil {
		return nil, err
	}
	list := []plan.Expr{plan.Literal(value.OfString(","))}
	for i, a := range args[1:] {
		s, err := coerce.Text(a)
		if err != nil {
			return nil, err
		}
		one, err := choose(set[i], s, plan.NullOf(plan.Type{Kind: plan.String}))
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	joined, err := buildConcatWS(list)
	if err != nil || !bits.Nullable() {
		return joined, err
	}
	null := plan.Call{Op: plan.IsNull, Args: []plan.Expr{bits}, Of: plan.Type{Kind: plan.Bool}}
	return choose(null, plan.NullOf(plan.Type{Kind: plan.String}), joined)
}

// buildExportSet types EXPORT_SET(bits, on, off[, separator[, n]]), n a constant: for each of the
// first n bits, 64 without n, the text of its state.
func buildExportSet(args []plan.Expr) (plan.Expr, error) {
	n, separator := 64, plan.Expr(plan.Literal(value.OfString(",")))
	if len(args) > 3 {
		separator = args[3]
	}
	if len(args) > 4 {
		c, ok := args[4].(plan.Const)
		if !ok || c.Value.Kind != plan.Int {
			return nil, fault.Errorf(fault.CodeNotSupported, "the number of bits of EXPORT_SET must be an integer constant: %s", args[4])
		}
		if c.Value.Int >= 0 && c.Value.Int < 64 {
			n = int(c.Value.Int)
		}
	}
	_, set, err := bitsOf(args[0], n)
	if err != nil {
		return nil, err
	}
	all, err := coerce.All(plan.Type{Kind: plan.String}, args[1], args[2], separator)
	if err != nil {
		return nil, err
	}
	parts := []plan.Expr{call.UnlessNull(args[0], plan.Literal(value.OfString("")))}
	for i, is := range set {
		one, err := choose(is, all[0], all[1])
		if err != nil {
			return nil, err
		}
		if i > 0 {
			parts = append(parts, all[2])
		}
		parts = append(parts, one)
	}
	return plan.Call{Op: plan.Concat, Args: parts, Of: plan.Type{Kind: plan.String}}, nil
}

// buildInetNtoa types INET_NTOA of a number, whose bits past 63 give none.
func buildInetNtoa(args []plan.Expr) (plan.Expr, error) {
	n, err := coerce.Pattern(plan.Full(args[0]))
	if err != nil {
		return nil, err
	}
	return plan.Call{Op: "INET_NTOA", Args: []plan.Expr{n}, Of: plan.Type{Kind: plan.String}}, nil
}
