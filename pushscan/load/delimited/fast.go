package delimited

import (
	"gsdms/plan/value"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/scalar"
)

// never leaves a value to the slow way.
func (p *parser) never(*columns.Column, int) (int, bool) { return 0, false }

// fastInt reads an integer of up to 18 digits.
func (p *parser) fastInt(c *columns.Column, pos int) (int, bool) {
	data := p.data
	negative := data[pos] == '-'
	if negative {
		pos++
	}
	n, end := number(data, pos, 0)
	if end == pos || end-pos > 18 || !p.ends(end) {
		return 0, false
	}
	if negative {
		n = -n
	} else if data[pos] == '0' && end > pos+1 {
		c.Lost.Zeros++
	}
	c.Ints[p.row] = n
	return end, n >= c.Low && n <= c.High
}

// fastUnsigned reads an unsigned integer of up to 18 digits.
func (p *parser) fastUnsigned(c *columns.Column, pos int) (int, bool) {
	n, end := number(p.data, pos, 0)
	if end == pos || end-pos > 18 || !p.ends(end) {
		return 0, false
	}
	if p.data[pos] == '0' && end > pos+1 {
		c.Lost.Zeros++
	}
	c.Ints[p.row] = value.UnsignedNumber(uint64(n))
	return end, true
}

// number appends the digits at pos to n; it may have wrapped after more than 18.
func number(data []byte, pos int, n int64) (int64, int) {
	for {
		d := data[pos] - '0'
		if d > 9 {
			return n, pos
		}
		n = n*10 + int64(d)
		pos++
	}
}

// fastDecimal reads a decimal of up to 18 digits, none past the scale.
func (p *parser) fastDecimal(c *columns.Column, pos int) (int, bool) {
	data := p.data
	negative := data[pos] == '-'
	if negative {
		pos++
	}
	n, end := number(data, pos, 0)
	if end == pos {
		return 0, false
	}
	fraction := 0
	if data[end] == '.' {
		point := end
		n, end = number(data, point+1, n)
		fraction = end - point - 1
	}
	if fraction > c.Scale || end-pos+c.Scale-fraction > 18 || !p.ends(end) {
		return 0, false
	}
	for range c.Scale - fraction {
		n *= 10
	}
	if negative {
		n = -n
	}
	c.Ints[p.row] = n
	return end, n >= c.Low && n <= c.High
}

// fastDate reads YYYY-MM-DD.
func (p *parser) fastDate(c *columns.Column, pos int) (int, bool) {
	end := pos + 10
	if end >= len(p.data) || !p.ends(end) {
		return 0, false
	}
	day, ok := scalar.Date(p.data[pos:end])
	c.Ints[p.row] = day
	return end, ok
}

// fastDateTime reads YYYY-MM-DD hh:mm:ss.
func (p *parser) fastDateTime(c *columns.Column, pos int) (int, bool) {
	end := pos + 19
	if end >= len(p.data) || !p.ends(end) {
		return 0, false
	}
	day, ok := scalar.Date(p.data[pos : pos+10])
	t := p.data[pos+10 : end]
	if !ok || t[0] != ' ' && t[0] != 'T' || t[3] != ':' || t[6] != ':' {
		return 0, false
	}
	h, m, s := twoDigits(t[1], t[2]), twoDigits(t[4], t[5]), twoDigits(t[7], t[8])
	n := (day*24*60*60 + h*3600 + m*60 + s) * c.Ticks
	c.Ints[p.row] = n
	return end, h < 24 && m < 60 && s < 60 && n >= c.Low && n <= c.High
}

// twoDigits gives a number past any time's for what are no digits.
func twoDigits(a, b byte) int64 {
	if a-'0' > 9 || b-'0' > 9 {
		return 1 << 20
	}
	return int64(a-'0')*10 + int64(b-'0')
}

