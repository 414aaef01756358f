package rowgroups

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"gsdms/plan"
	"gsdms/plan/json"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/parquet"
)

// rows gives the values of a field in a row group, piece by piece.
type rows interface {
	Next(ctx context.Context, most int) (parquet.Piece, error)
	Words() *parquet.Words
	Place()
	Unplace(p *parquet.Piece)
}

// rowsOf begins to read a field in a row group, in the memory of a room.
func (p *File) rowsOf(from io.ReaderAt, room *parquet.Room, group, field int) rows {
	f := p.file
	of := &f.Fields[field]
	switch as := p.form(field); {
	case of.Nested == nil:
		return f.Cursor(from, room, group, field)
	case as == plan.PartLength:
		return newLengths(f, from, room, group, of)
	case as == plan.PartNumber, as == plan.PartValue:
		return newValued(f, from, room, group, of)
	case as == plan.PartOther:
		return &others{valued: newValued(f, from, room, group, of)}
	case of.IsLeaf():
		return newLeaf(newValued(f, from, room, group, of), as == plan.PartText, f.Worded(group, field), f.Null(group, field))
	}
	n := &nested{node: of.Nested, there: of.There(), maps: hasMap(of.Nested), left: f.Groups[group].Rows, parts: make([]*part, of.Nested.First)}
	for _, leaf := range of.Leaves() {
		n.parts = append(n.parts, &part{reader: reader{field: &leaf.Field, cursor: f.Part(from, &parquet.Room{}, group, leaf)}, most: leaf.Defined})
	}
	return n
}

// hasMap reports whether a part is a map, or has one.
func hasMap(of *parquet.Node) bool {
	return of.Form == parquet.Map || slices.ContainsFunc(of.Within, hasMap)
}

// nested gives the records of a field that has values within values as texts of JSON.
type nested struct {
	node  *parquet.Node
	there uint32   // level of definition from which on a row is not NULL
	maps  bool     // it has maps, whose members come in any order
	parts []*part  // of the field, nil of those that are not read
	left  int64    // rows
	out   []byte   // the texts of a piece
	begin int      // of a row's
	nulls []bool   // of a piece
	ends  []int    // of the texts
	texts [][]byte // of the piece
}

// mostNested is how many bytes the texts of a piece have about.
const mostNested = 16 << 20

var (
	errLevels = errors.New("its parts have levels that make no sense together")
	errDeep   = errors.New("a record of it is no JSON value, or lies deeper than one may")
	errText   = errors.New("a text in it is no UTF-8")
	errBehind = errors.New("its pages go on behind its rows")
	errStated = errors.New("there are NULLs, but the file's statistics say that there are none (gsdms load reads it without them)")
)

// Words gives none, since texts are made one by one.
func (n *nested) Words() *parquet.Words { return &parquet.Words{} }

// Place does nothing, as texts have no places.
func (n *nested) Place() {}

// Unplace does nothing.
func (n *nested) Unplace(*parquet.Piece) {}

// Next gives the next rows, as a cursor does.
func (n *nested) Next(ctx context.Context, most int) (p parquet.Piece, err error) {
	if n.left == 0 {
		return p, io.EOF
	}
	n.out, n.nulls, n.ends = n.out[:0], n.nulls[:0], n.ends[:0]
	some := false
	for most = min(most, parquet.PieceRows); p.Rows < most && n.left > 0 && len(n.out) < mostNested; p.Rows++ {
		null, err := n.row(ctx)
		if err != nil {
			return p, err
		}
		n.nulls = append(n.nulls, null)
		if n.left--; null {
			some = true
		} else {
			n.ends = append(n.ends, len(n.out))
		}
	}
	if some {
		p.Nulls = n.nulls
	}
	p.Texts = n.cut()
	return p, n.ended(ctx)
}

// row makes the text of the next row, and says whether it is NULL.
func (n *nested) row(ctx context.Context) (null bool, err error) {
	n.begin = len(n.out)
	first := n.parts[n.node.First]
	if err := first.peek(ctx); err != nil {
		return false, notEnded(err)
	}
	if null = first.defined() < n.there; null {
		return true, n.pass(ctx, n.node, 0, n.there)
	}
	if err := n.value(ctx, n.node, 0); err != nil || !n.maps {
		return false, err
	}
	text, ok := json.Normal(string(n.out[n.begin:]))
	if n.out = append(n.out[:n.begin], text...); !ok {
		return false, errDeep
	}
	return false, nil
}

// cut gives the texts of the piece.
func (n *nested) cut() [][]byte {
	n.texts = cut(n.texts[:0], n.out, n.ends)
	return n.texts
}

