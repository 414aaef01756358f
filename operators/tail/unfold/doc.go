// Package unfold makes rows of documents: a walk over each finds the elements that a path leads to, and
// what the paths of all columns lead to in each.
package unfold
