package gen

import "gsdms/ssb/lehmer"

// linesMax is the most lines of an order, and how far an order moves each stream that
// its lines draw from.
const linesMax = 7

// countSeed starts the stream of the numbers of lines.
const countSeed = 1434868289

// Line is a row of lineorder. Money is in whole cents; OrderDay and CommitDay are row
// numbers of the date table; Priority and ShipMode are numbers into the word lists.
type Line struct {
	OrderKey                     int64
	Number                       int8
	Priority, ShipMode           uint8
	Quantity, Discount, Tax      int8
	OrderDay, CommitDay          int16
	Customer, Part, Supplier     int64
	ExtendedPrice, OrdTotalPrice int64
	Revenue, SupplyCost          int64
}

// EachLine calls each for the lines of orders from+1 to to, in order. The row is
// valid during the call.
func (s Scale) EachLine(from, to int64, each func(*Line)) {
	o := ordersAt(s, from)
	var lines [linesMax]Line
	for i := from; i < to; i++ {
		n := o.order(i+1, &lines)
		for k := range n {
			each(&lines[k])
		}
	}
}

// Lines is the number of rows of orders from+1 to to.
func (s Scale) Lines(from, to int64) int64 {
	count := lehmer.At(countSeed, from)
	var n int64
	for range to - from {
		n += count.Draw(1, linesMax)
	}
	return n
}

// orders are lineorder's streams: the first four draw once an order, the others once a
// line.
type orders struct {
	scale                                                        Scale
	date, priority, customer, count                              lehmer.Stream
	quantity, discount, tax, shipMode, part, supplier, commitDay lehmer.Stream
}

func ordersAt(s Scale, order int64) *orders {
	lines := linesMax * order
	return &orders{
		scale: s,
		date:  lehmer.At(1066728069, order), priority: lehmer.At(591449447, order),
		customer: lehmer.At(851767375, order), count: lehmer.At(countSeed, order),
		quantity: lehmer.At(209208115, lines), discount: lehmer.At(554590007, lines),
		tax: lehmer.At(721958466, lines), shipMode: lehmer.At(675466456, lines),
		part: lehmer.At(1808217256, lines), supplier: lehmer.At(2095021727, lines),
		commitDay: lehmer.At(904914315, lines),
	}
}

// order fills lines and returns how many there are.
func (o *orders) order(i int64, lines *[linesMax]Line) int {
	day := int16(o.date.Draw(92001, 94406) - 92001)
	customer := o.buyer()
	priority := uint8(o.priority.Draw(1, 5) - 1)
	n := int(o.count.Draw(1, linesMax))
	var total int64
	for k := range n {
		l := &lines[k]
		l.OrderKey, l.Number = i>>3<<5|i&7, int8(k+1)
		l.OrderDay, l.Customer, l.Priority = day, customer, priority
		o.line(l)
		total += l.Revenue * (100 + int64(l.Tax)) / 100
	}
	for k := range n {
		lines[k].OrdTotalPrice = total
	}
	o.skipLines(int64(linesMax - n))
	return n
}

// line draws what belongs to the line alone.
func (o *orders) line(l *Line) {
	l.Part = o.part.Draw(1, o.scale.partKeys)
	l.Supplier = o.supplier.Draw(1, o.scale.Suppliers)
	l.Quantity = int8(o.quantity.Draw(1, 50))
	l.Discount = int8(o.discount.Draw(0, 10))
	l.Tax = int8(o.tax.Draw(0, 8))
	l.CommitDay = l.OrderDay + int16(o.commitDay.Draw(30, 90))
	l.ShipMode = uint8(o.shipMode.Draw(1, int64(len(shipModes))) - 1)
	price := 90000 + l.Part/10%20001 + l.Part%1000*100
	l.ExtendedPrice = price * int64(l.Quantity)
	l.Revenue = l.ExtendedPrice * (100 - int64(l.Discount)) / 100
	l.SupplyCost = 6 * price / 10
}

// buyer draws the customer: a third of them, whose keys 3 divides, never order.
func (o *orders) buyer() int64 {
	c := o.customer.Draw(1, o.scale.Customers)
	for step := int64(1); c%3 == 0; step = -step {
		c = min(c+step, o.scale.Customers)
	}
	return c
}

// skipLines makes the draws of the lines that an order does not have.
func (o *orders) skipLines(n int64) {
	for range n {
		o.quantity.Next()
		o.discount.Next()
		o.tax.Next()
		o.shipMode.Next()
		o.part.Next()
		o.supplier.Next()
		o.commitDay.Next()
	}
}
