package web

import (
	"encoding/json"
	"unicode/utf8"

	"gsdms/plan"
	"gsdms/sql/result"
)

// page is the rows of a result on their way to the page, up to its limits.
type page struct {
	*stream
	rows  int64
	bytes int
	open  bool // a line of rows has begun
	full  bool // there is a row more than the page takes
	cell  []byte
}

// add adds rows and sends what is enough to send.
func (p *page) add(rows *plan.Rows) error {
	for i := range rows.Len {
		if p.rows == maxRows || p.bytes >= maxBytes {
			p.full = true
			return p.send()
		}
		p.row(rows, i)
		if p.rows == firstRows || len(p.buf) >= pieceBytes {
			if err := p.send(); err != nil {
				return err
			}
		}
	}
	return nil
}

// row adds one row.
func (p *page) row(rows *plan.Rows, row int) {
	before := len(p.buf)
	if p.open {
		p.buf = append(p.buf, ',')
	} else {
		p.buf, p.open = append(p.buf, `{"rows":[`...), true
	}
	p.buf = append(p.buf, '[')
	for i := range rows.Columns {
		if i > 0 {
			p.buf = append(p.buf, ',')
		}
		if v := &rows.Columns[i]; v.IsNull(row) {
			p.buf = append(p.buf, "null"...)
		} else {
			p.cell = result.AppendCell(p.cell[:0], v, row)
			p.buf = appendQuoted(p.buf, p.cell)
		}
	}
	p.buf = append(p.buf, ']')
	p.rows++
	p.bytes += len(p.buf) - before
}

// send ends the line of rows and sends it.
func (p *page) send() error {
	if p.open {
		p.buf, p.open = append(p.buf, "]}\n"...), false
	}
	return p.flush()
}

// appendQuoted appends a text as JSON has it. Values are texts there, as SQL prints them:
// the numbers of a browser have 53 bits.
func appendQuoted(dst, text []byte) []byte {
	for _, c := range text {
		if c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			quoted, _ := json.Marshal(string(text)) // a text is never refused
			return append(dst, quoted...)
		}
	}
	dst = append(append(dst, '"'), text...)
	return append(dst, '"')
}

// isNumber reports whether the page shows values of a type as numbers.
func isNumber(t plan.Type) bool {
	switch t.Kind {
	case plan.Bool, plan.Int, plan.Decimal, plan.Double:
		return true
	}
	return false
}
