// Package simd holds the kernels that test columns of stored numbers and shuffle
// bitmaps: Go assembly for AVX-512 and AVX2, chosen at run time, and plain Go that
// gives the same bits.
package simd
