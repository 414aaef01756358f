// Package unnest makes subqueries that read columns of the rows around them joins, so that a
// network can be cut: by the columns that conditions make equal to theirs, or else over the
// domain, the distinct values of what they read. A new form of subquery that needs no domain
// is a method of domain, beside conditions and aggregate.
package unnest
