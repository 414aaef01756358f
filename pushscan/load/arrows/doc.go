// Package arrows gives rows as Arrow's records, with the schema that their columns have there, and
// writes such records as Parquet and IPC files. Package load reads what it writes.
package arrows
