// Package explain prints what a statement becomes, pipeline by pipeline, and what happened
// when it ran.
package explain
