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
func oneByteEach[T string | []byte](text T) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// To pads what has been appended from begin on; false where a character takes several bytes.
func (p *Padding) To(all []byte, begin int) (out []byte, ok bool) {
	n := len(all) - begin
	missing := p.want - n
	switch {
	case !oneByteEach(all[begin:]):
		return all, false
	case missing <= 0:
		return all[:begin+p.want], true
	}
	for i := range missing {
		all = append(all, p.with[i%len(p.with)])
	}
	if p.left {
		text := all[begin:]
		copy(text[missing:], text[:n])
		for i := range missing {
			text[i] = p.with[i%len(p.with)]
		}
	}
	return all, true
}
