// Package made makes the texts that a query asks for of the columns of rows, many at once.
package made
