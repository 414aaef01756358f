// Package step adds to the network of a statement the tables whose columns its steps make, as many as
// a statement may have.
package step
