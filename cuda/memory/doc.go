// Package memory owns a device's memory, and page-locked memory of the host, for those who run
// kernels there: columns of chunks, copies of what programs refer to (uploads), accumulators of
// runs (states, in arenas), and plain blocks. Programs' source and launches are unknown to it.
//
// Load brings a chunk: a region of each column, which stays for the next who reads it, through
// staging, or from copies that are page-locked. Where nothing is left, memory that nobody holds
// is given back in the order of reclaim; who goes of the columns is decided by the order of
// their scans, who goes of the uploads by when they were used. What is held never goes.
package memory
