// Package dialect compares the engine with MySQL 8, which not each distribution has, and with
// MariaDB, which each has: random expressions over all types, all functions, casts, mixed comparisons,
// aggregates and windows, of constants and of columns; random queries of several tables, whose conditions are of
// functions of columns of both sides; sequences of changes of small tables, whose values
// lie at the ends of their types, with reads between them; random statements of sorts that users write (classes), UPDATEs by
// expressions, and parameters of drivers; statements as clients write them, one a line
// of testdata/statements; warnings, and what clients are told of columns. Where MariaDB departs from MySQL 8, a row of explained says how; where the engine does, one of
// deviations. Tests are skipped where the program is not installed.
package dialect
