// Package delimited reads texts whose records are lines of fields with a delimiter between them, in a
// dialect that is known. One goroutine cuts a text into blocks of whole records (splitter), several
// parse them, straight into typed columns (parser), and Reader.Next takes the batches in the text's
// order; Start, Records and BeginsWithRow look at the start of a text.
package delimited
