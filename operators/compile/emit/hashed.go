package emit

import (
	"math/bits"
	"slices"

	"gsdms/operators"
	"gsdms/operators/index"
	"gsdms/plan"
)

// Each of many constants has one of two places, which two multiplications of it say, so a register is
// one of them where it equals what stands at one of its own two. That is as much for thousands of
// constants as for twenty, where bisection asks for a look-up, a comparison and a choice for each
// doubling, whose operands are each other.

// fewHashed is up to how many constants bisection asks for as little.
const fewHashed = 16

// multipliers are odd numbers without a pattern; of a pair that does not place all constants the next is tried.
var multipliers = [...][2]uint64{
	{0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f}, {0xd6e8feb86659fd93, 0xa0761d6478bd642f},
	{0xe7037ed1a0b428db, 0x8ebc6af09c88c6e3}, {0x589965cc75374cc3, 0x1d8e4e27c47d124f},
}

// twoPlaces is numbers in two tables of 1<<size places: each lies in one of both, where its product with
// the table's multiplier says.
type twoPlaces struct {
	size int
	by   [2]uint64
	at   [2][]int // by place: the number there, as its place in the list; -1: none
}

func (t *twoPlaces) place(table int, number int64) int {
	return int(uint64(number) * t.by[table] >> (64 - t.size))
}

// placed gives all of a list of different numbers places; false where no pair of multipliers does.
func placed(numbers []int64) (t twoPlaces, ok bool) {
	for _, by := range multipliers {
		t = twoPlaces{size: bits.Len(uint(len(numbers))), by: by}
		for table := range t.at {
			t.at[table] = slices.Repeat([]int{-1}, 1<<t.size)
		}
		if t.all(numbers) {
			return t, true
		}
	}
	return t, false
}

func (t *twoPlaces) all(numbers []int64) bool {
	for i := range numbers {
		table := 0
		for moves := 0; i >= 0; moves++ { // who comes stays, and who was there goes to its other place
			if moves > 8*t.size {
				return false
			}
			at := &t.at[table][t.place(table, numbers[i])]
			*at, i = i, *at
			table = 1 - table
		}
	}
	return true
}

// keys are the numbers of a table by place. An empty one has a number that is looked for elsewhere.
func (t *twoPlaces) keys(table int, numbers []int64) []int64 {
	out := make([]int64, 1<<t.size)
	for place, i := range t.at[table] {
		for i < 0 || t.at[table][place] < 0 && t.place(table, numbers[i]) == place {
			i++
		}
		out[place] = numbers[i]
	}
	return out
}

// hashed gives a register with what the number says that a register is equal to, or other's value where it
// is none or NULL; ok is false where bisection does better. The numbers are all different.
func (c *Code) hashed(x int, numbers, gives []int64, other int) (r int, ok bool) {
	if len(numbers) <= fewHashed {
		return -1, false
	}
	t, ok := placed(numbers)
	if !ok {
		return -1, false
	}
	var found, at [2]int
	for table := range found {
		product := c.Compute(operators.MulInt, 0, wholeReg(c.Reg(x).Nullable), x, c.Number(int64(t.by[table])))
		place := operators.Reg{Nullable: c.Reg(x).Nullable, Hi: 1<<t.size - 1}
		at[table] = c.Compute(operators.ShiftRight, 0, place, product, c.Number(int64(64-t.size)))
		found[table] = c.Compare(plan.Eq, c.constants(t.keys(table, numbers), at[table]), x)
	}
	if slices.Min(gives) == slices.Max(gives) {
		either := c.Compute(operators.OrBool, 0, c.TruthReg(found[:]...), found[0], found[1])
		return c.Pick(either, c.Number(gives[0]), other), true
	}
	for table := len(found) - 1; table >= 0; table-- {
		values := make([]int64, 1<<t.size)
		for place, i := range t.at[table] {
			values[place] = gives[max(i, 0)]
		}
		other = c.Pick(found[table], c.constants(values, at[table]), other)
	}
	return other, true
}

// constants gives the register of numbers at a register.
func (c *Code) constants(numbers []int64, at int) int {
	a, r := index.Numbers(c.ctx, "constants", numbers, nil)
	return c.Lookup(a, at, r)
}
