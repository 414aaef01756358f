package compile

import (
	"slices"

	"gsdms/operators"
	"gsdms/plan"
)

// The body's instructions are numbered by value: asking twice for the same
// instruction on the same registers gives the first one's register.

// emit appends an instruction to the block being compiled.
func (c *compiler) emit(in operators.Instr) {
	last := len(c.code) - 1
	c.code[last] = append(c.code[last], in)
}

// newReg adds a register.
func (c *compiler) newReg(r operators.Reg) int {
	c.prog.Regs = append(c.prog.Regs, r)
	return len(c.prog.Regs) - 1
}

// find gives the destination of the first instruction in force that match accepts.
func (c *compiler) find(match func(operators.Instr) (dst int, ok bool)) (int, bool) {
	for _, block := range c.code {
		for _, in := range block {
			if dst, ok := match(in); ok {
				return dst, true
			}
		}
	}
	return -1, false
}

func (c *compiler) reg(r int) operators.Reg { return c.prog.Regs[r] }

// load gives the register of a streamed column's numbers.
func (c *compiler) load(ordinal int) int {
	at := c.useColumn(ordinal)
	if r, ok := c.find(func(in operators.Instr) (int, bool) {
		l, ok := in.(operators.Load)
		return l.Dst, ok && l.Column == at
	}); ok {
		return r
	}
	column := &c.prog.Table.Columns[ordinal]
	r := operators.Reg{Float: column.Storage.Float, Nullable: column.Storage.Nullable, Lo: column.Min, Hi: column.Max}
	for _, v := range c.stream {
		if v.column == ordinal {
			r.Nullable = r.Nullable && v.set.null
			r.Lo, r.Hi = tighten(r.Lo, r.Hi, v.set.in)
		}
	}
	dst := c.newReg(settled(r))
	c.emit(operators.Load{Dst: dst, Column: at})
	return dst
}

// settled gives a register of no values (or of doubles) bounds that are in order.
func settled(r operators.Reg) operators.Reg {
	if r.Float || r.Lo > r.Hi {
		r.Lo, r.Hi = 0, 0
	}
	return r
}

// tighten intersects bounds with those of a set.
func tighten(lo, hi int64, s rangeSet) (int64, int64) {
	s = s.intersect(span(lo, hi))
	return s.bounds()
}

// lookup gives the register of an array's elements at a register.
func (c *compiler) lookup(a *operators.Array, at int, r operators.Reg) int {
	array := slices.Index(c.prog.Arrays, a)
	if array < 0 {
		array = len(c.prog.Arrays)
		c.prog.Arrays = append(c.prog.Arrays, a)
	}
	if r, ok := c.find(func(in operators.Instr) (int, bool) {
		l, ok := in.(operators.Lookup)
		return l.Dst, ok && l.Array == array && l.At == at
	}); ok {
		return r
	}
	r.Nullable = r.Nullable || c.reg(at).Nullable
	dst := c.newReg(settled(r))
	c.emit(operators.Lookup{Dst: dst, Array: array, At: at})
	return dst
}

// guard says in which rows the expression being compiled counts. In a branch of an IF:
// where the test is true (taken), or is not. Behind an operand of AND or OR: where that
// operand does not decide the result, being 0 or being 1.
type guard struct {
	test    int
	taken   bool
	decides int64 // of an operand; -1 in a branch
}

// masked gives a register that is NULL in the rows that the expression being compiled
// does not count in: an opcode whose argument is NULL does not fail.
func (c *compiler) masked(r int) int {
	null := c.null(c.reg(r).Float)
	for _, g := range c.guards {
		switch {
		case g.decides >= 0:
			r = c.pick(c.compare(plan.Eq, g.test, c.number(g.decides)), null, r)
		case g.taken:
			r = c.pick(g.test, r, null)
		default:
			r = c.pick(g.test, null, r)
		}
	}
	return r
}

// compute gives the register of an opcode's result, an i64 one unless r says otherwise.
func (c *compiler) compute(op operators.Opcode, imm int64, r operators.Reg, args ...int) int {
	if r, ok := c.computed(op, imm, args); ok {
		return r // where it can fail, it does so already
	}
	if len(c.guards) > 0 && op.Operation().Fails {
		args = append([]int{c.masked(args[0])}, args[1:]...)
		r.Nullable = true
		if r, ok := c.computed(op, imm, args); ok {
			return r
		}
	}
	dst := c.newReg(settled(r))
	c.emit(operators.Compute{Op: op, Dst: dst, Args: args, Imm: imm})
	if op.Operation().Fails && c.of != nil {
		c.prog.Origins[dst] = c.of
	}
	return dst
}

// computed finds the result of an opcode on the same registers.
func (c *compiler) computed(op operators.Opcode, imm int64, args []int) (int, bool) {
	return c.find(func(in operators.Instr) (int, bool) {
		k, ok := in.(operators.Compute)
		return k.Dst, ok && k.Op == op && k.Imm == imm && slices.Equal(k.Args, args)
	})
}

// anyNull reports whether one of the registers can be NULL.
func (c *compiler) anyNull(regs ...int) bool {
	return slices.ContainsFunc(regs, func(r int) bool { return c.reg(r).Nullable })
}

// constant gives the register of a constant.
func (c *compiler) constant(k operators.Const, float bool) int {
	if r, ok := c.find(func(in operators.Instr) (int, bool) {
		have, ok := in.(operators.Const)
		same := operators.Const{Dst: have.Dst, Int: k.Int, Float: k.Float, Null: k.Null} == have
		return have.Dst, ok && same && c.reg(have.Dst).Float == float
	}); ok {
		return r
	}
	k.Dst = c.newReg(operators.Reg{Float: float, Nullable: k.Null, Lo: k.Int, Hi: k.Int})
	c.emit(k)
	return k.Dst
}

