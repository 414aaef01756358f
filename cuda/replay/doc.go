// Package replay has a device do again, as one graph, what it has done before.
//
// Work is written down first, as a Script. Work that comes a second time, on the same queues
// with the same addresses and sizes, is recorded; from then on one call of the driver does it,
// where each copy and each launch would be one of its own.
package replay
