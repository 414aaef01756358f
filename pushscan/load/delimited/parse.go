package delimited

import (
	"bytes"
	"fmt"
	"strings"

	"gsdms/plan"
	"gsdms/pushscan/load/columns"
	"gsdms/pushscan/load/layout"
	"gsdms/pushscan/load/malformed"
	"gsdms/pushscan/load/scalar"
	"gsdms/pushscan/store/ingest"
)

// Dialect is how a text file is written. An absent quote or escape is -1.
type Dialect struct {
	Delimiter byte
	Quote     int
	Escape    int
	Bare      bool              // an escape is one within quotes, before a quote or itself; else MySQL's everywhere
	Loose     bool              // a quote is text in a field that does not begin with one
	Nulls     []string          // an unquoted field with one of these texts is NULL
	Trailing  bool              // one delimiter may follow the last field
	Comma     bool              // numbers have a comma for their point
	Thousands bool              // and may have points between their thousands
	Dates     string            // how dates are written; "": as MySQL writes them, but for Days
	Days      map[string]string // how the days of some columns are written, by their names in small letters
	Lenient   bool              // a wrong record does not end the block
	Comments  bool              // a line that begins with # and is no record is none
}

// parser turns blocks of whole records into batches, straight into typed columns. One
// goroutine owns it. Of each kind there is a fast reader for plain values; whatever it
// does not take (quotes, escapes, spaces, NULL, errors) the slow way reads again.
type parser struct {
	Dialect
	fields  []field
	columns []*columns.Column // of the table
	layout  *layout.Layout

	find    finder
	data    []byte // the block; ends with LF
	cut     bool   // the block's only record goes on past MaxRecord
	row     int
	line    int                // of the record being read, from 0 in the block
	start   int                // of the record being read
	lines   []uint32           // of each row
	newline int                // line ends inside of the record's fields
	broken  bool               // the record's quotes are wrong
	wrong   []*malformed.Error // values of the record that their columns do not take; of a lenient one all
	rejects []Reject           // of the block
	scratch []byte             // of unescaped text
}

// field is where a field of the file goes; column is nil to pass over it.
type field struct {
	column *columns.Column
	name   string
	fast   func(p *parser, c *columns.Column, pos int) (next int, ok bool)
	passed int // so many fields from this one on go nowhere, the file's last one not counted
}

func newParser(l *layout.Layout, d Dialect) *parser {
	p := &parser{Dialect: d, layout: l, find: newFinder(d)}
	for _, c := range l.Table.Columns {
		column := columns.New(c)
		column.Comma, column.Thousands, column.Checked = d.Comma, d.Thousands, d.Lenient
		if column.Kind == plan.Date || column.Kind == plan.DateTime {
			column.Dates = d.dates(c)
		}
		p.columns = append(p.columns, column)
	}
	for i, ordinal := range l.Fields {
		f := field{name: l.Names[i], fast: (*parser).skip}
		if ordinal >= 0 {
			f.column = p.columns[ordinal]
			f.fast = fastReader(f.column)
		}
		p.fields = append(p.fields, f)
	}
	for i := len(p.fields) - 2; i >= 0; i-- {
		if p.fields[i].column == nil {
			p.fields[i].passed = p.fields[i+1].passed + 1
		}
	}
	return p
}

// dates is how a column of dates or moments is written.
func (d Dialect) dates(c plan.Column) string {
	if day := d.Days[strings.ToLower(c.Name)]; day != "" {
		return columns.MomentForm(c.Type, day)
	}
	return d.Dates
}

