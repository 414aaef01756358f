package compile

import (
	"slices"
	"unsafe"

	"gsdms/operators/dictionary"
	"gsdms/operators/index"
	"gsdms/plan"
)

// lexicon is the texts that codes stand for: of a dictionary, or in no order and each once.
type lexicon struct {
	dict     *plan.Dictionary
	numbered *plan.Unsorted
}

func (l lexicon) len() int {
	if l.numbered != nil {
		return l.numbered.Len()
	}
	return l.dict.Len()
}

// texts gives all, by their codes.
func (l lexicon) texts() []string {
	out := make([]string, l.len())
	if l.numbered != nil {
		codes := make([]int64, len(out))
		for i := range codes {
			codes[i] = int64(i)
		}
		l.numbered.Texts(out, codes, nil)
		return out
	}
	text, _, ends := l.dict.Span(0, len(out))
	all, begin := unsafe.String(unsafe.SliceData(text), len(text)), uint32(0)
	for i, end := range ends {
		out[i], begin = all[begin:end], end
	}
	return out
}

// A text of few is looked for among many; where both are many, all are numbered together.
const (
	manyMatched = 1 << 14
	fewOfMany   = 16
)

// codesIn gives the code that each text has in another lexicon, -1 where it has none.
func (c *compiler) codesIn(of, to lexicon) ([]int64, error) {
	if to.dict != nil && of.dict != nil && (of.len() < manyMatched || of.len() < to.len()/fewOfMany) {
		codes := make([]int64, of.len())
		for i := range codes {
			code, exact := to.dict.Find(of.dict.At(i))
			if codes[i] = int64(code); !exact {
				codes[i] = -1
			}
		}
		return codes, nil
	}
	texts, among := of.texts(), to.texts()
	release, err := c.cache.Hold(c.ctx, dictionary.MostBytes(texts)+dictionary.MostBytes(among))
	if err != nil {
		return nil, err
	}
	defer release()
	return dictionary.Matched(c.ctx, texts, among)
}

// alignText gives the codes that a key's strings have in a lexicon; strings that are not there become
// NULL, which joins nothing. It is empty where there is no string at all.
func (c *compiler) alignText(key operand, to lexicon) (int, error) {
	of := lexicon{key.dict, key.numbered}
	switch {
	case of == to || of == lexicon{}:
		return key.reg, nil
	case to == lexicon{}:
		return c.Null(false), nil
	}
	codes, err := c.codesIn(of, to)
	if err != nil {
		return -1, err
	}
	missing := make([]bool, len(codes))
	for i, code := range codes {
		if missing[i] = code < 0; missing[i] {
			codes[i] = 0
		}
	}
	if !slices.Contains(missing, true) {
		missing = nil
	}
	a, r := index.Numbers(c.ctx, "recode", codes, missing)
	return c.Lookup(a, key.reg, r), nil
}

// equalNumbered gives two strings, of which one has codes in no order, as codes of which equal strings
// have the same.
func (c *compiler) equalNumbered(a, b operand) (x, y int, err error) {
	of, to := lexicon{a.dict, a.numbered}, lexicon{b.dict, b.numbered}
	if of == to || of == (lexicon{}) || to == (lexicon{}) {
		return a.reg, b.reg, nil
	}
	codes, err := c.codesIn(of, to)
	if err != nil {
		return -1, -1, err
	}
	return c.recode(a, codes), b.reg, nil
}
