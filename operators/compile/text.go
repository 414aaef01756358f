package compile

import (
	"context"
	"strconv"
	"strings"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/exprs"
	"gsdms/operators/index"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// A string inside the engine is a code of a dictionary that is known when the query is
// compiled. So every function of one string is a table from codes to results, and a
// program only looks it up.

// ofOneText compiles an expression that depends on one column of codes alone: as a table
// over its dictionary, however deeply it is nested. What is shorter otherwise is left
// alone (ok is false), and what has no value for some string: that is an error only for
// the rows that count.
func (c *compiler) ofOneText(e plan.Expr, places []exprs.Place) (o operand, ok bool, err error) {
	if len(places) != 1 || !c.where.ValueColumn(places[0]).Coded() || exprs.IsPlainTest(e) {
		return operand{}, false, nil
	}
	o, ok, err = c.tabulated(e, places)
	if plan.IsOfValue(err) {
		return operand{}, false, nil
	}
	return o, ok, err
}

// tabulated compiles an expression of one column as a table over the column's values,
// if they are not too many (ok).
func (c *compiler) tabulated(e plan.Expr, places []exprs.Place) (o operand, ok bool, err error) {
	if len(places) != 1 {
		return operand{}, false, nil
	}
	p := places[0]
	r, err := c.value(plan.ColumnRef{Table: p.Table, Column: p.Column})
	if err != nil {
		return operand{}, false, err
	}
	column := c.where.ValueColumn(p)
	return c.table(e, column.Type, operand{r, column.Dict}, c.cached(index.KeptArray, p, e))
}

// ofText compiles a function that has one argument that is no constant, as a table
// over that argument's values.
func (c *compiler) ofText(e plan.Expr) (operand, error) {
	arg, on := exprs.OnSlot(e)
	if arg == nil {
		return c.ofSeveral(e)
	}
	x, err := c.expr(arg)
	if err != nil {
		return operand{}, err
	}
	o, ok, err := c.table(on, arg.Type(), x, noCache)
	if err == nil && !ok {
		err = &emit.UnsupportedError{Expr: e, Why: "its argument has too many different values to tabulate"}
	}
	return o, err
}

// ofSeveral compiles a function of strings with several arguments that are no constants: two, or
// any that are all of one thing.
func (c *compiler) ofSeveral(e plan.Expr) (operand, error) {
	if arg, on := exprs.OnPart(e); arg != nil {
		x, err := c.expr(arg)
		if err != nil {
			return operand{}, err
		}
		if o, ok, err := c.table(on, arg.Type(), x, noCache); ok || err != nil {
			return o, err
		}
	}
	var vary []int
	call, ok := e.(plan.Call)
	for i, a := range call.Args {
		if len(exprs.Places(a, nil)) > 0 {
			vary = append(vary, i)
		}
	}
	if !ok || len(vary) != 2 {
		return operand{}, &emit.UnsupportedError{Expr: e, Why: "a function of strings of which more than two vary from row to row"}
	}
	return c.ofTwo(call, vary[0], vary[1])
}

// byTable is ofText for a cast whose argument is compiled already.
func (c *compiler) byTable(e plan.Cast, arg plan.Expr, x operand) (int, error) {
	o, ok, err := c.table(plan.Cast{X: plan.Slot{Of: arg.Type()}, To: e.To}, arg.Type(), x, noCache)
	if err == nil && !ok {
		err = &emit.UnsupportedError{Expr: e, Why: "its argument has too many different values to tabulate"}
	}
	if o.dict != nil {
		err = &emit.UnsupportedError{Expr: e, Why: "the text of a number"}
	}
	return o.reg, err
}

// manyValues is how many values of a number are tabulated at most.
const manyValues = 1 << 16

// cacheOf runs a build under a cache entry, or just runs it.
type cacheOf func(lo, hi int64, build func() (*table, error)) (*table, error)

func noCache(_, _ int64, build func() (*table, error)) (*table, error) { return build() }

// cached keeps tables of an expression of one column with the column's snapshot.
func (c *compiler) cached(kind index.Kind, p exprs.Place, e plan.Expr) cacheOf {
	return func(lo, hi int64, build func() (*table, error)) (*table, error) {
		var text strings.Builder
		exprs.WriteKey(&text, e)
		text.WriteString(strconv.FormatInt(lo, 10) + ":" + strconv.FormatInt(hi, 10))
		key := index.Key{Table: c.tables[p.Table].Ref.Table, Kind: kind, Column: p.Column, Text: text.String()}
		v, err := c.cache.Get(c.ctx, key, func() (any, int64, error) {
			t, err := build()
			if err != nil {
				return nil, 0, err
			}
			return t, int64(len(t.array.Data)+len(key.Text)) + t.textBytes + 256, nil
		})
		if err != nil {
			return nil, err
		}
		return v.(*table), nil
	}
}

// table gives the results of a function of one register.
type table struct {
	array     *operators.Array // by number less the least; the last element is the result for NULL
	dict      *plan.Dictionary // of results that are strings
	reg       operators.Reg
	onNull    bool // the result for NULL is not NULL
	textBytes int64
}

// table compiles a function, whose leaves all stand for operand x of type of, as a
// look-up. False when x can have too many values.
func (c *compiler) table(e plan.Expr, of plan.Type, x operand, cached cacheOf) (operand, bool, error) {
	reg := c.Reg(x.reg)
	lo, hi := reg.Lo, reg.Hi
	coded := of.Kind == plan.String || x.dict != nil
	switch {
	case reg.Float:
		return operand{}, false, nil
	case coded && x.dict == nil:
		lo, hi = 0, -1
	case coded && x.dict.Len() <= manyValues:
		lo, hi = 0, int64(x.dict.Len())-1
	case !coded && !isFew(reg):
		return operand{}, false, nil
	}
	t, err := cached(lo, hi, func() (*table, error) { return c.fill(e, of, x.dict, lo, hi) })
	if err != nil {
		return operand{}, false, err
	}
	return c.resultAt(t, x.reg, lo, hi), true, nil
}

// resultAt looks a register up in a table over the numbers from lo to hi.
func (c *compiler) resultAt(t *table, x int, lo, hi int64) operand {
	at := x
	if lo <= hi {
		at = c.From(at, lo)
	}
	if t.onNull && c.Reg(x).Nullable {
		at = c.Compute(operators.IfInt, 0, operators.Reg{Hi: hi - lo + 1}, c.IsNull(x), c.Number(hi-lo+1), at)
	}
	return operand{c.Lookup(t.array, at, t.reg), t.dict}
}

// fill evaluates a function for the numbers from lo to hi and for NULL.
func (c *compiler) fill(e plan.Expr, of plan.Type, dict *plan.Dictionary, lo, hi int64) (*table, error) {
	if e.Type().Kind == plan.Bool && dict != nil && hi-lo >= truth.SmallDomain {
		p := truth.NewProber(c.ctx, &plan.Column{Type: of, Dict: dict, Min: lo, Max: hi})
		if t, ok := p.Truth(e); ok {
			return tableOf(t, e.String(), lo, hi), nil
		} // else an error for some text, which what follows finds
	}
	held := operators.NewAccount(0, "", c.cache.Account()).Whole()
	defer held.Empty()
	given := newResults(e, int(hi-lo+2))
	errs := operators.SpreadIn(c.ctx, int((hi-lo+1)/truth.FewNumbers)+1, func(_ context.Context, i int) error {
		from := int64(i) * truth.FewNumbers
		to := min(hi+1-lo, from+truth.FewNumbers)
		return c.fillPart(given, from, to, of.Kind == plan.String, held, func(i int64) plan.Value { return truth.ValueOf(of, dict, lo+i) })
	})
	return c.filled(given, errs)
}

// filled is the table of results, of which that for NULL is missing.
func (c *compiler) filled(given *results, errs []error) (*table, error) {
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	r, err := plan.Eval(given.of, func(plan.Expr) (plan.Value, error) { return plan.Value{}, nil })
	if err == nil {
		err = given.put(len(given.null)-1, r)
	}
	if err != nil {
		return nil, err
	}
	return given.table(c.ctx, !r.IsNull())
}

// tableOf is a truth of the numbers from lo to hi, and of NULL behind them, as a table.
func tableOf(v truth.Verdict, name string, lo, hi int64) *table {
	t := &table{onNull: v.Yes.Null || v.No.Null}
	t.array, t.reg = index.Truths(name, lo, int(hi-lo+1), v.Yes, v.No)
	return t
}

// fillPart evaluates a function for the values of some places in order, and charges what it gives.
func (c *compiler) fillPart(given *results, from, to int64, ofText bool, held *operators.Account, value func(i int64) plan.Value) error {
	if count := plan.CountOf(given.of); count != nil && ofText {
		return c.countPart(given, from, to, held, func(i int64) int { return count(value(i).Text) })
	}
	const often = 1 << 20 // bytes
	work := truth.Effort{Ctx: c.ctx}
	var lead truth.Lead
	if ofText {
		lead = truth.LeadOf(given.of)
	}
	function := plan.Prepare(c.ctx, given.of)
	var v, r plan.Value
	leaf := func(plan.Expr) (plan.Value, error) { return v, nil }
	made := given.each * (to - from)
	for i := from; i < to; i++ {
		v = value(i)
		var err error
		if !lead.Same(v) {
			r, err = function.Eval(leaf)
		}
		if err == nil {
			err = work.Add(v, r)
		}
		if made += int64(len(r.Text)); err == nil && made >= often {
			err, made = held.Charge(made), 0
		}
		if err == nil {
			err = given.put(int(i), r)
		}
		if err != nil {
			return err
		}
	}
	return held.Charge(made)
}

// countPart is fillPart of a number that takes no longer than to look at the value.
func (c *compiler) countPart(given *results, from, to int64, held *operators.Account, count func(i int64) int) error {
	const some = 1 << 12
	if err := held.Charge(given.each * (to - from)); err != nil {
		return err
	}
	for ; from < to; from += some {
		for i := from; i < min(from+some, to); i++ {
			given.numbers[i], given.null[i] = int64(count(i)), false
		}
		operators.TurnsOf(c.ctx).Pause()
		if err := c.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}
