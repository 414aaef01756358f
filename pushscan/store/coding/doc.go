// Package coding turns a column's logical numbers into those that are stored, and back.
//
// A logical number is an int64 and whether it is NULL: an integer, the code of a text, the row
// that a foreign key refers to, or the bits of a double. Stored, it is less by the column's bias
// and takes as many bytes as the column needs (plan.Storage). A Reader gives a column's numbers
// segment by segment, from wherever they are; a Spill keeps them while what the column needs is
// not known yet. Pack and Unpack turn a segment of stored numbers into fewer bytes, and back.
package coding
