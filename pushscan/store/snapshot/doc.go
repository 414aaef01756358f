// Package snapshot opens what a manifest names: a Version is a table as it is between two
// changes, its files mapped, immutable, and what plan.Table reads its rows from.
//
// Each segment is compared with its checksum when it is first read, a dictionary when it is
// opened, so nothing is answered from bytes that are not as written: they are a DamageError, and
// what the system could not read an UnreadError. Versions share the mappings of files that they
// have in common; the catalog counts who has them. They share, too, what is unpacked of these: texts
// of dictionaries and rows of columns, in memory that a Room charges.
package snapshot
