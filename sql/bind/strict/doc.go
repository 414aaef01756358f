// Package strict makes values those of a column, by the rules of MySQL's strict mode: error 1264
// for a number out of range, 1366 for what is no number, 1292 for what is no date, 1406 for a text
// that is too long. Nothing is lost but digits behind the point.
package strict
