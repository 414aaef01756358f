package simd

import "unsafe"

func join512(to []byte, columns []TextColumn, rows []int32, ends []int) {
	if len(columns) > 0 && len(rows) > 0 {
		join_avx512(&to[0], (*uint64)(unsafe.Pointer(&columns[0])), len(columns), &rows[0], len(rows), &ends[:len(rows)][0])
	}
}
