package plan

import (
	"strings"

	"gsdms/plan/function"
)

// placeOfRegexp is which argument of a function of regular expressions says where it begins.
var placeOfRegexp = map[Op]int{"REGEXP_SUBSTR": 2, "REGEXP_INSTR": 2, "REGEXP_REPLACE": 3}

// refusesPlace reports whether a call may be an error for texts that are shorter than where it begins, or for those that
// match where what takes the place of a match names a group that there is none of.
func (c Call) refusesPlace() bool {
	place, ok := placeOfRegexp[c.Op]
	if !ok {
		return false
	}
	if len(c.Args) > place {
		if k, constant := c.Args[place].(Const); !constant || k.Value.Kind != Int || k.Value.Int != 1 {
			return true
		}
	}
	return c.Op == "REGEXP_REPLACE" && lacksGroup(c.Args[1], c.Args[2])
}

// lacksGroup reports whether what takes the place of a match may name a group that a pattern does not have.
func lacksGroup(pattern, by Expr) bool {
	p, fixed := pattern.(Const)
	b, known := by.(Const)
	if known && !strings.Contains(b.Value.Text, "$") {
		return false
	}
	return !fixed || !known || !function.HasGroups(p.Value.Text, b.Value.Text)
}
