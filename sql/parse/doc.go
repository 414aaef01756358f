// Package parse reads SQL: it divides a text into statements and lexemes, has TiDB's parser
// read them with what it does not know itself (FULL JOIN, EXPLAIN CUDA, files in FROM, long
// DECIMAL literals), and makes the errors that say what is wrong with a statement, where,
// and what may help.
package parse
