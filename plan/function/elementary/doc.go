// Package elementary computes logarithms, exponentials and powers of doubles, rounded almost always as the
// exact value is: less than 0.51 units in the last place away, powers less than 0.55.
//
// All of them look up the number of a table that is next to the argument and compute what is left by a
// polynomial: a logarithm as the sum of two doubles, so that a power, which is the exponential of a product
// with one, has all its digits. The tables (tables.go) are made by the test, with numbers of 300 bits.
package elementary
