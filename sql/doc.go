// Package sql turns text into results: it splits and parses statements (TiDB's
// parser, MySQL's dialect), binds names and types, hands a plan.Pipeline to the
// operators and the compiled program to the shared scan, finishes the few rows that
// come back (HAVING, ORDER BY, LIMIT), and runs the statements that change tables.
package sql
