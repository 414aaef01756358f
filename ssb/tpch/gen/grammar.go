package gen

import (
	"strings"

	"gsdms/ssb/lehmer"
)

// grammar makes sentences. Every list has an entry for each number that may be drawn,
// and every word its space or comma behind it.
type grammar struct {
	forms        []string // of sentences: N, V, P, T
	nouns, verbs []phrase
	prepositions []string
	terminators  []string
}

// phrase is one form of a noun or verb phrase: a list to pick from for each word.
type phrase [][]string

func newGrammar(w Words) *grammar {
	g := &grammar{prepositions: w.drawn("prepositions", " the "), terminators: w.drawn("terminators", " ")}
	for _, form := range w.drawn("grammar", "") {
		g.forms = append(g.forms, strings.ReplaceAll(form, " ", ""))
	}
	g.nouns = phrases(w, "np", map[byte]string{'N': "nouns", 'J': "adjectives", 'D': "adverbs"})
	g.verbs = phrases(w, "vp", map[byte]string{'V': "verbs", 'X': "auxiliaries", 'D': "adverbs"})
	return g
}

// phrases are the forms of one kind of phrase; lists names the list of each letter.
func phrases(w Words, kind string, lists map[byte]string) []phrase {
	var out []phrase
	for _, form := range w.drawn(kind, "") {
		var p phrase
		for letter := range strings.FieldsSeq(form) {
			p = append(p, w.drawn(lists[letter[0]], letter[1:]+" "))
		}
		out = append(out, p)
	}
	return out
}

// pick takes one entry of a list.
func pick[T any](s *lehmer.Stream, list []T) T { return list[s.Scaled(float64(len(list)))] }

// sentence appends a sentence and a space.
func (g *grammar) sentence(s *lehmer.Stream, b []byte) []byte {
	for _, letter := range []byte(pick(s, g.forms)) {
		switch letter {
		case 'N':
			b = say(s, g.nouns, b)
		case 'V':
			b = say(s, g.verbs, b)
		case 'P':
			b = append(b, pick(s, g.prepositions)...)
			b = say(s, g.nouns, b)
		case 'T':
			b = append(b[:len(b)-1], pick(s, g.terminators)...)
		}
	}
	return b
}

// say appends a phrase of any of the forms.
func say(s *lehmer.Stream, forms []phrase, b []byte) []byte {
	for _, list := range pick(s, forms) {
		b = append(b, pick(s, list)...)
	}
	return b
}
