// Package rowgroups reads Parquet files into columns of a table, which package parquet has opened up: a
// File gives batches, several columns at once, and Parts each column of a row group by itself, when
// it is asked for.
package rowgroups
