// Package objects reads JSON texts of objects, one after another (NDJSON) or in one array, as the
// lines of fields that package delimited reads.
//
// Look finds what members the first objects have, and of what kinds. New gives all objects as a
// text: a line for each, a field for each member that Look has found, with tabs between them and
// MySQL's escapes, as LOAD DATA reads it by default. A member that is null, or not there, is \N; a
// text is its characters, a number or a truth as it is written; an object or an array is its JSON
// text. Of members of one name the last one counts. One that has no field is an error (LateError), since it
// would be lost else, unless the caller passes over others; Rest finds all such members.
package objects
