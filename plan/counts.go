package plan

import (
	"gsdms/plan/function"
	"gsdms/plan/value"
)

// counts are functions from one text to a number that hardly take longer than to call them.
var counts = map[Op]func(string) int{
	"LENGTH":      func(s string) int { return len(s) },
	"CHAR_LENGTH": function.Letters,
	"BIT_LENGTH":  func(s string) int { return 8 * len(s) },
	HashOf:        function.Hash,
	PartsOfMoment: value.PartsOfMoment,
}

// CountOf gives what an expression is of a text, where it is one of these functions of a column of
// texts alone, for who has millions of them; nil otherwise.
func CountOf(e Expr) func(text string) int {
	c, ok := e.(Call)
	if !ok || len(c.Args) != 1 || c.Args[0].Type().Kind != String {
		return nil
	}
	switch c.Args[0].(type) {
	case ColumnRef, Slot:
		return counts[c.Op]
	}
	return nil
}
