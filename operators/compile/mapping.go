package compile

import (
	"math/bits"
	"slices"

	"gsdms/operators"
	"gsdms/operators/index"
	"gsdms/operators/truth"
	"gsdms/plan"
)

// A Map looks for its arguments among rows of constants. What is above the least of each argument
// is packed into one number, as keys of joins are: that number is a place in an array where the
// rows lie close, and else is found by bisection. Where 64 bits do not hold it, an argument, or
// what is packed so far, is replaced by its place among the numbers that rows have.

// closeRows is how many numbers between rows an array has at most.
const closeRows = 1 << 20

// packedLimit bounds packed numbers.
const packedLimit = 1 << 62

// mapped compiles a Map: as truth values where the rows are a set, else as the place of the result.
func (c *compiler) mapped(e plan.Call) (operand, error) {
	for _, m := range c.maps {
		if m.of == e.Mapping && slices.EqualFunc(m.args, e.Args, plan.Equal) && c.inForce(m.found) {
			return m.found, nil
		}
	}
	found, err := c.lookUp(e)
	if err == nil {
		c.maps = append(c.maps, mapping{e.Mapping, e.Args, found})
	}
	return found, err
}

// mapping is a Map that is compiled.
type mapping struct {
	of    *plan.Mapping
	args  []plan.Expr
	found operand
}

// inForce reports whether a block that still is in force sets a register.
func (c *compiler) inForce(x operand) bool {
	for _, block := range c.code {
		for _, in := range slices.Backward(block) {
			if _, dst, ok := c.valueOf(in); ok && dst == x.reg {
				return true
			}
		}
	}
	return false
}

// lookUp compiles a Map.
func (c *compiler) lookUp(e plan.Call) (operand, error) {
	args := make([]int, len(e.Args))
	numbers := make([][]int64, len(e.Args)) // by argument and row
	rows := e.Mapping.Rows()
	left := make([]int, len(rows)) // the rows that data can be equal to
	for i := range left {
		left[i] = i
	}
	for i, a := range e.Args {
		x, err := c.coded(a)
		if err != nil {
			return operand{}, err
		}
		if c.reg(x.reg).Float {
			return operand{}, &UnsupportedError{Expr: e, Why: "it looks up a double"}
		}
		args[i], numbers[i] = x.reg, make([]int64, len(rows))
		left = slices.DeleteFunc(left, func(row int) bool {
			n, ok := c.numberIn(x, a.Type(), rows[row][i])
			numbers[i][row] = n
			return !ok
		})
	}
	if e.Mapping.IsSet() {
		return operand{reg: c.among(args, numbers, left, func(int) int64 { return 1 }, 0)}, nil
	}
	t, err := tableOfValues(c.ctx, e, e.Mapping.Results(), false)
	if err != nil {
		return operand{}, err
	}
	at := c.among(args, numbers, left, func(row int) int64 { return int64(row) }, int64(len(rows)))
	return operand{c.lookup(t.array, at, t.reg), t.dict}, nil
}

// numberIn gives the number of a constant in the register of an operand of a type; false where
// the register never has it.
func (c *compiler) numberIn(x operand, of plan.Type, v plan.Value) (n int64, ok bool) {
	if x.dict != nil {
		entry, ok := truth.EntryOf(v, of)
		if !ok {
			return 0, false
		}
		code, exact := x.dict.Find(entry)
		return int64(code), exact
	}
	n, side := truth.NumberOf(v, of)
	r := c.reg(x.reg)
	return n, side == 0 && n >= r.Lo && n <= r.Hi
}

