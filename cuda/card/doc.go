// Package card is a device.Device made of an NVIDIA GPU: the driver by gorgonia.org/cu,
// NVRTC loaded at run time, and a cache of compiled kernels on disk. It is empty
// without the build tag cuda, because the driver's package ends a process that has no
// GPU.
package card
