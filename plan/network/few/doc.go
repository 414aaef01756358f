// Package few tells where so few rows are expected of a stored table that a function of its texts is
// better computed for them than for all texts.
package few
