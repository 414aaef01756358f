package compile_test

import (
	"math/big"
	"strconv"

	"github.com/cockroachdb/apd/v3"

	"gsdms/plan"
	"gsdms/plan/fault"
	"gsdms/plan/typing"
	"gsdms/plan/value"
)

// reference runs a network operator by operator, row by row, on values: what a
// program must give.
type reference struct {
	s    *schema
	n    *plan.Pipeline
	rows [][]int // row number by table; -1 for no partner; of a mark, whether there is one
}

// leaf gives a column's value in a row.
func (x *reference) leaf(row []int) func(plan.Expr) (plan.Value, error) {
	return func(e plan.Expr) (plan.Value, error) {
		c := e.(plan.ColumnRef)
		if row[c.Table] < 0 {
			return plan.Value{}, nil
		}
		if x.s.byTable[c.Of.Table] == nil {
			return value.OfBool(row[c.Table] == 1), nil
		}
		return x.s.byTable[c.Of.Table].cells[c.Column][row[c.Table]], nil
	}
}

func (x *reference) holds(e plan.Expr, row []int) (bool, error) {
	if e == nil {
		return true, nil
	}
	v, err := plan.Eval(e, x.leaf(row))
	return v.True(), err
}

// run gives the rows after the first Aggregate or Project, as texts.
func (x *reference) run() ([]string, error) {
	root := x.n.Tables[x.n.Root].Table
	for i := range root.Rows {
		row := make([]int, len(x.n.Tables))
		for t := range row {
			row[t] = -1
		}
		row[x.n.Root] = i
		x.rows = append(x.rows, row)
	}
	for _, op := range x.n.Ops {
		var err error
		switch op := op.(type) {
		case plan.Filter:
			err = x.join(func(row []int) ([][]int, error) {
				ok, err := x.holds(op.Pred, row)
				if !ok {
					return nil, err
				}
				return [][]int{row}, err
			})
		case plan.KeyProbe:
			from := plan.ColumnRef{Table: op.From.Table, Column: op.From.Column, Of: x.n.Tables[op.From.Table]}
			key := plan.ColumnRef{Table: op.Table, Column: 0, Of: x.n.Tables[op.Table]}
			err = x.joinOn(op.Table, []plan.Expr{from}, []plan.Expr{key}, op.On, outerKind(op.Outer), -1)
		case plan.HashProbe:
			on := op.On
			if op.Band != nil {
				if conditions := op.Band.Conditions(); on != nil {
					on = plan.Combine(plan.And, append(conditions, on))
				} else {
					on = plan.Combine(plan.And, conditions)
				}
			}
			err = x.joinOn(op.Table, op.Keys, op.Match, on, op.Kind, op.Mark)
		case plan.Aggregate:
			return x.aggregate(op)
		case plan.Project:
			return x.project(op)
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, nil
}

func outerKind(outer bool) plan.JoinKind {
	if outer {
		return plan.LeftJoin
	}
	return plan.InnerJoin
}

// join replaces each row by others.
func (x *reference) join(f func(row []int) ([][]int, error)) error {
	var out [][]int
	for _, row := range x.rows {
		rows, err := f(row)
		if err != nil {
			return err
		}
		out = append(out, rows...)
	}
	x.rows = out
	return nil
}

// joinOn is the nested loop: every pair is compared by the SQL equality of its keys.
func (x *reference) joinOn(table int, keys []plan.Expr, match []plan.Expr, on plan.Expr, kind plan.JoinKind, mark int) error {
	var cond plan.Expr
	for i, k := range keys {
		equal, err := typing.Build(plan.Eq, k, match[i])
		if err != nil {
			return err
		}
		if cond != nil {
			equal = plan.Call{Op: plan.And, Args: []plan.Expr{cond, equal}, Of: boolType}
		}
		cond = equal
	}
	return x.join(func(row []int) ([][]int, error) {
		var out [][]int
		for partner := range x.n.Tables[table].Table.Rows {
			pair := append([]int(nil), row...)
			pair[table] = partner
			ok, err := x.holds(cond, pair)
			if ok && err == nil {
				ok, err = x.holds(on, pair)
			}
			if err != nil {
				return nil, err
			}
			if ok {
				out = append(out, pair)
			}
			if ok && !kind.Shows() {
				break
			}
		}
		return joined(kind, mark, row, out)
	})
}

// joined is what becomes of a row with its pairs.
func joined(kind plan.JoinKind, mark int, row []int, pairs [][]int) ([][]int, error) {
	switch kind {
	case plan.SemiJoin, plan.AntiJoin:
		if (len(pairs) > 0) == (kind == plan.SemiJoin) {
			return [][]int{row}, nil
		}
		return nil, nil
	case plan.MarkJoin:
		marked := append([]int(nil), row...)
		marked[mark] = len(pairs)
		return [][]int{marked}, nil
	case plan.SingleJoin:
		if len(pairs) > 1 {
			return nil, fault.Errorf(1242, "several partners")
		}
	}
	if len(pairs) == 0 && kind.Keeps() {
		return [][]int{row}, nil
	}
	return pairs, nil
}

func (x *reference) project(op plan.Project) ([]string, error) {
	var out []string
	for _, row := range x.rows {
		text := ""
		for _, e := range op.Exprs {
			v, err := plan.Eval(e, x.leaf(row))
			if err != nil {
				return nil, err
			}
			text += valueText(v, e.Type()) + "|"
		}
		out = append(out, text)
	}
	return out, nil
}

func valueText(v plan.Value, t plan.Type) string {
	switch {
	case v.IsNull():
		return "NULL"
	case v.Kind == plan.Double:
		return floatText(v.Float)
	case v.Kind == plan.String:
		return "'" + v.Text + "'"
	case v.Kind == plan.Decimal:
		d, _ := plan.Eval(plan.Cast{X: plan.Const{Value: v}, To: plan.Type{Kind: plan.Decimal, Scale: t.Scale}}, nil)
		return d.String()
	}
	return v.String()
}

func (x *reference) aggregate(op plan.Aggregate) ([]string, error) {
	groups := map[string][][]int{}
	if len(op.Keys) == 0 {
		groups[""] = nil
	}
	for _, row := range x.rows {
		text := ""
		for _, k := range op.Keys {
			v, err := plan.Eval(k, x.leaf(row))
			if err != nil {
				return nil, err
			}
			text += valueText(v, k.Type()) + "|"
		}
		groups[text] = append(groups[text], row)
	}
	var out []string
	for text, rows := range groups {
		for _, a := range op.Aggs {
			s, err := x.fold(a, rows)
			if err != nil {
				return nil, err
			}
			text += s + "|"
		}
		out = append(out, text)
	}
	return out, nil
}

func (x *reference) fold(a plan.Agg, rows [][]int) (string, error) {
	if a.Arg == nil {
		return strconv.Itoa(len(rows)), nil
	}
	var values []plan.Value
	distinct := map[string]bool{}
	for _, row := range rows {
		v, err := plan.Eval(a.Arg, x.leaf(row))
		if err != nil {
			return "", err
		}
		name, err := x.tuple(a, row)
		if err != nil {
			return "", err
		}
		once := a.Gathered != nil && distinct[name]
		if name != "" {
			distinct[name] = true
		}
		if !v.IsNull() && !once {
			values = append(values, v)
		}
	}
	switch {
	case a.Func == plan.Count && a.Gathered != nil:
		return strconv.Itoa(len(distinct)), nil
	case a.Func == plan.Count:
		return strconv.Itoa(len(values)), nil
	case a.Func == plan.CountDistinct:
		return strconv.Itoa(len(distinct)), nil
	case len(values) == 0:
		return "NULL", nil
	case a.Func == plan.Sum:
		return sumText(values, a.Of), nil
	case a.Func == plan.VarPop || a.Func == plan.VarSamp:
		var all []*big.Rat
		for _, v := range values {
			all = append(all, rational(v))
		}
		return varianceText(all, a.Func == plan.VarSamp), nil
	}
	best := values[0]
	for _, v := range values {
		if c := v.Compare(best); a.Func == plan.Min && c < 0 || a.Func == plan.Max && c > 0 {
			best = v
		}
	}
	return valueText(best, a.Of), nil
}

// tuple writes the arguments of an aggregate, "" where one is NULL.
func (x *reference) tuple(a plan.Agg, row []int) (string, error) {
	out := ""
	for _, e := range a.Args() {
		v, err := plan.Eval(e, x.leaf(row))
		if err != nil || v.IsNull() {
			return "", err
		}
		out += valueText(v, e.Type()) + "|"
	}
	return out, nil
}

func rational(v plan.Value) *big.Rat {
	switch v.Kind {
	case plan.Double:
		return new(big.Rat).SetFloat64(v.Float)
	case plan.Decimal:
		r, _ := new(big.Rat).SetString(v.Dec.Text('f'))
		return r
	}
	return big.NewRat(v.Int, 1)
}

func sumText(values []plan.Value, of plan.Type) string {
	if of.Kind == plan.Double {
		sum := new(big.Rat)
		for _, v := range values {
			sum.Add(sum, new(big.Rat).SetFloat64(v.Float))
		}
		f, _ := sum.Float64()
		return floatText(f)
	}
	sum := new(big.Int)
	scale := 0
	for _, v := range values {
		d := v.Dec
		if v.Kind != plan.Decimal {
			d = apd.New(v.Int, 0)
		}
		n := d.Coeff.MathBigInt()
		if d.Negative {
			n.Neg(n)
		}
		scale = int(-d.Exponent)
		sum.Add(sum, n)
	}
	return valueText(value.OfWide(sum, scale), of)
}
