// Package sql turns text into results: it splits and parses statements (TiDB's parser,
// MySQL's dialect), binds names and types to a network, has pushscan/engine run it, and
// runs the statements that change tables.
package sql
