// Package padding computes LPAD and RPAD in place.
package padding

import (
	"gsdms/plan"
)

// Padding is LPAD or RPAD to a constant width: of characters of one byte, as most are, it needs no
// text of its own.
type Padding struct {
	left bool
	want int
	with string
}

// mostPadded is the widest that is padded so.
const mostPadded = 1 << 12

// Of gives nil for another function, and for constants that it does not know.
func Of(c plan.Call) *Padding {
	if c.Op != "LPAD" && c.Op != "RPAD" {
		return nil
	}
	want, constant := c.Args[1].(plan.Const)
	with, known := c.Args[2].(plan.Const)
	if !constant || !known || want.Value.Int < 0 || want.Value.Int > mostPadded || with.Value.Text == "" || !oneByteEach(with.Value.Text) {
		return nil
	}
	return &Padding{left: c.Op == "LPAD", want: int(want.Value.Int), with: with.Value.Text}
}

// oneByteEach reports whether all characters of a text take a byte.
func oneByteEach(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Most is how many bytes are appended at most to a text.
func (p *Padding) Most() int { return p.want }

// Append appends a text with its padding; false where a character takes several bytes.
func (p *Padding) Append(to []byte, text string) (out []byte, ok bool) {
	switch missing := p.want - len(text); {
	case !oneByteEach(text):
		return to, false
	case missing <= 0:
		return append(to, text[:p.want]...), true
	case p.left:
		return append(p.fill(to, missing), text...), true
	default:
		return p.fill(append(to, text...), missing), true
	}
}

// fill appends so many characters of the padding.
func (p *Padding) fill(to []byte, n int) []byte {
	for ; n > len(p.with); n -= len(p.with) {
		to = append(to, p.with...)
	}
	return append(to, p.with[:n]...)
}
