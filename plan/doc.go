// Package plan says what is asked, never how it is done: the catalog's contract
// (tables as immutable snapshots of narrow, unsigned column data), bound and typed
// expressions, and the network of operators that a query is.
//
// Text becomes a Network in package sql; package operators compiles a Network to
// programs. Values cross this package in two forms: vectors of numbers
// (Storage says how they are stored) and single Values at the edges, which package
// plan/value has; what functions give for these is in plan/function.
//
// Calls are typed by MySQL's rules in plan/typing. What is done with pipelines has rooms of its own: plan/join orders their joins,
// plan/rewrite makes them cheaper, plan/window types what a Window has.
package plan
