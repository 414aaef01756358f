package gen

import (
	"gsdms/pushscan/store/ingest"
	"gsdms/ssb/pieces"
)

func dateBatch(from, to int64) *ingest.Batch {
	n := to - from
	c := []*pieces.Column{pieces.Numbers(n), pieces.Texts(n), pieces.Texts(n), pieces.Texts(n), pieces.Numbers(n), pieces.Numbers(n), pieces.Texts(n), pieces.Numbers(n), pieces.Numbers(n),
		pieces.Numbers(n), pieces.Numbers(n), pieces.Numbers(n), pieces.Texts(n), pieces.Numbers(n), pieces.Numbers(n), pieces.Numbers(n), pieces.Numbers(n)}
	for i := from; i < to; i++ {
		d := &dates()[i]
		c[0].Number(int64(d.Key))
		c[1].Text(d.Text)
		c[2].Text(d.DayOfWeek)
		c[3].Text(d.Month)
		pieces.AddNumbers(c[4:], int64(d.Year), int64(d.YearMonthNum))
		c[6].Text(d.YearMonth)
		pieces.AddNumbers(c[7:], int64(d.DayNumInWeek), int64(d.DayNumInMonth), int64(d.DayNumInYear),
			int64(d.MonthNumInYear), int64(d.WeekNumInYear))
		c[12].Text(d.Season)
		pieces.AddNumbers(c[13:], int64(d.LastDayInWeek), int64(d.LastDayInMonth), int64(d.Holiday), int64(d.Weekday))
	}
	return pieces.Batch("date", from, int(n), c)
}

func (s Scale) partBatch(from, to int64) *ingest.Batch {
	n := to - from
	c := []*pieces.Column{pieces.Numbers(n), pieces.Texts(n), pieces.Words(n, mfgrs), pieces.Words(n, categories), pieces.Words(n, brands), pieces.Words(n, colours),
		pieces.Words(n, types), pieces.Numbers(n), pieces.Words(n, containers)}
	s.EachPart(from, to, func(p *Part) {
		mfgr := int64(p.Mfgr - 1)
		category := 5*mfgr + int64(p.Category-1)
		c[0].Number(p.Key)
		c[1].Text(p.NameText())
		pieces.AddNumbers(c[2:], mfgr, category, 40*category+int64(p.Brand-1), int64(p.Colour), int64(p.Type), int64(p.Size),
			int64(p.Container))
	})
	return pieces.Batch("part", from, int(n), c)
}

// peopleColumns are the columns that customers and suppliers have alike.
func peopleColumns(n int64) []*pieces.Column {
	return []*pieces.Column{pieces.Numbers(n), pieces.Texts(n), pieces.Texts(n), pieces.Words(n, cities), pieces.Words(n, nations), pieces.Words(n, regions), pieces.Texts(n)}
}

func addPerson(c []*pieces.Column, title string, key int64, address []byte, city uint8, phone [3]int16) {
	c[0].Number(key)
	c[1].Text(string(appendName(nil, title, key)))
	c[2].Text(string(address))
	pieces.AddNumbers(c[3:], int64(city), int64(city/10), int64(nationRegion[city/10]))
	c[6].Text(string(appendPhone(nil, city, phone)))
}

func (s Scale) supplierBatch(from, to int64) *ingest.Batch {
	c := peopleColumns(to - from)
	s.EachSupplier(from, to, func(r *Supplier) { addPerson(c, "Supplier#", r.Key, r.Address, r.City, r.Phone) })
	return pieces.Batch("supplier", from, int(to-from), c)
}

func (s Scale) customerBatch(from, to int64) *ingest.Batch {
	c := append(peopleColumns(to-from), pieces.Words(to-from, segments))
	s.EachCustomer(from, to, func(r *Customer) {
		addPerson(c, "Customer#", r.Key, r.Address, r.City, r.Phone)
		c[7].Number(int64(r.Segment))
	})
	return pieces.Batch("customer", from, int(to-from), c)
}

func (s Scale) lineBatch(from, to int64) *ingest.Batch {
	n := s.Lines(from, to)
	c := make([]*pieces.Column, 17)
	for i := range c {
		c[i] = pieces.Numbers(n)
	}
	c[6], c[16] = pieces.Words(n, priorities), pieces.Words(n, shipModes)
	s.EachLine(from, to, func(l *Line) {
		pieces.AddNumbers(c, l.OrderKey, int64(l.Number), l.Customer, l.Part, l.Supplier, int64(dates()[l.OrderDay].Key),
			int64(l.Priority), 0, int64(l.Quantity), l.ExtendedPrice, l.OrdTotalPrice, int64(l.Discount), l.Revenue,
			l.SupplyCost, int64(l.Tax), int64(dates()[l.CommitDay].Key), int64(l.ShipMode))
	})
	return pieces.Batch("lineorder", from, int(n), c)
}