// fastReader picks the reader of plain values.
func fastReader(c *columns.Column) func(p *parser, c *columns.Column, pos int) (int, bool) {
	switch c.Kind {
	case plan.Decimal:
		if c.Keyed || c.Comma {
			return (*parser).never
		}
		return (*parser).fastDecimal
	case plan.Int:
		return (*parser).fastInt
	case plan.Unsigned:
		return (*parser).fastUnsigned
	case plan.String:
		return (*parser).fastString
	case plan.Date:
		if c.Dates == "" {
			return (*parser).fastDate
		}
	case plan.DateTime:
		if c.Dates == "" {
			return (*parser).fastDateTime
		}
	case plan.Double:
		if !c.Comma {
			return (*parser).fastDouble
		}
	}
	return (*parser).never
}

// begin has the parser read a block.
func (p *parser) begin(data []byte) {
	p.data = data
	p.find.begin(data)
}

// parse reads a block of whole records that ends with LF (for a cut one: of the first
// bytes of a record). The batch shares nothing with data. The error's line counts
// from 0 in the block, which has no more line ends than it is said to have.
func (p *parser) parse(data []byte, lines int64, cut bool) (*ingest.Batch, []uint32, *malformed.Error) {
	p.begin(data)
	p.cut, p.row, p.line, p.rejects = cut, 0, 0, nil
	// A record has a byte for each field at least: its delimiter or line end.
	rows := int(min(lines, int64(len(data)/len(p.fields)+1)))
	for _, c := range p.columns {
		c.Begin(rows)
	}
	p.lines = make([]uint32, 0, rows)
	for pos := 0; pos < len(data); {
		if n := p.blank(pos); n > 0 {
			pos, p.line = pos+n, p.line+1
			continue
		}
		next, err := p.record(pos)
		if len(p.wrong) > 0 {
			err, p.broken = p.wrong[0], false // which came first
		}
		if err != nil && p.Comments && data[pos] == '#' && !p.cut {
			pos = p.comment(pos)
			continue
		}
		if err != nil && p.Lenient && !p.cut {
			pos = p.reject(pos, err)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		p.lines = append(p.lines, uint32(p.line))
		pos, p.line, p.row = next, p.line+1+p.newline, p.row+1
	}
	return p.batch(), p.lines, nil
}

// comment passes over a line.
func (p *parser) comment(pos int) int {
	for _, c := range p.columns {
		c.Unset(p.row)
	}
	p.line++
	return pos + bytes.IndexByte(p.data[pos:], '\n') + 1
}

// reject puts a record aside, and gives the start of the next one: behind the line if its
// quotes are wrong.
func (p *parser) reject(pos int, err *malformed.Error) int {
	end := p.walk(p.data[pos:], true)
	if n := bytes.IndexByte(p.data[pos:], '\n') + 1; p.broken || end == 0 {
		end = n
	}
	record := p.data[pos : pos+end]
	p.rejects = append(p.rejects, Reject{Err: err, Wrong: p.wrong, Record: string(bytes.TrimRight(record, "\r\n"))})
	for _, c := range p.columns {
		c.Unset(p.row)
	}
	p.line += bytes.Count(record, []byte{'\n'})
	return pos + end
}

// batch fills the columns that no field goes to and hands the batch out.
func (p *parser) batch() *ingest.Batch {
	b := &ingest.Batch{Rows: p.row, Columns: make([]ingest.Column, len(p.columns))}
	p.layout.Fill(p.columns, p.row)
	for i, c := range p.columns {
		b.Columns[i] = c.End(p.row)
	}
	return b
}

// blank gives the length of an empty line at pos. A file of one field has none: there
// an empty line is an empty field.
func (p *parser) blank(pos int) int {
	if len(p.fields) == 1 {
		return 0
	}
	if p.data[pos] == '\n' {
		return 1
	}
	if p.data[pos] == '\r' && p.data[pos+1] == '\n' {
		return 2
	}
	return 0
}

// record reads one record and gives the start of the next.
func (p *parser) record(pos int) (int, *malformed.Error) {
	p.start, p.newline, p.broken, p.wrong = pos, 0, false, nil
	last := len(p.fields) - 1
	for i := 0; i <= last; i++ {
		if most := p.fields[i].passed; most > 0 {
			var n int
			pos, n = p.pass(pos, most)
			i += n
		}
		f := &p.fields[i]
		next, ok := f.fast(p, f.column, pos)
		if !ok && p.empty(f.column, pos) {
			next, ok = pos, true
		}
		if !ok {
			var err *malformed.Error
			if next, err = p.slow(i, pos); err != nil {
				return 0, err
			}
		}
		if i == last {
			return p.endRecord(next)
		}
		if p.data[next] != p.Delimiter {
			return 0, p.fail(-1, p.start, next, p.data[p.start:next],
				fmt.Sprintf("%s; the line ends after field %d", p.count(), i+1))
		}
		pos = next + 1
	}
	return pos, nil
}

// endRecord checks that the record ends at pos.
func (p *parser) endRecord(pos int) (int, *malformed.Error) {
	end := pos
	if p.Trailing && p.data[end] == p.Delimiter {
		end++
	}
	if p.data[end] == '\r' && p.data[end+1] == '\n' {
		end++
	}
	if p.data[end] != '\n' {
		return 0, p.fail(-1, p.start, pos, p.data[p.start:p.find.next(pos+1)],
			p.count()+"; there are more")
	}
	if p.cut {
		return 0, p.fail(-1, p.start, end, nil, "")
	}
	return end + 1, nil
}

// count says how many fields a record has to have.
func (p *parser) count() string {
	if len(p.fields) == 1 {
		return "1 field"
	}
	return fmt.Sprintf("%d fields", len(p.fields))
}

// ends reports whether a field may end at pos.
func (p *parser) ends(pos int) bool {
	c := p.data[pos]
	return c == p.Delimiter || c == '\n' || c == '\r' && p.data[pos+1] == '\n'
}

// slow reads field i at pos by all the rules and gives where it ends.
func (p *parser) slow(i, pos int) (int, *malformed.Error) {
	t, want := p.token(pos)
	if want != "" {
		p.broken = true
		return 0, p.fail(i, pos, t.next, p.data[pos:t.next], want)
	}
	p.newline += bytes.Count(p.data[pos:t.next], []byte{'\n'})
	c := p.fields[i].column
	if c == nil {
		return t.next, nil
	}
	if !t.quoted && p.isNull(t.raw) || len(t.text) == 0 && !c.HoldsEmpty() {
		if !c.SetNull(p.row) {
			return 0, p.fail(i, pos, t.next, t.raw, "a value: the column is NOT NULL")
		}
		return t.next, nil
	}
	if !c.SetText(p.row, t.text) {
		err := p.fail(i, pos, t.next, t.text, c.Wanted())
		if err.Met = p.met(t.text); !p.Lenient || p.cut {
			return 0, err
		}
		p.wrong = append(p.wrong, err)
	}
	return t.next, nil
}

// met gives a value as malformed.Error shows it whole.
func (p *parser) met(text []byte) string {
	if p.Comma {
		return string(scalar.Pointed(text, p.Thousands))
	}
	return string(text)
}

// isNull reports whether an unquoted field is NULL.
func (p *parser) isNull(raw []byte) bool {
	for _, n := range p.Nulls {
		if string(raw) == n {
			return true
		}
	}
	return false
}

// fail makes the error of field i (-1: the record), which takes bytes [pos, end).
func (p *parser) fail(i, pos, end int, value []byte, want string) *malformed.Error {
	e := &malformed.Error{Line: int64(p.line), Want: want}
	if p.cut && end >= len(p.data)-1 {
		e.Want = fmt.Sprintf("a record of at most %d bytes; is a quote left open?", MaxRecord)
		return e
	}
	e.Value = malformed.Quote(value)
	if i >= 0 {
		e.Line += int64(bytes.Count(p.data[p.start:pos], []byte{'\n'}))
		e.Field, e.Column = i+1, p.fields[i].name
	}
	return e
}
