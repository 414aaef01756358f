// Package load reads files into store batches: .tbl and CSV, Parquet, Arrow IPC.
// Foreign Parquet and IPC files are read in a child process of the same binary under a
// memory limit, because the readers can panic or allocate without bound.
package load
