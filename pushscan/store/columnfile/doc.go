// Package columnfile writes the files of a table's columns: a Writer those of a new version, numbers with
// their zones and checksums, and dictionaries; Grow makes what comes behind a file that stays.
package columnfile
