// Package roster says what a folder holds: its tables and where the manifest of each is, its queries
// and functions, and the databases that names are of. Such a Roster is the body of catalog.json; a
// Change leads from one to the next, and a Mount gives what is in a folder the name of a database.
package roster
