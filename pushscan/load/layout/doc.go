// Package layout says which field of a file goes to which column of a table, by the names that a file
// or a list of columns gives, and what goes to the columns that no field goes to.
package layout