// fastDouble reads a number, of up to 19 digits and no exponent at once.
func (p *parser) fastDouble(c *columns.Column, pos int) (end int, ok bool) {
	if c.Floats[p.row], end, ok = scalar.PlainDouble(p.data, pos); ok && p.ends(end) {
		return end, true
	}
	if end, ok = p.plain(pos); !ok || end == pos {
		return 0, false
	}
	c.Floats[p.row], ok = scalar.Double(p.data[pos:end])
	return end, ok
}

// fastString gives a text its code.
func (p *parser) fastString(c *columns.Column, pos int) (int, bool) {
	if int(p.data[pos]) == p.Quote {
		return p.quotedString(c, pos)
	}
	end, ok := p.plain(pos)
	if !ok || p.isNull(p.data[pos:end]) || end == pos && !c.HoldsEmpty() {
		return 0, false
	}
	return end, c.SetText(p.row, p.data[pos:end])
}

// quotedString does it for one between quotes, without quotes, escapes and line ends in it.
func (p *parser) quotedString(c *columns.Column, pos int) (int, bool) {
	end := p.find.next(pos + 1)
	for end < len(p.data) && p.data[end] == p.Delimiter {
		end = p.find.next(end + 1)
	}
	if end+1 >= len(p.data) || int(p.data[end]) != p.Quote || !p.ends(end+1) || end-pos >= malformed.MaxField || end == pos+1 && !c.HoldsEmpty() {
		return 0, false
	}
	return end + 1, c.SetText(p.row, p.data[pos+1:end])
}

// skip passes over a field.
func (p *parser) skip(_ *columns.Column, pos int) (int, bool) {
	if int(p.data[pos]) == p.Quote && p.Escape < 0 {
		return p.skipQuoted(pos)
	}
	return p.plain(pos)
}

// skipQuoted passes over a field between quotes.
func (p *parser) skipQuoted(pos int) (end int, ok bool) {
	lines := 0
	for at := p.find.next(pos + 1); at < len(p.data); at = p.find.next(at + 1) {
		switch c := p.data[at]; {
		case c == '\n':
			lines++
		case int(c) != p.Quote:
		case at+1 < len(p.data) && int(p.data[at+1]) == p.Quote:
			at++
		default:
			if at+1 == len(p.data) || !p.ends(at+1) || at-pos >= malformed.MaxField {
				return 0, false
			}
			p.newline += lines
			return at + 1, true
		}
	}
	return 0, false
}

// pass passes over fields that go nowhere, at most so many, as long as a delimiter follows each, and
// gives where the next one begins and how many they were.
func (p *parser) pass(pos, most int) (next, passed int) {
	for passed < most {
		end, n := p.find.ends(p.data, pos, most-passed)
		if n == 0 {
			if end = p.passQuoted(pos); end < 0 {
				break
			}
			n = 1
		}
		pos, passed = end+1, passed+n
	}
	return pos, passed
}

// passQuoted gives the delimiter behind a field between quotes that it passes over; -1 if there is none.
func (p *parser) passQuoted(pos int) int {
	if int(p.data[pos]) != p.Quote || p.Escape >= 0 {
		return -1
	}
	lines := p.newline
	end, ok := p.skipQuoted(pos)
	if !ok || p.data[end] != p.Delimiter {
		p.newline = lines
		return -1
	}
	return end
}

// empty makes a field NULL that has nothing in it, where that is what it says.
func (p *parser) empty(c *columns.Column, pos int) bool {
	return c != nil && !c.HoldsEmpty() && p.ends(pos) && c.SetNull(p.row)
}

// plain gives the end of a field without quotes and escapes.
func (p *parser) plain(pos int) (end int, ok bool) {
	end = p.find.next(pos)
	switch c := p.data[end]; {
	case c == p.Delimiter:
		return end, true
	case c != '\n':
		return 0, false
	case end > pos && p.data[end-1] == '\r':
		return end - 1, true
	}
	return end, true
}
