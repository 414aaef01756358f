// Package network holds what a statement asks as a graph of relational operators, and what
// all who change graphs need: how nodes are walked, copied and rebuilt, and which columns
// their rows have. Its rooms take the graph to pieces that can run: in unnest, subqueries
// that read columns of the rows around them become joins; in pass, the graph becomes one of
// the same rows for less; in cut, it is parted where rows must be stored. What is left are
// stages, each a pipeline over tables and over what other stages gave.
//
// Columns are known by the table that holds them: every step that makes columns (a scan,
// a projection, an aggregation, a window, a set operation, the mark of a join) has a
// table of its own among the network's tables, and an expression names table and column.
// A step passes the columns of its inputs on unless it says otherwise.
package network
