package operators

import "runtime"

// Deepen gives the goroutine that calls it, as the first thing it does, a stack of 16 KiB at
// once. Operators behind a scan need as much, and a stack that grows while they call each other
// is copied, frame by frame, whenever it doubles.
//
//go:noinline
func Deepen() {
	var room [8 << 10]byte
	runtime.KeepAlive(&room)
}
