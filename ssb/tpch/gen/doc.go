// Package gen makes TPC-H's data, byte for byte what the reference generator (release
// 2.14, one process, no update sets) writes. What is measured over it is derived from
// TPC-H, unaudited, and not comparable with published TPC-H results.
//
// Every column draws from a random stream of its own (ssb/lehmer), and a row moves each
// stream by a fixed number of draws, whatever it needs. So every range of rows is made
// by itself, on as many goroutines as there are, as text or as batches for the store
// (ssb/pieces). All comments are cut from one text of 300 MiB (pool.go), which New makes
// first, in a second or two.
//
// Known answers: 6,001,215 rows of lineitem at scale factor 1, and the md5 sums in
// testdata. Another family of data goes by the same name, whose addresses and comments
// differ; say which one a number is from.
package gen
