// Package disk writes files so that a crash at any point leaves what was there or what was to
// come: files of a change wait for its sync (Files), a sealed file carries the checksum of its
// body (Seal), and one that takes another's place does so by a rename (Replace). It knows nothing
// of tables.
package disk
