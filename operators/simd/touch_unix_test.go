//go:build unix

package simd

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// A column may end where the memory behind it must not be read.
func TestTouchAtTheEndOfAMapping(t *testing.T) {
	page := os.Getpagesize()
	all, err := unix.Mmap(-1, 0, 2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(all)
	if err := unix.Mprotect(all[page:], unix.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	for _, k := range Available() {
		for _, n := range []int{0, 1, 63, 64, 65, 255, 256, 257, page} {
			k.Touch(all[page-n : page])
		}
	}
}