// ended checks that behind the last row no part has an entry.
func (n *nested) ended(ctx context.Context) error {
	for _, p := range n.parts[n.node.First:] {
		if n.left > 0 {
			break
		}
		if err := p.peek(ctx); err == nil {
			return errBehind
		} else if err != io.EOF {
			return err
		}
	}
	return nil
}

// value appends a part, whose leaves have their next entries with a level of repetition.
func (n *nested) value(ctx context.Context, of *parquet.Node, repeated uint32) error {
	first := n.parts[of.First]
	if err := first.peek(ctx); err != nil {
		return notEnded(err)
	}
	if len(n.out)-n.begin > malformed.MaxField {
		return fmt.Errorf("a record of it has more than %d bytes as JSON", malformed.MaxField)
	}
	if first.defined() < of.Defined {
		if !of.Optional {
			return errLevels
		}
		n.out = append(n.out, "null"...)
		return n.pass(ctx, of, repeated, of.Defined)
	}
	switch of.Form {
	case parquet.List:
		return n.elements(ctx, of, repeated, '[', ']', n.element)
	case parquet.Map:
		return n.elements(ctx, of, repeated, '{', '}', n.pair)
	case parquet.Struct:
		return n.members(ctx, of, repeated)
	}
	if first.repeated() != repeated {
		return errLevels
	}
	var ok bool
	if n.out, ok = first.appendJSON(n.out, &first.entries.Piece, first.next); !ok {
		return errText
	}
	first.step()
	return nil
}

// members appends a structure.
func (n *nested) members(ctx context.Context, of *parquet.Node, repeated uint32) error {
	n.out = append(n.out, '{')
	for i, member := range of.Within {
		if i > 0 {
			n.out = append(n.out, ", "...)
		}
		n.out = append(json.AppendQuoted(n.out, member.Name), ": "...)
		if err := n.value(ctx, member, repeated); err != nil {
			return err
		}
	}
	n.out = append(n.out, '}')
	return nil
}

// elements appends a list or a map, one element after another.
func (n *nested) elements(ctx context.Context, of *parquet.Node, repeated uint32, open, end byte, one func(context.Context, *parquet.Node, uint32) error) error {
	n.out = append(n.out, open)
	first := n.parts[of.First]
	if first.defined() < of.Filled {
		n.out = append(n.out, end)
		return n.pass(ctx, of, repeated, of.Filled)
	}
	for {
		if err := one(ctx, of, repeated); err != nil {
			return err
		}
		if err := first.peek(ctx); err != nil && err != io.EOF {
			return err
		} else if err == io.EOF || first.repeated() < of.Repeated {
			n.out = append(n.out, end)
			return nil
		}
		n.out, repeated = append(n.out, ", "...), of.Repeated
	}
}

// element appends one of a list.
func (n *nested) element(ctx context.Context, of *parquet.Node, repeated uint32) error {
	return n.value(ctx, of.Within[0], repeated)
}

// pair appends one of a map: the key is the text of it.
func (n *nested) pair(ctx context.Context, of *parquet.Node, repeated uint32) error {
	begin := len(n.out)
	if err := n.value(ctx, of.Within[0], repeated); err != nil {
		return err
	}
	if key := n.out[begin:]; len(key) == 0 || key[0] != '"' {
		n.out = json.AppendQuoted(n.out[:begin], string(key))
	}
	n.out = append(n.out, ": "...)
	return n.value(ctx, of.Within[1], repeated)
}

// pass goes over an entry of each leaf of a part, none of which has a level of definition from one on.
func (n *nested) pass(ctx context.Context, of *parquet.Node, repeated, below uint32) error {
	for _, p := range n.parts[of.First : of.First+of.Leaves] {
		if err := p.peek(ctx); err != nil {
			return notEnded(err)
		}
		if p.repeated() != repeated || p.defined() >= below {
			return errLevels
		}
		p.step()
	}
	return nil
}

// notEnded is an error of reading where there has to be an entry.
func notEnded(err error) error {
	if err == io.EOF {
		return errLevels
	}
	return err
}

// part reads the entries of one with values.
type part struct {
	reader
	most    uint32 // level of definition: there is a value
	entries parquet.Entries
	at      int // the next entry
	next    int // the next value
}

// cursorOf is the part's.
func (p *part) cursorOf() *parquet.Cursor { return p.cursor.(*parquet.Cursor) }

// peek has the next entry there; io.EOF: there is none.
func (p *part) peek(ctx context.Context) (err error) {
	if p.at < p.entries.Rows {
		return nil
	}
	p.at, p.next = 0, 0
	p.entries, err = p.cursorOf().Entries(ctx)
	return err
}

func (p *part) defined() uint32  { return p.entries.Defined[p.at] }
func (p *part) repeated() uint32 { return p.entries.Repeated[p.at] }

// step goes over the next entry.
func (p *part) step() {
	if p.defined() == p.most {
		p.next++
	}
	p.at++
}
