// Package simd holds the kernels that test columns of stored numbers and shuffle
// bitmaps: Go assembly for AVX-512 and AVX2, chosen at run time, and plain Go that
// gives the same bits.
//
// A bitmap has one bit per row, row i in bit i%64 of word i/64; the bits behind the
// last row are 0. Columns are little-endian numbers of 1, 2, 4 or 8 bytes, as bytes.
package simd

//go:generate go run -C asm . -out ../kernels_amd64.s -stubs ../kernels_amd64.go -pkg simd
//go:generate go run -C asm ./texts -out ../kernels_texts_amd64.s -stubs ../kernels_texts_amd64.go -pkg simd
