// Package scalar reads the text of one value as files write it, as the number that a column of its
// type stores, or refuses it: nothing is rounded and nothing is left over. It knows no files and no
// columns; of a type it is told the scale and the bounds.
package scalar
