// Package casing computes LOWER and UPPER in place.
package casing

import "gsdms/plan"

// Casing is LOWER or UPPER: of letters of ASCII, as most are, it needs no text of its own.
type Casing struct {
	first byte // of the letters that it turns
}

// Of gives nil for another function.
func Of(op plan.Op) *Casing {
	switch op {
	case "LOWER":
		return &Casing{'A'}
	case "UPPER":
		return &Casing{'a'}
	}
	return nil
}

const (
	letters = 'Z' - 'A'
	other   = 'a' ^ 'A' // the bit by which small and large letters differ
)

// To turns the letters of what has been appended from begin on; false where a character takes several
// bytes, and nothing is turned.
func (c *Casing) To(all []byte, begin int) (out []byte, ok bool) {
	text, high := all[begin:], byte(0)
	for _, b := range text {
		high |= b
	}
	if high >= 0x80 {
		return all, false
	}
	for i, b := range text {
		if b-c.first <= letters {
			text[i] = b ^ other
		}
	}
	return all, true
}
