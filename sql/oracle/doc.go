// Package oracle checks gsdms against SQLite. It makes random tables and random
// queries over the whole language, writes each query in both dialects, and compares the
// answers: as sets of rows with repetitions, and in order where the query orders.
//
// SQLite has no DECIMAL: a decimal is an integer there, scaled by the power of ten that
// the expression's type says, so results are exact and the engine's types are checked
// with its values. Numbers stay far below 64 bits, because SQLite goes over to floating
// point where gsdms reports an error; doubles are eighths, whose sums are exact in any
// order.
//
// It is a module of its own, so that nobody who uses gsdms builds SQLite.
package oracle
