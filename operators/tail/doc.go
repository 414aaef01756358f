// Package tail runs the operators that need all rows at once, on the host, behind a
// pipeline: HAVING, the last projection, DISTINCT, ORDER BY, LIMIT, window functions, and
// what is left of set operations.
//
// Rows come and go as *plan.Rows, by columns. Between operators a runner holds the columns
// and which rows of them are left, in order, so that filters and sorts move row numbers
// and columns are gathered once. Every operator works on chunks of rows, side by side on a
// few goroutines; a chunk is small enough that a cancelled context ends the run within
// milliseconds. No answer depends on the number of goroutines.
//
// Expressions are computed by the opcodes of package operators, the same loops that the
// CPU backend runs, for the rows of a chunk at once. Where these do not do (texts,
// decimals past 64 bits, a value out of range), plan.Eval computes the chunk row by row.
package tail
