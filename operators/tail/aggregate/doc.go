// Package aggregate makes of the rows of a group, behind a pipeline, the value that an aggregate has of
// them: Folders take rows in, one by one, all rows of a group at once, or those of a large one by the
// goroutines of a team. Which rows are of a group, and in what order they come, is for others to say.
package aggregate
