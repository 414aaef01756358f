// Package separate is the last pass over an unnested network: it moves what no program computes to steps
// of their own, as far below as there are few rows, and takes numbers apart that programs have no room for.
package separate
