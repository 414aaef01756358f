package compile

import (
	"gsdms/operators"
	"gsdms/operators/index"
)

// pack gives the register of packed keys, NULL where one is NULL or outside of its bounds.
func (c *compiler) pack(p index.Packed, keys []int) int {
	out := c.number(0)
	for i, part := range p {
		above := c.above(c.between(keys[i], part.Lo, part.Hi), part)
		share := above
		if part.Stride != 1 {
			r := operators.Reg{Nullable: c.reg(above).Nullable, Lo: 0, Hi: (part.Hi - part.Lo) * part.Stride}
			share = c.compute(operators.MulInt, 0, r, above, c.number(part.Stride))
		}
		if i == 0 {
			out = share
			continue
		}
		r := operators.Reg{Nullable: c.anyNull(out, share), Lo: 0, Hi: c.reg(out).Hi + c.reg(share).Hi}
		out = c.compute(operators.AddInt, 0, r, out, share)
	}
	return out
}

// above gives the register of what a key within the bounds of a part is above the least.
func (c *compiler) above(key int, part index.Part) int {
	if part.Lo == 0 {
		return key
	}
	return c.compute(operators.SubInt, 0, operators.Reg{Nullable: c.reg(key).Nullable, Lo: 0, Hi: part.Hi - part.Lo}, key, c.number(part.Lo))
}
