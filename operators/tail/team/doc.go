// Package team has the goroutines that work on the rows of one run: they share tasks, take turns with
// other queries, stop when the run is to end, and say what memory they take.
package team
