package plan_test

import (
	"fmt"
	"testing"

	"golang.org/x/sys/unix"

	"gsdms/plan"
)

// Strings that take 9 GiB lie where their sizes say, as all and behind any of them. They are zeros that
// nobody has written, but for the begin of each, so they take hardly any memory.
func TestTextsPast4GiB(t *testing.T) {
	sizes := []int{0, 1<<32 - 1, 1, 0, 70, 1 << 31, 1<<31 - 70, 1 << 30, 5}
	begins, all := []int{0}, 0
	for _, size := range sizes {
		all += size
		begins = append(begins, all)
	}
	memory, err := unix.Mmap(-1, 0, all, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := unix.Munmap(memory); err != nil {
			t.Error(err)
		}
	}()
	offsets := make([]uint32, len(begins))
	for i, begin := range begins {
		offsets[i] = uint32(begin)
	}
	for i, size := range sizes {
		if size >= 5 {
			copy(memory[begins[i]:], fmt.Sprintf("no %02d", i))
		}
	}
	texts := plan.NewTexts(offsets, memory)
	for i, size := range sizes {
		got := texts.Bytes(i)
		if texts.Begin(i) != begins[i] || len(got) != size {
			t.Errorf("string %d has %d bytes at %d, want %d at %d", i, len(got), texts.Begin(i), size, begins[i])
		}
		if want := fmt.Sprintf("no %02d", i); size >= 5 && string(got[:5]) != want {
			t.Errorf("string %d begins with %q, want %q", i, got[:5], want)
		}
		for hi := i; hi <= len(sizes); hi++ {
			if got := len(texts.View(i, hi)); got != begins[hi]-begins[i] {
				t.Errorf("strings %d to %d have %d bytes, want %d", i, hi, got, begins[hi]-begins[i])
			}
		}
	}
	if got := texts.Begin(len(sizes)); got != all {
		t.Errorf("the last one ends at %d, want %d", got, all)
	}
}
