package gen

import (
	"fmt"

	"gsdms/pushscan/store"
)

// column makes one column of a batch.
type column struct {
	store.BatchColumn
	words []string // values are numbers into it; nil for a column of numbers or free text
	codes []int32  // a word's code in Dict, or -1
	texts map[string]uint32
}

// numbers is a column of numbers with room for n rows.
func numbers(n int64) *column {
	return &column{BatchColumn: store.BatchColumn{Ints: make([]int64, 0, n)}}
}

// words is a column of texts from a list. Only those that occur enter the dictionary.
func words(n int64, list []string) *column {
	c := &column{words: list, codes: make([]int32, len(list))}
	for i := range c.codes {
		c.codes[i] = -1
	}
	c.Codes = make([]uint32, 0, n)
	return c
}

// texts is a column of texts that are nearly all different.
func texts(n int64) *column {
	c := &column{texts: make(map[string]uint32, n)}
	c.Codes = make([]uint32, 0, n)
	return c
}

// number appends a number, or the word of that number.
func (c *column) number(v int64) {
	if c.words == nil {
		c.Ints = append(c.Ints, v)
		return
	}
	if c.codes[v] < 0 {
		c.codes[v] = int32(len(c.Dict))
		c.Dict = append(c.Dict, c.words[v])
	}
	c.Codes = append(c.Codes, uint32(c.codes[v]))
}

func (c *column) text(t string) {
	code, ok := c.texts[t]
	if !ok {
		code = uint32(len(c.Dict))
		c.texts[t] = code
		c.Dict = append(c.Dict, t)
	}
	c.Codes = append(c.Codes, code)
}

// addNumbers appends one value to each of the columns.
func addNumbers(columns []*column, values ...int64) {
	for i, v := range values {
		columns[i].number(v)
	}
}

// batchOf hands the columns over.
func batchOf(t string, from int64, rows int, columns []*column) *store.Batch {
	b := &store.Batch{Rows: rows, Columns: make([]store.BatchColumn, len(columns))}
	for i, c := range columns {
		b.Columns[i] = c.BatchColumn
	}
	b.Origin = func(row int) string { return fmt.Sprintf("generated %s, row %d after unit %d", t, row+1, from) }
	return b
}

func dateBatch(_ Scale, from, to int64) *store.Batch {
	n := to - from
	c := []*column{numbers(n), texts(n), texts(n), texts(n), numbers(n), numbers(n), texts(n), numbers(n), numbers(n),
		numbers(n), numbers(n), numbers(n), texts(n), numbers(n), numbers(n), numbers(n), numbers(n)}
	for i := from; i < to; i++ {
		d := &dates[i]
		c[0].number(int64(d.Key))
		c[1].text(d.Text)
		c[2].text(d.DayOfWeek)
		c[3].text(d.Month)
		addNumbers(c[4:], int64(d.Year), int64(d.YearMonthNum))
		c[6].text(d.YearMonth)
		addNumbers(c[7:], int64(d.DayNumInWeek), int64(d.DayNumInMonth), int64(d.DayNumInYear),
			int64(d.MonthNumInYear), int64(d.WeekNumInYear))
		c[12].text(d.Season)
		addNumbers(c[13:], int64(d.LastDayInWeek), int64(d.LastDayInMonth), int64(d.Holiday), int64(d.Weekday))
	}
	return batchOf("date", from, int(n), c)
}

func partBatch(s Scale, from, to int64) *store.Batch {
	n := to - from
	c := []*column{numbers(n), texts(n), words(n, mfgrs), words(n, categories), words(n, brands), words(n, colours),
		words(n, types), numbers(n), words(n, containers)}
	s.EachPart(from, to, func(p *Part) {
		mfgr := int64(p.Mfgr - 1)
		category := 5*mfgr + int64(p.Category-1)
		c[0].number(p.Key)
		c[1].text(p.NameText())
		addNumbers(c[2:], mfgr, category, 40*category+int64(p.Brand-1), int64(p.Colour), int64(p.Type), int64(p.Size),
			int64(p.Container))
	})
	return batchOf("part", from, int(n), c)
}

// peopleColumns are the columns that customers and suppliers have alike.
func peopleColumns(n int64) []*column {
	return []*column{numbers(n), texts(n), texts(n), words(n, cities), words(n, nations), words(n, regions), texts(n)}
}

func addPerson(c []*column, title string, key int64, address []byte, city uint8, phone [3]int16) {
	c[0].number(key)
	c[1].text(string(appendName(nil, title, key)))
	c[2].text(string(address))
	addNumbers(c[3:], int64(city), int64(city/10), int64(nationRegion[city/10]))
	c[6].text(string(appendPhone(nil, city, phone)))
}

func supplierBatch(s Scale, from, to int64) *store.Batch {
	c := peopleColumns(to - from)
	s.EachSupplier(from, to, func(r *Supplier) { addPerson(c, "Supplier#", r.Key, r.Address, r.City, r.Phone) })
	return batchOf("supplier", from, int(to-from), c)
}

func customerBatch(s Scale, from, to int64) *store.Batch {
	c := append(peopleColumns(to-from), words(to-from, segments))
	s.EachCustomer(from, to, func(r *Customer) {
		addPerson(c, "Customer#", r.Key, r.Address, r.City, r.Phone)
		c[7].number(int64(r.Segment))
	})
	return batchOf("customer", from, int(to-from), c)
}

func lineBatch(s Scale, from, to int64) *store.Batch {
	n := s.Lines(from, to)
	c := make([]*column, 17)
	for i := range c {
		c[i] = numbers(n)
	}
	c[6], c[16] = words(n, priorities), words(n, shipModes)
	s.EachLine(from, to, func(l *Line) {
		addNumbers(c, l.OrderKey, int64(l.Number), l.Customer, l.Part, l.Supplier, int64(dates[l.OrderDay].Key),
			int64(l.Priority), 0, int64(l.Quantity), l.ExtendedPrice, l.OrdTotalPrice, int64(l.Discount), l.Revenue,
			l.SupplyCost, int64(l.Tax), int64(dates[l.CommitDay].Key), int64(l.ShipMode))
	})
	return batchOf("lineorder", from, int(n), c)
}
