// Package pushscan pushes the chunks of a table, once, through all running queries.
//
// A Stream is the circular shared scan of one snapshot. Its loop admits new
// subscriptions at the chunk boundary, loads the columns that anyone attached needs,
// solves the wave when the attached set has changed, pushes the chunk through the
// wave's batches, and retires who has seen every chunk, failed or was cancelled. A
// Subscription is a query's place on it; a ride is one run that one or several
// subscriptions of the same program share. The Hub finds or starts the stream of a
// table; a stream without riders ends.
//
// The stream's goroutine owns everything in it but its mailbox.
package pushscan
