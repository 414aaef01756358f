// Package subquery has the subqueries of expressions as parts of these, until their rows are joined to
// those around them, and joins them: EXISTS and IN that leave rows out become semi and anti joins,
// others columns of the rows, which the expressions read in place of the subqueries.
package subquery
