// Package restrict has steps of a network make what somebody asks for, and no more: groups of the
// keys that a join wants, windows over the partitions that it wants, and joins without the rows that
// conditions above them drop.
package restrict
