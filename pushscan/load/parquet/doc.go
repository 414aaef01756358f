// Package parquet reads the columns of Parquet files in this process, whatever bytes these
// have.
//
// Open reads the footer; a Cursor gives the values of one column of one row group, some at a
// time. Nothing is allocated by a number that a file claims before that number was held
// against the bytes that are there, or against the limit that Open was given: a page is as
// large as that at most, and values come in pieces of PieceRows. What a file can make longer
// than itself, runs of one value, comes piece by piece, so that who reads can stop. Nothing
// here calls itself deeper than a constant, and no goroutine is started.
//
// A field that is a list, a map or a structure has parts (Node), and a Cursor of each leaf gives its
// entries with their levels.
package parquet
