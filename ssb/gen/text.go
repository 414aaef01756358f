package gen

import (
	"strconv"

	"gsdms/ssb/pieces"
)

// The text of a row: every field and a bar after it, a newline at the end. All append
// to b and return it, as append does.

func (p *Part) appendText(b []byte) []byte {
	b = pieces.AppendNumber(b, p.Key)
	b = append(b, colours[p.Name[0]]...)
	b = append(b, ' ')
	b = pieces.AppendField(b, colours[p.Name[1]])
	b = append(b, "MFGR#"...)
	b = append(b, '0'+p.Mfgr, '|')
	b = append(b, "MFGR#"...)
	b = append(b, '0'+p.Mfgr, '0'+p.Category, '|')
	b = append(b, "MFGR#"...)
	b = append(b, '0'+p.Mfgr, '0'+p.Category)
	b = pieces.AppendNumber(b, p.Brand)
	b = pieces.AppendField(b, colours[p.Colour])
	b = pieces.AppendField(b, types[p.Type])
	b = pieces.AppendNumber(b, p.Size)
	b = pieces.AppendField(b, containers[p.Container])
	return append(b, '\n')
}

// appendPerson writes what a customer and a supplier have alike.
func appendPerson(b []byte, title string, key int64, address []byte, city uint8, phone [3]int16) []byte {
	b = pieces.AppendNumber(b, key)
	b = append(appendName(b, title, key), '|')
	b = append(append(b, address...), '|')
	b = pieces.AppendField(b, CityText(city))
	b = pieces.AppendField(b, NationText(city))
	b = pieces.AppendField(b, RegionText(city))
	return append(appendPhone(b, city, phone), '|')
}

func appendName(b []byte, title string, key int64) []byte {
	return pieces.AppendPadded(append(b, title...), key, 9)
}

// appendPhone writes the number; its country code is 10 and the nation's.
func appendPhone(b []byte, city uint8, phone [3]int16) []byte {
	b = strconv.AppendInt(b, 10+int64(city/10), 10)
	for _, group := range phone {
		b = append(b, '-')
		b = strconv.AppendInt(b, int64(group), 10)
	}
	return b
}

func (c *Customer) appendText(b []byte) []byte {
	b = appendPerson(b, "Customer#", c.Key, c.Address, c.City, c.Phone)
	b = pieces.AppendField(b, segments[c.Segment])
	return append(b, '\n')
}

func (s *Supplier) appendText(b []byte) []byte {
	b = appendPerson(b, "Supplier#", s.Key, s.Address, s.City, s.Phone)
	return append(b, '\n')
}

func (d *Date) appendText(b []byte) []byte {
	b = pieces.AppendNumber(b, d.Key)
	for _, text := range [...]string{d.Text, d.DayOfWeek, d.Month} {
		b = pieces.AppendField(b, text)
	}
	b = pieces.AppendNumber(b, d.Year)
	b = pieces.AppendNumber(b, d.YearMonthNum)
	b = pieces.AppendField(b, d.YearMonth)
	for _, n := range [...]int{d.DayNumInWeek, d.DayNumInMonth, d.DayNumInYear, d.MonthNumInYear, d.WeekNumInYear} {
		b = pieces.AppendNumber(b, n)
	}
	b = pieces.AppendField(b, d.Season)
	for _, n := range [...]int{d.LastDayInWeek, d.LastDayInMonth, d.Holiday, d.Weekday} {
		b = pieces.AppendNumber(b, n)
	}
	return append(b, '\n')
}

func (l *Line) appendText(b []byte) []byte {
	b = pieces.AppendNumber(b, l.OrderKey)
	b = pieces.AppendNumber(b, l.Number)
	b = pieces.AppendNumber(b, l.Customer)
	b = pieces.AppendNumber(b, l.Part)
	b = pieces.AppendNumber(b, l.Supplier)
	b = pieces.AppendNumber(b, dates()[l.OrderDay].Key)
	b = pieces.AppendField(b, priorities[l.Priority])
	b = append(b, "0|"...)
	b = pieces.AppendNumber(b, l.Quantity)
	b = pieces.AppendNumber(b, l.ExtendedPrice)
	b = pieces.AppendNumber(b, l.OrdTotalPrice)
	b = pieces.AppendNumber(b, l.Discount)
	b = pieces.AppendNumber(b, l.Revenue)
	b = pieces.AppendNumber(b, l.SupplyCost)
	b = pieces.AppendNumber(b, l.Tax)
	b = pieces.AppendNumber(b, dates()[l.CommitDay].Key)
	b = pieces.AppendField(b, shipModes[l.ShipMode])
	return append(b, '\n')
}
