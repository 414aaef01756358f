// Package define reads what statements declare: tables, what ALTER TABLE makes of one, the
// columns of a query's rows, functions. It gives definitions for the store, and for what the
// store has the statements that declare it. Nothing is changed here.
package define
