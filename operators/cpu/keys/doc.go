// Package keys packs the keys of rows into words that are equal, and in order, as the keys are.
package keys
