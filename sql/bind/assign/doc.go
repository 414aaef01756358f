// Package assign takes the variables out of the list of a SELECT that sets them, @v := x, for
// columns behind that to read. Since rows have no order, only what a row itself has set can be
// read: a read is then the expression that was set, in whose place it is bound. Anything else is
// refused.
package assign
