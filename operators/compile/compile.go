package compile

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gsdms/operators"
	"gsdms/operators/compile/emit"
	"gsdms/operators/compile/restrict"
	"gsdms/operators/compile/scalar"
	"gsdms/operators/index"
	"gsdms/operators/sets"
	"gsdms/plan"
	"gsdms/plan/fault"
)

// Query turns a network into a program and the operators that are left for the
// finish. It reads dimensions and may build indexes, which stay in cache and are
// shared by the queries that need the same one. The network may be rewritten or not;
// rewritten ones compile to better programs. What the engine cannot compute is an
// *UnsupportedError. It takes a turn of ctx, since an index or the texts of a function can
// take long. Safe for concurrent use.
func Query(ctx context.Context, n *plan.Pipeline, cache *index.Cache) (*operators.Query, error) {
	if n.Root < 0 || n.Root >= len(n.Tables) {
		return nil, fmt.Errorf("compile %s: no streamed table", n.Text)
	}
	if cache == nil {
		cache = index.NewCache(math.MaxInt64)
	}
	ctx, leave := operators.InTurn(ctx)
	defer leave()
	var lost fault.Told
	c := newCompiler(fault.Telling(ctx, &lost), n, cache)
	rest, err := c.compile()
	if err != nil {
		return nil, fmt.Errorf("compile: %w", err)
	}
	c.Tell()
	c.Prog.Passing = cache.OfQuery()
	return &operators.Query{Pipeline: n, Program: c.Prog, Finish: rest, Lost: lost.All(), Provisional: c.provisional}, nil
}

// UnsupportedError says that the engine has no way to compute an expression where it
// stands.
type UnsupportedError = emit.UnsupportedError

// source is a table of the network while it is compiled.
type source struct {
	*scalar.Source
	where   string            // of a table joined by hash: the predicate that rows must pass to be partners, as a key of the cache
	passing *operators.BitSet // the rows that do; nil: all
	asked   bool              // they are those that have a key of the few streamed rows
	isNull  bool              // rows may have no partner
}

// compiler is the state of one Query.
type compiler struct {
	*scalar.Compiler // of expressions over the tables' rows, into the program
	ctx              context.Context
	net              *plan.Pipeline
	cache            *index.Cache
	tables           []source
	taken            map[[2]int]bool // conjuncts of filters, by the numbers of operator and conjunct, that an index has taken over
	reached          []*keyReach     // that streamed columns are restricted to
	scattered        []gathered      // that the body looks up
	many             bool            // a probe may multiply rows
	provisional      bool            // something that would be of use is made when it is asked for again
}

func newCompiler(ctx context.Context, n *plan.Pipeline, cache *index.Cache) *compiler {
	c := &compiler{
		Compiler: scalar.New(ctx, n, cache),
		ctx:      ctx, net: n, cache: cache,
		tables: make([]source, len(n.Tables)),
		taken:  map[[2]int]bool{},
	}
	for i := range c.tables {
		c.tables[i].Source = &c.Tables[i]
	}
	return c
}

// compile makes the program and gives the operators that are left.
func (c *compiler) compile() ([]plan.Operator, error) {
	head, tail := split(c.net.Ops)
	body, err := c.gather(head)
	if err != nil {
		return nil, err
	}
	if len(head) == 0 {
		err = c.readFirst(tail)
	}
	if err == nil {
		err = c.Where.Narrow(c.net.Ops)
	}
	if err != nil {
		return nil, err
	}
	c.filters()
	if err := c.lookUpScattered(); err != nil {
		return nil, err
	}
	if err := c.steps(body); err != nil {
		return nil, err
	}
	rest, err := c.sink(tail)
	c.Done()
	return rest, err
}

// split cuts the operators before the first that ends the pipeline.
func split(ops []plan.Operator) (head, tail []plan.Operator) {
	for i, op := range ops {
		switch op.(type) {
		case plan.Filter, plan.KeyProbe, plan.HashProbe:
		default:
			return ops[:i], ops[i:]
		}
	}
	return ops, nil
}

// gather notes how every table is reached, turns the conjuncts over streamed and
// keyed tables into sets, and gives what is left for the body. Such conjuncts commute
// with every probe: a probe repeats rows or adds columns, it never changes these.
func (c *compiler) gather(ops []plan.Operator) ([]plan.Operator, error) {
	var body []plan.Operator
	var open []plan.Expr // conjuncts of the filters right before
	for i, op := range ops {
		switch op := op.(type) {
		case plan.KeyProbe:
			if err := c.reachByKey(op); err != nil {
				return nil, err
			}
			if c.tables[op.Table].Reach != restrict.Keyed {
				body = append(body, op)
			}
		case plan.HashProbe:
			left, err := c.reachByHash(op, i)
			if err != nil {
				return nil, err
			}
			body = append(body, left...)
		case plan.Filter:
			open = c.untaken(open, op, i)
			if i+1 < len(ops) && isFilter(ops[i+1]) {
				continue
			}
			all := c.Where.Late(c.together(open))
			open = nil
			for _, e := range all {
				var err error
				if body, err = c.restrictOne(e, body); err != nil {
					return nil, err
				}
			}
		}
	}
	return body, nil
}