func (c *compiler) number(n int64) int { return c.constant(operators.Const{Int: n}, false) }

func (c *compiler) null(float bool) int { return c.constant(operators.Const{Null: true}, float) }

// value gives the register of a column's value.
func (c *compiler) value(e plan.ColumnRef) (int, error) {
	p := place{e.Table, e.Column}
	column := c.column(p)
	r, err := c.numberReg(p)
	for err == nil && column.Ref != nil {
		r, err = c.dereference(column.Ref, r)
		column = &column.Ref.Table.Columns[column.Ref.Column]
	}
	return r, err
}

// numberReg gives the register of a column's number: of a foreign key, the row number.
func (c *compiler) numberReg(p place) (int, error) {
	if p.table == c.net.Root {
		return c.load(p.column), nil
	}
	s := &c.tables[p.table]
	if s.mark >= 0 {
		return s.mark, nil
	}
	row, err := c.rowReg(p.table)
	if err != nil {
		return -1, err
	}
	a, err := c.cache.column(c.ctx, s.ref.Table, p.column)
	if err != nil {
		return -1, err
	}
	r, err := c.bounds(p)
	return c.lookup(a, row, r), err
}

// dereference gives the register of the key that a foreign key's row number stands for.
func (c *compiler) dereference(ref *plan.Ref, row int) (int, error) {
	a, err := c.cache.column(c.ctx, ref.Table, ref.Column)
	if err != nil {
		return -1, err
	}
	column := &ref.Table.Columns[ref.Column]
	lo, hi := column.Min, column.Max
	v, err := c.cache.view(c.ctx, ref.Table, ref.Column)
	if err != nil {
		return -1, err
	}
	at := c.reg(row)
	if l, h, ok := v.bounds(span(at.Lo, at.Hi)); ok {
		lo, hi = l, h
	}
	return c.lookup(a, row, operators.Reg{Float: column.Storage.Float, Nullable: column.Storage.Nullable, Lo: lo, Hi: hi}), nil
}

// rowReg gives the register of the row number of a table.
func (c *compiler) rowReg(table int) (int, error) {
	s := &c.tables[table]
	if s.row >= 0 {
		return s.row, nil
	}
	if s.reach != keyed {
		return -1, &UnsupportedError{Why: "table " + s.ref.Alias + " is used before it is joined"}
	}
	row, err := c.foundRow(s)
	if len(c.code) == 1 && err == nil {
		s.row = row
	}
	return row, err
}

// bounds describes the register of a column of a joined table: its numbers are bounded
// by the predicates on the column and by the rows that predicates leave of the table.
func (c *compiler) bounds(p place) (operators.Reg, error) {
	s, column := &c.tables[p.table], c.column(p)
	r := operators.Reg{Float: column.Storage.Float, Nullable: column.Storage.Nullable, Lo: column.Min, Hi: column.Max}
	r.Nullable = r.Nullable && !c.joins(p)
	if s.reach != keyed || r.Float || s.isWhole() {
		return r, nil
	}
	if len(s.rows) == 0 {
		return operators.Reg{Nullable: r.Nullable, Lo: 0, Hi: -1}, nil
	}
	for _, v := range s.values {
		if v.column == p.column && column.Ref == nil {
			r.Lo, r.Hi = tighten(r.Lo, r.Hi, v.set.in)
			r.Nullable = r.Nullable && v.set.null
		}
	}
	v, err := c.cache.view(c.ctx, s.ref.Table, p.column)
	if err != nil {
		return r, err
	}
	if lo, hi, ok := v.bounds(s.rows); ok {
		r.Lo, r.Hi = max(r.Lo, lo), min(r.Hi, hi)
	}
	return r, nil
}

// joins reports whether an inner join by the column has dropped its NULLs.
func (c *compiler) joins(p place) bool {
	for i := range c.tables {
		from := c.tables[i].from
		if c.tables[i].reach == keyed && from.Table == p.table && from.Column == p.column {
			return true
		}
	}
	return false
}

// keep drops the rows where a predicate is not true.
func (c *compiler) keep(e plan.Expr) error {
	cond, err := c.expr(e)
	if err != nil {
		return err
	}
	c.emit(operators.Keep{Cond: c.boolean(cond, e.Type())})
	return nil
}

// keyProbe joins a table by a foreign key in the body: with an outer join a row
// without a partner stays, with another it goes.
func (c *compiler) keyProbe(op plan.KeyProbe) error {
	row, err := c.numberReg(place{op.From.Table, op.From.Column})
	if err != nil {
		return err
	}
	s := &c.tables[op.Table]
	s.row = row
	switch {
	case op.Outer && op.On != nil:
		cond, err := c.expr(op.On)
		if err != nil {
			return err
		}
		r := c.reg(row)
		r.Nullable = true
		s.row = c.compute(operators.IfInt, 0, r, c.boolean(cond, op.On.Type()), row, c.null(false))
	case !op.Outer && c.reg(row).Nullable:
		isNull := c.compute(operators.IsNullInt, 0, condition, row)
		c.emit(operators.Keep{Cond: c.compute(operators.NotBool, 0, condition, isNull)})
	}
	return nil
}

// condition is the register of a truth value that is never NULL.
var condition = operators.Reg{Lo: 0, Hi: 1}
