package intake

import (
	"fmt"
	"strconv"
	"strings"

	"gsdms/plan"
	"gsdms/plan/value"
)

// FormatNumber prints a number as SQL would print the value, for errors.
func FormatNumber(t plan.Type, n int64) string {
	switch {
	case t.Kind.Temporal() || t.Kind == plan.Unsigned:
		return value.OfNumber(t, n).String()
	case t.Kind == plan.Decimal && t.Scale > 0:
		return formatDecimal(n, t.Scale)
	}
	return strconv.FormatInt(n, 10)
}

func formatDecimal(n int64, scale int) string {
	sign, digits := "", strconv.FormatInt(n, 10)
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	if short := scale + 1 - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	point := len(digits) - scale
	return fmt.Sprintf("%s%s.%s", sign, digits[:point], digits[point:])
}
