// Package manual says what the statements, types, functions and settings are: tables for the
// shell's help and completion, and for the pages that are made of them (docs/sql.md and
// docs/settings.md).
package manual
