// Package groups is the sink of programs that fold rows into groups.
//
//	lowering   how the keys and the folds of a program are read (groups.go, fold.go, fuse*.go)
//	few keys   an array of all groups for each worker, by number (groups.go)
//	many keys  a table of each worker, and partitions of the rows that are not in it
//	           (gathering.go, gather.go), in files where memory is short (spill.go)
//	distinct   bits of values, or pairs of group and value (distinct.go)
//	the end    workers' groups merged, put in order or the first chosen, and written as
//	           columns (collect.go, gather_end.go, rank.go, choice.go, out.go)
//
// A Run has the groups of one run of a program, and a Sunk what one worker has of them. Adding
// and merging are associative and commutative, bit for bit, so no answer depends on threads.
package groups