// inMany compiles x IN (list) for many constants.
func (c *compiler) inMany(e plan.In, x operand) int {
	numbers, null := []int64{}, false
	for _, v := range e.List {
		if v.IsNull() {
			null = true
		} else if n, ok := c.numberIn(x, e.X.Type(), v); ok {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	rows := make([]int, len(numbers))
	for i := range rows {
		rows[i] = i
	}
	found := c.among([]int{x.reg}, [][]int64{numbers}, rows, func(int) int64 { return 1 }, 0)
	switch {
	case null:
		return c.pick(found, c.number(1), c.null(false))
	case c.reg(x.reg).Nullable:
		return c.pick(c.isNull(x.reg), c.null(false), found)
	}
	return found
}

// among gives a register with what gives says of the row that registers are equal to, or other
// where there is none or one of them is NULL. numbers has those of all rows by register, rows
// those to look for, all different.
func (c *compiler) among(regs []int, numbers [][]int64, rows []int, gives func(row int) int64, other int64) int {
	if len(rows) == 0 {
		return c.number(other)
	}
	p := packed{c: c, keys: make([]int64, len(rows)), size: 1, reg: -1}
	for i, r := range regs {
		of := make([]int64, len(rows))
		for k, row := range rows {
			of[k] = numbers[i][row]
		}
		p.add(r, of)
	}
	out := make([]int64, len(rows))
	for k, row := range rows {
		out[k] = gives(row)
	}
	return p.result(out, other)
}

// packed is registers as one: keys are the numbers of the rows in it, all less than size, and it
// is NULL where it surely is no row's.
type packed struct {
	c    *compiler
	reg  int // -1: nothing yet
	keys []int64
	size int64
}

// add packs one more register, of which the rows have numbers.
func (p *packed) add(r int, numbers []int64) {
	lo, hi := slices.Min(numbers), slices.Max(numbers)
	if hi-lo < 0 || hi-lo >= packedLimit { // past 64 bits, or nearly
		r, numbers, hi = p.c.ranked(r, numbers)
		lo = 0
	}
	if !fits(p.size, hi-lo+1) {
		p.reg, p.keys, p.size = p.c.ranked(p.reg, p.keys)
		p.size++
	}
	if !fits(p.size, hi-lo+1) {
		r, numbers, hi = p.c.ranked(r, numbers)
		lo = 0
	}
	x := p.c.from(p.c.between(r, lo, hi), lo)
	size := hi - lo + 1
	for i, n := range numbers {
		p.keys[i] = p.keys[i]*size + n - lo
	}
	if p.size *= size; p.reg >= 0 {
		x = p.c.plus(p.c.times(p.reg, p.c.number(size)), x)
	}
	p.reg = x
}

// fits reports whether two sizes can be packed together.
func fits(a, b int64) bool {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return hi == 0 && lo <= packedLimit
}

// ranked replaces a register, and the numbers that rows have of it, by places among these: NULL
// where it has none of them. last is the last place.
func (c *compiler) ranked(r int, numbers []int64) (reg int, places []int64, last int64) {
	sorted := slices.Compact(slices.Sorted(slices.Values(numbers)))
	places = make([]int64, len(numbers))
	for i, n := range numbers {
		at, _ := slices.BinarySearch(sorted, n)
		places[i] = int64(at)
	}
	last = int64(len(sorted)) - 1
	pad := 1<<bits.Len(uint(last)) - len(sorted) // bisection asks for a power of two of them
	all := append(slices.Repeat(sorted[:1], pad), sorted...)
	a, as := index.Numbers(c.ctx, "constants", all, nil)
	at := c.bisect(r, all, "constants")
	found := c.compare(plan.Eq, c.lookup(a, at, as), r)
	of := operators.Reg{Nullable: true, Hi: last}
	return c.compute(operators.IfInt, 0, of, found, c.from(at, int64(pad)), c.null(false)), places, last
}

// result gives the register of what the keys give, or other.
func (p *packed) result(gives []int64, other int64) int {
	c := p.c
	if p.size > closeRows {
		p.reg, p.keys, p.size = c.ranked(p.reg, p.keys)
		p.size++
	}
	out := slices.Repeat([]int64{other}, int(p.size)+1)
	for i, k := range p.keys {
		out[k] = gives[i]
	}
	at := p.reg
	if c.reg(at).Nullable {
		at = c.compute(operators.IfInt, 0, operators.Reg{Hi: p.size}, c.isNull(at), c.number(p.size), at)
	}
	a, r := index.Numbers(c.ctx, "constants", out, nil)
	return c.lookup(a, at, r)
}

// in compiles x IN (list): a table for strings, a look-up for many constants, else a chain of
// comparisons.
func (c *compiler) in(e plan.In) (operand, error) {
	const chain = 16
	if e.X.Type().Kind == plan.String {
		return c.ofText(e)
	}
	x, err := c.expr(e.X)
	if err != nil {
		return operand{}, err
	}
	if len(e.List) > chain {
		if o, err := c.ofText(e); err == nil {
			return o, nil
		}
		if !c.reg(x.reg).Float {
			return operand{reg: c.inMany(e, x)}, nil
		}
	}
	out := -1
	for _, v := range e.List {
		k, err := c.literal(plan.Const{Value: v, Of: e.X.Type()})
		if _, never := err.(*plan.RangeError); never {
			continue
		}
		if err != nil {
			return operand{}, err
		}
		equal := c.compare(plan.Eq, x.reg, k.reg)
		if out >= 0 {
			equal = c.compute(operators.OrBool, 0, c.truthReg(out, equal), out, equal)
		}
		out = equal
	}
	if out < 0 { // no constant that the numbers can equal: false, NULL of NULL
		out = c.compare(plan.Ne, x.reg, x.reg)
	}
	return operand{reg: out}, nil
}
