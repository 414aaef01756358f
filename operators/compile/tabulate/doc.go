// Package tabulate evaluates functions for all values that their arguments can have, and makes
// tables of the results, which programs look up. It keeps those of stored columns.
package tabulate
