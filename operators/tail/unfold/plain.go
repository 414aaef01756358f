package unfold

import (
	"math"
	"strconv"
	"unicode/utf8"

	"gsdms/plan"
	"gsdms/plan/json"
	"gsdms/plan/value"
)

// plainValues take values that are written as most are, by the kind of the column: what they are is what
// the column's expression would say. They report false of others.
var plainValues = map[plan.Kind]func(c *column, written string, times int) bool{
	plan.Int:      (*column).number,
	plan.Unsigned: (*column).number,
	plan.Decimal:  (*column).decimal,
	plan.Double:   (*column).double,
	plan.String:   (*column).text,
}

// mostDigits is how many digits a number has that doubles tell from others.
const mostDigits = 15

// powers are those of 10 by so many digits.
var powers = [mostDigits + 1]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// digits gives a number without a point and the digits behind that; ok is false for one of many digits,
// with an exponent, or that is 0 below 0.
func digits(written string) (n int64, behind int, ok bool) {
	at, point := 0, -1
	if written[0] == '-' {
		at = 1
	}
	if len(written)-at > mostDigits+1 {
		return 0, 0, false
	}
	for i := at; i < len(written); i++ {
		switch c := written[i]; {
		case c >= '0' && c <= '9':
			n = n*10 + int64(c-'0')
		case c == '.':
			point = i
		default:
			return 0, 0, false
		}
	}
	if point >= 0 {
		behind = len(written) - point - 1
	} else if len(written)-at > mostDigits {
		return 0, 0, false
	}
	if at == 1 {
		return -n, behind, n != 0
	}
	return n, behind, true
}

func (c *column) number(written string, times int) bool {
	n, behind, ok := digits(written)
	if !ok || behind > 0 || n < c.of.Least || n > c.of.Most {
		return false
	}
	if c.of.As.Kind == plan.Unsigned { // as vectors hold it
		n ^= math.MinInt64
	}
	c.Ints(n, times)
	return true
}

func (c *column) decimal(written string, times int) bool {
	n, behind, ok := digits(written)
	more := c.of.As.Scale - behind
	const mostInWord = 18
	if !ok || more < 0 || more > mostInWord {
		return false
	}
	power := value.Pow10(more)
	if most := (value.Pow10(min(c.of.As.Precision, mostInWord)) - 1) / power; n < -most || n > most {
		return false
	}
	c.Ints(n*power, times)
	return true
}

func (c *column) double(written string, times int) bool {
	n, behind, ok := digits(written)
	if ok {
		c.Floats(float64(n)/powers[behind], times)
		return true
	}
	if written[0] == '"' || written[0] == '-' {
		return false
	}
	f, err := strconv.ParseFloat(written, 64)
	if err == nil {
		c.Floats(f, times)
	}
	return err == nil
}

func (c *column) text(written string, times int) bool {
	text, ok := json.Plain(written)
	if !ok && c.kept && written[0] != '"' {
		text, ok = written, true
	}
	if !ok || c.of.Most > 0 && int64(len(text)) > c.of.Most && int64(utf8.RuneCountInString(text)) > c.of.Most {
		return false
	}
	c.Texts(text, times)
	return true
}

// document takes any value as one of JSON.
func (c *column) document(written string, times int) bool {
	if _, ok := json.Plain(written); !ok && !c.kept {
		written, ok = json.Normal(written)
		if !ok {
			return false
		}
	}
	c.Texts(written, times)
	return true
}
