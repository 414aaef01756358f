package gen

import (
	"strconv"
	"strings"

	"gsdms/pushscan/store/ingest"
	"gsdms/ssb/pieces"
)

// letters are the texts of flags, by letter - 'A'.
var letters = strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")

// The lists of texts that are made of a tag and numbers.
var (
	makers = tagged(makerTag, 1, 5)
	brands = tagged(brandTag, 11, 55)
)

// tagged gives the tag with the numbers from lo to hi.
func tagged(tag string, lo, hi int) []string {
	var out []string
	for n := lo; n <= hi; n++ {
		out = append(out, tag+strconv.Itoa(n))
	}
	return out
}

// The columns of a batch are those of the table, in its order.

func (d *Data) regionBatch(from, to int64) *ingest.Batch {
	n := to - from
	c := []*pieces.Column{pieces.Numbers(n), pieces.Texts(n), pieces.Texts(n)}
	comments := d.geographyAt(regionSeed, from)
	for i := from; i < to; i++ {
		c[0].Number(i)
		c[1].Text(words().Regions[i])
		c[2].Text(comments.next())
	}
	return pieces.Batch("region", from, int(n), c)
}

func (d *Data) nationBatch(from, to int64) *ingest.Batch {
	n := to - from
	c := []*pieces.Column{pieces.Numbers(n), pieces.Texts(n), pieces.Numbers(n), pieces.Texts(n)}
	comments := d.geographyAt(nationSeed, from)
	for i := from; i < to; i++ {
		c[0].Number(i)
		c[1].Text(words().Nations[i].Name)
		c[2].Number(words().Nations[i].Region)
		c[3].Text(comments.next())
	}
	return pieces.Batch("nation", from, int(n), c)
}

// peopleColumns are the columns up to the balance.
func peopleColumns(n int64) []*pieces.Column {
	return []*pieces.Column{pieces.Numbers(n), pieces.Texts(n), pieces.Texts(n), pieces.Numbers(n), pieces.Texts(n), pieces.Numbers(n)}
}

func addPerson(c []*pieces.Column, tag string, p *person) {
	c[0].Number(p.key)
	c[1].Text(string(appendName(nil, tag, p.key)))
	c[2].Text(string(p.address))
	c[3].Number(p.nation)
	c[4].Text(string(appendPhone(nil, p)))
	c[5].Number(p.balance)
}

func (d *Data) supplierBatch(from, to int64) *ingest.Batch {
	c := append(peopleColumns(to-from), pieces.Texts(to-from))
	d.eachSupplier(from, to, func(p *person) {
		addPerson(c, supplierTag, p)
		c[6].Text(p.comment)
	})
	return pieces.Batch("supplier", from, int(to-from), c)
}

func (d *Data) customerBatch(from, to int64) *ingest.Batch {
	c := append(peopleColumns(to-from), pieces.Words(to-from, words().Segments), pieces.Texts(to-from))
	d.eachCustomer(from, to, func(p *person) {
		addPerson(c, customerTag, p)
		c[6].Number(p.segment)
		c[7].Text(p.comment)
	})
	return pieces.Batch("customer", from, int(to-from), c)
}

func (d *Data) partBatch(from, to int64) *ingest.Batch {
	n := to - from
	c := []*pieces.Column{pieces.Numbers(n), pieces.Texts(n), pieces.Words(n, makers), pieces.Words(n, brands),
		pieces.Words(n, words().Types), pieces.Numbers(n), pieces.Words(n, words().Containers), pieces.Numbers(n), pieces.Texts(n)}
	d.eachPart(from, to, func(p *item) {
		c[0].Number(p.key)
		c[1].Text(p.name())
		pieces.AddNumbers(c[2:], p.maker-1, 10*p.maker+p.brand-11, p.kind, p.size, p.container, price(p.key))
		c[8].Text(p.comment)
	})
	return pieces.Batch("part", from, int(n), c)
}

func (d *Data) stockBatch(from, to int64) *ingest.Batch {
	n := suppliersOfPart * (to - from)
	c := []*pieces.Column{pieces.Numbers(n), pieces.Numbers(n), pieces.Numbers(n), pieces.Numbers(n), pieces.Texts(n)}
	d.eachStock(from, to, func(s *stock) {
		pieces.AddNumbers(c, s.part, s.supplier, s.available, s.cost)
		c[4].Text(s.comment)
	})
	return pieces.Batch("partsupp", from, int(n), c)
}

func (d *Data) orderBatch(from, to int64) *ingest.Batch {
	n := to - from
	c := []*pieces.Column{pieces.Numbers(n), pieces.Numbers(n), pieces.Words(n, letters), pieces.Numbers(n), pieces.Numbers(n),
		pieces.Words(n, words().Priorities), pieces.Texts(n), pieces.Numbers(n), pieces.Texts(n)}
	d.eachOrder(from, to, func(o *order) {
		pieces.AddNumbers(c, o.key, o.customer, int64(o.status-'A'), o.total, epochDay+o.day, o.priority)
		c[6].Text(string(appendName(nil, clerkTag, o.clerk)))
		c[7].Number(0)
		c[8].Text(o.comment)
	})
	return pieces.Batch("orders", from, int(n), c)
}

func (d *Data) lineBatch(from, to int64) *ingest.Batch {
	n := d.Lines(from, to)
	c := make([]*pieces.Column, 16)
	for i := range c {
		c[i] = pieces.Numbers(n)
	}
	c[8], c[9] = pieces.Words(n, letters), pieces.Words(n, letters)
	c[13], c[14], c[15] = pieces.Words(n, words().Instructions), pieces.Words(n, words().Modes), pieces.Texts(n)
	d.eachLine(from, to, func(l *line) {
		pieces.AddNumbers(c, l.order, l.part, l.supplier, l.number, 100*l.quantity, l.extended(), l.discount, l.tax,
			int64(l.returned-'A'), int64(l.status-'A'), epochDay+l.shipped, epochDay+l.committed, epochDay+l.received,
			l.instruction, l.mode)
		c[15].Text(l.comment)
	})
	return pieces.Batch("lineitem", from, int(n), c)
}
