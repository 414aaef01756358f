// Package exprs says what an expression is by its form, before anything is compiled: the columns
// that it reads, whether a part of it stands for all of it, whether it can be a set of values,
// and how it is spelled where what is made of it is kept.
package exprs
