package rowgroups

import (
	"bytes"
	"context"
	"io"

	"gsdms/pushscan/load/parquet"
)

// The levels of what is picked: a row has nothing, null or a value.
const (
	pickedNone = iota
	pickedNull
	pickedValue
)

// picked gives of each row the entry of one element of a list, or of one key of a map, as if there were no
// others, with levels of its own. As paths have it, the first element of a list that is null is null, too.
type picked struct {
	from   *parquet.Cursor
	of     *parquet.Node // the list or the map
	most   uint32        // level of definition: there is a value
	null   uint32        // level of definition from which on an element of the list is null, not the list missing
	there  uint32        // level of definition from which on what was asked for of an element is there, or null
	want   int           // the element that is picked of the row
	keys   *keys         // which say so; nil: it is the same one of each row
	open   bool          // there is a row that may go on
	at     int           // the element of it that was last
	level  uint32        // of what is picked of it so far
	value  one
	levels []uint32
	out    parquet.Piece
}

// one is a value of a piece, by itself.
type one struct {
	index uint32
	int   int64
	float float64
	text  []byte
	kind  kind
}

// kind is how values of a piece lie there.
type kind int

const (
	noValues kind = iota // it has none
	indexes
	ints
	floats
	texts
)

// kindOf is that of the values of a piece.
func kindOf(p *parquet.Piece) kind {
	switch {
	case len(p.Indexes) > 0:
		return indexes
	case len(p.Ints) > 0:
		return ints
	case len(p.Floats) > 0:
		return floats
	case len(p.Texts) > 0:
		return texts
	}
	return noValues
}

// newPicked begins to read the leaf of a field in a row group.
func newPicked(f *parquet.File, from io.ReaderAt, room *parquet.Room, group int, of *parquet.Field) *picked {
	p := &picked{from: f.Part(from, room, group, of.Nested), of: of.From, most: of.Nested.Defined, there: of.There(), null: of.From.Defined}
	if at, ok := of.Leg.Element(); ok {
		if p.want = at; at == 0 && of.Outer == of.From {
			p.null = of.WhereNull()
		}
		return p
	}
	name, _ := of.Leg.Member()
	p.keys = newKeys(f.Part(from, &parquet.Room{}, group, of.From.Within[0]), of.From, name)
	return p
}

// Words is the dictionary of the leaf.
func (p *picked) Words() *parquet.Words { return p.from.Words() }

// Place has pieces of numbers that lie in a dictionary give their places there.
func (p *picked) Place() { p.from.Place() }

// Unplace gives a piece, which has places of numbers, these instead.
func (p *picked) Unplace(of *parquet.Piece) { p.from.Unplace(of) }

// Entries gives the next entries, and io.EOF behind the last. What it gave before is gone then, but not where
// there is none.
func (p *picked) Entries(ctx context.Context) (out parquet.Entries, err error) {
	for {
		e, err := p.from.Entries(ctx)
		if err == io.EOF && !p.open && p.keys != nil {
			return out, p.keys.end(ctx)
		}
		if err != nil && (err != io.EOF || !p.open) {
			return out, err
		}
		p.levels = p.levels[:0]
		p.out = parquet.Piece{Indexes: p.out.Indexes[:0], Ints: p.out.Ints[:0], Floats: p.out.Floats[:0], Texts: p.out.Texts[:0]}
		as := kindOf(&e.Piece)
		if err == io.EOF {
			p.close()
		} else if as, err = p.meet(as); err == nil {
			err = p.take(ctx, &e, as)
		}
		if err != nil && err != io.EOF {
			return out, err
		}
		if len(p.levels) > 0 {
			return p.entries(), nil
		}
	}
}

// entries are those that are there.
func (p *picked) entries() parquet.Entries {
	out := parquet.Entries{Defined: p.levels, Piece: parquet.Piece{Rows: len(p.levels)}}
	switch kindOf(&p.out) {
	case noValues:
	case indexes:
		out.Indexes = p.out.Indexes
	case ints:
		out.Ints = p.out.Ints
	case floats:
		out.Floats = p.out.Floats
	default:
		out.Texts = p.out.Texts
	}
	return out
}

// meet has the value of the row that goes on lie as those of the next piece do, as which it gives.
func (p *picked) meet(as kind) (kind, error) {
	v := &p.value
	switch {
	case !p.open || p.level != pickedValue || as == v.kind:
		return as, nil
	case as == noValues:
		return v.kind, nil
	case v.kind != indexes:
		return as, errLevels
	}
	words := p.from.Words()
	if v.kind = as; int(v.index) >= max(len(words.Ints), len(words.Floats), len(words.Texts)) {
		return as, errLevels
	}
	switch as {
	case ints:
		v.int = words.Ints[v.index]
	case floats:
		v.float = words.Floats[v.index]
	default:
		v.text = words.Texts[v.index]
	}
	return as, nil
}

// take goes over entries, the first of which may be of the row before.
func (p *picked) take(ctx context.Context, e *parquet.Entries, as kind) (err error) {
	next := 0
	for i, level := range e.Defined {
		switch {
		case e.Repeated[i] == 0:
			if p.close(); p.keys != nil {
				if p.want, err = p.keys.next(ctx); err != nil {
					return notEnded(err)
				}
			}
			p.open, p.at, p.level = true, 0, pickedNone
		case !p.open:
			return errLevels
		default:
			p.at++
		}
		switch {
		case p.at != p.want:
		case level == p.most:
			p.level = pickedValue
			p.value.take(&e.Piece, next, as)
		case level >= p.there || level < p.of.Defined && level >= p.null:
			p.level = pickedNull
		}
		if level == p.most {
			next++
		}
	}
	if p.open && as == texts && p.level == pickedValue {
		p.value.text = bytes.Clone(p.value.text) // the next page takes its place
	}
	return nil
}

// take takes a value of a piece.
func (v *one) take(of *parquet.Piece, i int, as kind) {
	switch v.kind = as; as {
	case indexes:
		v.index = of.Indexes[i]
	case ints:
		v.int = of.Ints[i]
	case floats:
		v.float = of.Floats[i]
	default:
		v.text = of.Texts[i]
	}
}

// close ends the row that is open.
func (p *picked) close() {
	if !p.open {
		return
	}
	p.open = false
	if p.levels = append(p.levels, p.level); p.level != pickedValue {
		return
	}
	switch v := &p.value; v.kind {
	case indexes:
		p.out.Indexes = append(p.out.Indexes, v.index)
	case ints:
		p.out.Ints = append(p.out.Ints, v.int)
	case floats:
		p.out.Floats = append(p.out.Floats, v.float)
	default:
		p.out.Texts = append(p.out.Texts, v.text)
	}
}
