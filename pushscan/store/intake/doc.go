// Package intake takes the values that come to a column of a table: it checks them and makes them numbers,
// texts by codes in the order in which they come, and in the end gives these the form in which they are
// stored. Where rows go, and which of them stay, is for the changes of tables.
package intake
