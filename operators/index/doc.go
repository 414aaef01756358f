// Package index makes what rows of a snapshot are found by: whole columns as arrays, views
// that give the rows of values, hash tables and arrays of keys for joins, rows in an order
// for bands; and the Cache that keeps them for all queries.
package index
