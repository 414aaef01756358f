// Package lab prints what the models of package optimizer predict: the occupancy of
// kernels, the timelines of streams, and how waves compare with other ways to run the
// same kernels. Nothing else depends on it; the command line calls Occupancy, Streams
// and Waves, and every one writes tables to a writer and, where a folder is given,
// pictures and traces to it.
package lab
