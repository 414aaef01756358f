// Package compile turns a plan.Pipeline into an operators.Program and what is left for
// the finish.
//
// Conjuncts over the streamed table and over the dimensions that its keys reach become
// sets of numbers (packages restrict, truth and sets), and those the program's filters; what is
// left is its body, whose expressions package scalar compiles and whose instructions package emit
// writes. What is derived of snapshots, as indexes of joined tables, is made and kept by package
// index. A new operator is a file here.
package compile
