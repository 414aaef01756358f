// Package pass holds the passes over an unnested network, each of which makes it one that gives
// the same rows for less: Once, Split, PartWindows and Push, in this order. A pass walks the graph with a
// state of its own, and changes no node: those that it has something better for are made anew. What a
// pass has to know of values are bounds of columns, which it is given.
package pass
