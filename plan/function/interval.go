package function

import (
	"strings"

	"gsdms/plan/value"
)

// InUnit is how much a text of several parts says, in the last of these: the second argument
// names the unit.
func InUnit(_ value.Type, a []value.Value) (value.Value, error) {
	u := units[a[1].Text]
	return interval(a[0].Text, u.Parts, u.Micros), nil
}

// interval adds up the numbers of a text, whatever stands between them: the last one is
// that of the last part, and as millionths it has six digits. Parts are given by their sizes.
func interval(text string, parts []int64, micros bool) value.Value {
	s := strings.TrimSpace(text)
	negative := strings.HasPrefix(s, "-")
	numbers := strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if len(numbers) > len(parts) {
		numbers = numbers[:len(parts)]
	}
	sum := int64(0)
	for i, text := range numbers {
		if micros && i == len(numbers)-1 {
			text = (text + "000000")[:max(value.MaxFraction, len(text))]
		}
		n, ok := value.PrefixInt(text)
		if ok {
			n, ok = value.MulInt(n, parts[len(parts)-len(numbers)+i])
		}
		if ok {
			sum, ok = value.AddInt(sum, n)
		}
		if !ok {
			return value.Value{}
		}
	}
	if negative {
		sum = -sum
	}
	return value.OfInt(sum)
}
