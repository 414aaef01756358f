// Package bind gives the names and types of a parsed query their meaning: it turns a SELECT,
// with what its FROM, WHERE and select list say, into a network of plan/network. Whatever
// is not supported is refused here, with MySQL's number and the place in the text. What an
// expression becomes by its form alone is for package scalar to say, and how the subqueries in it are
// joined to the rows around them for package subquery.
package bind
