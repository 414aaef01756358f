// Package compile turns a plan.Pipeline into an operators.Program and what is left for
// the finish.
//
// Conjuncts over the streamed table and over the dimensions that its keys reach become
// sets of numbers, and those the program's filters; what is left is its body. A Cache
// keeps what compiling derives from snapshots, for all queries. A new operator is a file
// here.
package compile
