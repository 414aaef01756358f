package gen

import "strconv"

// The text of a row: every field and a bar after it, a newline at the end. All append
// to b and return it, as append does.

func appendField(b []byte, text string) []byte {
	return append(append(b, text...), '|')
}

func appendNumber[T int | int8 | int16 | int64 | uint8](b []byte, n T) []byte {
	return append(strconv.AppendInt(b, int64(n), 10), '|')
}

// appendPadded writes n with at least width digits.
func appendPadded(b []byte, n int64, width int) []byte {
	var digits [20]byte
	text := strconv.AppendInt(digits[:0], n, 10)
	for range width - len(text) {
		b = append(b, '0')
	}
	return append(b, text...)
}

func (p *Part) appendText(b []byte) []byte {
	b = appendNumber(b, p.Key)
	b = append(b, colours[p.Name[0]]...)
	b = append(b, ' ')
	b = appendField(b, colours[p.Name[1]])
	b = append(b, "MFGR#"...)
	b = append(b, '0'+p.Mfgr, '|')
	b = append(b, "MFGR#"...)
	b = append(b, '0'+p.Mfgr, '0'+p.Category, '|')
	b = append(b, "MFGR#"...)
	b = append(b, '0'+p.Mfgr, '0'+p.Category)
	b = appendNumber(b, p.Brand)
	b = appendField(b, colours[p.Colour])
	b = appendField(b, types[p.Type])
	b = appendNumber(b, p.Size)
	b = appendField(b, containers[p.Container])
	return append(b, '\n')
}

// appendPerson writes what a customer and a supplier have alike.
func appendPerson(b []byte, title string, key int64, address []byte, city uint8, phone [3]int16) []byte {
	b = appendNumber(b, key)
	b = append(appendName(b, title, key), '|')
	b = append(append(b, address...), '|')
	b = appendField(b, CityText(city))
	b = appendField(b, NationText(city))
	b = appendField(b, RegionText(city))
	return append(appendPhone(b, city, phone), '|')
}

func appendName(b []byte, title string, key int64) []byte {
	return appendPadded(append(b, title...), key, 9)
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
	b = appendField(b, segments[c.Segment])
	return append(b, '\n')
}

func (s *Supplier) appendText(b []byte) []byte {
	b = appendPerson(b, "Supplier#", s.Key, s.Address, s.City, s.Phone)
	return append(b, '\n')
}

func (d *Date) appendText(b []byte) []byte {
	b = appendNumber(b, d.Key)
	for _, text := range [...]string{d.Text, d.DayOfWeek, d.Month} {
		b = appendField(b, text)
	}
	b = appendNumber(b, d.Year)
	b = appendNumber(b, d.YearMonthNum)
	b = appendField(b, d.YearMonth)
	for _, n := range [...]int{d.DayNumInWeek, d.DayNumInMonth, d.DayNumInYear, d.MonthNumInYear, d.WeekNumInYear} {
		b = appendNumber(b, n)
	}
	b = appendField(b, d.Season)
	for _, n := range [...]int{d.LastDayInWeek, d.LastDayInMonth, d.Holiday, d.Weekday} {
		b = appendNumber(b, n)
	}
	return append(b, '\n')
}

func (l *Line) appendText(b []byte) []byte {
	b = appendNumber(b, l.OrderKey)
	b = appendNumber(b, l.Number)
	b = appendNumber(b, l.Customer)
	b = appendNumber(b, l.Part)
	b = appendNumber(b, l.Supplier)
	b = appendNumber(b, dates[l.OrderDay].Key)
	b = appendField(b, priorities[l.Priority])
	b = append(b, "0|"...)
	b = appendNumber(b, l.Quantity)
	b = appendNumber(b, l.ExtendedPrice)
	b = appendNumber(b, l.OrdTotalPrice)
	b = appendNumber(b, l.Discount)
	b = appendNumber(b, l.Revenue)
	b = appendNumber(b, l.SupplyCost)
	b = appendNumber(b, l.Tax)
	b = appendNumber(b, dates[l.CommitDay].Key)
	b = appendField(b, shipModes[l.ShipMode])
	return append(b, '\n')
}
