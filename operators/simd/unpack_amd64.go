package simd

func unpack512(block, packed []uint64, log, size int, least uint64) {
	out, in := &block[:vectorWords<<(3+log)][0], &packed[:vectorWords*size][0]
	unpack_avx512(out, in, log, size, least*Ones(log), Ones(log))
}

func unpack2(block, packed []uint64, log, size int, least uint64) {
	out, in := &block[:vectorWords<<(3+log)][0], &packed[:vectorWords*size][0]
	unpack_avx2(out, in, log, size, least*Ones(log), Ones(log))
}
