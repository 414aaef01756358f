//go:build unix

package simd

import (
	"os"
	"slices"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// atTheEnd gives n bytes that end where the memory behind them must not be read.
func atTheEnd(t *testing.T, n int) []byte {
	t.Helper()
	page := os.Getpagesize()
	size := (n + page - 1) / page * page
	all, err := unix.Mmap(-1, 0, size+page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Munmap(all) })
	if err := unix.Mprotect(all[size:], unix.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	return all[size-n : size : size]
}

// wordsAtTheEnd does the same with words, all of them ones.
func wordsAtTheEnd(t *testing.T, n int) []uint64 {
	b := atTheEnd(t, 8*n)
	for i := range b {
		b[i] = 0xff
	}
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(&b[0])), n)
}

// A column may end where the memory behind it must not be read.
func TestTouchAtTheEndOfAMapping(t *testing.T) {
	page := os.Getpagesize()
	for _, k := range Available() {
		for _, n := range []int{0, 1, 63, 64, 65, 255, 256, 257, page} {
			k.Touch(atTheEnd(t, n))
		}
	}
}

// No kernel reads or writes behind what it is given: a fault would end the test.
func TestKernelsAtTheEndOfAMapping(t *testing.T) {
	eachKernels(t, func(t *testing.T, k *Kernels) {
		for _, rows := range []int{1, 63, 64, 65, 127, 128, 200} {
			for log := range 4 {
				testColumnAtTheEnd(t, k, log, rows)
			}
			testBitmapsAtTheEnd(t, k, (rows+63)/64)
			testMasksAtTheEnd(t, k, rows)
		}
	})
}

func testColumnAtTheEnd(t *testing.T, k *Kernels, log, rows int) {
	src, words := atTheEnd(t, rows<<log), (rows+63)/64
	for i := range rows {
		src[i<<log] = byte(255 - i)
	}
	dst, in := wordsAtTheEnd(t, words), Bounds{Lo: 3, Hi: 200}
	k.Range[log](dst, src, in)
	if k.Ranges[log] != nil {
		k.Ranges[log](&[4][]uint64{dst, dst, dst, dst}, src, &[4]Bounds{in, in, in, in})
	}
	of := wordsAtTheEnd(t, words)
	if rows%64 != 0 {
		of[rows/64] = 1<<(rows%64) - 1
	}
	k.Folds.Sum[log](src, of)
	k.Folds.Least[log](src, of)
	k.Folds.Greatest[log](src, of)
	for _, n := range []int{0, 1, 31, 32, 33, 64, 65, 200} {
		k.Member[log](dst, src, wordsAtTheEnd(t, (n+63)/64), n)
	}
	if log < 3 {
		table := NewCodeTable(1<<log, 255)
		table.codes = atTheEnd(t, len(table.codes)+codeSlack)[:len(table.codes)]
		k.Codes[log](atTheEnd(t, rows), src, table)
	}
}

func testBitmapsAtTheEnd(t *testing.T, k *Kernels, words int) {
	a, b := wordsAtTheEnd(t, words), wordsAtTheEnd(t, words)
	k.And(a, a, b)
	k.AndNot(a, a, b)
	k.Or(a, a, b)
	sel := wordsAtTheEnd(t, (64*words+FlattenSlack)/4)
	if n := k.Flatten(unsafe.Slice((*uint16)(unsafe.Pointer(&sel[0])), 4*len(sel)), a); n != k.Count(a) {
		t.Errorf("%d positions of %d ones", n, k.Count(a))
	}
}

func testMasksAtTheEnd(t *testing.T, k *Kernels, rows int) {
	words := (rows + 63) / 64
	for _, programs := range []int{1, 8, 9, 64} {
		table := NewMaskTable(make([]uint64, MaskCodes))
		columns := slices.Repeat([]Coded{{atTheEnd(t, rows), table}}, 3)
		k.Masks(wordsAtTheEnd(t, (programs+7)/8*8*words), words, programs, columns)
	}
}

// Packed vectors may end where the memory behind them must not be read, and so may those they become.
func TestUnpackAtTheEndOfAMapping(t *testing.T) {
	for _, k := range Available() {
		for log := range 4 {
			for size := 1; size <= 8<<log; size++ {
				k.Unpack(wordsAtTheEnd(t, vectorWords<<(3+log)), wordsAtTheEnd(t, vectorWords*size), log, size, 0)
			}
		}
	}
}

// Packed bits may end there, too.
func TestBitsAtTheEndOfAMapping(t *testing.T) {
	for _, k := range Available() {
		for width := range MostBits + 1 {
			for _, n := range []int{0, 1, 8, 15, 16, 64, 200} {
				k.Bits(make([]uint32, n), atTheEnd(t, (n*width+7)/8), width)
			}
		}
	}
}
