// Package random is a benchmark of queries that chance puts together: joins, groups, windows,
// set operations and subqueries over the data derived from TPC-H, with no key declared. Nobody
// has chosen them for an engine to do well at, so they find what an engine does badly.
//
// A query's number and the seed decide it, whatever else is asked for: query 12 of seed 3 is
// always the same. Answers have no choice in them: rows that a LIMIT parts are in a total order,
// windows that look at single rows as well, and what is compared with a rounded value is no
// mean of doubles. MySQL and DuckDB read nearly all of the texts alike; where they do not, the
// query has a text for each.
package random
