// Package restrict has steps of a network make what somebody asks for, and no more: groups of the
// keys that a join wants, and windows over the partitions that it wants.
package restrict
