// Package restrict turns the predicates of a query into sets of numbers, of the streamed table's
// columns and of those that are found by its keys, and carries them from there to the stream. It
// asks dimensions and the cache, and knows nothing of instructions.
package restrict
