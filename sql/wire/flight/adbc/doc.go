// Package adbc talks to "gsdms serve" with the driver of ADBC for Flight SQL, which is made
// of another version of Arrow than gsdms: what one writes the other reads. Answers are
// compared with SQLite's.
//
// It is a module of its own. Two versions of Arrow cannot be in one program, so the tests
// build gsdms and start it.
package adbc
