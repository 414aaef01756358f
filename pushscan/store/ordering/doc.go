// Package ordering puts the rows of a table in an order that makes predicates ranges of rows
// (Hierarchy), reads columns in another order than they are stored in, and finds keys that come
// twice (Unique). It works on numbers, as coding.Reader gives them.
package ordering
