// Package embed is gsdms within a program: Open gives the tables of a folder to Go code,
// and a Driver gives them, or those of a server, to database/sql.
//
//	db.go      a folder: statements, and rows that are added
//	rows.go    what a query gives, row by row; arrow.go as Arrow records
//	value.go   values of Go and of SQL
//	driver.go  the driver and its connectors; name.go what names a database
//	function.go  functions and aggregates that the program brings
//	conn.go    a connection, in this process or to a server; stmt.go its statements and rows
//
// All that a program asks of a folder at the same time shares its scans: statements may,
// and should, run in many goroutines.
//
// Arrow files that a query names are read by a child process of the running
// binary. A program that wants that begins its main with load.ChildMain (gsdms/pushscan/load).
package embed
