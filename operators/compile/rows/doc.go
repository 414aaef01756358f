// Package rows runs the body of a program for all rows of its table while a query is planned: for
// the rows that a predicate leaves, and the values that an index is made of.
package rows
