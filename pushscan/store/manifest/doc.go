// Package manifest describes one version of a table as its folder does: columns and their
// storage, files with their checksums, zones, keys, and which rows are dead.
//
// Parse checks all that later code takes for granted, since a manifest may come from anybody.
// What it names is opened by package snapshot; who changes a table copies the manifest (Clone),
// changes the copy and has it written beside.
package manifest
