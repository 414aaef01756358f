// Package operators says what a Program is and what a backend has to do with it;
// compile makes programs of networks, and cpu runs them on the CPU.
//
// A Program is one pipeline as data: which columns it reads, the filters that
// decide which rows live (plain ranges and bit sets over STORED numbers), a
// straight-line body for the rows that pass, and one sink. Backends know these
// instructions and no operator; they share the layout of arrays and the opcode
// table, so a new function is a row there and a new operator is a file of compile.
package operators
