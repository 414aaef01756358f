//go:build !amd64

package simd

// Best returns the kernels in plain Go.
func Best() *Kernels { return Plain() }

// Available returns the kernels that this machine can run.
func Available() []*Kernels { return []*Kernels{Plain()} }
