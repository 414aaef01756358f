// Package explain shows what a statement becomes and what happened when it ran.
//
// A Tree is the statement as pipelines: what each reads, joins, leaves and does with all its
// rows, who reads what it leaves, and, once it has run, rows, times, bytes and sharing. New
// makes it of an engine's query, Ran adds the report of a run. Its printers are methods: Text
// for a terminal, Grid for a table, JSON, and SVG for a picture. Programs and RunPrograms
// print everything else there is: the programs, waves and kernels.
package explain
