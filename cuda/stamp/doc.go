// Package stamp runs streams of kernels on a device and says of every block when it ran and on
// which multiprocessor, by the clock that the whole device shares (%globaltimer, %smid). The
// blocks of a kernel are busy for a time, with the registers and the shared memory of the
// kernels of package sim; so a device's scheduler can be set beside the simulated one.
package stamp
