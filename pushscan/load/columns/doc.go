// Package columns fills the columns of a table's batches with values of files. A Column takes texts one
// by one, or looks through values that a reader has put down, and refuses what its type does not
// hold; a Dictionary gives texts their codes in a batch.
package columns
