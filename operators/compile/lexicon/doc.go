// Package lexicon brings the texts together that codes of two columns stand for: it finds those of one
// among those of the other, merges both, and looks into a text of one for a text of the other.
package lexicon
