package rowgroups

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strconv"

	"gsdms/pushscan/load/parquet"
)

// keys says of each row which of the elements of a map has a key, the last one of several, as of members of an
// object.
type keys struct {
	from   *parquet.Cursor
	of     *parquet.Node // the map
	text   []byte
	number int64
	none   bool // no number is the key
	found  []int
	taken  int // of these
	open   bool
	at     int
	last   int // element with the key of the row that goes on, -1: none so far
	ended  bool
	isWord []bool // by the words, whether one is the key; nil: not known yet
}

func newKeys(from *parquet.Cursor, of *parquet.Node, name string) *keys {
	k := &keys{from: from, of: of, text: []byte(name)}
	if of.Within[0].Logical != parquet.Text {
		n, err := strconv.ParseInt(name, 10, 64)
		k.number, k.none = n, err != nil || strconv.FormatInt(n, 10) != name
		from.Place()
	}
	return k
}

// next gives the element of the next row, -1 for none.
func (k *keys) next(ctx context.Context) (int, error) {
	for k.taken == len(k.found) {
		if k.ended {
			return -1, io.EOF
		}
		e, err := k.from.Entries(ctx)
		if k.ended = err == io.EOF; err != nil && !k.ended {
			return -1, err
		}
		if k.found, k.taken = k.found[:0], 0; k.ended {
			k.close()
		} else {
			k.take(&e)
		}
	}
	k.taken++
	return k.found[k.taken-1], nil
}

// end is io.EOF where there is no other row, as of a map there is none.
func (k *keys) end(ctx context.Context) error {
	if _, err := k.next(ctx); err != nil {
		return err
	}
	return errLevels
}

// close ends the row that is open.
func (k *keys) close() {
	if k.open {
		k.found = append(k.found, k.last)
	}
	k.open = false
}

// take goes over entries.
func (k *keys) take(e *parquet.Entries) {
	next, most := 0, k.of.Within[0].Defined
	for i, level := range e.Defined {
		if e.Repeated[i] == 0 {
			k.close()
			k.open, k.at, k.last = true, 0, -1
		} else {
			k.at++
		}
		if level == most {
			if k.isKey(&e.Piece, next) {
				k.last = k.at
			}
			next++
		}
	}
}

// isKey reports whether a value of a piece is the key.
func (k *keys) isKey(of *parquet.Piece, i int) bool {
	switch {
	case of.Indexes != nil:
		if k.isWord == nil {
			k.isWord = k.wordsOf(k.from.Words())
		}
		return k.isWord[of.Indexes[i]]
	case of.Ints != nil:
		return of.Ints[i] == k.number && !k.none
	}
	return bytes.Equal(of.Texts[i], k.text)
}

// wordsOf says which of the words are the key.
func (k *keys) wordsOf(words *parquet.Words) []bool {
	out := make([]bool, 0, max(len(words.Ints), len(words.Texts)))
	for _, n := range words.Ints {
		out = append(out, n == k.number && !k.none)
	}
	for _, text := range words.Texts {
		out = append(out, bytes.Equal(text, k.text))
	}
	return slices.Clip(out)
}
