// Package cpu runs programs on the processor: the embedded default of
// operators.Backend.
//
// A launch cuts the segments of a chunk into morsels; a few persistent workers take
// them from an atomic counter. A worker takes a morsel through all runs of the kernel,
// vector by vector, while it is in cache:
//
//	filters    -> one bitmap per distinct range or set (atoms.go), shared by all runs,
//	              or one per run, by masks, where they are many (squad.go)
//	clauses    -> AND, until nothing or little is left (filter.go)
//	selection  -> positions of the survivors, 16 bits each
//	body       -> batches of survivors through the steps of the run (package machine)
//	sink       -> accumulators of this worker and run (package groups), or its row buffers
//	              (emit.go)
//
// Workers share the counter, and the partitions of what is gathered. All of them merge
// what they have at Collect, by functions that do not depend on the order,
// so an answer never depends on threads, chunks or arrival.
package cpu
