// Package schema says which type of column holds a field of a file that has types of its own, as Arrow
// IPC and Parquet have, and makes the field's numbers the column's, exactly or not at all.
package schema
