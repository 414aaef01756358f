// Package fits finds the rows of a table by what they fit, where no equality says which rows meet but a
// pattern that they have and a text of the rows before do. Each text is looked for once: what a pattern
// fits is a set of the dictionary's codes, as that of a constant is, and the rows whose pattern fits a
// text lie side by side, by its code. So no pair is made that the condition does not hold for.
package fits
