// Package work has what the store does with many rows: on all processors, until a context ends,
// and with faults of mapped files and panics as errors.
package work
