package lexicon

import (
	"bytes"
	"context"
	"errors"

	"gsdms/operators"
	"gsdms/operators/dictionary"
	"gsdms/operators/index"
	"gsdms/plan"
)

// Lexicon is the texts that codes stand for: of a dictionary, or in no order and each once. The zero
// value has none.
type Lexicon struct {
	Dict     *plan.Dictionary
	Numbered *plan.Unsorted
}

// Len is how many texts there are.
func (l Lexicon) Len() int {
	if l.Numbered != nil {
		return l.Numbered.Len()
	}
	return l.Dict.Len()
}

// texts gives all, by their codes.
func (l Lexicon) texts() []string {
	out := make([]string, l.Len())
	if l.Numbered != nil {
		codes := make([]int64, len(out))
		for i := range codes {
			codes[i] = int64(i)
		}
		l.Numbered.Texts(out, codes, nil)
		return out
	}
	texts := l.Dict.Strings()
	for i := range out {
		out[i] = texts.View(i, i+1)
	}
	return out
}

// CodesIn gives the code that each text has in another lexicon, -1 where it has none. What it needs of
// memory on the way is that of a cache.
func (l Lexicon) CodesIn(ctx context.Context, to Lexicon, cache *index.Cache) ([]int64, error) {
	if to.Dict != nil && l.Dict != nil {
		return walked(ctx, l.Dict, to.Dict)
	}
	texts, among := l.texts(), to.texts()
	release, err := cache.Hold(ctx, dictionary.MostBytes(texts)+dictionary.MostBytes(among))
	if err != nil {
		return nil, err
	}
	defer release()
	return dictionary.Matched(ctx, texts, among)
}

// walked is CodesIn of two dictionaries, which it walks through side by side, from several places at
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
