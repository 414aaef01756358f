// Package cuda runs programs on an NVIDIA GPU: program to CUDA C++, NVRTC, device
// memory, streams and graphs. Everything that needs the driver is behind the tag cuda.
package cuda