// untaken appends the conjuncts of a filter, which is number i of the pipeline's operators, that no
// table has taken.
func (c *compiler) untaken(open []plan.Expr, op plan.Filter, i int) []plan.Expr {
	for k, e := range plan.Conjuncts(op.Pred) {
		if !c.taken[[2]int{i, k}] {
			open = append(open, e)
		}
	}
	return open
}

func isFilter(op plan.Operator) bool {
	_, ok := op.(plan.Filter)
	return ok
}

func (c *compiler) reachOnce(table int) error {
	if table < 0 || table >= len(c.tables) || c.tables[table].Reach != restrict.Unreached {
		return fmt.Errorf("table number %d is joined twice or not there", table)
	}
	return nil
}

// reachByHash notes a table that is joined by equality, and the mark of its probe. It
// gives what is left for the body. op is number i of the pipeline's operators.
func (c *compiler) reachByHash(op plan.HashProbe, i int) ([]plan.Operator, error) {
	if err := c.reachOnce(op.Table); err != nil {
		return nil, err
	}
	if left, ok, err := c.reachByNumber(op); ok || err != nil {
		return left, err
	}
	if err := c.takeAskedFor(op); err != nil {
		return nil, err
	}
	op, err := c.takeOwn(op, i)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(c.takeFound(op, i), c.takeLed(op)); err != nil {
		return nil, err
	}
	t := &c.tables[op.Table]
	if op.Optional && c.idle(op) {
		t.Reach = restrict.Bodied
		return nil, nil
	}
	if done, err := c.reachAsSet(op); done || err != nil {
		return nil, err
	}
	if done, err := c.reachKeyed(op); done || err != nil {
		return nil, err
	}
	if done, err := c.sideways(op); done || err != nil {
		return nil, err
	}
	within, err := c.withinHulls(op)
	if err != nil {
		return nil, err
	}
	if op.Optional && c.costly(op) {
		t.Reach = restrict.Bodied
		return within, nil
	}
	op, others, err := c.oneKey(op)
	if err != nil {
		return nil, err
	}
	op, left, err := c.computeMatches(op)
	if err != nil {
		return nil, err
	}
	op, left = c.computeBand(op, append(left, others...))
	t.Reach, t.isNull = restrict.Bodied, op.Kind.Keeps()
	if op.Kind != plan.MarkJoin {
		return append(append(within, op), left...), nil
	}
	if err := c.reachOnce(op.Mark); err != nil {
		return nil, err
	}
	m := &c.tables[op.Mark]
	m.Reach, m.Ref = restrict.Bodied, marks(m.Ref.Alias)
	return []plan.Operator{op}, nil
}

// marks is the table of a mark: whether there is a partner, never NULL.
func marks(name string) *plan.TableRef {
	column := plan.Column{Name: name, Type: plan.Type{Kind: plan.Bool}, Storage: plan.Storage{Width: 1}, Min: 0, Max: 1}
	return &plan.TableRef{Alias: name, Table: plan.Schema(name, column)}
}

func (c *compiler) reachByKey(op plan.KeyProbe) error {
	if err := c.reachOnce(op.Table); err != nil {
		return err
	}
	from := &c.tables[op.From.Table]
	ref := from.Ref.Table.Columns[op.From.Column].Ref
	t := &c.tables[op.Table]
	if ref == nil || from.Reach == restrict.Unreached || ref.Table != t.Ref.Table {
		return fmt.Errorf("join %s: %s is no foreign key of this snapshot of it", t.Ref.Alias, op.From)
	}
	t.From = op.From
	if op.Outer || from.Reach == restrict.Bodied {
		t.Reach, t.isNull = restrict.Bodied, op.Outer
		return nil
	}
	t.Reach, t.Found, t.Rows = restrict.Keyed, ref.Column, sets.Span(0, int64(t.Ref.Table.Rows)-1)
	return nil
}

// restrict turns each conjunct of a predicate into a set, or appends a Filter of it.
func (c *compiler) restrict(e plan.Expr, left []plan.Operator) ([]plan.Operator, error) {
	if call, ok := e.(plan.Call); ok && call.Op == plan.And {
		for _, a := range call.Args {
			var err error
			if left, err = c.restrict(a, left); err != nil {
				return nil, err
			}
		}
		return left, nil
	}
	return c.restrictOne(e, left)
}

// restrictOne is restrict of one conjunct, which may be of several ones that are asked together.
func (c *compiler) restrictOne(e plan.Expr, left []plan.Operator) ([]plan.Operator, error) {
	ok, err := c.Where.Conjunct(e)
	if !ok && err == nil {
		ok, err = c.restrictRows(e)
	}
	if !ok {
		left = append(left, plan.Filter{Pred: e})
	}
	return left, err
}

// steps compiles operators into the body, one after the other.
func (c *compiler) steps(ops []plan.Operator) error {
	for len(ops) > 0 {
		rest, done, err := c.fitting(ops)
		if !done && err == nil {
			rest, err = ops[1:], c.step(ops[0])
		}
		if err != nil {
			return err
		}
		ops = rest
	}
	return nil
}

// step compiles one operator into the body.
func (c *compiler) step(op plan.Operator) error {
	switch op := op.(type) {
	case plan.Filter:
		return c.keep(op.Pred)
	case plan.KeyProbe:
		return c.keyProbe(op)
	case plan.HashProbe:
		return c.hashProbe(op)
	}
	return fmt.Errorf("operator %s cannot be in a body", op)
}
