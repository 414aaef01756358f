// Package procedure has what CALL runs: analyses of the rows of queries. It reads their
// arguments and tables, operators/analysis computes.
package procedure
