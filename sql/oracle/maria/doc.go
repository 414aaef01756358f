// Package maria compares the engine's expressions with MariaDB's: random ones over all types,
// all functions, casts, mixed comparisons, aggregates and windows, of constants and of columns. And
// it compares sequences of changes of small tables, whose values lie at the ends of their types, with
// reads between them.
// MariaDB is the nearest to MySQL that can be installed from a distribution; where it departs
// from MySQL 8, a row of explained says how. The tests are skipped where no mariadbd is.
package maria
