// Package scope has what names mean to a statement: snapshots of the catalog's tables and,
// before them, of the session's own, files, views and functions, as who asks may read them.
// The plans of statements are kept here for as long as the names in them mean the same.
package scope
