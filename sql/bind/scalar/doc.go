// Package scalar binds the forms of expressions: what operators, literals, casts, comparisons of
// rows and functions with a syntax of their own make of operands. What names, aggregates, windows
// and subqueries mean is for the statement around an expression to say.
package scalar
