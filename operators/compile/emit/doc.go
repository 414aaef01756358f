// Package emit writes the instructions of a program: constants, loads and look-ups, and what the
// opcodes compute, each once, with the bounds that its numbers have. It knows registers and
// types, and nothing of tables, joins or what is behind a column.
package emit
