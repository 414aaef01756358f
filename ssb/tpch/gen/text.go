package gen

import (
	"strconv"
	"sync"
	"time"

	"gsdms/ssb/pieces"
)

// firstDay is day 0 of the benchmark's dates; epochDay is its number from 1970-01-01.
var firstDay = time.Date(1992, time.January, 1, 0, 0, 0, 0, time.UTC)

var epochDay = firstDay.Unix() / (24 * 60 * 60)

// dates are the texts of all days that occur.
var dates = sync.OnceValue(func() []string { return dateTexts(lastOrderDay + 121 + 30 + 1) })

func dateTexts(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = firstDay.AddDate(0, 0, i).Format(time.DateOnly)
	}
	return out
}

// The text of a row: every field and a bar after it, a newline at the end. All append
// to b and return it, as append does.

// appendCents appends n hundredths as 0.05, -0.05 or 901.00.
func appendCents(b []byte, n int64) []byte {
	if n < 0 {
		b = append(b, '-')
		n = -n
	}
	b = strconv.AppendInt(b, n/100, 10)
	return append(b, '.', byte('0'+n%100/10), byte('0'+n%10), '|')
}

// geographyAt are the comments of region or nation.
func (d *Data) geographyAt(seed, from int64) comments { return d.commentsAt(seed, from, 28, 115) }

// The seeds of the comments of region and nation.
const (
	regionSeed = 1500869201
	nationSeed = 606179079
)

func (d *Data) regionText(from, to int64, b []byte) []byte {
	comments := d.geographyAt(regionSeed, from)
	for i := from; i < to; i++ {
		b = pieces.AppendNumber(b, i)
		b = pieces.AppendField(b, words().Regions[i])
		b = append(pieces.AppendField(b, comments.next()), '\n')
	}
	return b
}

func (d *Data) nationText(from, to int64, b []byte) []byte {
	comments := d.geographyAt(nationSeed, from)
	for i := from; i < to; i++ {
		b = pieces.AppendNumber(b, i)
		b = pieces.AppendField(b, words().Nations[i].Name)
		b = pieces.AppendNumber(b, words().Nations[i].Region)
		b = append(pieces.AppendField(b, comments.next()), '\n')
	}
	return b
}

// appendPerson appends the fields up to the balance.
func appendPerson(b []byte, tag string, p *person) []byte {
	b = pieces.AppendNumber(b, p.key)
	b = append(appendName(b, tag, p.key), '|')
	b = append(append(b, p.address...), '|')
	b = pieces.AppendNumber(b, p.nation)
	b = append(appendPhone(b, p), '|')
	return appendCents(b, p.balance)
}

func (d *Data) supplierText(from, to int64, b []byte) []byte {
	d.eachSupplier(from, to, func(p *person) {
		b = appendPerson(b, supplierTag, p)
		b = append(pieces.AppendField(b, p.comment), '\n')
	})
	return b
}

func (d *Data) customerText(from, to int64, b []byte) []byte {
	d.eachCustomer(from, to, func(p *person) {
		b = appendPerson(b, customerTag, p)
		b = pieces.AppendField(b, words().Segments[p.segment])
		b = append(pieces.AppendField(b, p.comment), '\n')
	})
	return b
}

func (d *Data) partText(from, to int64, b []byte) []byte {
	d.eachPart(from, to, func(p *item) {
		b = pieces.AppendNumber(b, p.key)
		b = pieces.AppendField(b, p.name())
		b = append(append(b, makerTag...), '0'+byte(p.maker), '|')
		b = append(append(b, brandTag...), '0'+byte(p.maker), '0'+byte(p.brand), '|')
		b = pieces.AppendField(b, words().Types[p.kind])
		b = pieces.AppendNumber(b, p.size)
		b = pieces.AppendField(b, words().Containers[p.container])
		b = appendCents(b, price(p.key))
		b = append(pieces.AppendField(b, p.comment), '\n')
	})
	return b
}

func (d *Data) stockText(from, to int64, b []byte) []byte {
	d.eachStock(from, to, func(s *stock) {
		b = pieces.AppendNumber(b, s.part)
		b = pieces.AppendNumber(b, s.supplier)
		b = pieces.AppendNumber(b, s.available)
		b = appendCents(b, s.cost)
		b = append(pieces.AppendField(b, s.comment), '\n')
	})
	return b
}

func (d *Data) orderText(from, to int64, b []byte) []byte {
	d.eachOrder(from, to, func(o *order) {
		b = pieces.AppendNumber(b, o.key)
		b = pieces.AppendNumber(b, o.customer)
		b = append(b, o.status, '|')
		b = appendCents(b, o.total)
		b = pieces.AppendField(b, dates()[o.day])
		b = pieces.AppendField(b, words().Priorities[o.priority])
		b = append(appendName(b, clerkTag, o.clerk), "|0|"...)
		b = append(pieces.AppendField(b, o.comment), '\n')
	})
	return b
}

func (d *Data) lineText(from, to int64, b []byte) []byte {
	d.eachLine(from, to, func(l *line) { b = l.appendText(b) })
	return b
}

func (l *line) appendText(b []byte) []byte {
	b = pieces.AppendNumber(b, l.order)
	b = pieces.AppendNumber(b, l.part)
	b = pieces.AppendNumber(b, l.supplier)
	b = pieces.AppendNumber(b, l.number)
	b = pieces.AppendNumber(b, l.quantity)
	b = appendCents(b, l.extended())
	b = appendCents(b, l.discount)
	b = appendCents(b, l.tax)
	b = append(b, l.returned, '|', l.status, '|')
	b = pieces.AppendField(b, dates()[l.shipped])
	b = pieces.AppendField(b, dates()[l.committed])
	b = pieces.AppendField(b, dates()[l.received])
	b = pieces.AppendField(b, words().Instructions[l.instruction])
	b = pieces.AppendField(b, words().Modes[l.mode])
	return append(pieces.AppendField(b, l.comment), '\n')
}
