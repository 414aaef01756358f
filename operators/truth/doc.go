// Package truth finds for which values of a column a predicate is true, false or neither,
// before any row is seen: by bounds where it is monotone, by the dictionary's texts, else by
// evaluating it for all values that the column can hold.
package truth
