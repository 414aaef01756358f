// Package source makes rows for a table, in the form that the store takes: of results, of
// values, of single columns. Values are converted as INSERT converts them.
package source
