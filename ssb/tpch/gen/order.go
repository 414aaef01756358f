package gen

import "gsdms/ssb/lehmer"

// linesMax is the most lines of an order, and how far an order moves each stream that
// its lines draw from.
const linesMax = 7

// Days are numbered from 1992-01-01. today parts what has been received or shipped from
// what has not: 1995-06-17.
const (
	lastOrderDay = 2405
	today        = 1263
)

// The seeds of streams that both orders and lineitem draw from.
const (
	dateSeed     = 1066728069
	countSeed    = 1434868289
	quantitySeed = 209208115
	discountSeed = 554590007
	taxSeed      = 721958466
	partSeed     = 1808217256
	shipSeed     = 1769349045
)

// orderKey is the key of order i, from 1: of each 32 keys the first 8 are used.
func orderKey(i int64) int64 { return i>>3<<5 | i&7 }

// sale is what of a line an order's status and total come from.
type sale struct {
	part, quantity, discount, tax, shipped int64
}

// extended is the extended price, in cents.
func (l *sale) extended() int64 { return price(l.part) * l.quantity }

// charge is the price with discount and tax, in cents; each division cuts off.
func (l *sale) charge() int64 { return l.extended() * (100 - l.discount) / 100 * (100 + l.tax) / 100 }

// sales are the streams of sale, and those that say when an order is and how many lines
// it has.
type sales struct {
	parts                                  int64
	date, count                            lehmer.Stream
	quantity, discount, tax, part, shipped lehmer.Stream
}

func (s Scale) salesAt(order int64) *sales {
	line := linesMax * order
	return &sales{
		parts: s.Parts, date: lehmer.At(dateSeed, order), count: lehmer.At(countSeed, order),
		quantity: lehmer.At(quantitySeed, line), discount: lehmer.At(discountSeed, line),
		tax: lehmer.At(taxSeed, line), part: lehmer.At(partSeed, line), shipped: lehmer.At(shipSeed, line),
	}
}

// order draws the lines of the next order and its day.
func (s *sales) order(lines *[linesMax]sale) (n int, day int64) {
	day = s.date.Draw(0, lastOrderDay)
	n = int(s.count.Draw(1, linesMax))
	for k := range lines {
		lines[k] = sale{
			part: s.part.Draw(1, s.parts), quantity: s.quantity.Draw(1, 50), discount: s.discount.Draw(0, 10),
			tax: s.tax.Draw(0, 8), shipped: day + s.shipped.Draw(1, 121),
		}
	}
	return n, day
}

// order is a row of orders.
type order struct {
	key, customer int64
	status        byte
	total         int64 // cents
	day           int64
	priority      int64
	clerk         int64
	comment       string
}

// eachOrder calls each for the orders from+1 to to.
func (d *Data) eachOrder(from, to int64, each func(*order)) {
	sales := d.salesAt(from)
	customers, clerks := lehmer.At(851767375, from), lehmer.At(1171034773, from)
	priorities := lehmer.At(591449447, from)
	comments := d.commentsAt(276090261, from, 19, 78)
	var lines [linesMax]sale
	for i := from; i < to; i++ {
		n, day := sales.order(&lines)
		o := order{
			key: orderKey(i + 1), customer: d.buyer(&customers), status: status(lines[:n]), day: day,
			priority: priorities.Draw(0, int64(len(words().Priorities)-1)), clerk: clerks.Draw(1, d.clerks()),
			comment: comments.next(),
		}
		for k := range n {
			o.total += lines[k].charge()
		}
		each(&o)
	}
}

// buyer draws the customer: a third of them, whose keys 3 divides, never order.
func (d *Data) buyer(s *lehmer.Stream) int64 {
	c := s.Draw(1, d.Customers)
	switch {
	case c%3 != 0:
		return c
	case c < d.Customers:
		return c + 1
	default:
		return c - 1
	}
}

// status is F where every line is shipped, O where none is, else P.
func status(lines []sale) byte {
	shipped := 0
	for i := range lines {
		if lines[i].shipped <= today {
			shipped++
		}
	}
	switch shipped {
	case len(lines):
		return 'F'
	case 0:
		return 'O'
	default:
		return 'P'
	}
}
