package compile

import (
	"math"
	"slices"

	"gsdms/operators"
	"gsdms/operators/sets"
	"gsdms/plan"
)

// The body's instructions are numbered by value: asking twice for the same
// instruction on the same registers gives the first one's register.

// notComputed is the opcode of what is no Compute.
const notComputed = operators.Opcode(operators.Opcodes)

// valueKey says what an instruction computes. The opcode of a Load, Lookup or Const is
// notComputed, and its form tells them apart.
type valueKey struct {
	op    operators.Opcode
	form  byte // 'l' Load, 'r' Row, 'a' Lookup, 'c' Const, 'n' Const of NULL, 0 Compute
	float bool
	imm   int64 // of a Const: the number or the bits of the double
	args  [3]int
	row   *operators.Operation // of Carried
}

func computeKey(in operators.Compute) valueKey {
	k := valueKey{op: in.Op, imm: in.Imm, args: [3]int{-1, -1, -1}, row: in.Row}
	copy(k.args[:], in.Args)
	return k
}

func lookupKey(array, at int) valueKey {
	return valueKey{op: notComputed, form: 'a', args: [3]int{array, at}}
}

func loadKey(column int) valueKey {
	return valueKey{op: notComputed, form: 'l', args: [3]int{column}}
}

// rowKey is the key of the number of the row.
var rowKey = valueKey{op: notComputed, form: 'r'}

func constKey(k operators.Const, float bool) valueKey {
	key := valueKey{op: notComputed, form: 'c', float: float, imm: k.Int}
	switch {
	case k.Null:
		key.form, key.imm = 'n', 0
	case float:
		key.imm = int64(math.Float64bits(k.Float))
	}
	return key
}

// valueOf gives an instruction's key and destination; false for one that computes nothing.
func (c *compiler) valueOf(in operators.Instr) (k valueKey, dst int, ok bool) {
	switch in := in.(type) {
	case operators.Load:
		return loadKey(in.Column), in.Dst, true
	case operators.Row:
		return rowKey, in.Dst, true
	case operators.Lookup:
		return lookupKey(in.Array, in.At), in.Dst, true
	case operators.Const:
		return constKey(in, c.reg(in.Dst).Float), in.Dst, true
	case operators.Compute:
		return computeKey(in), in.Dst, true
	}
	return k, -1, false
}

// emit appends an instruction to the block being compiled.
func (c *compiler) emit(in operators.Instr) {
	last := len(c.code) - 1
	c.code[last] = append(c.code[last], in)
	if k, dst, ok := c.valueOf(in); ok {
		c.known[k] = dst
	}
}

// endBlock gives the instructions of the innermost block, which are no longer in force.
func (c *compiler) endBlock() []operators.Instr {
	last := len(c.code) - 1
	block := c.code[last]
	c.code = c.code[:last]
	for _, in := range block {
		if k, _, ok := c.valueOf(in); ok {
			delete(c.known, k)
		}
	}
	return block
}

// newReg adds a register.
func (c *compiler) newReg(r operators.Reg) int {
	c.prog.Regs = append(c.prog.Regs, r)
	return len(c.prog.Regs) - 1
}

func (c *compiler) reg(r int) operators.Reg { return c.prog.Regs[r] }

// load gives the register of a streamed column's numbers.
func (c *compiler) load(ordinal int) int {
	at := c.useColumn(ordinal)
	if r, ok := c.known[loadKey(at)]; ok {
		return r
	}
	column := &c.prog.Table.Columns[ordinal]
	r := operators.Reg{Float: column.Storage.Float, Nullable: column.Storage.Nullable, Lo: column.Min, Hi: column.Max}
	for _, v := range c.stream {
		if v.column == ordinal {
			r.Nullable = r.Nullable && v.set.Null
			r.Lo, r.Hi = tighten(r.Lo, r.Hi, v.set.In)
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
func tighten(lo, hi int64, s sets.Ranges) (int64, int64) {
	s = s.Intersect(sets.Span(lo, hi))
	return s.Bounds()
}

// lookup gives the register of an array's elements at a register.
func (c *compiler) lookup(a *operators.Array, at int, r operators.Reg) int {
	array := slices.Index(c.prog.Arrays, a)
	if array < 0 {
		array = len(c.prog.Arrays)
		c.prog.Arrays = append(c.prog.Arrays, a)
	}
	if r, ok := c.known[lookupKey(array, at)]; ok {
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
	return c.apply(operators.Compute{Op: op, Args: args, Imm: imm}, r)
}

// apply gives the register of what an instruction computes, which gets it.
func (c *compiler) apply(in operators.Compute, r operators.Reg) int {
	if r, ok := c.known[computeKey(in)]; ok {
		return r // where it can fail, it does so already
	}
	fails := in.Operation().Fails
	if len(c.guards) > 0 && fails {
		in.Args = append([]int{c.masked(in.Args[0])}, in.Args[1:]...)
		r.Nullable = true
		if r, ok := c.known[computeKey(in)]; ok {
			return r
		}
	}
	in.Dst = c.newReg(settled(r))
	c.emit(in)
	c.fails = c.fails || fails && r.Lo == math.MinInt64 && r.Hi == math.MaxInt64
	if fails && c.of != nil {
		c.prog.Origins[in.Dst] = c.of
	}
	return in.Dst
}

// anyNull reports whether one of the registers can be NULL.
func (c *compiler) anyNull(regs ...int) bool {
	return slices.ContainsFunc(regs, func(r int) bool { return c.reg(r).Nullable })
}

// constant gives the register of a constant.
func (c *compiler) constant(k operators.Const, float bool) int {
	if r, ok := c.known[constKey(k, float)]; ok {
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
	if c.unbound {
		return c.anyValue(p), nil
	}
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
	a, err := c.cache.Column(c.ctx, s.ref.Table, p.column)
	if err != nil {
		return -1, err
	}
	r, err := c.bounds(p)
	return c.lookup(a, row, r), err
}

// dereference gives the register of the key that a foreign key's row number stands for.
func (c *compiler) dereference(ref *plan.Ref, row int) (int, error) {
	a, err := c.cache.Column(c.ctx, ref.Table, ref.Column)
	if err != nil {
		return -1, err
	}
	column := &ref.Table.Columns[ref.Column]
	lo, hi := column.Min, column.Max
	v, err := c.cache.View(c.ctx, ref.Table, ref.Column)
	if err != nil {
		return -1, err
	}
	at := c.reg(row)
	if l, h, ok := v.Bounds(sets.Span(at.Lo, at.Hi)); ok {
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
			r.Lo, r.Hi = tighten(r.Lo, r.Hi, v.set.In)
			r.Nullable = r.Nullable && v.set.Null
		}
	}
	v, err := c.cache.View(c.ctx, s.ref.Table, p.column)
	if err != nil {
		return r, err
	}
	if lo, hi, ok := v.Bounds(s.rows); ok {
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
