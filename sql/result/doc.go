// Package result holds what a statement answers, and writes it: as a table for terminals,
// as CSV, TSV, JSON, NDJSON, markdown, or a line for each cell.
package result
