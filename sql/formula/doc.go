// Package formula computes columns of rows that come or change: generated columns, and those of a DEFAULT that is an
// expression. A row gets its values on its way into the table, so that they are columns like any others from there on.
package formula
