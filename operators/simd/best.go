package simd

// Best returns the fastest kernels that this machine can run.
func Best() *Kernels { return Plain() }
