// Package analysis computes what SQL has no words for on the rows of a query: each analysis is
// a file that takes columns of doubles without NULLs and gives its result, on all processors,
// the same for equal columns however many there are. One that is cancelled ends with its
// context's cause within some milliseconds.
package analysis
