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
// Queries with queries in them (nest.go) are generated as texts of both dialects side by
// side: what SQLite lacks is spelled out there. They are also held against rules that need
// no other system: a condition's three cases together are no condition, a subquery is a
// join. go test -run Nested -nested 20000 compares as many.
//
// It is a module of its own, so that nobody who uses gsdms builds SQLite.
package oracle
