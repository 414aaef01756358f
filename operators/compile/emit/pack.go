package emit

import (
	"gsdms/operators"
	"gsdms/operators/index"
)

// Pack gives the register of packed keys, NULL where one is NULL or outside of its bounds.
func (c *Code) Pack(p index.Packed, keys []int) int {
	out := c.Number(0)
	for i, part := range p {
		above := c.above(c.Between(keys[i], part.Lo, part.Hi), part)
		share := above
		if part.Stride != 1 {
			r := operators.Reg{Nullable: c.Reg(above).Nullable, Lo: 0, Hi: (part.Hi - part.Lo) * part.Stride}
			share = c.Compute(operators.MulInt, 0, r, above, c.Number(part.Stride))
		}
		if i == 0 {
			out = share
			continue
		}
		r := operators.Reg{Nullable: c.AnyNull(out, share), Lo: 0, Hi: c.Reg(out).Hi + c.Reg(share).Hi}
		out = c.Compute(operators.AddInt, 0, r, out, share)
	}
	return out
}

// above gives the register of what a key within the bounds of a part is above the least.
func (c *Code) above(key int, part index.Part) int {
	if part.Lo == 0 {
		return key
	}
	return c.Compute(operators.SubInt, 0, operators.Reg{Nullable: c.Reg(key).Nullable, Lo: 0, Hi: part.Hi - part.Lo}, key, c.Number(part.Lo))
}
