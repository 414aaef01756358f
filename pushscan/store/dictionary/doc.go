// Package dictionary makes the dictionaries of columns of texts.
//
// An Interner gives texts provisional codes as they come. When all are there Sorted gives the
// dictionary's file, in the order of the texts, and the final code of each provisional one. Pack
// makes the file small where that pays, and OpenPacked reads it back.
package dictionary
