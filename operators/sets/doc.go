// Package sets has sets of numbers as ranges: of values, and of what they are stored as.
// A predicate over a column is one; so are the rows of a table that it leaves, and the
// filters of a program.
package sets
