// Package machine runs the body of a program over batches of the rows that its filters have
// left. A Lowering makes the steps of its instructions; a Machine, one of each worker, takes
// the rows through them, in slots of memory instead of registers. What the last step does,
// the sink, is made by those who own it, of the same parts.
package machine
