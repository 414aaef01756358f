// Package gen makes the Star Schema Benchmark's data, byte for byte what the classic
// generator writes when one process writes one table.
//
// Every column draws from random streams of its own (ssb/lehmer). A stream skips n draws
// by one modular power, so every table and every range of rows is made independently:
// the same rows function serves text files (WriteFiles), batches for the store (Source)
// and callers that want the values (EachLine, EachPart, EachCustomer, EachSupplier, Dates), on as
// many goroutines as there are.
//
// Known answers: 6,001,215 lineorder rows at scale factor 1, and the md5 sums in
// testdata. Other data sets named "SSB SF1" circulate and differ; say which one a
// number is from.
package gen
