// Package clients measures a benchmark's random queries asked by many clients: each asks
// again as soon as it has its answer (Closed), or queries arrive whether or not others have
// been answered (Arriving). All answers are compared with the right ones.
//
//	drive.go   who asks when
//	check.go   whether an answer is right, at the cost of a hash
//	run.go     numbers of clients and rates, one after another
//	outcome.go what came of it; print.go as a table
package clients
