// Package cell says of the cells of a column, in whichever form it has them, how they compare and
// what memory they take.
package cell
