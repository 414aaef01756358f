// Package files keeps the rows of the files that queries read as tables.
package files
