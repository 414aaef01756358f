// Package cut takes a network to the stages that run: Stages cuts the graph where rows must be
// stored, and Stage.Pipeline makes a stage a pipeline as soon as the rows that it needs are
// there, with constants in place of tables of one row. A new step that needs all rows is a case
// of store.go.
package cut
