// Package value has SQL's single values and what can be done with them where nothing is known
// of expressions: their types, their texts and how texts are read, casts, exact decimals,
// and the calendar. It is plain and slow where the engine's vectors are fast, and both mean
// the same.
package value
