package doing

import (
	"crypto/rand"
	"fmt"
)

// NewUUID is a text of 128 bits that nobody else has: all are random but those that say so.
func NewUUID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
