// Package spill keeps in files what memory has no room for: blocks of words, and rows in
// order. The files have no names, so that nothing is left of them when the process ends.
package spill
