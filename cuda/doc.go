// Package cuda runs programs on an NVIDIA GPU. It is an operators.Backend: it opens runs,
// prepares kernels and waves of them, launches these over chunks, and makes rows of what they
// leave. Package codegen writes the source of its kernels, package memory owns what lies on the
// device, package device says what a card is to both. Everything that needs the driver is in
// package card, behind the tag cuda.
package cuda
