package emit

import (
	"math/bits"
	"slices"

	"gsdms/operators"
	"gsdms/operators/index"
	"gsdms/plan"
)

// Registers are looked for among rows of constants, as the arguments of a Map. What is above the
// least of each is packed into one number, as keys of joins are: that number is a place in an array
// where the rows lie close, and else is found by its hash, or by bisection among few. Where 64 bits do not hold it, a register,
// or what is packed so far, is replaced by its place among the numbers that rows have.

// closeRows is how many numbers between rows an array has at most.
const closeRows = 1 << 20

// packedLimit bounds packed numbers.
const packedLimit = 1 << 62

// Among gives a register with what gives says of the row that registers are equal to, or other
// where there is none or one of them is NULL. numbers has those of all rows by register, rows
// those to look for, all different.
func (c *Code) Among(regs []int, numbers [][]int64, rows []int, gives func(row int) int64, other int64) int {
	if len(rows) == 0 {
		return c.Number(other)
	}
	out := make([]int64, len(rows))
	for k, row := range rows {
		out[k] = gives(row)
	}
	if len(regs) == 1 {
		if r, ok := c.apart(regs[0], chosen(numbers[0], rows), out, other); ok {
			return r
		}
	}
	p := packed{c: c, keys: make([]int64, len(rows)), size: 1, reg: -1}
	for i, r := range regs {
		p.add(r, chosen(numbers[i], rows))
	}
	return p.result(out, other)
}

// chosen is the numbers of rows.
func chosen(numbers []int64, rows []int) []int64 {
	out := make([]int64, len(rows))
	for k, row := range rows {
		out[k] = numbers[row]
	}
	return out
}

// apart is Among for one register whose numbers do not lie close, by their hashes.
func (c *Code) apart(x int, numbers, gives []int64, other int64) (r int, ok bool) {
	if span := slices.Max(numbers) - slices.Min(numbers); span >= 0 && span < closeRows {
		return -1, false
	}
	return c.hashed(x, numbers, gives, c.Number(other))
}

// packed is registers as one: keys are the numbers of the rows in it, all less than size, and it
// is NULL where it surely is no row's.
type packed struct {
	c    *Code
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
	x := p.c.From(p.c.Between(r, lo, hi), lo)
	size := hi - lo + 1
	for i, n := range numbers {
		p.keys[i] = p.keys[i]*size + n - lo
	}
	if p.size *= size; p.reg >= 0 {
		x = p.c.Plus(p.c.Times(p.reg, p.c.Number(size)), x)
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
func (c *Code) ranked(r int, numbers []int64) (reg int, places []int64, last int64) {
	sorted := slices.Compact(slices.Sorted(slices.Values(numbers)))
	places = make([]int64, len(numbers))
	for i, n := range numbers {
		at, _ := slices.BinarySearch(sorted, n)
		places[i] = int64(at)
	}
	last = int64(len(sorted)) - 1
	ranks := make([]int64, len(sorted))
	for i := range ranks {
		ranks[i] = int64(i)
	}
	if at, ok := c.hashed(r, sorted, ranks, c.Null(false)); ok {
		return at, places, last
	}
	pad := 1<<bits.Len(uint(last)) - len(sorted) // bisection asks for a power of two of them
	all := append(slices.Repeat(sorted[:1], pad), sorted...)
	a, as := index.Numbers(c.ctx, "constants", all, nil)
	at := c.Bisect(r, all, "constants")
	found := c.Compare(plan.Eq, c.Lookup(a, at, as), r)
	of := operators.Reg{Nullable: true, Hi: last}
	return c.Compute(operators.IfInt, 0, of, found, c.From(at, int64(pad)), c.Null(false)), places, last
}

// result gives the register of what the keys give, or other.
func (p *packed) result(gives []int64, other int64) int {
	c := p.c
	if p.size > closeRows {
		if r, ok := c.hashed(p.reg, p.keys, gives, c.Number(other)); ok {
			return r
		}
		p.reg, p.keys, p.size = c.ranked(p.reg, p.keys)
		p.size++
	}
	out := slices.Repeat([]int64{other}, int(p.size)+1)
	for i, k := range p.keys {
		out[k] = gives[i]
	}
	at := p.reg
	if c.Reg(at).Nullable {
		at = c.Compute(operators.IfInt, 0, operators.Reg{Hi: p.size}, c.IsNull(at), c.Number(p.size), at)
	}
	a, r := index.Numbers(c.ctx, "constants", out, nil)
	return c.Lookup(a, at, r)
}

// Bisect gives the place of the last number that is not greater than a register, of a
// power of two of numbers in order; 0 if there is none.
func (c *Code) Bisect(x int, numbers []int64, name string) int {
	a, r := index.Numbers(c.ctx, "values of "+name, numbers, nil)
	at := c.Number(0)
	for step := int64(len(numbers) / 2); step > 0; step /= 2 {
		next := c.Plus(at, c.Number(step))
		reached := c.Compare(plan.Ge, x, c.Lookup(a, next, r))
		at = c.Pick(reached, next, at)
	}
	return at
}
