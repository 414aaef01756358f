// Package relation makes tables of the rows that a pipeline has left, so that later
// pipelines stream them and join them like stored ones: columns of numbers as narrow as
// they fit, with zone maps, in memory.
package relation
