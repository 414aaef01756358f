// Package casing computes LOWER and UPPER in place.
package casing

import (
	"encoding/binary"

	"gsdms/plan"
)

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

	ones = 0x0101010101010101 // one in each of eight bytes
	high = 0x80 * ones
)

// Turn turns the letters of texts that lie one behind another; false where a character takes several
// bytes, and nothing is turned.
func (c *Casing) Turn(texts []byte) bool {
	several, rest := uint64(0), texts
	for ; len(rest) >= 8; rest = rest[8:] {
		several |= binary.LittleEndian.Uint64(rest)
	}
	for _, b := range rest {
		several |= uint64(b)
	}
	if several&high != 0 {
		return false
	}
	// With what is added each byte's highest bit says that it is the first letter, or past the last, at least.
	from, past := ones*uint64(0x80-c.first), ones*uint64(0x80-c.first-letters-1)
	for ; len(texts) >= 8; texts = texts[8:] {
		eight := binary.LittleEndian.Uint64(texts)
		is := (eight + from) &^ (eight + past) & high
		binary.LittleEndian.PutUint64(texts, eight^is>>2)
	}
	for i, b := range texts {
		if b-c.first <= letters {
			texts[i] = b ^ other
		}
	}
	return true
}
