package compile

import (
	"bytes"
	"context"
	"errors"
	"unsafe"

	"gsdms/operators"
	"gsdms/operators/dictionary"
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

// codesIn gives the code that each text has in another lexicon, -1 where it has none.
func (c *compiler) codesIn(of, to lexicon) ([]int64, error) {
	if to.dict != nil && of.dict != nil {
		return walked(c.ctx, of.dict, to.dict)
	}
	texts, among := of.texts(), to.texts()
	release, err := c.cache.Hold(c.ctx, dictionary.MostBytes(texts)+dictionary.MostBytes(among))
	if err != nil {
		return nil, err
	}
	defer release()
	return dictionary.Matched(c.ctx, texts, among)
}

// walked is codesIn of two dictionaries, which it walks through side by side, from several places at
// once.
func walked(ctx context.Context, of, to *plan.Dictionary) ([]int64, error) {
	const piece = 1 << 14
	n := of.Len()
	codes := make([]int64, n)
	return codes, errors.Join(operators.SpreadIn(ctx, (n+piece-1)/piece, func(ctx context.Context, i int) error {
		lo := i * piece
		at, _ := to.Find(of.At(lo))
		for k := lo; k < min(lo+piece, n); k++ {
			text := of.Bytes(k)
			if at = to.FindBytesFrom(at, text); at == to.Len() || !bytes.Equal(to.Bytes(at), text) {
				codes[k] = -1
				continue
			}
			codes[k] = int64(at)
		}
		return context.Cause(ctx)
	})...)
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
