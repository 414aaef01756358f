// Package external runs the operators that need all rows where memory has room for a part of
// them. Each is made of the same operator of package tail over parts, and of one thing more:
// sorted runs in files, which are merged. Rows in the order of all columns have equal ones
// side by side, and those in the order of keys have groups and partitions side by side, so
// that a part which ends between two of them can be given to tail. The rows and their order
// are those that tail would give of all.
package external
